// @ts-check
// {name}: a bot for The Game.
//
// One method for each thing it can be asked. `wish` and `signal` are the talk of the league
// `signals`, and `play` takes the legal turn that moves the piles the least. Begin with `cost`:
// what of `view.signals`, in which the others say what they want of each pile?
"use strict";

const { run, cheapest, theGameTurns, goesUp, PILES } = require("./arena.js");

/** @typedef {import("./arena.js").TheGameView} View */
/** @typedef {import("./arena.js").TheGameTurn} Turn */

/** @type {import("./arena.js").TheGameBot} */
const bot = {
  /** Before the first turn: how much do I want to start? */
  wish(view) {
    return { wish: "neutral" };
  },

  /** Before another's turn: ask to keep off a pile on which I can jump back. */
  signal(view) {
    const words = PILES.map((pile) => {
      const jump = view.piles[pile] + (goesUp(pile) ? -10 : 10);
      return view.hand.includes(jump) ? "keep_off" : "none";
    });
    return { signals: words };
  },

  /** My turn: which cards do I lay, in which order? */
  play(view) {
    return cheapest(theGameTurns(view), (turn) => cost(view, turn));
  },
};

/**
 * How far the piles move. A jump back comes out as -10 by itself.
 * @param {View} view
 * @param {Turn} turn
 */
function cost(view, turn) {
  const tops = { ...view.piles };
  let moved = 0;
  for (const [card, pile] of turn.plays) {
    moved += goesUp(pile) ? card - tops[pile] : tops[pile] - card;
    tops[pile] = card;
  }
  return moved;
}

run(bot);
