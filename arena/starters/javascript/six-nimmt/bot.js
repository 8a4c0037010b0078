// @ts-check
// {name}: a bot for 6 nimmt!.
//
// One method for each thing it can be asked. In each trick it lays the card that should cost the
// fewest heads. Begin with `risk`, which knows nothing of the cards that are out already. Special
// cards are not played: `special` and `swap` are only asked in the variant that has them.
"use strict";

const { run, cheapest, cheapestRow, endOf, forcedRow, headsOf, isFull } = require("./arena.js");

/** @typedef {import("./arena.js").SixNimmtView} View */

/** @type {import("./arena.js").SixNimmtBot} */
const bot = {
  /** Which card do I lay face down? Among equals the highest. */
  choose(view) {
    const fromTheHighest = [...view.hand].reverse();
    return { card: cheapest(fromTheHighest, (card) => risk(view, card)) };
  },

  /** My card fits no row: which row do I take? */
  take(view) {
    return { row: cheapestRow(view) };
  },

  /** My card is next: do I play a special card, such as { special: "stop", row: 2 }? */
  special(view) {
    return { special: null };
  },

  /** I took a row: do I exchange a special card, such as { give: "seven" }? */
  swap(view) {
    return { give: null };
  },

  /** Only with `logic` or `tournament`: which card do I want from the pool? */
  draft(view) {
    return { card: Math.min(...(view.pool ?? [])) };
  },
};

/**
 * Heads that this card may cost: surely if it is too low or the row is full.
 * @param {View} view
 * @param {number} card
 */
function risk(view, card) {
  const row = forcedRow(view, card);
  if (row === null) return headsOf(view.rows[cheapestRow(view)]);
  if (isFull(view, row)) return headsOf(view.rows[row]);
  // The fuller the row and the wider the gap, the more others may come in between.
  const gap = card - endOf(view, row);
  return (headsOf(view.rows[row]) * view.rows[row].length * gap) / 250;
}

run(bot);
