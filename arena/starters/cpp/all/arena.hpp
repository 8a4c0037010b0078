// Speaks with Arena's referee, so that bot.cpp need not: messages, views, moves, helpers.
//
// Frames go over stdin and stdout. Anything else that is printed on stdout (std::cout,
// printf) ends the game as `unreadable`: print with std::cerr, which you are shown.
//
// In this file: messages and frames, then `run`, then what the two pile games share, and
// then one namespace for each game: face_to_face, the_game and six_nimmt.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <msgpack.hpp>

namespace arena {

using Cards = std::vector<int>;
using Words = std::vector<std::string>;

// ---- Messages: MSGPACK_DEFINE_MAP reads each member from the key of the same name ----

// A map that is not the same in every game: the options, or one event.
//     event.get<std::string>("kind")    event.get<int>("seat")
//     event.get<std::vector<Play>>("plays")    options.get<std::optional<int>>("target")
class Map {
public:
    template <class T>
    T get(const std::string& key) const {
        const msgpack::object_map& items = object().via.map;
        for (std::uint32_t i = 0; i < items.size; i++) {
            if (items.ptr[i].key.as<std::string>() == key) {
                return items.ptr[i].val.as<T>();
            }
        }
        throw std::out_of_range("there is no key '" + key + "'");
    }

    const msgpack::object& object() const { return handle->get(); }

