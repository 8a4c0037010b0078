// Checks arena.hpp against the frames in vectors.txt, whose head explains the format.

#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

#include "../arena.hpp"

using namespace arena;

struct Vector {
    std::string title;              // its first line, which holds these four:
    std::string who;                // "referee" or "bot"
    std::string type, rules, asks;  // the last two may be missing
    std::string hex;
    Words meaning;  // path = value
};

std::vector<Vector> read_vectors(std::istream& in) {
    std::vector<Vector> vectors;
    std::string line;
    while (std::getline(in, line)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        Vector vector;
        vector.title = line;
        std::istringstream(line) >> vector.who >> vector.type >> vector.rules >> vector.asks;
        std::getline(in, vector.hex);
        while (std::getline(in, line) && !line.empty()) {
            vector.meaning.push_back(line);
        }
        vectors.push_back(vector);
    }
    return vectors;
}

std::string to_hex(const std::string& bytes) {
    std::ostringstream hex;
    for (const unsigned char byte : bytes) {
        hex << std::hex << std::setw(2) << std::setfill('0') << int(byte);
    }
    return hex.str();
}

std::string from_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

// ---- Typed values as text ----

std::string text(std::int64_t number) { return std::to_string(number); }
std::string text(const std::string& word) { return word; }
std::string text(const six_nimmt::Revealed& revealed) {
    return "[" + text(revealed.seat) + " " + text(revealed.card) + "]";
}
// An option, or a part of an event.
std::string text(const msgpack::object& value) {
    if (value.type == msgpack::type::STR) {
        return value.as<std::string>();
    }
    if (value.type == msgpack::type::ARRAY) {
        std::string list;
        for (const msgpack::object& item : value.as<std::vector<msgpack::object>>()) {
            list += (list.empty() ? "" : " ") + text(item);
        }
        return "[" + list + "]";
    }
    std::ostringstream json;
    json << value;
    return json.str();
}
std::string text(const Map& event) {
    std::string fields;
    for (const auto& [key, value] : event.object().as<std::map<std::string, msgpack::object>>()) {
        fields += (fields.empty() ? "" : " ") + key + " " + text(value);
    }
    return "{" + fields + "}";
}

template <class T>
std::string text(const std::vector<T>& items);

template <class T>
std::string text(const std::optional<T>& item) {
    return item ? text(*item) : "null";
}

template <class T>
std::string text(const std::vector<T>& items) {
    std::string list;
    for (const T& item : items) {
        list += (list.empty() ? "" : " ") + text(item);
    }
    return "[" + list + "]";
}

struct Lines {
    Words lines;

    template <class T>
    void add(const std::string& path, const T& value) {
        lines.push_back(path + " = " + text(value));
    }

    template <class T>
    void add_if_there(const std::string& path, const std::optional<T>& value) {
        if (value) {
            add(path, *value);
        }
    }
};

void describe(const face_to_face::View& view, Lines& lines) {
    lines.add("view.hand", view.hand);
    lines.add("view.own.up", view.own.up);
    lines.add("view.own.down", view.own.down);
    lines.add("view.own.deck", view.own.deck);
    lines.add("view.opp.up", view.opp.up);
    lines.add("view.opp.down", view.opp.down);
    lines.add("view.opp.deck", view.opp.deck);
    lines.add("view.opp.hand", view.opp.hand);
    lines.add("view.need", view.need);
}

void describe(const the_game::View& view, Lines& lines) {
    lines.add("view.hand", view.hand);
    lines.add("view.piles.up_1", view.piles.up_1);
    lines.add("view.piles.up_2", view.piles.up_2);
    lines.add("view.piles.down_1", view.piles.down_1);
    lines.add("view.piles.down_2", view.piles.down_2);
    lines.add("view.deck", view.deck);
    lines.add("view.hands", view.hands);
    lines.add("view.need", view.need);
    lines.add("view.to_play", view.to_play);
    lines.add_if_there("view.signals", view.signals);
}

void describe(const six_nimmt::View& view, Lines& lines) {
    lines.add("view.hand", view.hand);
    lines.add("view.rows", view.rows);
    lines.add("view.revealed", view.revealed);
    lines.add("view.heads", view.heads);
    lines.add("view.totals", view.totals);
    lines.add("view.deal", view.deal);
    lines.add("view.trick", view.trick);
    lines.add_if_there("view.specials", view.specials);
    lines.add_if_there("view.special_counts", view.special_counts);
    lines.add_if_there("view.special_deck", view.special_deck);
    lines.add_if_there("view.special_discards", view.special_discards);
    lines.add_if_there("view.markers", view.markers);
    lines.add_if_there("view.pool", view.pool);
    lines.add_if_there("view.hands", view.hands);
}

template <class View>
void describe(const AskWith<View>& ask, Lines& lines) {
    lines.add("game", ask.game);
    lines.add("turn", ask.turn);
    lines.add("asks", ask.asks);
    describe(ask.view, lines);
    lines.add("events", ask.events);
    lines.add("clock.move_ms", ask.clock.move_ms);
    lines.add("clock.game_ms", ask.clock.game_ms);
}

void describe(const Hello& hello, Lines& lines) {
    lines.add("protocol", hello.protocol);
    lines.add("limits.clock", hello.limits.clock);
    lines.add("limits.start_ms", hello.limits.start_ms);
    lines.add("limits.move_ms", hello.limits.move_ms);
    lines.add("limits.game_ms", hello.limits.game_ms);
    lines.add("limits.memory_mb", hello.limits.memory_mb);
    lines.add("limits.frame_bytes", hello.limits.frame_bytes);
}

