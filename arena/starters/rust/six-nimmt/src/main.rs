//! {name}: a bot for 6 nimmt!.
//!
//! `decide` has one line for each thing it can be asked. It lays the card that should cost the
//! fewest heads, takes the cheapest row and plays no special cards (`special` and `swap` are
//! only asked in the variant that has them). Begin with `risk`: it decides which card is laid.
//! Debug with `eprintln!`, never `println!`.

use arena::six_nimmt::{heads_of, Ask, Asks, Move, View};
use arena::{Card, Start};

fn main() {
    arena::run(decide);
}

fn decide(_start: &Start, ask: &Ask) -> Move {
    match ask.asks {
        Asks::Choose => choose(&ask.view),
        Asks::Take => take(&ask.view),
        Asks::Draft => draft(&ask.view),
        Asks::Special => Move::Special(None),
        Asks::Swap => Move::Swap { give: None },
    }
}

/// Which card to lay face down: the one with the least risk, the higher one among equals.
fn choose(view: &View) -> Move {
    let cards = view.hand.iter().copied();
    let safest = cards.min_by_key(|&card| (risk(view, card), -card));
    let card = safest.expect("a seat without cards is not asked");
    Move::Choose { card }
}

/// My card fits no row: which row do I take?
fn take(view: &View) -> Move {
    let row = view.cheapest_row();
    Move::Take { row }
}

/// Only with `logic` or `tournament`: which card do I want from the pool?
fn draft(view: &View) -> Move {
    let pool = view.pool.as_ref().expect("a draft has a pool");
    let card = *pool.iter().min().expect("an empty pool is not asked about");
    Move::Draft { card }
}

/// Heads that this card may cost, times 250: surely if it is too low or the row is full.
fn risk(view: &View, card: Card) -> i32 {
    match view.forced_row(card) {
        None => 250 * heads_of(&view.rows[view.cheapest_row()]),
        Some(row) if view.is_full(row) => 250 * heads_of(&view.rows[row]),
        Some(row) => {
            // The fuller the row and the wider the gap, the more others may come in between.
            let gap = card - view.end(row);
            heads_of(&view.rows[row]) * view.rows[row].len() as i32 * gap
        }
    }
}
