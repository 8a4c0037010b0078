// {name}: a bot for {title}.
//
// One method for each thing it can be asked. It lays the card that should cost the fewest
// heads, and takes the cheapest row when it must. Begin with `risk`, which says what a
// card may cost. `special` and `swap` are asked only with special cards, `draft` only in
// the variants `logic` and `tournament`.

#include <limits>

#include "arena.hpp"

using namespace arena;
using namespace arena::six_nimmt;

// Heads that this card may cost: surely if it is too low or the row is full.
double risk(const View& view, int card) {
    const std::optional<int> row = forced_row(view, card);
    if (!row) {
        return heads_of(view.rows[cheapest_row(view)]);
    }
    const Cards& cards = view.rows[*row];
    if (is_full(view, *row)) {
        return heads_of(cards);
    }
    // The fuller the row and the wider the gap, the more others may come in between.
    const int gap = card - cards.back();
    return heads_of(cards) * static_cast<int>(cards.size()) * gap / 250.0;
}

class MyBot : public Bot {
public:
    // Which card to lay face down: the one of least risk, of equal ones the highest.
    Choose choose(const Ask& ask) override {
        int best = 0;
        double least = std::numeric_limits<double>::max();
        for (const int card : ask.view.hand) {  // ascending
            const double heads = risk(ask.view, card);
            if (heads <= least) {
                best = card;
                least = heads;
            }
        }
        return Choose{best};
    }

    // My card fits no row: which row do I take?
    Take take(const Ask& ask) override { return Take{cheapest_row(ask.view)}; }

    // Which card do I want from the pool? The lowest; the pool is ascending.
    Draft draft(const Ask& ask) override { return Draft{ask.view.pool->front()}; }

    // My card is about to be placed: do I play a special card? No.
    Special special(const Ask&) override { return Special(); }

    // I took a row: do I exchange a special card? No.
    Swap swap(const Ask&) override { return Swap(); }
};

int main() {
    MyBot bot;
    run(bot);
}
