import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/**
 * Talks to the referee for a bot. In this order: the loop, what the referee says, the three
 * games (what a bot sees, may answer, and helpers), frames. You need not change this file.
 */
public final class Arena {

    // ---- The loop ----

    /** What a bot does; it implements one of the games below, which extend this. */
    interface Strategy {
        /** Calls the method that is named after what is asked; each game has its own. */
        Move answer(Ask ask);

        /** A game begins. Keep what you need of it: seat, options, seed. */
        default void start(Start start) {}

        /** A game is over. */
        default void over(Over over) {}
    }

    /** Makes the bot and plays games until the referee has no more. */
    static void run(Supplier<Strategy> newBot) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // stdout carries frames and nothing else
        Strategy bot = newBot.get();
        String rules = null;
        while (true) {
            Map<String, Object> message = readFrame(in);
            if (message == null) {
                return;
            }
            switch (text(message, "type")) {
                case "hello" -> {
                    Hello hello = Hello.read(message);
                    if (hello.protocol() != PROTOCOL) {
                        throw new IllegalStateException("unknown protocol: " + hello);
                    }
                    out.write(frame(ready()));
                }
                case "start" -> {
                    Start start = Start.read(message);
                    rules = start.rules();
                    bot.start(start);
                }
                case "ask" -> {
                    Ask ask = Ask.read(message, rules);
                    out.write(frame(answer(ask.game(), ask.turn(), bot.answer(ask))));
                }
                case "over" -> bot.over(Over.read(message));
                case "bye" -> {
                    return;
                }
            }
        }
    }

    static final int PROTOCOL = 1;

    static Map<String, Object> ready() {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "ready");
        message.put("protocol", PROTOCOL);
        return message;
    }

    static Map<String, Object> answer(int game, int turn, Move move) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "answer");
        message.put("game", game);
        message.put("turn", turn);
        message.put("move", move.toMap());
        return message;
    }

    // ---- What the referee says ----

    record Hello(int protocol, Limits limits) {
        static Hello read(Map<String, Object> from) {
            return new Hello(number(from, "protocol"), Limits.read(map(from, "limits")));
        }
    }

    record Limits(
            String clock, int startMs, int moveMs, int gameMs, int memoryMb, int frameBytes) {
        static Limits read(Map<String, Object> from) {
            return new Limits(
                    text(from, "clock"),
                    number(from, "start_ms"),
                    number(from, "move_ms"),
                    number(from, "game_ms"),
                    number(from, "memory_mb"),
                    number(from, "frame_bytes"));
        }
    }

    /** A game begins. The numbers in `options` are Long; take all your dice from `seed`. */
    record Start(
            int game, String rules, Map<String, Object> options, int seat, int seats, long seed) {
        static Start read(Map<String, Object> from) {
            return new Start(
                    number(from, "game"),
                    text(from, "rules"),
                    map(from, "options"),
                    number(from, "seat"),
                    number(from, "seats"),
                    (Long) from.get("seed"));
        }
    }

    /** A decision is wanted. `events` is all that happened since this bot's last ask. */
    record Ask(int game, int turn, String asks, View view, List<Event> events, Clock clock) {
        static Ask read(Map<String, Object> from, String rules) {
            Map<String, Object> view = map(from, "view");
            return new Ask(
                    number(from, "game"),
                    number(from, "turn"),
                    text(from, "asks"),
                    switch (rules) {
                        case "face-to-face" -> FaceToFace.View.read(view);
                        case "the-game" -> TheGame.View.read(view);
                        case "six-nimmt" -> SixNimmt.View.read(view);
                        default -> throw new IllegalArgumentException("unknown game: " + rules);
                    },
                    list(from.get("events"), Event::read),
                    Clock.read(map(from, "clock")));
        }
    }

    /** What is left, in milliseconds: for this move, and for all moves of the game. */
    record Clock(int moveMs, int gameMs) {
        static Clock read(Map<String, Object> from) {
            return new Clock(number(from, "move_ms"), number(from, "game_ms"));
        }
    }

    /** Something that happened. Numbers in `fields` are Long, lists List, words String. */
    record Event(String kind, Map<String, Object> fields) {
        static Event read(Object from) {
            Map<String, Object> fields = map(from);
            return new Event(text(fields, "kind"), fields);
        }
    }

    record Over(int game, Outcome outcome, List<Event> events) {
        static Over read(Map<String, Object> from) {
            return new Over(
                    number(from, "game"),
                    Outcome.read(map(from, "outcome")),
                    list(from.get("events"), Event::read));
        }
    }

    /** The result; scores and places are by seat. */
    record Outcome(List<Integer> scores, List<Integer> places, String reason) {
        static Outcome read(Map<String, Object> from) {
            return new Outcome(
                    numbers(from.get("scores")), numbers(from.get("places")), text(from, "reason"));
        }
    }

    /** All that a seat may know when it is asked. */
    sealed interface View permits FaceToFace.View, TheGame.View, SixNimmt.View {}

    /** An answer to what is asked. */
    interface Move {
        Map<String, Object> toMap();
    }

    // ---- The Game: Face to Face ----

    interface FaceToFace extends Strategy {
        /** Your turn: which cards do you lay, in which order? */
        Turn play(View view, Ask ask);

        @Override
        default Move answer(Ask ask) {
            return play((View) ask.view(), ask);
        }

        enum Pile {
            OWN_UP,
            OWN_DOWN,
            OPP_UP,
            OPP_DOWN;

            boolean isOwn() {
                return this == OWN_UP || this == OWN_DOWN;
            }

            /** Whether a card may be laid on this pile when its top is this. */
            boolean fits(int top, int card) {
                return switch (this) {
                    case OWN_UP -> card > top || card == top - 10;
                    case OWN_DOWN -> card < top || card == top + 10;
                    case OPP_UP -> card < top;
                    case OPP_DOWN -> card > top;
                };
            }
        }

        record Play(int card, Pile pile) {}

        record Turn(List<Play> plays) implements Move {
            @Override
            public Map<String, Object> toMap() {
                List<Object> pairs = new ArrayList<>();
                for (Play play : plays) {
                    pairs.add(List.of(play.card(), play.pile()));
                }
                return Map.of("plays", pairs);
            }
        }

        /** `up` and `down` are the tops of the own piles, `deck` counts the cards to draw. */
        record Own(int up, int down, int deck) {
            static Own read(Map<String, Object> from) {
                return new Own(number(from, "up"), number(from, "down"), number(from, "deck"));
            }
        }

        /** The same of the opponent, and how many cards are in hand. */
        record Opponent(int up, int down, int deck, int hand) {
            static Opponent read(Map<String, Object> from) {
                return new Opponent(
                        number(from, "up"),
                        number(from, "down"),
                        number(from, "deck"),
                        number(from, "hand"));
            }
        }

        /** `hand` is ascending; `need` is the fewest cards that this turn must lay. */
        record View(List<Integer> hand, Own own, Opponent opp, int need) implements Arena.View {
            static View read(Map<String, Object> from) {
                return new View(
                        numbers(from.get("hand")),
                        Own.read(map(from, "own")),
                        Opponent.read(map(from, "opp")),
                        number(from, "need"));
            }

            /** The top of each pile, in a map that you may change. */
            Map<Pile, Integer> tops() {
                Map<Pile, Integer> tops = new EnumMap<>(Pile.class);
                tops.put(Pile.OWN_UP, own.up());
                tops.put(Pile.OWN_DOWN, own.down());
                tops.put(Pile.OPP_UP, opp.up());
                tops.put(Pile.OPP_DOWN, opp.down());
                return tops;
            }

            /** Every legal turn of exactly so many cards; fewer than `need` are illegal. */
            List<Turn> legalTurns(int cards) {
                List<Turn> turns = new ArrayList<>();
                // One card a turn may go to the opponent, but not the only one.
                addTurns(turns, new ArrayList<>(), hand, tops(), cards, cards > 1);
                return turns;
            }

            /** Adds the turns that begin with the plays laid so far and go on from this hand. */
            private static void addTurns(
                    List<Turn> turns,
                    List<Play> laid,
                    List<Integer> hand,
                    Map<Pile, Integer> tops,
                    int cards,
                    boolean mayHelp) {
                if (laid.size() == cards) {
                    turns.add(new Turn(List.copyOf(laid)));
                    return;
                }
                for (Integer card : hand) {
                    List<Integer> rest = new ArrayList<>(hand);
                    rest.remove(card);
                    for (Pile pile : Pile.values()) {
                        int top = tops.get(pile);
                        if (pile.fits(top, card) && (pile.isOwn() || mayHelp)) {
                            laid.add(new Play(card, pile));
                            tops.put(pile, card);
                            addTurns(turns, laid, rest, tops, cards, mayHelp && pile.isOwn());
                            tops.put(pile, top);
                            laid.remove(laid.size() - 1);
                        }
                    }
                }
            }
        }
    }

    // ---- The Game ----

    interface TheGame extends Strategy {
        /** Before the first turn, league `signals`: how much do you want to start? */
        Wish wish(View view, Ask ask);

        /** Before another's turn, league `signals`: what do you ask for, pile by pile? */
        Signal signal(View view, Ask ask);

        /** Your turn: which cards do you lay, in which order? */
        Turn play(View view, Ask ask);

        @Override
        default Move answer(Ask ask) {
            View view = (View) ask.view();
            return switch (ask.asks()) {
                case "wish" -> wish(view, ask);
                case "signal" -> signal(view, ask);
                case "play" -> play(view, ask);
                default -> throw new IllegalArgumentException("unknown decision: " + ask.asks());
            };
        }

        enum Pile {
            UP_1,
            UP_2,
            DOWN_1,
            DOWN_2;

            boolean isUp() {
                return this == UP_1 || this == UP_2;
            }

            /** Whether a card may be laid on this pile when its top is this. */
            boolean fits(int top, int card) {
                return isUp() ? card > top || card == jump(top) : card < top || card == jump(top);
            }

            /** The card that jumps back by ten. */
            int jump(int top) {
                return isUp() ? top - 10 : top + 10;
            }
        }

        enum Wish implements Move {
            EAGER,
            NEUTRAL,
            RELUCTANT;

            @Override
            public Map<String, Object> toMap() {
                return Map.of("wish", this);
            }
        }

        enum Token {
            NONE,
            SMALL_STEPS,
            KEEP_OFF
        }

        /** One token for each pile, in the order of Pile. */
        record Signal(List<Token> tokens) implements Move {
            @Override
            public Map<String, Object> toMap() {
                return Map.of("signals", tokens);
            }
        }

        record Play(int card, Pile pile) {}

        record Turn(List<Play> plays) implements Move {
            @Override
            public Map<String, Object> toMap() {
                List<Object> pairs = new ArrayList<>();
                for (Play play : plays) {
                    pairs.add(List.of(play.card(), play.pile()));
                }
                return Map.of("plays", pairs);
            }
        }

        /**
         * `hand` is ascending; `piles` holds the tops; `hands` counts the cards by seat; `need` is
         * the fewest cards that the seat to play must lay. `toPlay` is null while wishing.
         * `signals` are the latest tokens by seat, null for a seat that sent none yet; all of it
         * is null in the league `silent`.
         */
        record View(
                List<Integer> hand,
                Map<Pile, Integer> piles,
                int deck,
                List<Integer> hands,
                int need,
                Integer toPlay,
                List<List<Token>> signals)
                implements Arena.View {
            static View read(Map<String, Object> from) {
                Map<Pile, Integer> piles = new EnumMap<>(Pile.class);
                for (Pile pile : Pile.values()) {
                    piles.put(pile, number(map(from, "piles"), word(pile)));
                }
                return new View(
                        numbers(from.get("hand")),
                        piles,
                        number(from, "deck"),
                        numbers(from.get("hands")),
                        number(from, "need"),
                        from.get("to_play") == null ? null : number(from, "to_play"),
                        list(from.get("signals"), tokens -> words(tokens, Token.class)));
            }

            /** Every legal turn of exactly so many cards; fewer than `need` are illegal. */
            List<Turn> legalTurns(int cards) {
                List<Turn> turns = new ArrayList<>();
                addTurns(turns, new ArrayList<>(), hand, new EnumMap<>(piles), cards);
                return turns;
            }

            /** Adds the turns that begin with the plays laid so far and go on from this hand. */
            private static void addTurns(
                    List<Turn> turns,
                    List<Play> laid,
                    List<Integer> hand,
                    Map<Pile, Integer> tops,
                    int cards) {
                if (laid.size() == cards) {
                    turns.add(new Turn(List.copyOf(laid)));
                    return;
                }
                for (Integer card : hand) {
                    List<Integer> rest = new ArrayList<>(hand);
                    rest.remove(card);
                    for (Pile pile : Pile.values()) {
                        int top = tops.get(pile);
                        if (pile.fits(top, card)) {
                            laid.add(new Play(card, pile));
                            tops.put(pile, card);
                            addTurns(turns, laid, rest, tops, cards);
                            tops.put(pile, top);
                            laid.remove(laid.size() - 1);
                        }
                    }
                }
            }
        }
    }

    // ---- 6 nimmt! ----

    interface SixNimmt extends Strategy {
        /** With `logic` or `tournament`: which card of the pool do you want? */
        Draft draft(View view, Ask ask);

        /** Which card of your hand do you lay face down? */
        Choose choose(View view, Ask ask);

        /** With `specials`, before your card is placed: do you play a special card? */
        Special special(View view, Ask ask);

        /** Your card is too low for every row: which row do you take? */
        Take take(View view, Ask ask);

        /** With `specials`, after you took a row: do you exchange a special card? */
        Swap swap(View view, Ask ask);

        @Override
        default Move answer(Ask ask) {
            View view = (View) ask.view();
            return switch (ask.asks()) {
                case "draft" -> draft(view, ask);
                case "choose" -> choose(view, ask);
                case "special" -> special(view, ask);
                case "take" -> take(view, ask);
                case "swap" -> swap(view, ask);
                default -> throw new IllegalArgumentException("unknown decision: " + ask.asks());
            };
        }

        enum SpecialCard {
            FIFTH_ROW,
            SEVEN,
            INSERT,
            REPLACE,
            SHIFT,
            FLIP,
            STOP
        }

        record Draft(int card) implements Move {
            @Override
            public Map<String, Object> toMap() {
                return Map.of("card", card);
            }
        }

        record Choose(int card) implements Move {
            @Override
            public Map<String, Object> toMap() {
                return Map.of("card", card);
            }
        }

        record Take(int row) implements Move {
            @Override
            public Map<String, Object> toMap() {
                return Map.of("row", row);
            }
        }

        /** A special card and what it must be told; made by the methods below. */
        record Special(SpecialCard special, Integer row, Integer card, Integer toRow)
                implements Move {
            static Special none() {
                return new Special(null, null, null, null);
            }

            static Special fifthRow() {
                return new Special(SpecialCard.FIFTH_ROW, null, null, null);
            }

            static Special seven() {
                return new Special(SpecialCard.SEVEN, null, null, null);
            }

            static Special insert(int row) {
                return new Special(SpecialCard.INSERT, row, null, null);
            }

            static Special stop(int row) {
                return new Special(SpecialCard.STOP, row, null, null);
            }

            /** `card` is the card of the hand to play instead. */
            static Special replace(int card) {
                return new Special(SpecialCard.REPLACE, null, card, null);
            }

            /** `card` lies in the row that will be taken. */
            static Special flip(int card) {
                return new Special(SpecialCard.FLIP, null, card, null);
            }

            /** `card` lies in another row. */
            static Special shift(int card, int toRow) {
                return new Special(SpecialCard.SHIFT, null, card, toRow);
            }

            @Override
            public Map<String, Object> toMap() {
                Map<String, Object> move = new LinkedHashMap<>();
                move.put("special", special);
                if (row != null) {
                    move.put("row", row);
                }
                if (card != null) {
                    move.put("card", card);
                }
                if (toRow != null) {
                    move.put("to_row", toRow);
                }
                return move;
            }
        }

        /** Gives a special card for a new one; null gives none. */
        record Swap(SpecialCard give) implements Move {
            @Override
            public Map<String, Object> toMap() {
                return Collections.singletonMap("give", give);
            }
        }

        /** A card of this trick and the seat that laid it. */
        record Revealed(int seat, int card) {
            static Revealed read(Object from) {
                List<Integer> pair = numbers(from);
                return new Revealed(pair.get(0), pair.get(1));
            }
        }

        /**
         * `hand` is without the card laid in this trick; `heads` of this deal and `totals` of those
         * before are by seat. Without `specials`, `specials` to `markers` are null; without
         * `logic` and `tournament`, `pool` and `hands` are null.
         */
        record View(
                List<Integer> hand,
                List<List<Integer>> rows,
                List<Revealed> revealed,
                List<Integer> heads,
                List<Integer> totals,
                int deal,
                int trick,
                List<SpecialCard> specials,
                List<Integer> specialCounts,
                Integer specialDeck,
                List<SpecialCard> specialDiscards,
                List<List<SpecialCard>> markers,
                List<Integer> pool,
                List<List<Integer>> hands)
                implements Arena.View {
            static View read(Map<String, Object> from) {
                return new View(
                        numbers(from.get("hand")),
                        list(from.get("rows"), Arena::numbers),
                        list(from.get("revealed"), Revealed::read),
                        numbers(from.get("heads")),
                        numbers(from.get("totals")),
                        number(from, "deal"),
                        number(from, "trick"),
                        words(from.get("specials"), SpecialCard.class),
                        numbers(from.get("special_counts")),
                        from.get("special_deck") == null ? null : number(from, "special_deck"),
                        words(from.get("special_discards"), SpecialCard.class),
                        list(from.get("markers"), marks -> words(marks, SpecialCard.class)),
                        numbers(from.get("pool")),
                        list(from.get("hands"), Arena::numbers));
            }

            /** The row that this card must join; null if it is too low for every row. */
            Integer forcedRow(int card) {
                Integer forced = null;
                for (int row = 0; row < rows.size(); row++) {
                    boolean fits = isOpen(row) && end(row) < card;
                    if (fits && (forced == null || end(row) > end(forced))) {
                        forced = row;
                    }
                }
                return forced;
            }

            /** The row with the fewest heads that may be taken; of equal ones the first. */
            int cheapestRow() {
                Integer cheapest = null;
                for (int row = 0; row < rows.size(); row++) {
                    if (isOpen(row) && (cheapest == null || heads(row) < heads(cheapest))) {
                        cheapest = row;
                    }
                }
                return cheapest;
            }

            /** Whether the next card takes this row. */
            boolean isFull(int row) {
                return rows.get(row).size() >= (hasMarker(row, SpecialCard.SEVEN) ? 6 : 5);
            }

            /** Whether no stop blocks this row. */
            boolean isOpen(int row) {
                return !hasMarker(row, SpecialCard.STOP);
            }

            /** The last card of a row. */
            int end(int row) {
                List<Integer> cards = rows.get(row);
                return cards.get(cards.size() - 1);
            }

            /** The heads of all cards in a row. */
            int heads(int row) {
                int heads = 0;
                for (int card : rows.get(row)) {
                    heads += headsOf(card);
                }
                return heads;
            }

            private boolean hasMarker(int row, SpecialCard marker) {
                return markers != null && markers.get(row).contains(marker);
            }
        }

        /** The bull heads on a card. */
        static int headsOf(int card) {
            if (card == 55) {
                return 7;
            }
            if (card % 11 == 0) {
                return 5;
            }
            if (card % 10 == 0) {
                return 3;
            }
            return card % 5 == 0 ? 2 : 1;
        }
    }

    // ---- Frames: four bytes of length, then one msgpack map ----

    /** The next message; null at the end of the input. */
    static Map<String, Object> readFrame(DataInputStream in) throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException end) {
            return null;
        }
        byte[] body = new byte[length];
        in.readFully(body);
        return map(decode(MessagePack.newDefaultUnpacker(body)));
    }

    static byte[] frame(Map<String, Object> message) throws IOException {
        MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
        encode(packer, message);
        byte[] body = packer.toByteArray();
        return ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
    }

    private static Object decode(MessageUnpacker from) throws IOException {
        switch (from.getNextFormat().getValueType()) {
            case NIL:
                from.unpackNil();
                return null;
            case BOOLEAN:
                return from.unpackBoolean();
            case INTEGER:
                return from.unpackLong();
            case STRING:
                return from.unpackString();
            case ARRAY:
                List<Object> list = new ArrayList<>();
                for (int left = from.unpackArrayHeader(); left > 0; left--) {
                    list.add(decode(from));
                }
                return list;
            case MAP:
                Map<String, Object> map = new LinkedHashMap<>();
                for (int left = from.unpackMapHeader(); left > 0; left--) {
                    map.put(from.unpackString(), decode(from));
                }
                return map;
            default:
                throw new IOException("the referee does not send " + from.getNextFormat());
        }
    }

    private static void encode(MessagePacker to, Object value) throws IOException {
        if (value == null) {
            to.packNil();
        } else if (value instanceof Integer number) {
            to.packInt(number);
        } else if (value instanceof String text) {
            to.packString(text);
        } else if (value instanceof Enum<?> name) {
            to.packString(word(name));
        } else if (value instanceof List<?> list) {
            to.packArrayHeader(list.size());
            for (Object item : list) {
                encode(to, item);
            }
        } else if (value instanceof Map<?, ?> map) {
            to.packMapHeader(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                encode(to, entry.getKey());
                encode(to, entry.getValue());
            }
        } else {
            throw new IllegalArgumentException("cannot be sent: " + value);
        }
    }

    // ---- Decoded values to typed ones; a list that is not there stays null ----

    static int number(Map<String, Object> from, String key) {
        return ((Long) from.get(key)).intValue();
    }

    static String text(Map<String, Object> from, String key) {
        return (String) from.get(key);
    }

    static Map<String, Object> map(Map<String, Object> from, String key) {
        return map(from.get(key));
    }

    @SuppressWarnings("unchecked") // every key that the referee sends is text
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    static List<Integer> numbers(Object value) {
        return list(value, number -> ((Long) number).intValue());
    }

    static <E extends Enum<E>> List<E> words(Object value, Class<E> type) {
        return list(value, word -> Enum.valueOf(type, ((String) word).toUpperCase(Locale.ROOT)));
    }

    /** OWN_UP is "own_up" on the wire. */
    static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }

    static <T> List<T> list(Object value, Function<Object, T> reader) {
        if (value == null) {
            return null;
        }
        List<T> items = new ArrayList<>();
        for (Object item : (List<?>) value) {
            items.add(reader.apply(item));
        }
        return items;
    }
}
