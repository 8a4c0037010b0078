import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Whether Arena.java reads and writes the frames of vectors.txt; run it as README.md says. */
public final class VectorsTest {

    public static void main(String[] arguments) throws Exception {
        int passed = 0;
        int failed = 0;
        for (String block : Files.readString(Path.of("vectors.txt")).split("\n\n")) {
            List<String> lines = block.lines().toList();
            if (lines.get(0).startsWith("#")) {
                continue;
            }
            List<String> meaning = lines.subList(2, lines.size()).stream().sorted().toList();
            String[] title = lines.get(0).split(" ");
            boolean fromReferee = title[0].equals("referee");
            List<String> wanted = fromReferee ? meaning : lines.subList(1, 2);
            List<String> got =
                    fromReferee ? meaningOf(title, lines.get(1)) : List.of(hexOf(title, meaning));
            if (got.equals(wanted)) {
                passed++;
            } else {
                failed++;
                System.out.println(lines.get(0));
                System.out.println("  wanted " + without(got, wanted));
                System.out.println("  got    " + without(wanted, got));
            }
        }
        System.out.println(passed + " vectors passed, " + failed + " failed");
        System.exit(passed > 0 && failed == 0 ? 0 : 1);
    }

    private static List<String> without(List<String> known, List<String> lines) {
        return lines.stream().filter(line -> !known.contains(line)).toList();
    }

    // ---- Frames of the referee: decoded, then written as lines `path = value` ----

    private static List<String> meaningOf(String[] title, String hex) throws Exception {
        byte[] frame = HexFormat.of().parseHex(hex);
        Map<String, Object> message =
                Arena.readFrame(new DataInputStream(new ByteArrayInputStream(frame)));
        List<String> lines = new ArrayList<>();
        switch (Arena.text(message, "type")) {
            case "hello" -> addFields(lines, "", Arena.Hello.read(message));
            case "start" -> addFields(lines, "", Arena.Start.read(message));
            case "ask" -> addFields(lines, "", Arena.Ask.read(message, title[2]));
            case "over" -> addFields(lines, "", Arena.Over.read(message));
            case "bye" -> {}
            default -> throw new IllegalArgumentException("no message of the referee: " + message);
        }
        return lines.stream().sorted().toList();
    }

    private static void addFields(List<String> lines, String path, Record from) throws Exception {
        for (RecordComponent field : from.getClass().getRecordComponents()) {
            Object value = valueOf(field, from);
            if (value != null || field.getName().equals("toPlay")) { // null: not in this variant
                add(lines, path + word(field.getName()), value);
            }
        }
    }

