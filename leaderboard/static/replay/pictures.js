// What there is to draw at one moment: the whole truth for the spectator, or exactly what
// one seat was sent. Both have the same shape; what is hidden is a number of cards.
(function (root) {
  "use strict";

  const PILES = ["up_1", "up_2", "down_1", "down_2"];
  const FACE_BASES = { up: 1, down: 60 };
  const GAME_BASES = { up: 1, down: 100 };

  const direction = (pile) => pile.split("_")[0];
  const pileOf = (name, base, cards) => ({ name, up: direction(name) === "up", base, cards });
  /** A top as a view tells it: nobody knows from it who laid the card, or what lies below. */
  const topOf = (name, base, top) => pileOf(name, base, top === base ? [] : [[top, null]]);

  function seatOf(replay, seat, state, hand, more) {
    return {
      seat,
      name: replay.seats[seat].bot,
      hand,
      count: hand.length,
      acting: state.to_act.includes(seat),
      out: state.out.includes(seat),
      stuck: state.reason === "stuck" && state.to_play === seat,
      ...more,
    };
  }

  function hiddenSeat(replay, seat, count, more) {
    const name = replay.seats[seat].bot;
    return { seat, name, hand: null, count, acting: false, out: false, ...more };
  }

  // ------------------------------------------------------------------ Face to Face

  function faceToFace(state, replay) {
    const sides = state.sides.map((side, seat) =>
      seatOf(replay, seat, state, side.hand, {
        piles: ["up", "down"].map((name) => pileOf(name, FACE_BASES[name], side[name])),
        deck: side.deck.length,
        next: side.deck.slice(0, 3),
      }),
    );
    return { sides: [sides[1], sides[0]], need: state.need };
  }

  function faceToFaceSeen(ask, seat, replay) {
    const { hand, own, opp, need } = ask.view;
    const side = (tops) => ({
      piles: ["up", "down"].map((name) => topOf(name, FACE_BASES[name], tops[name])),
      deck: tops.deck,
      next: [],
    });
    const mine = { seat, name: replay.seats[seat].bot, hand, count: hand.length, acting: true, out: false };
    return {
      sides: [hiddenSeat(replay, 1 - seat, opp.hand, side(opp)), { ...mine, ...side(own) }],
      need,
    };
  }

  // ------------------------------------------------------------------ The Game

  function theGame(state, replay) {
    const silent = replay.options.league === "silent";
    return {
      piles: PILES.map((name) => pileOf(name, GAME_BASES[direction(name)], state.piles[name])),
      deck: state.deck.length,
      next: state.deck.slice(0, 3),
      need: state.need,
      signals: silent ? null : state.signals,
      seats: state.hands.map((hand, seat) =>
        seatOf(replay, seat, state, hand, {
          turn: state.to_play === seat && !state.reason,
          wish: state.to_play === null || state.asks === "wish" ? state.wishes[seat] : null,
        }),
      ),
    };
  }

  function theGameSeen(ask, seat, replay) {
    const view = ask.view;
    return {
      piles: PILES.map((name) => topOf(name, GAME_BASES[direction(name)], view.piles[name])),
      deck: view.deck,
      next: [],
      need: view.need,
      signals: view.signals || null,
      seats: view.hands.map((count, each) =>
        hiddenSeat(replay, each, count, {
          hand: each === seat ? view.hand : null,
          acting: each === seat,
          turn: view.to_play === each,
        }),
      ),
    };
  }

  // ------------------------------------------------------------------ 6 nimmt!

  function sixNimmt(state, replay) {
    return {
      isOver: state.reason !== null,
      target: replay.options.target,
      deal: state.deal,
      trick: state.trick,
      rows: state.rows,
      markers: state.markers,
      pool: state.pool,
      revealed: state.revealed.map(([seat, card]) => ({
        seat,
        card,
        placed: !state.waiting.includes(seat),
      })),
      specialDeck: replay.options.specials ? state.special_deck.length : null,
      discards: state.special_discards,
      seats: state.hands.map((hand, seat) =>
        seatOf(replay, seat, state, hand, {
          heads: state.heads[seat],
          total: state.totals[seat],
          taken: state.taken[seat],
          specials: state.specials[seat] || [],
          specialCount: (state.specials[seat] || []).length,
        }),
      ),
    };
  }

  function sixNimmtSeen(ask, seat, replay) {
    const view = ask.view;
    const table = new Set(view.rows.flat());
    return {
      target: replay.options.target,
      deal: view.deal,
      trick: view.trick,
      rows: view.rows,
      markers: view.markers || view.rows.map(() => []),
      pool: view.pool || [],
      revealed: view.revealed.map(([each, card]) => ({ seat: each, card, placed: table.has(card) })),
      specialDeck: view.special_deck === undefined ? null : view.special_deck,
      discards: view.special_discards || [],
      seats: view.heads.map((heads, each) => {
        const hand = each === seat ? view.hand : view.hands ? view.hands[each] : null;
        return hiddenSeat(replay, each, hand ? hand.length : view.hand.length, {
          hand,
          acting: each === seat,
          heads,
          total: view.totals[each],
          taken: [],
          specials: each === seat ? view.specials || [] : null,
          specialCount: view.special_counts ? view.special_counts[each] : 0,
        });
      }),
    };
  }

  const SPECTATOR = { "face-to-face": faceToFace, "the-game": theGame, "six-nimmt": sixNimmt };
  const SEEN = {
    "face-to-face": faceToFaceSeen,
    "the-game": theGameSeen,
    "six-nimmt": sixNimmtSeen,
  };

  root.Arena = Object.assign(root.Arena || {}, {
    pictures: {
      spectator: (state, replay) => SPECTATOR[replay.game](state, replay),
      seen: (ask, seat, replay) => SEEN[replay.game](ask, seat, replay),
    },
  });
})(globalThis);