void describe(const Start& start, Lines& lines) {
    lines.add("game", start.game);
    lines.add("rules", start.rules);
    for (const auto& [name, value] :
         start.options.object().as<std::map<std::string, msgpack::object>>()) {
        lines.add("options." + name, value);
    }
    lines.add("seat", start.seat);
    lines.add("seats", start.seats);
    lines.add("seed", start.seed);
}

void describe(const Over& over, Lines& lines) {
    lines.add("game", over.game);
    lines.add("outcome.scores", over.outcome.scores);
    lines.add("outcome.places", over.outcome.places);
    lines.add("outcome.reason", over.outcome.reason);
    lines.add("events", over.events);
}

// What the frame of the referee says, as it is understood here.
Words understood(const Vector& vector) {
    std::istringstream in(from_hex(vector.hex));
    const auto frame = read_frame(in);
    if (!frame) {
        return {"no whole frame"};
    }
    const msgpack::object& message = frame->get();
    const std::string type = message.as<AnyMessage>().type;
    Lines lines;
    if (type != vector.type) {
        lines.add("type", type);
    } else if (type == "hello") {
        describe(message.as<Hello>(), lines);
    } else if (type == "start") {
        describe(message.as<Start>(), lines);
    } else if (type == "over") {
        describe(message.as<Over>(), lines);
    } else if (type == "ask" && vector.rules == "face-to-face") {
        describe(message.as<face_to_face::Ask>(), lines);
    } else if (type == "ask" && vector.rules == "the-game") {
        describe(message.as<the_game::Ask>(), lines);
    } else if (type == "ask" && vector.rules == "six-nimmt") {
        describe(message.as<six_nimmt::Ask>(), lines);
    }
    return lines.lines;
}

// ---- Text as typed values ----

// The listed values by their paths.
class Values {
public:
    explicit Values(const Words& meaning) {
        for (const std::string& line : meaning) {
            const std::size_t sign = line.find(" = ");
            values[line.substr(0, sign)] = line.substr(sign + 3);
        }
    }

    int number(const std::string& path) const { return std::stoi(values.at(path)); }

    std::optional<int> number_if_there(const std::string& path) const {
        return values.count(path) ? std::optional<int>(number(path)) : std::nullopt;
    }

    std::string word(const std::string& path) const { return values.at(path); }

    std::optional<std::string> word_or_null(const std::string& path) const {
        return word(path) == "null" ? std::nullopt : std::optional<std::string>(word(path));
    }

    // All words of a list, whatever its brackets.
    std::istringstream list(const std::string& path) const {
        std::string words = values.at(path);
        for (char& letter : words) {
            letter = letter == '[' || letter == ']' ? ' ' : letter;
        }
        return std::istringstream(words);
    }

private:
    std::map<std::string, std::string> values;
};

Turn turn_of(const Values& values) {
    Turn turn;
    Play play;
    for (std::istringstream list = values.list("move.plays"); list >> play.card >> play.pile;) {
        turn.plays.push_back(play);
    }
    return turn;
}

the_game::Signal signal_of(const Values& values) {
    the_game::Signal signal;
    std::string word;
    for (std::istringstream list = values.list("move.signals"); list >> word;) {
        signal.signals.push_back(word);
    }
    return signal;
}

six_nimmt::Special special_of(const Values& values) {
    six_nimmt::Special special;
    special.special = values.word_or_null("move.special");
    special.row = values.number_if_there("move.row");
    special.card = values.number_if_there("move.card");
    special.to_row = values.number_if_there("move.to_row");
    return special;
}

// The frame that the bot would send, as hex.
std::string said(const Vector& vector) {
    if (vector.type == "ready") {
        return to_hex(to_frame(Ready()));
    }
    const Values values(vector.meaning);
    const auto answer = [&](const auto& move) {
        face_to_face::Ask ask;  // of an ask, an answer needs only these two
        ask.game = values.number("game");
        ask.turn = values.number("turn");
        return to_hex(answer_frame(ask, move));
    };
    if (vector.asks == "play") {
        return answer(turn_of(values));
    }
    if (vector.asks == "wish") {
        return answer(the_game::Wish{values.word("move.wish")});
    }
    if (vector.asks == "signal") {
        return answer(signal_of(values));
    }
    if (vector.asks == "choose") {
        return answer(six_nimmt::Choose{values.number("move.card")});
    }
    if (vector.asks == "take") {
        return answer(six_nimmt::Take{values.number("move.row")});
    }
    if (vector.asks == "draft") {
        return answer(six_nimmt::Draft{values.number("move.card")});
    }
    if (vector.asks == "special") {
        return answer(special_of(values));
    }
    if (vector.asks == "swap") {
        return answer(six_nimmt::Swap{values.word_or_null("move.give")});
    }
    return "no move for '" + vector.asks + "'";
}

// ---- The comparison ----

// Prints the lines that the other list has not.
void print_missing(const std::string& label, const Words& lines, const Words& others) {
    for (const std::string& line : lines) {
        if (std::find(others.begin(), others.end(), line) == others.end()) {
            std::cout << label << line << "\n";
        }
    }
}

bool passes(const Vector& vector) {
    const bool by_referee = vector.who == "referee";
    Words expected = by_referee ? vector.meaning : Words{vector.hex};
    Words got = by_referee ? understood(vector) : Words{said(vector)};
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
    if (got == expected) {
        return true;
    }
    std::cout << "FAILED: " << vector.title << "\n";
    print_missing("  expected  ", expected, got);
    print_missing("  got       ", got, expected);
    return false;
}

int main() {
    std::ifstream file("vectors.txt");
    const std::vector<Vector> vectors = read_vectors(file);
    const auto passed = std::count_if(vectors.begin(), vectors.end(), passes);
    std::cout << passed << " of " << vectors.size() << " vectors passed\n";
    return !vectors.empty() && passed == static_cast<std::ptrdiff_t>(vectors.size()) ? 0 : 1;
}
