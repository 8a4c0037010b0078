// @ts-check
// How a bot speaks with the referee (`run`, at the end), and for each game what a bot is told
// (its view), what it answers (its moves), and helpers. You need not change this file.
"use strict";

const fs = require("fs");
const { encode, decode } = /** @type {any} */ (require("./msgpack.js"));

const PROTOCOL = 1;

// Stdout carries the protocol and nothing else. So console.log, and all else that a bot
// prints to process.stdout, goes to stderr.
Object.defineProperty(process, "stdout", { get: () => process.stderr });

// ---------------------------------------------------------------- What comes with every game

/**
 * A game begins. A bot with a method `start` is told.
 * @typedef {object} Start
 * @property {"start"} type
 * @property {number} game 1, 2, … within this process
 * @property {string} rules "face-to-face", "the-game" or "six-nimmt"
 * @property {Record<string, any>} options every option of the game
 * @property {number} seat the bot's own seat, from 0
 * @property {number} seats how many play
 * @property {number} seed for the bot's own dice
 */

/**
 * A decision is wanted. The bot's method of the name `asks` gets the view, and this.
 * @typedef {object} Ask
 * @property {"ask"} type
 * @property {number} game
 * @property {number} turn how often the bot was asked in this game, from 1
 * @property {string} asks "play", "choose", …
 * @property {any} view
 * @property {Event[]} events what happened since the bot's last ask, its own moves included
 * @property {Clock} clock
 */

/**
 * What is left of the bot's time.
 * @typedef {object} Clock
 * @property {number} move_ms for this answer
 * @property {number} game_ms for all answers of this game
 */

/**
 * Something that all seats saw, with further keys as its kind has them.
 * @typedef {{ kind: string, [key: string]: any }} Event
 */

/**
 * A game has ended. A bot with a method `over` is told.
 * @typedef {object} Over
 * @property {"over"} type
 * @property {number} game
 * @property {{ scores: number[], places: number[], reason: string }} outcome by seat
 * @property {Event[]} events what happened since the bot's last ask
 */

/**
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {number} protocol
 * @property {Limits} limits
 */

/**
 * @typedef {object} Limits
 * @property {"cpu" | "wall"} clock which time is charged
 * @property {number} start_ms
 * @property {number} move_ms
 * @property {number} game_ms
 * @property {number} memory_mb
 * @property {number} frame_bytes
 */

/** @typedef {Hello | Start | Ask | Over | { type: "bye" }} Message what the referee says */

/**
 * Methods that every bot may have.
 * @typedef {object} Listener
 * @property {(start: Start) => void} [start]
 * @property {(over: Over) => void} [over]
 */

/**
 * The first of the items whose cost is lowest.
 * @template T
 * @param {Iterable<T>} items
 * @param {(item: T) => number} cost
 * @returns {T}
 */
function cheapest(items, cost) {
  let best;
  let lowest = Infinity;
  for (const item of items) {
    const here = cost(item);
    if (here < lowest) {
      best = item;
      lowest = here;
    }
  }
  if (best === undefined) throw new Error("cheapest() was given nothing to choose from");
  return best;
}

// ---------------------------------------------------------------- Both pile games

/**
 * On an ascending pile: a higher card, or the one exactly ten below the top.
 * @param {number} top
 * @param {number} card
 */
function fitsUp(top, card) {
  return card > top || card === top - 10;
}

/**
 * On a descending pile: a lower card, or the one exactly ten above the top.
 * @param {number} top
 * @param {number} card
 */
function fitsDown(top, card) {
  return card < top || card === top + 10;
}

// ---------------------------------------------------------------- The Game: Face to Face

/**
 * @typedef {object} FaceToFaceView
 * @property {number[]} hand own cards, ascending
 * @property {{ up: number, down: number, deck: number }} own tops of the own piles, and how many
 *   cards are left to draw
 * @property {{ up: number, down: number, deck: number, hand: number }} opp the same of the
 *   opponent, and how many cards it holds
 * @property {number} need fewest cards that this turn must lay
 */

/** @typedef {"own_up" | "own_down" | "opp_up" | "opp_down"} Target */
/** @typedef {[card: number, target: Target]} FaceToFacePlay */
/** @typedef {{ plays: FaceToFacePlay[] }} FaceToFaceTurn cards in the order they are laid */
/** @typedef {Listener & { play(view: FaceToFaceView, ask: Ask): FaceToFaceTurn }} FaceToFaceBot */

/** @type {Target[]} */
const OWN_TARGETS = ["own_up", "own_down"];
/** @type {Target[]} */
const ALL_TARGETS = ["own_up", "own_down", "opp_up", "opp_down"];

/**
 * @param {any} map
 * @returns {FaceToFaceView}
 */
