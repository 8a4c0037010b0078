//! {name}: a bot for The Game.
//!
//! One function for each thing it can be asked. `wish` and `signal` are the talk of the league
//! `signals`. `legal_turns` lists every legal turn of as many cards as must be laid; this bot
//! takes the one that moves the piles the least. Begin with `cost`: make good turns cheap.
//! Debug with `eprintln!`, never `println!`.

use arena::the_game::{legal_turns, Ask, Asks, Move, Play, Signal, View, Wish, PILES};
use arena::Start;

fn main() {
    arena::run(decide);
}

fn decide(_start: &Start, ask: &Ask) -> Move {
    match ask.asks {
        Asks::Wish => wish(&ask.view),
        Asks::Signal => signal(&ask.view),
        Asks::Play => play(&ask.view),
    }
}

/// Before the first turn: how much do I want to start?
fn wish(_view: &View) -> Move {
    let wish = Wish::Neutral;
    Move::Wish { wish }
}

/// Before another's turn: ask to keep off a pile on which I can jump back.
fn signal(view: &View) -> Move {
    let signals = PILES.map(|pile| {
        let top = view.tops()[pile as usize];
        let jump = if pile.is_up() { top - 10 } else { top + 10 };
        if view.hand.contains(&jump) {
            Signal::KeepOff
        } else {
            Signal::None
        }
    });
    Move::Signal { signals }
}

/// My turn: the legal turn that moves the piles the least.
fn play(view: &View) -> Move {
    let turns = legal_turns(view, view.need);
    let best = turns.into_iter().min_by_key(|turn| cost(view, turn));
    let plays = best.expect("a seat that cannot play is not asked");
    Move::Play { plays }
}

/// How far the piles move. A jump back comes out as -10 by itself.
fn cost(view: &View, turn: &[Play]) -> i32 {
    let mut tops = view.tops();
    let mut moved = 0;
    for &(card, pile) in turn {
        let top = tops[pile as usize];
        moved += if pile.is_up() { card - top } else { top - card };
        tops[pile as usize] = card;
    }
    moved
}
