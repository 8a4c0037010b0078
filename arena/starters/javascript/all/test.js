// @ts-check
// Does arena.js read and write the frames of vectors.txt as they are explained there?
// Run it with `node test.js`. It prints to stderr, as all does that loads arena.js.
"use strict";

const assert = require("assert");
const fs = require("fs");
const path = require("path");
const { decodeMessage, encodeAnswer, encodeReady } = require("./arena.js");

function readVectors() {
  const text = fs.readFileSync(path.join(__dirname, "vectors.txt"), "utf-8");
  const blocks = text.trim().split(/\n\n+/).filter((block) => !block.startsWith("#"));
  return blocks.map((block) => {
    const [title, hex, ...lines] = block.split("\n");
    return { title, hex, lines };
  });
}

/**
 * What the referee said, as `path = value` lines.
 * @param {string} hex
 * @param {string} rules
 */
function understood(hex, rules) {
  const frame = Buffer.from(hex, "hex");
  assert.equal(frame.readUInt32BE(), frame.length - 4);
  const { type, ...message } = decodeMessage(frame.subarray(4), rules);
  return linesOf(message, "");
}

/**
 * @param {any} map
 * @param {string} prefix
 * @returns {string[]}
 */
function linesOf(map, prefix) {
  return Object.entries(map).flatMap(([key, value]) => {
    if (value === undefined) return []; // an optional key that is not there
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMap ? linesOf(value, `${prefix}${key}.`) : [`${prefix}${key} = ${written(value)}`];
  });
}

/**
 * @param {any} value
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(" ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${key} ${written(value[key])}`).join(" ")}}`;
}

/**
 * The frame of what a bot says, as hex.
 * @param {string} what
 * @param {string[]} lines
 */
function spoken(what, lines) {
  if (what === "ready") return encodeReady().toString("hex");
  /** @type {any} */
  const said = {};
  for (const line of lines) {
    const [key, value] = line.split(" = ");
    said[key.replace("move.", "")] = parsed(value);
  }
  const { game, turn, ...move } = said;
  return encodeAnswer({ game, turn }, move).toString("hex");
}

/**
 * The value of a text such as 5, null, keep_off or [[21 own_up] [17 own_down]].
 * @param {string} text
 */
function parsed(text) {
  const quoted = text.replace(/[a-z]\w*/g, (word) => (word === "null" ? word : `"${word}"`));
  return JSON.parse(quoted.replaceAll(" ", ","));
}

const vectors = readVectors();
assert.notEqual(vectors.length, 0, "vectors.txt holds no vector");
let passed = 0;
for (const { title, hex, lines } of vectors) {
  const [speaker, what, rules] = title.split(" ");
  const [found, expected] =
    speaker === "referee" ? [understood(hex, rules), lines] : [[spoken(what, lines)], [hex]];
  const missing = expected.filter((line) => !found.includes(line));
  const unexpected = found.filter((line) => !expected.includes(line));
  if (missing.length + unexpected.length === 0) {
    passed += 1;
  } else {
    console.log(title);
    for (const line of missing) console.log(`  missing: ${line}`);
    for (const line of unexpected) console.log(`  unexpected: ${line}`);
  }
}
console.log(`${passed} of ${vectors.length} vectors passed`);
process.exitCode = passed === vectors.length ? 0 : 1;
