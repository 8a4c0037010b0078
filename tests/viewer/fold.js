// Folds every replay of a golden file and says where a state is not the referee's.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const [reducers, golden] = process.argv.slice(2);
require(reducers);

const matches = JSON.parse(fs.readFileSync(golden, "utf8"));
let states = 0;
for (const { label, replay, expected } of matches) {
  const before = JSON.stringify(replay);
  const made = globalThis.Arena.states(replay);
  assert.strictEqual(made.length, expected.length, label);
  made.forEach((state, i) => {
    assert.deepStrictEqual(state, expected[i], `${label}, after ${i} steps`);
  });
  assert.strictEqual(JSON.stringify(replay), before, `${label}: the replay was changed`);
  states += made.length;
}
console.log(JSON.stringify({ matches: matches.length, states }));