function readFaceToFaceView({ hand, own, opp, need }) {
  return {
    hand,
    own: { up: own.up, down: own.down, deck: own.deck },
    opp: { up: opp.up, down: opp.down, deck: opp.deck, hand: opp.hand },
    need,
  };
}

/**
 * The tops of the four piles by their names in a turn.
 * @param {FaceToFaceView} view
 * @returns {Record<Target, number>}
 */
function faceToFaceTops({ own, opp }) {
  return { own_up: own.up, own_down: own.down, opp_up: opp.up, opp_down: opp.down };
}

/**
 * Every legal turn of exactly so many cards; unless told otherwise, as few as are needed.
 * @param {FaceToFaceView} view
 * @param {number} cards
 * @returns {Generator<FaceToFaceTurn>}
 */
function* faceToFaceTurns(view, cards = view.need) {
  // A turn of one card cannot help the opponent: one card must go on an own pile.
  const targets = cards > 1 ? ALL_TARGETS : OWN_TARGETS;
  for (const plays of faceToFacePlays(view.hand, faceToFaceTops(view), cards, targets)) {
    yield { plays };
  }
}

/**
 * @param {number[]} hand
 * @param {Record<Target, number>} tops
 * @param {number} cards
 * @param {Target[]} targets where a card may still go
 * @returns {Generator<FaceToFacePlay[]>}
 */
function* faceToFacePlays(hand, tops, cards, targets) {
  for (const card of hand) {
    for (const target of targets) {
      if (!canPlace(tops[target], card, target)) continue;
      if (cards === 1) {
        yield [[card, target]];
        continue;
      }
      const others = hand.filter((other) => other !== card);
      const after = { ...tops, [target]: card };
      // One card a turn may help the opponent.
      const next = OWN_TARGETS.includes(target) ? targets : OWN_TARGETS;
      for (const rest of faceToFacePlays(others, after, cards - 1, next)) {
        yield [[card, target], ...rest];
      }
    }
  }
}

/**
 * Whether a card may be laid on a target whose top is this.
 * @param {number} top
 * @param {number} card
 * @param {Target} target
 */
function canPlace(top, card, target) {
  switch (target) {
    case "own_up":
      return fitsUp(top, card);
    case "own_down":
      return fitsDown(top, card);
    // On the opponent's piles the jump back by ten has no meaning.
    case "opp_up":
      return card < top;
    case "opp_down":
      return card > top;
  }
}

// ---------------------------------------------------------------- The Game

/** @typedef {"up_1" | "up_2" | "down_1" | "down_2"} Pile */
/** @typedef {"none" | "small_steps" | "keep_off"} Word */

/**
 * @typedef {object} TheGameView
 * @property {number[]} hand own cards, ascending
 * @property {Record<Pile, number>} piles the tops
 * @property {number} deck how many cards are left to draw
 * @property {number[]} hands how many cards each seat holds
 * @property {number} need fewest cards that the seat to play must lay
 * @property {number | null} to_play the seat whose turn it is or will be; null while wishing
 * @property {(Word[] | null)[]} [signals] league `signals` only: the latest four words of each
 *   seat, null before its first
 */

/** @typedef {[card: number, pile: Pile]} TheGamePlay */
/** @typedef {{ plays: TheGamePlay[] }} TheGameTurn cards in the order they are laid */
/** @typedef {{ wish: "eager" | "neutral" | "reluctant" }} Wish how much one wants to start */
/** @typedef {{ signals: Word[] }} Signal one word for each pile, in the order of PILES */

/**
 * @typedef {object} TheGameDecisions
 * @property {(view: TheGameView, ask: Ask) => Wish} wish
 * @property {(view: TheGameView, ask: Ask) => Signal} signal
 * @property {(view: TheGameView, ask: Ask) => TheGameTurn} play
 */

/** @typedef {Listener & TheGameDecisions} TheGameBot */

/** @type {Pile[]} */
const PILES = ["up_1", "up_2", "down_1", "down_2"];

/**
 * @param {any} map
 * @returns {TheGameView}
 */
function readTheGameView({ hand, piles, deck, hands, need, to_play, signals }) {
  const { up_1, up_2, down_1, down_2 } = piles;
  return { hand, piles: { up_1, up_2, down_1, down_2 }, deck, hands, need, to_play, signals };
}

/**
 * Whether a pile is one of the two ascending ones.
 * @param {Pile} pile
 */
function goesUp(pile) {
  return pile === "up_1" || pile === "up_2";
}

/**
 * Every legal turn of exactly so many cards; unless told otherwise, as few as are needed.
 * @param {TheGameView} view
 * @param {number} cards
 * @returns {Generator<TheGameTurn>}
 */
function* theGameTurns(view, cards = view.need) {
  for (const plays of theGamePlays(view.hand, view.piles, cards)) {
    yield { plays };
  }
}

