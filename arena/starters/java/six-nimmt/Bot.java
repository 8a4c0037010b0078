import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;

/**
 * {name}: a bot for 6 nimmt!.
 *
 * <p>One method for each thing it can be asked. It lays the card that should cost the fewest
 * heads: begin with `risk`. `special` and `swap` are asked only in the variant with special
 * cards, `draft` only with `logic` or `tournament`.
 */
public final class Bot implements Arena.SixNimmt {

    /** Which card to lay face down: the one with the least risk, of equal ones the highest. */
    @Override
    public Choose choose(View view, Arena.Ask ask) {
        Comparator<Integer> byRisk = Comparator.comparingDouble(card -> risk(view, card));
        return new Choose(
                Collections.min(view.hand(), byRisk.thenComparing(Comparator.reverseOrder())));
    }

    /** My card is too low for every row: which row do I take? */
    @Override
    public Take take(View view, Arena.Ask ask) {
        return new Take(view.cheapestRow());
    }

    /** Which card do I want from the pool? */
    @Override
    public Draft draft(View view, Arena.Ask ask) {
        return new Draft(Collections.min(view.pool()));
    }

    /** Do I play a special card, such as `Special.stop(row)`? */
    @Override
    public Special special(View view, Arena.Ask ask) {
        return Special.none();
    }

    /** Do I exchange a special card, such as `new Swap(SpecialCard.STOP)`? */
    @Override
    public Swap swap(View view, Arena.Ask ask) {
        return new Swap(null);
    }

    /** Heads that this card may cost: surely if it is too low or the row is full. */
    private static double risk(View view, int card) {
        Integer row = view.forcedRow(card);
        if (row == null) {
            return view.heads(view.cheapestRow());
        }
        if (view.isFull(row)) {
            return view.heads(row);
        }
        // The fuller the row and the wider the gap, the more others may come in between.
        int gap = card - view.end(row);
        return view.heads(row) * view.rows().get(row).size() * gap / 250.0;
    }

    public static void main(String[] arguments) throws IOException {
        Arena.run(Bot::new); // stdout belongs to the referee; System.out now prints to stderr
    }
}
