// One reducer a game: (state, step, replay) -> the state after the step.
//
// The rules are not known here, only what moves and events do to the cards; who is asked
// next and why a game ends is told by the step. Pure: no state that is handed in changes.
// tests/viewer compares every state with the referee's.
(function (root) {
  "use strict";

  const SPECIALS = ["fifth_row", "seven", "insert", "replace", "shift", "flip", "stop"];
  const WISHES = ["eager", "neutral", "reluctant"];
  const ROWS = 4;

  const ascending = (cards) => [...cards].sort((a, b) => a - b);
  const without = (items, item) => {
    const at = items.indexOf(item);
    return at < 0 ? items : [...items.slice(0, at), ...items.slice(at + 1)];
  };
  const replaced = (items, at, item) => items.map((old, i) => (i === at ? item : old));
  const inOrder = (words) =>
    [...words].sort((a, b) => SPECIALS.indexOf(a) - SPECIALS.indexOf(b));

  /** What all games have: who is asked now, how it ended, whose bots are out. */
  function withCommon(state, step) {
    const gone = step.events.filter((event) => event.kind === "fault").map((event) => event.seat);
    return {
      ...state,
      asks: step.then.asks,
      to_act: step.then.to_act,
      reason: step.then.reason,
      out: ascending(new Set([...state.out, ...gone])),
    };
  }

  // ------------------------------------------------------------------ Face to Face

  function faceToFace(state, step, replay) {
    const after = step.events
      .filter((event) => event.kind === "played")
      .reduce((now, event) => layOnSides(now, event, replay.options), state);
    return withCommon(after, step);
  }

  function layOnSides(state, event, options) {
    const seat = event.seat;
    const sides = state.sides.map((side) => ({ ...side }));
    const mine = sides[seat];
    for (const [card, target] of event.plays) {
      const [whose, pile] = target.split("_");
      const side = sides[whose === "own" ? seat : 1 - seat];
      side[pile] = [...side[pile], [card, seat]];
      mine.hand = without(mine.hand, card);
    }
    mine.hand = ascending([...mine.hand, ...mine.deck.slice(0, event.drew)]);
    mine.deck = mine.deck.slice(event.drew);
    const to_play = 1 - seat;
    return { ...state, sides, to_play, need: needOfSide(sides[to_play], options) };
  }

  function needOfSide(side, options) {
    const left = side.hand.length + side.deck.length;
    return options.single_last_card === "win_if_playable" && left === 1 ? 1 : options.min_cards;
  }

  // ------------------------------------------------------------------ The Game

  function theGame(state, step, replay) {
    let now = { ...state };
    for (const event of step.events) {
      if (event.kind === "wished") {
        now.wishes = replaced(now.wishes, event.seat, event.wish);
      } else if (event.kind === "signalled") {
        now.signals = replaced(now.signals, event.seat, event.signals);
      } else if (event.kind === "played") {
        now = layOnPiles(now, event, step, replay.options);
      }
    }
    if (state.asks === "wish" && step.moves.length > 0) {
      now.to_play = starter(now.wishes);
    }
    return withCommon(now, step);
  }

  function starter(wishes) {
    const strength = wishes.map((wish) => WISHES.indexOf(wish));
    return strength.indexOf(Math.min(...strength));
  }

  function layOnPiles(state, event, step, options) {
    const piles = { ...state.piles };
    let hand = state.hands[event.seat];
    for (const [card, pile] of event.plays) {
      piles[pile] = [...piles[pile], [card, event.seat]];
      hand = without(hand, card);
    }
    const deck = state.deck.slice(event.drew);
    const drawn = ascending([...hand, ...state.deck.slice(0, event.drew)]);
    const hands = replaced(state.hands, event.seat, drawn);
    const many = options.expert || options.expert_minus ? 3 : 2;
    const to_play = step.then.reason === "all_laid" ? event.seat : nextWithCards(hands, event.seat);
    return { ...state, piles, hands, deck, to_play, need: deck.length > 0 ? many : 1 };
  }

  function nextWithCards(hands, seat) {
    for (let i = 1; i <= hands.length; i += 1) {
      const next = (seat + i) % hands.length;
      if (hands[next].length > 0) return next;
    }
    return seat;
  }

  // ------------------------------------------------------------------ 6 nimmt!

  const HAPPENS = { drafted, revealed, special, placed, took, swapped, dealt };

  function sixNimmt(state, step) {
    let now = { ...state, mark: null };
    for (const event of step.events) {
      // A later deal is told by the step itself, with the hands.
      if (event.kind in HAPPENS && !(event.kind === "dealt" && step.dealt)) {
        now = HAPPENS[event.kind](now, event);
      }
    }
    const { mark, ...after } = now;
    return withCommon(endOfTrick(after, state, step), step);
  }

  function endOfTrick(now, before, step) {
    if (step.dealt || step.then.reason) return endOfDeal(now, step.dealt);
    if (step.then.asks === "choose" && before.asks !== "draft" && step.moves.length > 0) {
      return { ...now, trick: now.trick + 1, revealed: [] };
    }
    return now;
  }

  function endOfDeal(now, next) {
    const ended = {
      ...now,
      totals: now.totals.map((total, seat) => total + now.heads[seat]),
      heads: now.heads.map(() => 0),
      revealed: [],
    };
    if (!next) return ended;
    return {
      ...ended,
      deal: now.deal + 1,
      trick: 1,
      hands: next.hands,
      rows: next.rows,
      markers: next.rows.map(() => []),
      taken: now.taken.map(() => []),
      specials: next.specials,
      special_deck: next.special_deck,
      special_discards: [],
      pool: next.pool,
    };
  }

  function dealt(state, event) {
    return { ...state, rows: event.rows, markers: event.rows.map(() => []), pool: [] };
  }

  function drafted(state, event) {
    const hand = ascending([...state.hands[event.seat], event.card]);
    return {
      ...state,
      hands: replaced(state.hands, event.seat, hand),
      pool: without(state.pool, event.card),
    };
  }

  function revealed(state, event) {
    const chosen = new Map(event.cards);
    return {
      ...state,
      hands: state.hands.map((hand, seat) => without(hand, chosen.get(seat))),
      revealed: event.cards,
      waiting: event.cards.map(([seat]) => seat),
    };
  }

  function placed(state, event) {
    const { row, card, seat } = event;
    const markers = state.mark
      ? replaced(state.markers, row, [...state.markers[row], state.mark])
      : state.markers;
    return {
      ...state,
      mark: null,
      markers,
      rows: replaced(state.rows, row, ascending([...state.rows[row], card])),
      waiting: without(state.waiting, seat),
    };
  }

  function took(state, event) {
    const { row, card, seat } = event;
    const vanishes = state.rows.length > ROWS;
    const rest = (items) => items.filter((_, i) => i !== row);
    const rows = vanishes ? rest(state.rows) : replaced(state.rows, row, [card]);
    const marked = vanishes ? rest(state.markers) : replaced(state.markers, row, []);
    const markers = marked.map((marks) => marks.filter((mark) => mark !== "stop"));
    const lifted = markers.flat().reduce(without, state.markers.flat());
    return {
      ...state,
      rows,
      markers,
      heads: replaced(state.heads, seat, state.heads[seat] + event.heads),
      taken: replaced(state.taken, seat, [...state.taken[seat], ...event.cards]),
      special_discards: [...state.special_discards, ...lifted],
      waiting: without(state.waiting, seat),
    };
  }

  function swapped(state, event) {
    const held = [...without(state.specials[event.seat], event.gave), state.special_deck[0]];
    return {
      ...state,
      specials: replaced(state.specials, event.seat, inOrder(held)),
      special_deck: state.special_deck.slice(1),
      special_discards: [...state.special_discards, event.gave],
    };
  }

  function special(state, event) {
    const word = event.special;
    const held = without(state.specials[event.seat], word);
    const now = { ...state, specials: replaced(state.specials, event.seat, held) };
    if (word === "stop") {
      now.markers = replaced(now.markers, event.row, [...now.markers[event.row], "stop"]);
      return now;
    }
    if (word === "seven") return { ...now, mark: "seven" }; // on the row that is told next
    now.special_discards = [...now.special_discards, word];
    if (word === "fifth_row") {
      return { ...now, rows: [...now.rows, []], markers: [...now.markers, []] };
    }
    if (word === "replace") return exchangeCard(now, event);
    if (word === "shift") return shiftCard(now, event);
    return now;
  }

  function exchangeCard(state, event) {
    const back = state.revealed.find(([seat]) => seat === event.seat)[1];
    const hand = ascending([...without(state.hands[event.seat], event.card), back]);
    const shown = state.revealed.map(([seat, card]) => [
      seat,
      seat === event.seat ? event.card : card,
    ]);
    return {
      ...state,
      hands: replaced(state.hands, event.seat, hand),
      revealed: shown.sort((a, b) => a[1] - b[1]),
    };
  }

  function shiftCard(state, event) {
    const rows = state.rows.map((row) => without(row, event.card));
    return {
      ...state,
      rows: replaced(rows, event.to_row, ascending([...rows[event.to_row], event.card])),
    };
  }

  const REDUCERS = { "face-to-face": faceToFace, "the-game": theGame, "six-nimmt": sixNimmt };

  /** All states of a replay: after the deal, then after every step. */
  function states(replay) {
    const all = [replay.start];
    for (const step of replay.steps) {
      all.push(REDUCERS[replay.game](all[all.length - 1], step, replay));
    }
    return all;
  }

  /** The moments on the way through a step, the state after it last: card by card. */
  function beats(replay, state, step) {
    const moments = replay.game === "six-nimmt" ? tableMoments(state, step) : pileMoments(replay, state, step);
    const still = { asks: state.asks, to_act: state.to_act, reason: null, out: state.out };
    return [
      ...moments.map((moment) => ({ ...moment, ...still })),
      REDUCERS[replay.game](state, step, replay),
    ];
  }

  function tableMoments(state, step) {
    const moments = [];
    let now = { ...state, mark: null };
    for (const event of step.events) {
      if (event.kind === "dealt" || !(event.kind in HAPPENS)) continue;
      now = HAPPENS[event.kind](now, event);
      if (["revealed", "placed", "took"].includes(event.kind)) moments.push(now);
    }
    return moments;
  }

  function pileMoments(replay, state, step) {
    const event = step.events.find((each) => each.kind === "played");
    if (!event) return [];
    const { to_play, need } = state;
    return event.plays.map((_, i) => {
      const part = { ...event, plays: event.plays.slice(0, i + 1), drew: 0 };
      const moment = REDUCERS[replay.game](state, { ...step, events: [part] }, replay);
      return { ...moment, to_play, need };
    });
  }

  root.Arena = Object.assign(root.Arena || {}, { states, beats });
})(globalThis);