    void msgpack_unpack(const msgpack::object& source) {
        handle = std::make_shared<msgpack::object_handle>(msgpack::clone(source));
    }

private:
    std::shared_ptr<msgpack::object_handle> handle;
};

struct AnyMessage {
    std::string type;
    MSGPACK_DEFINE_MAP(type)
};

struct Limits {
    std::string clock;  // "cpu" or "wall": which time is charged
    int start_ms = 0;
    int move_ms = 0;
    int game_ms = 0;
    int memory_mb = 0;
    int frame_bytes = 0;
    MSGPACK_DEFINE_MAP(clock, start_ms, move_ms, game_ms, memory_mb, frame_bytes)
};

struct Hello {
    int protocol = 0;
    Limits limits;
    MSGPACK_DEFINE_MAP(protocol, limits)
};

struct Ready {
    std::string type = "ready";
    int protocol = 1;
    MSGPACK_DEFINE_MAP(type, protocol)
};

// A game begins.
struct Start {
    int game = 0;
    std::string rules;
    Map options;
    int seat = 0;  // your own, from 0
    int seats = 0;
    std::int64_t seed = 0;  // for your own dice; it says nothing of the deal
    MSGPACK_DEFINE_MAP(game, rules, options, seat, seats, seed)
};

// What is left of your time.
struct Clock {
    int move_ms = 0;
    int game_ms = 0;
    MSGPACK_DEFINE_MAP(move_ms, game_ms)
};

// A decision is wanted. Each game has its own View.
template <class View>
struct AskWith {
    int game = 0;
    int turn = 0;
    std::string asks;
    View view;                // all that you may know now
    std::vector<Map> events;  // what happened since your last ask
    Clock clock;
    MSGPACK_DEFINE_MAP(game, turn, asks, view, events, clock)
};

template <class Move>
struct Answer {
    int game = 0;
    int turn = 0;
    Move move;
    std::string type = "answer";
    MSGPACK_DEFINE_MAP(type, game, turn, move)
};

struct Outcome {
    std::vector<int> scores;  // by seat
    std::vector<int> places;  // by seat, from 1
    std::string reason;
    MSGPACK_DEFINE_MAP(scores, places, reason)
};

// A game has ended.
struct Over {
    int game = 0;
    Outcome outcome;
    std::vector<Map> events;
    MSGPACK_DEFINE_MAP(game, outcome, events)
};

// ---- Frames: a length of four bytes, big-endian, and one msgpack map ----

inline std::optional<msgpack::object_handle> read_frame(std::istream& in) {
    std::array<char, 4> head;
    if (!in.read(head.data(), head.size())) {
        return std::nullopt;
    }
    std::uint32_t length = 0;
    for (const char byte : head) {
        length = length << 8 | static_cast<unsigned char>(byte);
    }
    std::string body(length, '\0');
    if (!in.read(body.data(), length)) {
        return std::nullopt;
    }
    return msgpack::unpack(body.data(), body.size());
}

template <class Message>
std::string to_frame(const Message& message) {
    msgpack::sbuffer body;
    msgpack::pack(body, message);
    std::string frame;
    for (const int shift : {24, 16, 8, 0}) {
        frame += static_cast<char>(body.size() >> shift);
    }
    return frame.append(body.data(), body.size());
}

template <class View, class Move>
std::string answer_frame(const AskWith<View>& ask, const Move& move) {
    return to_frame(Answer<Move>{ask.game, ask.turn, move});
}

// ---- The life of a bot ----

// What the bots of all games have in common.
class AnyBot {
public:
    virtual ~AnyBot() = default;
    virtual void start(const Start&) {}  // override it to keep your seat or the options
    virtual void over(const Over&) {}    // override it to look at the result
    virtual std::string answer_to(const msgpack::object& ask) = 0;  // a whole frame
};

// Plays games until the referee has no more. What your bot throws ends it, and is shown.
inline void run(AnyBot& bot) {
    while (const auto frame = read_frame(std::cin)) {
        const msgpack::object& message = frame->get();
        const std::string type = message.as<AnyMessage>().type;
        if (type == "hello") {
            if (message.as<Hello>().protocol != Ready().protocol) {
                throw std::runtime_error("the referee speaks another protocol");
            }
            std::cout << to_frame(Ready()) << std::flush;
        } else if (type == "start") {
            bot.start(message.as<Start>());
        } else if (type == "ask") {
            std::cout << bot.answer_to(message) << std::flush;
        } else if (type == "over") {
            bot.over(message.as<Over>());
        } else if (type == "bye") {
            return;
        }
    }
}

// ---- Cards on piles, as in Face to Face and The Game ----

struct Play {
    int card = 0;
    std::string pile;
    MSGPACK_DEFINE_ARRAY(card, pile)
};

// The answer to `play`: cards in the order in which they are laid.
struct Turn {
    std::vector<Play> plays;
    MSGPACK_DEFINE_MAP(plays)
};

struct Pile {
    std::string word;  // what a Play calls it
    bool up;           // ascending
    bool theirs;       // the opponent's
    int top;
};
using Piles = std::array<Pile, 4>;

inline bool fits(const Pile& pile, int card) {
    if (pile.theirs) {  // only a card that gives room
        return pile.up ? card < pile.top : card > pile.top;
    }
    return pile.up ? card > pile.top || card == pile.top - 10
                   : card < pile.top || card == pile.top + 10;
}

inline Pile& pile_of(Piles& piles, const Play& play) {
    for (Pile& pile : piles) {
        if (pile.word == play.pile) {
            return pile;
        }
    }
    throw std::out_of_range("there is no pile '" + play.pile + "'");
}

// Adds every legal turn of so many cards that begins with the plays of `turn`.
inline void add_turns(const Cards& hand, Piles& piles, std::size_t cards,
                      bool may_help, Turn& turn, std::vector<Turn>& turns) {
    if (turn.plays.size() == cards) {
        turns.push_back(turn);
        return;
    }
    for (const int card : hand) {
        const bool laid = std::any_of(turn.plays.begin(), turn.plays.end(),
                                      [&](const Play& play) { return play.card == card; });
        if (laid) {
            continue;
        }
        for (Pile& pile : piles) {
            if (!fits(pile, card) || (pile.theirs && !may_help)) {
                continue;
            }
            const int top = pile.top;
            pile.top = card;
            turn.plays.push_back({card, pile.word});
            add_turns(hand, piles, cards, may_help && !pile.theirs, turn, turns);
            turn.plays.pop_back();
            pile.top = top;
        }
    }
}

// Every legal turn of exactly so many cards.
inline std::vector<Turn> legal_turns(const Cards& hand, Piles piles, int cards) {
    Turn turn;
    std::vector<Turn> turns;
    // One card a turn may help the opponent, but not the only one.
    add_turns(hand, piles, static_cast<std::size_t>(cards), cards > 1, turn, turns);
    return turns;
}

// ---- Face to Face ----

namespace face_to_face {

struct Own {
    int up = 0;  // the tops of both piles
    int down = 0;
    int deck = 0;  // cards left to draw
    MSGPACK_DEFINE_MAP(up, down, deck)
};

struct Opponent {
    int up = 0;
    int down = 0;
    int deck = 0;
    int hand = 0;  // how many cards
    MSGPACK_DEFINE_MAP(up, down, deck, hand)
};

struct View {
    Cards hand;
    Own own;
    Opponent opp;
    int need = 0;  // fewest cards that this turn must lay
    MSGPACK_DEFINE_MAP(hand, own, opp, need)
};

using Ask = AskWith<View>;

class Bot : public AnyBot {
public:
    virtual Turn play(const Ask& ask) = 0;

