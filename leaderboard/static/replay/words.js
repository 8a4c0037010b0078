// A replay in words: what happened in a step, what a seat was told, how the match ended.
//
// Plain text only; whoever shows it sets it as text, because bots choose their own names.
(function (root) {
  "use strict";

  const TITLES = {
    "face-to-face": "The Game: Face to Face",
    "the-game": "The Game",
    "six-nimmt": "6 nimmt!",
  };
  const PILES = {
    own_up: "its rising pile",
    own_down: "its falling pile",
    opp_up: "the opponent’s rising pile",
    opp_down: "the opponent’s falling pile",
    up_1: "rising pile 1",
    up_2: "rising pile 2",
    down_1: "falling pile 1",
    down_2: "falling pile 2",
  };
  const SIGNALS = { small_steps: "small steps", keep_off: "keep off" };
  const WISHES = {
    eager: "would like to start",
    neutral: "does not mind who starts",
    reluctant: "would rather not start",
  };
  const SPECIALS = {
    fifth_row: "fifth row",
    seven: "seven",
    insert: "insert",
    replace: "replace",
    shift: "shift",
    flip: "flip",
    stop: "stop",
  };
  const REASONS = {
    all_laid: "all cards are laid",
    stuck: "no legal move was left",
    target: "the target was reached",
    deals: "all deals are played",
    fault: "a bot failed",
  };
  const VERDICTS = {
    did_not_start: "did not start",
    bad_handshake: "did not shake hands as it should",
    late: "was late",
    gone: "was gone",
    unreadable: "sent something unreadable",
    out_of_turn: "spoke out of turn",
    illegal: "made an illegal move",
    too_much_memory: "used too much memory",
    too_much_output: "wrote too much",
  };
  const ASKS = {
    play: "to lay cards",
    wish: "whether it would like to start",
    signal: "for a signal to the seat on turn",
    draft: "to draft a card",
    choose: "to choose a card",
    special: "whether it plays a special card",
    take: "which row it takes",
    swap: "whether it swaps a special card",
  };

  function listed(items) {
    if (items.length < 2) return items.join("");
    return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
  }

  const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const who = (replay, seat) => `seat ${seat}, ${replay.seats[seat].bot},`;

  /** Cards laid one after another, those on the same pile together. */
  function laid(plays) {
    const groups = [];
    for (const [card, pile] of plays) {
      const last = groups[groups.length - 1];
      if (last && last.pile === pile) last.cards.push(card);
      else groups.push({ pile, cards: [card] });
    }
    return listed(groups.map(({ pile, cards }) => `${listed(cards)} on ${PILES[pile]}`));
  }

  /** What is asked for, each word with all its piles. */
  function signalled(signals) {
    const piles = ["rising 1", "rising 2", "falling 1", "falling 2"];
    const said = Object.entries(SIGNALS).flatMap(([word, told]) => {
      const where = piles.filter((_, i) => signals[i] === word);
      return where.length ? [`“${told}” on ${listed(where)}`] : [];
    });
    return said.length ? `asks for ${said.join("; ")}` : "signals nothing";
  }

  function played(event) {
    const where = { insert: "row", stop: "row", replace: "card", flip: "card", shift: "card" };
    const at = where[event.special];
    const told = at ? ` (${at} ${event[at]}${"to_row" in event ? ` to row ${event.to_row}` : ""})` : "";
    return `plays the special card “${SPECIALS[event.special]}”${told}`;
  }

  const EVENTS = {
    played: (e) => `lays ${laid(e.plays)}${e.drew ? `, draws ${e.drew}` : ""}`,
    wished: (e) => WISHES[e.wish],
    signalled: (e) => signalled(e.signals),
    drafted: (e) => `drafts ${e.card}`,
    placed: (e) => `lays ${e.card} in row ${e.row}`,
    took: (e) =>
      `takes row ${e.row} with ${e.card}: ${counted(e.cards.length, "card")}, ` +
      (e.heads < 0 ? `${-e.heads} fewer heads` : counted(e.heads, "bull head")),
    special: played,
    swapped: (e) => `swaps the special card “${SPECIALS[e.gave]}”`,
    fault: (e) =>
      `${VERDICTS[e.verdict]} and leaves the game` + (e.stand_in ? "; the referee plays for it" : ""),
  };

  /** An event as a sentence without its full stop. */
  function eventWords(event, replay) {
    if (event.kind === "dealt") return `deal ${event.deal} begins`;
    if (event.kind === "revealed") {
      const cards = event.cards.map(([seat, card]) => `${card} by seat ${seat}`);
      return `all cards are revealed: ${listed(cards)}`;
    }
    return `${who(replay, event.seat)} ${EVENTS[event.kind](event)}`;
  }

  /** What a move says that no event tells. */
  function quietWords(made, replay) {
    if (made.asks === "special" && made.move.special === null) {
      return `${who(replay, made.seat)} plays no special card`;
    }
    if (made.asks === "swap" && made.move.give === null) {
      return `${who(replay, made.seat)} keeps its special cards`;
    }
    return null;
  }

  const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

  /** A step as sentences. */
  function stepWords(step, replay) {
    const quiet = step.moves.map((made) => quietWords(made, replay)).filter(Boolean);
    return [...quiet, ...step.events.map((event) => eventWords(event, replay))].map(sentence);
  }

  /** A move as it stands in the list of all moves. */
  function moveWords(made) {
    const move = made.move;
    if (made.asks === "play") return `lays ${laid(move.plays)}`;
    if (made.asks === "wish") return WISHES[move.wish];
    if (made.asks === "signal") return signalled(move.signals);
    if (made.asks === "choose") return `chooses ${move.card}`;
    if (made.asks === "draft") return `drafts ${move.card}`;
    if (made.asks === "take") return `takes row ${move.row}`;
    if (made.asks === "swap") return move.give === null ? "swaps nothing" : `swaps “${SPECIALS[move.give]}”`;
    return move.special === null ? "plays no special card" : played(move);
  }

  function faultWords(fault, replay) {
    const at = fault.turn ? ` at its ask ${fault.turn}` : "";
    return sentence(`${who(replay, fault.seat)} ${VERDICTS[fault.verdict]}${at}`);
  }

  const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

  /** How long a move took by the clock on the wall. */
  const wallWords = (made) => (made.stand_in ? "by the referee" : ms(made.wall_ms));

  /** Both clocks of a move. */
  function timeWords(made) {
    const cpu = made.stand_in || made.cpu_ms === null ? "" : `, ${ms(made.cpu_ms)} CPU`;
    return wallWords(made) + cpu;
  }

  /** How the match ended. */
  function endWords(replay) {
    const { scores, places, reason } = replay.outcome;
    const why = REASONS[reason];
    if (replay.game === "the-game") {
      const left = scores[0];
      return left === 0 ? "Won: all 98 cards are laid." : `${counted(left, "card")} left: ${why}.`;
    }
    const best = Math.min(...places);
    const first = replay.seats.filter((_, seat) => places[seat] === best).map((seat) => seat.bot);
    const nobody = best === Math.max(...places) && replay.game === "face-to-face";
    if (nobody) return `Nobody wins: ${why}.`;
    return `${listed(first)} ${first.length > 1 ? "win" : "wins"}: ${why}.`;
  }

  /** The options that say something, as a line. */
  function optionWords(replay) {
    return Object.entries(replay.options)
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]) => (value === true ? name : `${name} ${value}`).replaceAll("_", " "))
      .join(" · ");
  }

  root.Arena = Object.assign(root.Arena || {}, {
    words: {
      TITLES, SIGNALS, SPECIALS, ASKS, counted, sentence,
      eventWords, stepWords, moveWords, faultWords, timeWords, wallWords, endWords, optionWords,
    },
  });
})(globalThis);
