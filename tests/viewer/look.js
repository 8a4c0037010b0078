// Lays out and tells every moment of the replays of a golden file, for spectator and seats.
//
// Nothing may lie outside the table or be drawn twice, and no sentence may have a hole.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const [folder, golden] = process.argv.slice(2);
for (const name of ["reducers", "words", "cards", "pictures", "layouts"]) {
  require(path.join(folder, `${name}.js`));
}
const { Arena } = globalThis;
const PHONE = 366;
const WIDTHS = [PHONE, 1010];

function checkScene(scene, where) {
  const keys = new Set();
  for (const shape of scene.shapes) {
    const key = `${shape.kind} ${shape.key}`;
    assert(!keys.has(key), `${where}: ${key} is drawn twice`);
    keys.add(key);
    assert(Number.isFinite(shape.x) && Number.isFinite(shape.y), `${where}: ${key} has no place`);
    if (!("width" in shape)) continue;
    const high = shape.kind === "card" ? shape.width * 1.4 : shape.height || 0;
    assert(shape.x >= -8 && shape.x + shape.width <= scene.width + 1, `${where}: ${key} is beside the table`);
    assert(shape.y >= -8 && shape.y + high <= scene.height + 1, `${where}: ${key} is below the table`);
  }
}

function checkPicture(replay, picture, where, widths = WIDTHS) {
  for (const width of widths) {
    checkScene(Arena.layout(replay.game, picture, width), `${where}, ${width} pixels`);
  }
}

function checkWords(words, where) {
  for (const each of words) {
    assert(!/undefined|null|NaN|\[object/.test(each), `${where}: ${each}`);
  }
}

let scenes = 0;
for (const { label, replay } of JSON.parse(fs.readFileSync(golden, "utf8"))) {
  const states = Arena.states(replay);
  states.forEach((state, i) => {
    checkPicture(replay, Arena.pictures.spectator(state, replay), `${label} ${i}`);
    scenes += 1;
  });
  replay.steps.forEach((step, i) => {
    const where = `${label}, step ${i}`;
    checkWords(Arena.words.stepWords(step, replay), where);
    checkWords(step.moves.map(Arena.words.moveWords), where);
    checkWords(step.moves.map(Arena.words.timeWords), where);
    checkWords(step.faults.map((fault) => Arena.words.faultWords(fault, replay)), where);
    const beats = Arena.beats(replay, states[i], step);
    assert.deepStrictEqual(beats[beats.length - 1], states[i + 1], where);
    for (const state of beats) {
      checkPicture(replay, Arena.pictures.spectator(state, replay), `${where}, beat`, [PHONE]);
    }
  });
  replay.asks.forEach((asks, seat) => {
    asks.forEach((ask) => {
      const where = `${label}, seat ${seat}, ask ${ask.turn}`;
      assert(replay.steps.some((step) => step.step === ask.step), where);
      checkPicture(replay, Arena.pictures.seen(ask, seat, replay), where, [WIDTHS[seat % 2]]);
      checkWords(ask.events.map((event) => Arena.words.eventWords(event, replay)), where);
    });
  });
  checkWords([Arena.words.endWords(replay), Arena.words.optionWords(replay)], label);
}
console.log(JSON.stringify({ scenes }));
