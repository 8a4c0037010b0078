// @ts-check
// {name}: a bot for The Game: Face to Face.
//
// It is asked for one thing: which cards to lay, in which order. `faceToFaceTurns(view)` lists
// every legal turn of as few cards as are needed; this bot takes the one that uses the least
// room. Begin with `cost`: what else makes a turn good or bad?
"use strict";

const { run, cheapest, faceToFaceTurns, faceToFaceTops } = require("./arena.js");

/** @typedef {import("./arena.js").FaceToFaceView} View */
/** @typedef {import("./arena.js").FaceToFaceTurn} Turn */

/** @type {import("./arena.js").FaceToFaceBot} */
const bot = {
  play(view) {
    return cheapest(faceToFaceTurns(view), (turn) => cost(view, turn));
  },
};

/**
 * How much room a turn uses up. A jump back by ten gives room, so it counts -10.
 * @param {View} view
 * @param {Turn} turn
 */
function cost(view, turn) {
  const tops = faceToFaceTops(view);
  let used = 0;
  for (const [card, target] of turn.plays) {
    if (target === "own_up") {
      used += card - tops.own_up;
    } else if (target === "own_down") {
      used += tops.own_down - card;
    } else {
      used += Math.abs(card - tops[target]); // on the opponent's piles it is room given away
    }
    tops[target] = card;
  }
  return used;
}

run(bot);