    std::string answer_to(const msgpack::object& message) final {
        const auto ask = message.as<Ask>();
        return answer_frame(ask, play(ask));
    }
};

inline Piles piles_of(const View& view) {
    return {{{"own_up", true, false, view.own.up},
             {"own_down", false, false, view.own.down},
             {"opp_up", true, true, view.opp.up},
             {"opp_down", false, true, view.opp.down}}};
}

// Every legal turn of exactly so many cards; view.need is the fewest.
inline std::vector<Turn> legal_turns(const View& view, int cards) {
    return arena::legal_turns(view.hand, piles_of(view), cards);
}

}  // namespace face_to_face

// ---- The Game ----

namespace the_game {

struct Tops {
    int up_1 = 0;
    int up_2 = 0;
    int down_1 = 0;
    int down_2 = 0;
    MSGPACK_DEFINE_MAP(up_1, up_2, down_1, down_2)
};

struct View {
    Cards hand;
    Tops piles;
    int deck = 0;                // cards left to draw
    std::vector<int> hands;      // how many cards, by seat
    int need = 0;                // fewest cards that the seat to play must lay
    std::optional<int> to_play;  // whose turn it is or will be; none while wishing
    // The latest signals of each seat, none before its first. Only in the league `signals`.
    std::optional<std::vector<std::optional<Words>>> signals;
    MSGPACK_DEFINE_MAP(hand, piles, deck, hands, need, to_play, signals)
};

// The answer to `wish`: how much you would like to start.
struct Wish {
    std::string wish;  // "eager", "neutral" or "reluctant"
    MSGPACK_DEFINE_MAP(wish)
};

// The answer to `signal`: a word for each of up_1, up_2, down_1, down_2.
struct Signal {
    Words signals;  // "none", "small_steps" or "keep_off"
    MSGPACK_DEFINE_MAP(signals)
};

using Ask = AskWith<View>;

class Bot : public AnyBot {
public:
    virtual Wish wish(const Ask& ask) = 0;
    virtual Signal signal(const Ask& ask) = 0;
    virtual Turn play(const Ask& ask) = 0;

    std::string answer_to(const msgpack::object& message) final {
        const auto ask = message.as<Ask>();
        if (ask.asks == "wish") {
            return answer_frame(ask, wish(ask));
        }
        if (ask.asks == "signal") {
            return answer_frame(ask, signal(ask));
        }
        return answer_frame(ask, play(ask));
    }
};

inline Piles piles_of(const View& view) {
    return {{{"up_1", true, false, view.piles.up_1},
             {"up_2", true, false, view.piles.up_2},
             {"down_1", false, false, view.piles.down_1},
             {"down_2", false, false, view.piles.down_2}}};
}

// Every legal turn of exactly so many cards; view.need is the fewest.
inline std::vector<Turn> legal_turns(const View& view, int cards) {
    return arena::legal_turns(view.hand, piles_of(view), cards);
}

}  // namespace the_game

// ---- 6 nimmt! ----

namespace six_nimmt {

// A card of this trick.
struct Revealed {
    int seat = 0;
    int card = 0;
    MSGPACK_DEFINE_ARRAY(seat, card)
};

struct View {
    Cards hand;                      // without the card laid in this trick
    std::vector<Cards> rows;         // four or five, named by index from 0
    std::vector<Revealed> revealed;  // ascending; empty while choosing and drafting
    std::vector<int> heads;          // in this deal, by seat
    std::vector<int> totals;         // of the finished deals, by seat
    int deal = 0;
    int trick = 0;
    // Only with the option `specials`:
    std::optional<Words> specials;                   // your own
    std::optional<std::vector<int>> special_counts;  // how many each seat holds
    std::optional<int> special_deck;                 // how many are left to draw
    std::optional<Words> special_discards;
    std::optional<std::vector<Words>> markers;  // by row: "seven", "stop"
    // Only with the options `logic` and `tournament`:
    std::optional<Cards> pool;                // still to be drafted, ascending
    std::optional<std::vector<Cards>> hands;  // all hands, by seat
    MSGPACK_DEFINE_MAP(hand, rows, revealed, heads, totals, deal, trick, specials,
                       special_counts, special_deck, special_discards, markers, pool, hands)
};

// The answer to `choose`: a card of the hand.
struct Choose {
    int card = 0;
    MSGPACK_DEFINE_MAP(card)
};

// The answer to `take`: a row that no stop blocks.
struct Take {
    int row = 0;
    MSGPACK_DEFINE_MAP(row)
};

// The answer to `draft`: a card of the pool.
struct Draft {
    int card = 0;
    MSGPACK_DEFINE_MAP(card)
};

// The answer to `special`: one of view.specials and what it must be told, or none. The
// words are fifth_row, seven, insert, replace, shift, flip and stop.
struct Special {
    std::optional<std::string> special;
    std::optional<int> row;     // of insert, stop
    std::optional<int> card;    // of replace, flip, shift
    std::optional<int> to_row;  // of shift