/**
 * @param {number[]} hand
 * @param {Record<Pile, number>} tops
 * @param {number} cards
 * @returns {Generator<TheGamePlay[]>}
 */
function* theGamePlays(hand, tops, cards) {
  for (const card of hand) {
    for (const pile of PILES) {
      const fits = goesUp(pile) ? fitsUp : fitsDown;
      if (!fits(tops[pile], card)) continue;
      if (cards === 1) {
        yield [[card, pile]];
        continue;
      }
      const others = hand.filter((other) => other !== card);
      for (const rest of theGamePlays(others, { ...tops, [pile]: card }, cards - 1)) {
        yield [[card, pile], ...rest];
      }
    }
  }
}

// ---------------------------------------------------------------- 6 nimmt!

/**
 * @typedef {"fifth_row" | "seven" | "insert" | "replace" | "shift" | "flip" | "stop"} SpecialCard
 */

/**
 * @typedef {object} SixNimmtView
 * @property {number[]} hand own cards, ascending, without the one laid in this trick
 * @property {number[][]} rows the cards of each row, ascending
 * @property {[seat: number, card: number][]} revealed the cards of this trick, ascending
 * @property {number[]} heads by seat, in this deal
 * @property {number[]} totals by seat, of the finished deals
 * @property {number} deal from 1
 * @property {number} trick from 1
 *
 * With the option `specials` also:
 * @property {SpecialCard[]} [specials] own special cards
 * @property {number[]} [special_counts] how many special cards each seat holds
 * @property {number} [special_deck] how many special cards are left to draw
 * @property {SpecialCard[]} [special_discards]
 * @property {("seven" | "stop")[][]} [markers] by row
 *
 * With the option `logic` or `tournament` also:
 * @property {number[]} [pool] cards still to be drafted, ascending
 * @property {number[][]} [hands] by seat
 */

/** @typedef {{ card: number }} Choose the card to lay face down */
/** @typedef {{ row: number }} Take the row to take */
/** @typedef {{ card: number }} Draft the card to take from the pool */
/** @typedef {{ give: SpecialCard | null }} Swap the special card to exchange, or none */

/**
 * The special card to play with what it must be told, or none.
 * @typedef {{ special: null | "fifth_row" | "seven" }
 *   | { special: "insert" | "stop", row: number }
 *   | { special: "replace" | "flip", card: number }
 *   | { special: "shift", card: number, to_row: number }} Special
 */

/**
 * @typedef {object} SixNimmtDecisions
 * @property {(view: SixNimmtView, ask: Ask) => Choose} choose
 * @property {(view: SixNimmtView, ask: Ask) => Take} take
 * @property {(view: SixNimmtView, ask: Ask) => Special} special
 * @property {(view: SixNimmtView, ask: Ask) => Swap} swap
 * @property {(view: SixNimmtView, ask: Ask) => Draft} draft
 */

/** @typedef {Listener & SixNimmtDecisions} SixNimmtBot */

/**
 * @param {any} map
 * @returns {SixNimmtView}
 */
function readSixNimmtView(map) {
  const { hand, rows, revealed, heads, totals, deal, trick } = map;
  const { specials, special_counts, special_deck, special_discards, markers } = map;
  const { pool, hands } = map;
  return {
    hand, rows, revealed, heads, totals, deal, trick,
    specials, special_counts, special_deck, special_discards, markers,
    pool, hands,
  };
}

/**
 * The bull heads on a card.
 * @param {number} card
 */
function heads(card) {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  if (card % 5 === 0) return 2;
  return 1;
}

/**
 * The bull heads on several cards, such as a row.
 * @param {number[]} cards
 */
function headsOf(cards) {
  return cards.reduce((sum, card) => sum + heads(card), 0);
}

/**
 * Whether a marker lies on a row.
 * @param {SixNimmtView} view
 * @param {number} row
 * @param {"seven" | "stop"} marker
 */
function isMarked(view, row, marker) {
  return view.markers !== undefined && view.markers[row].includes(marker);
}

/**
 * The rows that no stop blocks.
 * @param {SixNimmtView} view
 */
function openRows(view) {
  return [...view.rows.keys()].filter((row) => !isMarked(view, row, "stop"));
}

/**
 * The last card of a row.
 * @param {SixNimmtView} view
 * @param {number} row
 */
function endOf(view, row) {
  return view.rows[row][view.rows[row].length - 1];
}

/**
 * The row that this card must join (the closest lower end), or null if it is too low for all.
 * @param {SixNimmtView} view
 * @param {number} card
 * @returns {number | null}
 */
function forcedRow(view, card) {
  const lower = openRows(view).filter((row) => endOf(view, row) < card);
  return lower.length === 0 ? null : cheapest(lower, (row) => card - endOf(view, row));
}

/**
 * Whether the next card on this row takes it.
 * @param {SixNimmtView} view
 * @param {number} row
 */
