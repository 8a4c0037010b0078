// {name}: a bot for {title}.
//
// It is asked for one thing: which cards to lay, in which order. It looks at every legal
// turn of as few cards as it must lay, and takes the one that uses the least room. Begin
// with `cost`: what makes a turn good or bad is decided there, and only there.

#include <cstdlib>
#include <limits>

#include "arena.hpp"

using namespace arena;
using namespace arena::face_to_face;

// How much room a turn uses up. A jump back by ten gives room, so it counts -10.
int cost(const View& view, const Turn& turn) {
    Piles piles = piles_of(view);
    int used = 0;
    for (const Play& play : turn.plays) {
        Pile& pile = pile_of(piles, play);
        const int step = pile.up ? play.card - pile.top : pile.top - play.card;
        used += pile.theirs ? std::abs(step) : step;  // room given away is room used up
        pile.top = play.card;
    }
    return used;
}

class MyBot : public Bot {
public:
    Turn play(const Ask& ask) override {
        Turn best;
        int least = std::numeric_limits<int>::max();
        for (const Turn& turn : legal_turns(ask.view, ask.view.need)) {
            const int used = cost(ask.view, turn);
            if (used < least) {
                best = turn;
                least = used;
            }
        }
        return best;
    }
};

int main() {
    MyBot bot;
    run(bot);
}
