//! {name}: a bot for The Game: Face to Face.
//!
//! It is asked for one thing: which cards to lay, in which order. `legal_turns` lists every
//! legal turn of as many cards as must be laid; this bot takes the one that uses the least
//! room. Begin with `cost`: make good turns cheap. Debug with `eprintln!`, never `println!`.

use arena::face_to_face::{legal_turns, Ask, Move, Pile, Play, View};
use arena::Start;

fn main() {
    arena::run(play);
}

fn play(_start: &Start, ask: &Ask) -> Move {
    let view = &ask.view;
    let turns = legal_turns(view, view.need);
    let best = turns.into_iter().min_by_key(|turn| cost(view, turn));
    let plays = best.expect("a seat that cannot play is not asked");
    Move { plays }
}

/// How much room a turn uses up. A jump back by ten gives room, so it counts -10.
fn cost(view: &View, turn: &[Play]) -> i32 {
    let mut tops = view.tops();
    let mut used = 0;
    for &(card, pile) in turn {
        let top = tops[pile as usize];
        used += match pile {
            Pile::OwnUp => card - top,
            Pile::OwnDown => top - card,
            // On the opponent's piles it is room given away.
            Pile::OppUp => top - card,
            Pile::OppDown => card - top,
        };
        tops[pile as usize] = card;
    }
    used
}