function isFull(view, row) {
  return view.rows[row].length >= (isMarked(view, row, "seven") ? 6 : 5);
}

/**
 * The row with the fewest heads that may be taken, the lowest index among equals.
 * @param {SixNimmtView} view
 */
function cheapestRow(view) {
  return cheapest(openRows(view), (row) => headsOf(view.rows[row]));
}

// ---------------------------------------------------------------- The protocol

/** @type {Record<string, (map: any) => any>} */
const VIEWS = {
  "face-to-face": readFaceToFaceView,
  "the-game": readTheGameView,
  "six-nimmt": readSixNimmtView,
};

/**
 * The message in a frame, without the keys that this version does not know.
 * @param {Uint8Array} body the frame without its length
 * @param {string} rules of the game that is on
 * @returns {Message}
 */
function decodeMessage(body, rules) {
  const map = decode(body);
  const { type, game, events } = map;
  switch (type) {
    case "hello": {
      const { clock, start_ms, move_ms, game_ms, memory_mb, frame_bytes } = map.limits;
      const limits = { clock, start_ms, move_ms, game_ms, memory_mb, frame_bytes };
      return { type, protocol: map.protocol, limits };
    }
    case "start": {
      const { options, seat, seats, seed } = map;
      return { type, game, rules: map.rules, options, seat, seats, seed };
    }
    case "ask": {
      const { turn, asks } = map;
      const clock = { move_ms: map.clock.move_ms, game_ms: map.clock.game_ms };
      return { type, game, turn, asks, view: VIEWS[rules](map.view), events, clock };
    }
    case "over": {
      const { scores, places, reason } = map.outcome;
      return { type, game, outcome: { scores, places, reason }, events };
    }
    case "bye":
      return { type };
    default:
      throw new Error(`the referee said ${type}, which is no message of protocol ${PROTOCOL}`);
  }
}

function encodeReady() {
  return encodeFrame({ type: "ready", protocol: PROTOCOL });
}

/**
 * @param {{ game: number, turn: number }} ask
 * @param {object} move
 */
function encodeAnswer({ game, turn }, move) {
  return encodeFrame({ type: "answer", game, turn, move });
}

/**
 * A frame: four bytes of length, big-endian, and then a map.
 * @param {object} map
 */
function encodeFrame(map) {
  const body = encode(map);
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32BE(body.length);
  frame.set(body, 4);
  return frame;
}

/**
 * So many bytes of stdin, or null at its end. Leave process.stdin alone: Node would make
 * descriptor 0 non-blocking, and readSync would fail with EAGAIN instead of waiting.
 * @param {number} size
 */
function readBytes(size) {
  const bytes = Buffer.alloc(size);
  for (let filled = 0; filled < size; ) {
    const count = fs.readSync(0, bytes, filled, size - filled, null);
    if (count === 0) return null;
    filled += count;
  }
  return bytes;
}

function readFrame() {
  const length = readBytes(4);
  return length && readBytes(length.readUInt32BE());
}

/**
 * What the bot does about an ask.
 * @param {any} bot
 * @param {Ask} ask
 */
function decided(bot, ask) {
  if (typeof bot[ask.asks] !== "function") throw new Error(`the bot has no method ${ask.asks}`);
  const move = bot[ask.asks](ask.view, ask);
  if (move instanceof Promise) throw new Error(`${ask.asks} returned a promise: nobody waits for it`);
  return move;
}

/**
 * Plays until the referee says goodbye. A bot has one method for each decision; it returns
 * the move at once. Promises and timers do nothing here: nobody waits for them.
 * @param {FaceToFaceBot | TheGameBot | SixNimmtBot} bot
 */
function run(bot) {
  const methods = /** @type {any} */ (bot);
  let rules = "";
  for (let body = readFrame(); body !== null; body = readFrame()) {
    const message = decodeMessage(body, rules);
    switch (message.type) {
      case "hello":
        if (message.protocol !== PROTOCOL) throw new Error(`no protocol ${message.protocol} here`);
        fs.writeSync(1, encodeReady());
        break;
      case "start":
        rules = message.rules;
        bot.start?.(message);
        break;
      case "ask":
        fs.writeSync(1, encodeAnswer(message, decided(methods, message)));
        break;
      case "over":
        bot.over?.(message);
        break;
      case "bye":
        return;
    }
  }
}

module.exports = {
  run,
  cheapest,
  // both pile games
  fitsUp,
  fitsDown,
  // Face to Face
  faceToFaceTurns,
  faceToFaceTops,
  // The Game
  PILES,
  goesUp,
  theGameTurns,
  // 6 nimmt!
  heads,
  headsOf,
  openRows,
  forcedRow,
  isFull,
  endOf,
  cheapestRow,
  // for test.js
  decodeMessage,
  encodeReady,
  encodeAnswer,
};
