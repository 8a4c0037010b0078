// {name}: a bot for {title}.
//
// One method for each thing it can be asked; `wish` and `signal` are the talk of the
// league `signals`. Its turn is the legal one, of as few cards as it must lay, that moves
// the piles the least. Begin with `cost`, and then let `play` look at view.signals too.

#include <algorithm>
#include <limits>

#include "arena.hpp"

using namespace arena;
using namespace arena::the_game;

// How far the piles move. A jump back by ten comes out as -10 by itself.
int cost(const View& view, const Turn& turn) {
    Piles piles = piles_of(view);
    int moved = 0;
    for (const Play& play : turn.plays) {
        Pile& pile = pile_of(piles, play);
        moved += pile.up ? play.card - pile.top : pile.top - play.card;
        pile.top = play.card;
    }
    return moved;
}

class MyBot : public Bot {
public:
    // Before the first turn: how much do I want to start?
    Wish wish(const Ask&) override { return Wish{"neutral"}; }

    // Before another's turn: ask to keep off a pile on which I can jump back.
    Signal signal(const Ask& ask) override {
        const Cards& hand = ask.view.hand;
        Signal signal;
        for (const Pile& pile : piles_of(ask.view)) {
            const int jump = pile.up ? pile.top - 10 : pile.top + 10;
            const bool held = std::find(hand.begin(), hand.end(), jump) != hand.end();
            signal.signals.push_back(held ? "keep_off" : "none");
        }
        return signal;
    }

    // My turn: the legal turn that moves the piles the least.
    Turn play(const Ask& ask) override {
        Turn best;
        int least = std::numeric_limits<int>::max();
        for (const Turn& turn : legal_turns(ask.view, ask.view.need)) {
            const int moved = cost(ask.view, turn);
            if (moved < least) {
                best = turn;
                least = moved;
            }
        }
        return best;
    }
};

int main() {
    MyBot bot;
    run(bot);
}