    private static void add(List<String> lines, String path, Object value) throws Exception {
        if (value instanceof Record fields) {
            addFields(lines, path + ".", fields);
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                add(lines, path + "." + written(entry.getKey()), entry.getValue());
            }
        } else {
            lines.add(path + " = " + written(value));
        }
    }

    private static String written(Object value) throws Exception {
        if (value instanceof Arena.Event event) {
            List<String> fields = new ArrayList<>();
            for (Map.Entry<String, Object> field : new TreeMap<>(event.fields()).entrySet()) {
                fields.add(field.getKey() + " " + written(field.getValue()));
            }
            return "{" + String.join(" ", fields) + "}";
        }
        if (value instanceof Enum<?> name) {
            return Arena.word(name);
        }
        List<String> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object item : list) {
                items.add(written(item));
            }
        } else if (value instanceof Record pair) {
            for (RecordComponent field : pair.getClass().getRecordComponents()) {
                items.add(written(valueOf(field, pair)));
            }
        } else {
            return String.valueOf(value);
        }
        return "[" + String.join(" ", items) + "]";
    }

    private static Object valueOf(RecordComponent field, Record from) throws Exception {
        field.getAccessor().setAccessible(true);
        return field.getAccessor().invoke(from);
    }

    /** moveMs is move_ms in the vectors. */
    private static String word(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    // ---- Frames of the bot: made from the values listed, then encoded ----

    private static String hexOf(String[] title, List<String> meaning) throws IOException {
        Map<String, String> values = new TreeMap<>();
        for (String line : meaning) {
            String[] parts = line.split(" = ");
            values.put(parts[0], parts[1]);
        }
        Map<String, Object> message =
                title[1].equals("ready")
                        ? Arena.ready()
                        : Arena.answer(
                                Integer.parseInt(values.get("game")),
                                Integer.parseInt(values.get("turn")),
                                move(title[2] + " " + title[3], values));
        return HexFormat.of().formatHex(Arena.frame(message));
    }

    private static Arena.Move move(String decision, Map<String, String> values) {
        return switch (decision) {
            case "face-to-face play" -> new Arena.FaceToFace.Turn(
                    plays(
                            values,
                            (card, pile) -> new Arena.FaceToFace.Play(
                                    card, name(Arena.FaceToFace.Pile.class, pile))));
            case "the-game play" -> new Arena.TheGame.Turn(
                    plays(
                            values,
                            (card, pile) -> new Arena.TheGame.Play(
                                    card, name(Arena.TheGame.Pile.class, pile))));
            case "the-game wish" -> name(Arena.TheGame.Wish.class, values.get("move.wish"));
            case "the-game signal" -> new Arena.TheGame.Signal(tokens(values));
            case "six-nimmt draft" -> new Arena.SixNimmt.Draft(number(values, "card"));
            case "six-nimmt choose" -> new Arena.SixNimmt.Choose(number(values, "card"));
            case "six-nimmt take" -> new Arena.SixNimmt.Take(number(values, "row"));
            case "six-nimmt swap" -> new Arena.SixNimmt.Swap(
                    name(Arena.SixNimmt.SpecialCard.class, values.get("move.give")));
            case "six-nimmt special" -> special(values);
            default -> throw new IllegalArgumentException("no decision: " + decision);
        };
    }

    private static Arena.SixNimmt.Special special(Map<String, String> values) {
        return switch (values.get("move.special")) {
            case "null" -> Arena.SixNimmt.Special.none();
            case "fifth_row" -> Arena.SixNimmt.Special.fifthRow();
            case "seven" -> Arena.SixNimmt.Special.seven();
            case "insert" -> Arena.SixNimmt.Special.insert(number(values, "row"));
            case "stop" -> Arena.SixNimmt.Special.stop(number(values, "row"));
            case "replace" -> Arena.SixNimmt.Special.replace(number(values, "card"));
            case "flip" -> Arena.SixNimmt.Special.flip(number(values, "card"));
            case "shift" -> Arena.SixNimmt.Special.shift(
                    number(values, "card"), number(values, "to_row"));
            default -> throw new IllegalArgumentException("no special card: " + values);
        };
    }

    private static <P> List<P> plays(
            Map<String, String> values, BiFunction<Integer, String, P> play) {
        List<P> plays = new ArrayList<>();
        String[] words = items(values.get("move.plays"));
        for (int i = 0; i < words.length; i += 2) {
            plays.add(play.apply(Integer.parseInt(words[i]), words[i + 1]));
        }
        return plays;
    }

    private static List<Arena.TheGame.Token> tokens(Map<String, String> values) {
        List<Arena.TheGame.Token> tokens = new ArrayList<>();
        for (String word : items(values.get("move.signals"))) {
            tokens.add(name(Arena.TheGame.Token.class, word));
        }
        return tokens;
    }

    /** The words of a list, the inner brackets left out. */
    private static String[] items(String list) {
        return list.replace("[", "").replace("]", "").split(" ");
    }

    private static int number(Map<String, String> values, String key) {
        return Integer.parseInt(values.get("move." + key));
    }

    private static <E extends Enum<E>> E name(Class<E> type, String word) {
        return word.equals("null") ? null : Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }
}
