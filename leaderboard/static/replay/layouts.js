// Where everything lies: a picture and a width become a list of shapes with places.
//
// A shape has a key; the same key at two moments is the same thing, which moves. Places are
// in pixels. Nothing is drawn here.
(function (root) {
  "use strict";

  const RATIO = 1.4; // of a card
  const GAP = 12;
  const HEAD = 34; // the line with the name of a seat

  /** A list of shapes that grows, and how high it has become. */
  class Scene {
    constructor(width) {
      this.width = width;
      this.height = 0;
      this.shapes = [];
      this.isNarrow = width < 820; // rows and trick of 6 nimmt! below each other
    }

    add(kind, key, x, y, more = {}) {
      this.shapes.push({ kind, key, x, y, ...more });
    }

    card(key, x, y, width, face, look, more = {}) {
      this.add("card", key, x, y, { width, face, look, ...more });
    }

    text(key, x, y, text, style = "", more = {}) {
      this.add("text", key, x, y, { text, style, ...more });
    }

    reach(y) {
      this.height = Math.max(this.height, y);
    }
  }

  /** Cards side by side in a given width, overlapping when they must. */
  function spread(count, width, card, gap = 6) {
    const step = count > 1 ? Math.min(card + gap, (width - card) / (count - 1)) : 0;
    return Array.from({ length: count }, (_, i) => i * step);
  }

  const shortened = (text, width, each = 7.6) => {
    const room = Math.max(3, Math.floor(width / each));
    return text.length > room ? `${text.slice(0, room - 1)}…` : text;
  };

  function hand(scene, who, x, y, width, card, face) {
    const places = spread(who.count, width, card);
    places.forEach((dx, i) => {
      const isCovered = i + 1 < places.length && places[i + 1] - dx < card * 0.85;
      if (who.hand) {
        const { key, look } = face(who.hand[i], who.seat);
        scene.card(key, x + dx, y, card, who.hand[i], look, { from: who.from, isCovered });
      } else {
        scene.card(`hidden-${who.seat}-${i}`, x + dx, y, card, null, "back", { from: who.from });
      }
    });
  }

  function nameLine(scene, who, x, y, width, right) {
    scene.add("badge", `badge-${who.seat}`, x, y, { seat: who.seat, size: 22 });
    const noted = right.length * 7.2 + 10;
    const room = width - 30 - noted - (who.out ? 46 : 0);
    const name = shortened(who.name, room, 9.6);
    scene.text(`name-${who.seat}`, x + 30, y + 16, name, "seat-name", { title: who.name });
    if (who.out) {
      const at = x + width - noted - 38;
      scene.add("pill", `out-${who.seat}`, at, y + 1, { text: "out", width: 38, style: "failure" });
    }
    if (right) scene.text(`right-${who.seat}`, x + width, y + 16, right, "count", { end: true });
  }

  function panel(scene, who, x, y, width, height) {
    const style = who.stuck ? "panel stuck" : who.acting ? "panel acting" : who.turn ? "panel turn" : "panel";
    scene.add("box", `panel-${who.seat}`, x, y, { width, height, style, radius: 12 });
  }

  /** As many columns as fit, and the seats spread evenly over the lines. */
  function columns(count, width, least, most) {
    const fit = Math.max(1, Math.min(count, most, Math.floor((width + GAP) / (least + GAP))));
    return Math.ceil(count / Math.ceil(count / fit));
  }

  /** A pile with the last cards below its top to be seen. */
  function pile(scene, key, x, y, card, pile, face) {
    const fan = Math.round(card * 0.27);
    const shown = pile.cards.slice(-4);
    const bottom = y + fan * 3;
    if (pile.cards.length < 4) {
      const under = bottom - fan * pile.cards.length;
      scene.card(`base-${key}`, x, under, card, pile.base, pile.up ? "base-up" : "base-down");
    }
    shown.forEach(([value, seat], i) => {
      const made = face(value, seat, pile.name);
      const at = bottom - fan * (shown.length - 1 - i);
      scene.card(made.key, x, at, card, value, made.look, { isTop: i === shown.length - 1 });
    });
    return fan * 3 + card * RATIO;
  }

  function deck(scene, key, x, y, card, count, next, narrow) {
    if (!count) scene.add("slot", `slot-${key}`, x, y, { width: card, height: card * RATIO });
    const thick = Math.min(3, Math.ceil(count / 20));
    for (let i = 0; i < thick; i += 1) {
      scene.card(`${key}-${i}`, x - i * 2, y - i * 2, card, null, "back");
    }
    const below = y + card * RATIO + 17;
    scene.text(`${key}-count`, x + card / 2, below, `${count} to draw`, "note", { middle: true });
    if (next.length && !narrow) {
      scene.text(`${key}-next`, x + card / 2, below + 16, `next ${next.join(" ")}`, "faint", { middle: true });
    }
  }

  // ------------------------------------------------------------------ Face to Face

  function faceToFace(picture, scene) {
    const narrow = scene.width < 760;
    const big = narrow ? 66 : 96;
    const fan = Math.round(big * 0.27) * 3;
    const pilesHigh = fan + big * RATIO;
    const room = scene.width - 3 * (big + 30) - 72 - 5 * 6; // beside the piles, for six cards
    const handCard = narrow ? 50 : Math.max(60, Math.min(big, Math.floor(room / 6)));
    const handHigh = handCard * RATIO;
    const sideHigh = narrow ? HEAD + handHigh + 18 + pilesHigh + 24 : HEAD + pilesHigh + 46;
    picture.sides.forEach((side, i) => {
      const y = i * (sideHigh + GAP);
      panel(scene, side, 0, y, scene.width, sideHigh);
      nameLine(scene, side, 14, y + 10, scene.width - 28, sideNote(side, picture));
      sideOf(scene, side, y + HEAD + 6, { narrow, big, fan, handCard, handHigh });
    });
    scene.reach(2 * sideHigh + GAP);
  }

  function sideNote(side, picture) {
    if (side.stuck) return "no legal move";
    return side.acting ? `lays ${picture.need} or more` : `${side.count} in hand`;
  }

  function sideOf(scene, side, y, size) {
    const { narrow, big, fan, handCard } = size;
    const gap = narrow ? 26 : 30;
    const left = narrow ? (scene.width - 3 * big - 2 * gap) / 2 : 24;
    const piles = narrow ? y + size.handHigh + 14 : y;
    const face = (card, seat, name) => ({
      key: seat === null ? `seen-${side.seat}-${name}-${card}` : `card-${seat}-${card}`,
      look: seat === null ? "plain" : seat === 0 ? "gold" : "silver",
    });
    deck(scene, `deck-${side.seat}`, left, piles + fan, big, side.deck, side.next, narrow);
    const from = { x: left, y: piles + fan, width: big };
    side.piles.forEach((each, i) => {
      const x = left + (i + 1) * (big + gap);
      pile(scene, `${side.seat}-${each.name}`, x, piles, big, each, face);
      const label = each.up ? "rising ↑" : "falling ↓";
      scene.text(`label-${side.seat}-${i}`, x + big / 2, piles + fan + big * RATIO + 17, label, "note", { middle: true });
    });
    const own = (card, seat) => ({ key: `card-${seat}-${card}`, look: seat === 0 ? "gold" : "silver" });
    const who = { ...side, from };
    if (narrow) {
      hand(scene, who, 14, y + 2, scene.width - 28, handCard, own);
      return;
    }
    const x = left + 3 * (big + gap) + 24;
    hand(scene, who, x, piles + fan + (big - handCard) * RATIO, scene.width - x - 24, handCard, own);
  }

  // ------------------------------------------------------------------ The Game

  const PILE_LABELS = ["rising 1 ↑", "rising 2 ↑", "falling 1 ↓", "falling 2 ↓"];
  const CHIP = 19;

  function theGame(picture, scene) {
    const card = Math.min(96, Math.floor((scene.width - 28 - 4 * 12) / 5));
    const gap = Math.min(34, (scene.width - 28 - 5 * card) / 4);
    const left = (scene.width - 5 * card - 4 * gap) / 2;
    const fan = Math.round(card * 0.27) * 3;
    const face = (value) => ({ key: `card-${value}`, look: "game" });
    const said = chips(picture);
    const lines = Math.max(1, ...said.map((each) => each.length));
    const bottom = 14 + fan + card * RATIO;
    scene.add("box", "table", 0, 0, { width: scene.width, height: bottom + 34 + lines * CHIP + 6, style: "panel", radius: 12 });
    deck(scene, "deck", left, 14 + fan, card, picture.deck, picture.next, card < 80);
    picture.piles.forEach((each, i) => {
      const x = left + (i + 1) * (card + gap);
      pile(scene, each.name, x, 14, card, each, face);
      const label = card < 80 ? PILE_LABELS[i].replace(/(ris|fall)ing /, "pile ") : PILE_LABELS[i];
      scene.text(`label-${i}`, x + card / 2, bottom + 17, label, "note", { middle: true });
      said[i].forEach((chip, line) => {
        const width = Math.min(card + gap - 2, Math.max(card, 82));
        const y = bottom + 27 + line * CHIP;
        const label = root.Arena.words.SIGNALS[chip.word];
        const fitting = width < 80 ? label.replace(" steps", "") : label;
        scene.add("chip", `chip-${i}-${chip.seat}`, x + (card - width) / 2, y, { ...chip, label: fitting, width });
      });
    });
    seatPanels(picture, scene, bottom + 34 + lines * CHIP + 6 + GAP, { face, deck: { x: left, y: 14 + fan, width: card } });
  }

  /** For each pile, what the seats ask of whoever plays. */
  function chips(picture) {
    return picture.piles.map((_, i) =>
      (picture.signals || []).flatMap((words, seat) =>
        words && words[i] !== "none" ? [{ seat, word: words[i] }] : [],
      ),
    );
  }

  function seatPanels(picture, scene, top, { face, deck }) {
    const count = picture.seats.length;
    const across = columns(count, scene.width, 320, 3);
    const width = (scene.width - (across - 1) * GAP) / across;
    const card = width < 420 ? 46 : 58;
    const high = HEAD + card * RATIO + 24;
    picture.seats.forEach((who, i) => {
      const x = (i % across) * (width + GAP);
      const y = top + Math.floor(i / across) * (high + GAP);
      panel(scene, who, x, y, width, high);
      nameLine(scene, who, x + 12, y + 9, width - 24, seatNote(who, picture));
      hand(scene, { ...who, from: deck }, x + 12, y + HEAD + 8, width - 24, card, face);
    });
    scene.reach(top + Math.ceil(count / across) * (high + GAP) - GAP);
  }

  function seatNote(who, picture) {
    if (who.stuck) return "no legal move";
    if (who.wish) return who.wish;
    if (who.turn) return `on turn, lays ${picture.need}+`;
    return `${who.count} in hand`;
  }

  // ------------------------------------------------------------------ 6 nimmt!

  const SLOTS = 6;

  function sixNimmt(picture, scene) {
    const narrow = scene.isNarrow;
    const card = narrow ? Math.min(58, Math.floor((scene.width - 24 - 22 - 5 * 6) / SLOTS)) : 58;
    const face = (value) => ({ key: `card-${picture.deal}-${value}`, look: `six heads-${root.Arena.drawing.heads(value)}` });
    const bottom = picture.pool.length
      ? pool(picture, scene, face)
      : rowsAndTrick(picture, scene, card, face);
    sixPanels(picture, scene, bottom + GAP, face);
  }

  function pool(picture, scene, face) {
    const card = scene.isNarrow ? 38 : 50;
    const step = card + 5;
    const across = Math.floor((scene.width - 24) / step);
    const left = (scene.width - across * step + 5) / 2;
    const lines = Math.ceil(picture.pool.length / across);
    const high = 42 + lines * (card * RATIO + 6) + 10;
    scene.add("box", "table", 0, 0, { width: scene.width, height: high, style: "panel", radius: 12 });
    scene.text("pool", 14, 24, `The pool, ${picture.pool.length} cards`, "note");
    picture.pool.forEach((value, i) => {
      const made = face(value);
      const y = 38 + Math.floor(i / across) * (card * RATIO + 6);
      scene.card(made.key, left + (i % across) * step, y, card, value, made.look);
    });
    return high;
  }

  function rowsAndTrick(picture, scene, card, face) {
    const narrow = scene.isNarrow;
    const step = card + (narrow ? 6 : 9);
    const high = card * RATIO + (narrow ? 8 : 10);
    const rowsWide = 34 + SLOTS * step + (narrow ? 0 : 84);
    const rowsHigh = 12 + picture.rows.length * high;
    const trickX = narrow ? 12 : rowsWide + 20;
    const trickY = narrow ? rowsHigh + 4 : 6;
    const trickWide = narrow ? scene.width - 24 : scene.width - trickX - 12;
    const trickHigh = trick(picture, scene, { x: trickX, y: trickY, width: trickWide, card: narrow ? card : picture.seats.length > 5 ? 56 : 76, face });
    let bottom = Math.max(rowsHigh, trickY + trickHigh) + 6;
    const penaltiesHigh = 30 + picture.seats.length * 21;
    if (!narrow) {
      const top = Math.max(trickY + trickHigh + 4, rowsHigh - penaltiesHigh - 4);
      penalties(picture, scene, trickX, top, trickWide);
      bottom = Math.max(bottom, top + penaltiesHigh + 4);
    } else if (scene.width - rowsWide > 220) {
      penalties(picture, scene, rowsWide + 30, 6, scene.width - rowsWide - 46);
    }
    if (picture.specialDeck !== null) {
      const gone = picture.discards.map((word) => root.Arena.words.SPECIALS[word]).join(", ");
      const told = `${picture.specialDeck} special cards to draw` + (gone ? `; used: ${gone}` : "");
      scene.text("specials", 14, bottom + 12, shortened(told, scene.width - 28, 6.4), "note", { title: told });
      bottom += 26;
    }
    scene.shapes.unshift({ kind: "box", key: "table", x: 0, y: 0, width: scene.width, height: bottom, style: "panel", radius: 12 });
    picture.rows.forEach((row, i) => oneRow(scene, picture, i, { y: 10 + i * high, step, card, face }));
    return bottom;
  }

  function oneRow(scene, picture, i, { y, step, card, face }) {
    const marks = picture.markers[i] || [];
    const isStopped = marks.includes("stop");
    scene.text(`row-${i}`, 14, y + (card * RATIO) / 2 + 5, String(i), "index");
    const slots = marks.includes("seven") ? 7 : SLOTS;
    const tight = slots > SLOTS ? (step * (SLOTS - 1)) / (slots - 1) : step;
    for (let slot = picture.rows[i].length; slot < slots; slot += 1) {
      const style = slot === slots - 1 ? "slot last" : "slot";
      scene.add("slot", `slot-${i}-${slot}`, 34 + slot * tight, y, { width: card, height: card * RATIO, style });
    }
    picture.rows[i].forEach((value, slot) => {
      const made = face(value);
      scene.card(made.key, 34 + slot * tight, y, card, value, made.look, { isFaded: isStopped });
    });
    marks.forEach((mark, n) => {
      const wide = !scene.isNarrow;
      const x = wide ? 34 + SLOTS * step + 2 : 34 + (SLOTS - 1) * step - 8;
      const place = wide ? y + 10 + n * 26 : y + card * RATIO - 24 - n * 24;
      scene.add("pill", `mark-${i}-${mark}`, x, place, { text: root.Arena.words.SPECIALS[mark], width: 58, style: mark });
    });
  }

  function trick(picture, scene, { x, y, width, card, face }) {
    const chosen = picture.revealed.length > 0;
    const told = `Deal ${picture.deal}, trick ${picture.trick}`;
    scene.text("trick", x, y + 18, chosen || picture.isOver ? told : `${told}: cards are being chosen`, "note");
    const laid = chosen ? picture.revealed : picture.seats.map(({ seat }) => ({ seat, placed: true }));
    const step = card + 10;
    const across = Math.max(1, Math.floor((width + 10) / step));
    const high = card * RATIO + 34;
    laid.forEach(({ seat, card: value, placed }, i) => {
      const cx = x + (i % across) * step;
      const cy = y + 30 + Math.floor(i / across) * high;
      const text = value ? String(value) : "";
      if (placed) scene.add("slot", `laid-${seat}`, cx, cy, { width: card, height: card * RATIO, text });
      else scene.card(face(value).key, cx, cy, card, value, face(value).look, { isTop: true });
      scene.add("badge", `laid-by-${seat}`, cx + card / 2 - 10, cy + card * RATIO + 3, { seat, size: 20 });
    });
    return 30 + Math.ceil(laid.length / across) * high;
  }

  /** Everybody's penalty as a bar, up to the target where there is one. */
  function penalties(picture, scene, x, y, width) {
    const sums = picture.seats.map((who) => who.total + who.heads);
    const most = Math.max(picture.target || 30, ...sums);
    const told = picture.target ? `Penalty; the game ends at ${picture.target}` : "Penalty";
    scene.text("penalties", x, y + 14, told, "note");
    picture.seats.forEach((who, i) => {
      const line = y + 26 + i * 21;
      const track = width - 62;
      const long = (heads) => (track * heads) / most;
      scene.add("badge", `bar-of-${who.seat}`, x, line, { seat: who.seat, size: 17 });
      scene.add("bar", `bar-${who.seat}`, x + 25, line + 3.5, { width: track, seat: who.seat, total: long(who.total), now: long(who.heads) });
      scene.text(`sum-${who.seat}`, x + width, line + 13, String(sums[i]), "count", { end: true });
    });
  }

  function sixPanels(picture, scene, top, face) {
    const count = picture.seats.length;
    const across = columns(count, scene.width, 320, 3);
    const width = (scene.width - (across - 1) * GAP) / across;
    const card = width < 420 ? 44 : 48;
    const pills = picture.specialDeck === null ? 0 : 28;
    const high = HEAD + card * RATIO + 22 + pills;
    picture.seats.forEach((who, i) => {
      const x = (i % across) * (width + GAP);
      const y = top + Math.floor(i / across) * (high + GAP);
      panel(scene, who, x, y, width, high);
      taken(scene, who, x + width - 12, y + 8, face);
      nameLine(scene, who, x + 12, y + 9, width - 24 - 26, `${who.heads} heads, total ${who.total}`);
      hand(scene, who, x + 12, y + HEAD + 6, width - 24, card, face);
      if (pills) specials(scene, who, x + 12, y + high - 32, width - 24);
    });
    scene.reach(top + Math.ceil(count / across) * (high + GAP) - GAP);
  }

  /** The cards that a seat took, as a small heap beside its penalty. */
  function taken(scene, who, right, y, face) {
    who.taken.slice(-7).forEach((value) => {
      const made = face(value);
      scene.card(made.key, right - 17, y, 17, value, made.look);
    });
  }

  function specials(scene, who, x, y, width) {
    const wide = Math.min(66, (width + 5) / Math.max(1, who.specialCount) - 5);
    for (let i = 0; i < who.specialCount; i += 1) {
      const word = who.specials ? who.specials[i] : null;
      const text = word ? root.Arena.words.SPECIALS[word] : "hidden";
      const style = word ? "special" : "hidden";
      scene.add("pill", `special-${who.seat}-${i}`, x + i * (wide + 5), y, { text, width: wide, style });
    }
  }

  const LAYOUTS = { "face-to-face": faceToFace, "the-game": theGame, "six-nimmt": sixNimmt };

  /** The shapes of a picture, lowest first, and the height of all. */
  function layout(game, picture, width) {
    const scene = new Scene(width);
    LAYOUTS[game](calmed(picture), scene);
    return scene;
  }

  /** Where all seats act at once, none of them stands out. */
  function calmed(picture) {
    const seats = picture.seats || [];
    if (seats.length < 2 || !seats.every((who) => who.acting)) return picture;
    return { ...picture, seats: seats.map((who) => ({ ...who, acting: false })) };
  }

  root.Arena = Object.assign(root.Arena || {}, { layout });
})(globalThis);
