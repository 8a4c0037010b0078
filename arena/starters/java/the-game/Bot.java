import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * {name}: a bot for The Game.
 *
 * <p>One method for each thing it can be asked; `wish` and `signal` are the talk of the league
 * `signals`. `legalTurns` lists every legal turn of so many cards; this bot takes the one that
 * moves the piles the least. Begin with `cost`, or listen to `view.signals()`.
 */
public final class Bot implements Arena.TheGame {

    /** Before the first turn: how much do I want to start? */
    @Override
    public Wish wish(View view, Arena.Ask ask) {
        return Wish.NEUTRAL;
    }

    /** Before another's turn: ask to keep off a pile on which I can jump back. */
    @Override
    public Signal signal(View view, Arena.Ask ask) {
        List<Token> tokens = new ArrayList<>();
        for (Pile pile : Pile.values()) {
            boolean canJump = view.hand().contains(pile.jump(view.piles().get(pile)));
            tokens.add(canJump ? Token.KEEP_OFF : Token.NONE);
        }
        return new Signal(tokens);
    }

    /** My turn: the legal turn that moves the piles the least. */
    @Override
    public Turn play(View view, Arena.Ask ask) {
        return Collections.min(
                view.legalTurns(view.need()), Comparator.comparingInt(turn -> cost(view, turn)));
    }

    /** How far the piles move. A jump back comes out as -10 by itself. */
    private static int cost(View view, Turn turn) {
        Map<Pile, Integer> tops = new EnumMap<>(view.piles());
        int moved = 0;
        for (Play play : turn.plays()) {
            int step = play.card() - tops.get(play.pile());
            moved += play.pile().isUp() ? step : -step;
            tops.put(play.pile(), play.card());
        }
        return moved;
    }

    public static void main(String[] arguments) throws IOException {
        Arena.run(Bot::new); // stdout belongs to the referee; System.out now prints to stderr
    }
}