    template <class Packer>
    void msgpack_pack(Packer& packer) const {
        packer.pack_map(1 + row.has_value() + card.has_value() + to_row.has_value());
        packer.pack("special");
        packer.pack(special);
        if (row) {
            packer.pack("row");
            packer.pack(*row);
        }
        if (card) {
            packer.pack("card");
            packer.pack(*card);
        }
        if (to_row) {
            packer.pack("to_row");
            packer.pack(*to_row);
        }
    }
};

// The answer to `swap`: one of view.specials to exchange, or none.
struct Swap {
    std::optional<std::string> give;
    MSGPACK_DEFINE_MAP(give)
};

using Ask = AskWith<View>;

class Bot : public AnyBot {
public:
    virtual Choose choose(const Ask& ask) = 0;
    virtual Take take(const Ask& ask) = 0;
    virtual Draft draft(const Ask& ask) = 0;
    virtual Special special(const Ask& ask) = 0;
    virtual Swap swap(const Ask& ask) = 0;

    std::string answer_to(const msgpack::object& message) final {
        const auto ask = message.as<Ask>();
        if (ask.asks == "take") {
            return answer_frame(ask, take(ask));
        }
        if (ask.asks == "draft") {
            return answer_frame(ask, draft(ask));
        }
        if (ask.asks == "special") {
            return answer_frame(ask, special(ask));
        }
        if (ask.asks == "swap") {
            return answer_frame(ask, swap(ask));
        }
        return answer_frame(ask, choose(ask));
    }
};

// The bull heads on a card.
inline int heads(int card) {
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

// The bull heads on several cards, such as a row.
inline int heads_of(const Cards& cards) {
    int sum = 0;
    for (const int card : cards) {
        sum += heads(card);
    }
    return sum;
}

inline bool has_marker(const View& view, int row, const std::string& marker) {
    if (!view.markers) {
        return false;
    }
    const Words& markers = view.markers->at(row);
    return std::find(markers.begin(), markers.end(), marker) != markers.end();
}

// Whether a stop blocks this row, so that no card may join it and nobody may take it.
inline bool is_blocked(const View& view, int row) {
    return has_marker(view, row, "stop");
}

// Whether the next card on this row takes it.
inline bool is_full(const View& view, int row) {
    return view.rows[row].size() >= (has_marker(view, row, "seven") ? 6 : 5);
}

// The row that this card must join; none when it is too low for all.
inline std::optional<int> forced_row(const View& view, int card) {
    std::optional<int> best;
    for (int row = 0; row < static_cast<int>(view.rows.size()); row++) {
        const int end = view.rows[row].back();
        if (end < card && !is_blocked(view, row) && (!best || end > view.rows[*best].back())) {
            best = row;
        }
    }
    return best;
}

// The row with the fewest heads that is not blocked, the lowest index among equals.
inline int cheapest_row(const View& view) {
    std::optional<int> best;
    for (int row = 0; row < static_cast<int>(view.rows.size()); row++) {
        if (!is_blocked(view, row)
            && (!best || heads_of(view.rows[row]) < heads_of(view.rows[*best]))) {
            best = row;
        }
    }
    return best.value();  // one row is always open
}

}  // namespace six_nimmt

}  // namespace arena
