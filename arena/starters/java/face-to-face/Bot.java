import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;

/**
 * {name}: a bot for The Game: Face to Face.
 *
 * <p>It is asked for one thing: which cards to lay, in which order. `legalTurns` lists every
 * legal turn of so many cards; this bot takes the one that uses up the least room. Begin with
 * `cost`, or lay more cards than `view.need()`.
 */
public final class Bot implements Arena.FaceToFace {

    @Override
    public Turn play(View view, Arena.Ask ask) {
        return Collections.min(
                view.legalTurns(view.need()), Comparator.comparingInt(turn -> cost(view, turn)));
    }

    /** How much room a turn uses up. A jump back by ten gives room, so it counts -10. */
    private static int cost(View view, Turn turn) {
        Map<Pile, Integer> tops = view.tops();
        int used = 0;
        for (Play play : turn.plays()) {
            int step = play.card() - tops.get(play.pile());
            used += switch (play.pile()) {
                case OWN_UP -> step;
                case OWN_DOWN -> -step;
                case OPP_UP, OPP_DOWN -> Math.abs(step); // room given away
            };
            tops.put(play.pile(), play.card());
        }
        return used;
    }

    public static void main(String[] arguments) throws IOException {
        Arena.run(Bot::new); // stdout belongs to the referee; System.out now prints to stderr
    }
}
