// Draws one card, and the few other shapes of a table, as SVG. Our own drawing throughout.
//
// A card is drawn 100 by 140; whoever places it scales it.
(function (root) {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  const BULL =
    "M2 1C2.4 6.6 4.6 9 8 9.3C7.8 13 8.6 19 12 19C15.4 19 16.2 13 16 9.3" +
    "C19.4 9 21.6 6.6 22 1C19.6 4.2 17.2 5.2 14.6 5.2L9.4 5.2C6.8 5.2 4.4 4.2 2 1Z";

  /** An SVG element; strings among the children become text and never markup. */
  function node(name, attributes = {}, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children.map((child) => (typeof child === "string" ? document.createTextNode(child) : child)));
    return made;
  }

  function heads(card) {
    if (card === 55) return 7;
    if (card % 11 === 0) return 5;
    if (card % 10 === 0) return 3;
    return card % 5 === 0 ? 2 : 1;
  }

  /** The inside of a card: `face` is its number, `look` the set that it belongs to. */
  function card({ face, look }) {
    const paper = node("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 11 });
    if (look === "back") return [paper, ...backOf()];
    const value = String(face);
    const size = value.length > 2 ? 44 : 56;
    const shapes = [
      paper,
      node("rect", { class: "frame", x: 6, y: 6, width: 88, height: 128, rx: 7 }),
      node("text", { class: value.length > 2 ? "corner long" : "corner", x: 13, y: 34 }, value),
      node("text", { class: "numeral", x: 50, y: 90, "font-size": size }, value),
    ];
    if (look.startsWith("six")) return [...shapes, ...bulls(heads(face))];
    if (look.startsWith("base")) return [...shapes, arrow(look.endsWith("up"))];
    return [...shapes, ...gauge(face, look === "game" ? 100 : 60)];
  }

  function backOf() {
    const lines = [];
    for (let i = 0; i < 5; i += 1) {
      lines.push(node("path", { class: "weave", d: `M50 ${18 + i * 10}L${82 - i * 6} 70L50 ${122 - i * 10}L${18 + i * 6} 70Z` }));
    }
    return [node("rect", { class: "frame", x: 8, y: 8, width: 84, height: 124, rx: 7 }), ...lines];
  }

  /** Where the card lies between the lowest and the highest: distances can be seen. */
  function gauge(value, highest) {
    const x = 18 + (64 * (value - 1)) / (highest - 1);
    return [
      node("path", { class: "scale", d: "M18 116H82" }),
      node("circle", { class: "dot", cx: x, cy: 116, r: 5 }),
    ];
  }

  function arrow(up) {
    const d = up ? "M50 104V126M40 113L50 103L60 113" : "M50 103V125M40 116L50 126L60 116";
    return node("path", { class: "arrow", d });
  }

  function bulls(count) {
    const lines = count > 5 ? [4, 3] : [count];
    const size = count > 3 ? 0.68 : 0.95;
    return lines.flatMap((many, line) => {
      const step = 24 * size + 1;
      const left = 50 - (many * step) / 2;
      const top = lines.length > 1 ? 100 + line * 15 : 105;
      return Array.from({ length: many }, (_, i) =>
        node("path", { class: "bull", d: BULL, transform: `translate(${left + i * step} ${top}) scale(${size})` }),
      );
    });
  }

  root.Arena = Object.assign(root.Arena || {}, { drawing: { node, card, heads } });
})(globalThis);
