// Puts the shapes of a layout on the screen. Cards stay the same elements from moment to
// moment, so that they move; everything else is drawn anew.
(function (root) {
  "use strict";

  const FAR = 60; // pixels: a card that goes farther lies above the others on its way

  const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  function text(shape) {
    const { node } = root.Arena.drawing;
    const anchor = shape.middle ? "middle" : shape.end ? "end" : "start";
    const made = node("text", { x: shape.x, y: shape.y, class: `words ${shape.style}`, "text-anchor": anchor }, shape.text);
    if (shape.title) made.append(node("title", {}, shape.title));
    return made;
  }

  function box({ x, y, width, height, style, radius }) {
    return root.Arena.drawing.node("rect", { x, y, width, height, rx: radius, class: style });
  }

  function slot({ x, y, width, height, style = "slot", text: inside }) {
    const { node } = root.Arena.drawing;
    const outline = node("rect", { x, y, width, height, rx: width * 0.1, class: style });
    if (!inside) return outline;
    const at = { x: x + width / 2, y: y + height / 2 + 6, class: "words ghost", "text-anchor": "middle" };
    return node("g", {}, outline, node("text", at, inside));
  }

  function badge({ x, y, seat, size }) {
    const { node } = root.Arena.drawing;
    const half = size / 2;
    return node(
      "g",
      { class: `badge seat-${seat}` },
      node("circle", { cx: x + half, cy: y + half, r: half }),
      node("text", { x: x + half, y: y + half + 4.2, "text-anchor": "middle" }, String(seat)),
    );
  }

  function pill({ x, y, text: inside, width, style }) {
    const { node } = root.Arena.drawing;
    return node(
      "g",
      { class: `pill ${style}` },
      node("rect", { x, y, width, height: 21, rx: 10.5 }),
      node("text", { x: x + width / 2, y: y + 14.6, "text-anchor": "middle" }, inside),
    );
  }

  function chip({ x, y, seat, word, label, width }) {
    const { node } = root.Arena.drawing;
    return node(
      "g",
      { class: `chip ${word}` },
      node("rect", { x, y, width, height: 17, rx: 8.5 }),
      badge({ x: x + 1, y: y + 1, seat, size: 15 }),
      node("text", { x: x + 20, y: y + 12.4 }, label),
    );
  }

  /** Penalty points: those of finished deals, then those of this one, on a track. */
  function bar({ x, y, width, seat, total, now }) {
    const { node } = root.Arena.drawing;
    const part = (style, from, wide) => node("rect", { class: style, x: x + from, y, width: Math.max(0, wide), height: 10, rx: 5 });
    return node(
      "g",
      { class: `penalty seat-${seat}` },
      part("track", 0, width),
      part("now", 0, total + now),
      part("total", 0, total),
    );
  }

  const DRAW = { text, box, slot, badge, pill, chip, bar };
  const OVER = new Set(["pill", "badge", "chip"]);

  const placed = ({ x, y, width }) => `translate(${x}px, ${y}px) scale(${width / 100})`;

  function classOf({ look, isTop, isFaded, isCovered }) {
    const told = { "is-top": isTop, "is-faded": isFaded, "is-covered": isCovered };
    return ["playing-card", look, ...Object.keys(told).filter((name) => told[name])].join(" ");
  }

  class Stage {
    constructor() {
      const { node } = root.Arena.drawing;
      this.under = node("g");
      this.cards = node("g");
      this.over = node("g");
      this.svg = node("svg", { class: "stage", role: "img" }, this.under, this.cards, this.over);
      this.known = new Map(); // key -> { element, shape }
    }

    /** Draws a scene; cards glide to their new places in `ms`, at once if it is 0. */
    show(scene, label, ms) {
      this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${Math.ceil(scene.height)}`);
      this.svg.setAttribute("aria-label", label);
      const others = scene.shapes.filter((shape) => shape.kind !== "card");
      const drawn = (wanted) => others.filter((s) => OVER.has(s.kind) === wanted).map((s) => DRAW[s.kind](s));
      this.under.replaceChildren(...drawn(false));
      this.over.replaceChildren(...drawn(true));
      this.showCards(scene.shapes.filter((shape) => shape.kind === "card"), still() ? 0 : ms);
    }

    showCards(shapes, ms) {
      const before = this.known;
      this.known = new Map();
      const near = [];
      const far = [];
      for (const shape of shapes) {
        const old = before.get(shape.key);
        const element = old ? old.element : this.newCard(shape);
        if (old && (old.shape.look !== shape.look || old.shape.face !== shape.face)) {
          element.replaceChildren(...root.Arena.drawing.card(shape));
        }
        element.setAttribute("class", classOf(shape));
        element.style.transform = placed(shape);
        const distance = ms ? this.glide(element, old ? old.shape : shape.from, shape, ms) : 0;
        (distance > FAR ? far : near).push(element);
        this.known.set(shape.key, { element, shape });
      }
      this.cards.replaceChildren(...near, ...far);
    }

    newCard(shape) {
      const { node, card } = root.Arena.drawing;
      return node("g", {}, ...card(shape));
    }

    /** Moves a card from where it was, or lets it appear; says how far it goes. */
    glide(element, from, to, ms) {
      if (!from) {
        element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms });
        return 0;
      }
      if (from.x === to.x && from.y === to.y && from.width === to.width) return 0;
      element.animate([{ transform: placed(from) }, { transform: placed(to) }], {
        duration: ms,
        easing: "cubic-bezier(.2,.7,.2,1)",
      });
      return Math.hypot(from.x - to.x, from.y - to.y);
    }
  }

  root.Arena = Object.assign(root.Arena || {}, { Stage, motion: { still } });
})(globalThis);
