// Charts by Observable Plot. Each is drawn for the width it has and the colours that hold,
// and again when one of them changes. A table beside it has the numbers, or what they come to.
"use strict";

(() => {
  const LONGEST = 16; // letters of a name beside a chart
  const NUMBERED = 14; // bots, up to which a heatmap has its numbers in its cells
  const SHADES = 21; // of a legend: an odd number has a middle
  const game = Arena.data.game;

  const colour = (name) => {
    const probe = Arena.make("span", { style: `color: var(--${name})` });
    document.body.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const short = (at) => {
    const name = Arena.visible(game.bots[at]);
    return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
  };
  const base = (width) => ({
    width,
    style: { background: "transparent", color: "inherit", fontFamily: "inherit", fontSize: "12px" },
  });
  const plain = (number, places) =>
    number
      .toFixed(places)
      .replace(/^-(?=0(\.0*)?$)/, "")
      .replace("-", "−");
  const grid = { stroke: "currentColor", strokeOpacity: 0.1 };

  const history = (place, width) => {
    const points = Arena.data.history[place.dataset.key].map(([stage, round, value, low, high], at) => ({
      at,
      stage,
      round,
      value,
      low,
      high,
    }));
    const last = points[points.length - 1];
    const begins = points.filter((one, at) => at && one.stage !== points[at - 1].stage);
    return Plot.plot({
      ...base(width),
      height: Math.max(200, Math.min(300, width * 0.4)),
      marginLeft: 48,
      marginRight: 56,
      x: {
        label: "rounds",
        ticks: Math.min(points.length - 1, Math.floor(width / 90)),
        tickFormat: (at) => (Number.isInteger(at) ? String(at + 1) : ""),
      },
      y: { label: place.dataset.unit, nice: true, ticks: 5, tickFormat: (y) => String(y) },
      marks: [
        Plot.gridY({ ...grid, ticks: 5 }),
        Plot.ruleX(begins, { x: "at", stroke: "currentColor", strokeOpacity: 0.35, strokeDasharray: "3 3" }),
        Plot.areaY(
          points.filter((one) => one.low !== null),
          { x: "at", y1: "low", y2: "high", fill: "var(--accent)", fillOpacity: 0.18 },
        ),
        Plot.lineY(points, { x: "at", y: "value", stroke: "var(--accent)", strokeWidth: 2 }),
        Plot.dot([last], { x: "at", y: "value", r: 4, fill: "var(--accent)" }),
        Plot.text([last], {
          x: "at",
          y: "value",
          text: (one) => one.value.toFixed(place.dataset.unit === "Elo" ? 0 : 1),
          dx: 9,
          textAnchor: "start",
          fontWeight: 600,
        }),
        Plot.tip(
          points,
          Plot.pointerX({ x: "at", y: "value", title: tip, fill: "var(--surface)", stroke: "var(--line)" }),
        ),
      ],
    });
  };
  const tip = ({ stage, round, value, low, high }) =>
    `Stage ${stage}, round ${round + 1}\n${value.toFixed(1)}` +
    (low === null ? "" : `\n95 %: ${low.toFixed(1)} to ${high.toFixed(1)}`);

  // How a heatmap is read: where its colours turn, and what is on the other side of a couple.
  const KINDS = {
    score: {
      scale: (colours) => ({ type: "diverging", pivot: 0.5, domain: [0, 1], range: colours }),
      other: (score) => 1 - score,
      text: (score) => (100 * score).toFixed(0),
      label: "score",
      told: (score) => `${(100 * score).toFixed(1)} %`,
    },
    difference: {
      scale: (colours, values) => {
        const most = d3.max(values, Math.abs) || 1;
        return { type: "diverging", pivot: 0, domain: [-most, most], range: [...colours].reverse() };
      },
      other: (cards) => -cards,
      text: (cards) => plain(cards, 0),
      label: "cards more",
      told: (cards) => `${plain(cards, 1)} cards`,
    },
    cards: {
      scale: (colours, values) => ({
        type: "linear",
        domain: d3.extent(values),
        range: [colours[2], colours[1]],
      }),
      other: (cards) => cards,
      text: (cards) => plain(cards, 0),
      label: "cards left",
      told: (cards) => `${cards.toFixed(1)} cards left`,
    },
  };

  const heatmap = (place, width) => {
    const kind = KINDS[place.dataset.kind ?? "score"];
    const couples = game.heatmaps[place.dataset.map].filter(
      ([one, other, value]) => typeof one === "number" && typeof other === "number" && value !== null,
    );
    const cells = couples.flatMap(([row, column, value]) =>
      row === column
        ? [{ row, column, value }]
        : [
            { row, column, value },
            { row: column, column: row, value: kind.other(value) },
          ],
    );
    const domain = d3.range(game.bots.length);
    const named = width > 560 || domain.length <= 30;
    const left = named ? 120 : 8;
    const side = Math.min(width, Math.max(320, left + 20 + domain.length * 56));
    const size = (side - left - 8) / domain.length;
    const every = Math.ceil(14 / size);
    const ticks = named ? domain.filter((at) => at % every === 0) : [];
    const scale = kind.scale(
      [colour("cold"), colour("even"), colour("warm")].reverse(),
      couples.map((one) => one[2]),
    );
    const chart = Plot.plot({
      ...base(side),
      height: Math.min(side, left + 30 + domain.length * 40),
      marginLeft: left,
      marginTop: ticks.length ? 96 : 16,
      marginRight: ticks.length ? 40 : 8,
      marginBottom: 8,
      padding: size > 14 ? 0.06 : 0,
      x: { axis: "top", domain, ticks, tickFormat: short, tickRotate: -45, tickSize: 0, label: null },
      y: { domain, ticks, tickFormat: short, tickSize: 0, label: null },
      color: { ...scale, interpolate: "rgb", legend: false },
      marks: [
        Plot.cell(cells, {
          x: "column",
          y: "row",
          fill: "value",
          rx: size > 14 ? 3 : 0,
          shapeRendering: size > 14 ? null : "crispEdges",
        }),
        domain.length <= NUMBERED && size > 24
          ? Plot.text(cells, {
              x: "column",
              y: "row",
              text: (one) => kind.text(one.value),
              fill: "var(--on-heat)",
              fontVariant: "tabular-nums",
            })
          : null,
        Plot.tip(
          cells,
          Plot.pointer({
            x: "column",
            y: "row",
            fill: "var(--surface)",
            stroke: "var(--line)",
            title: (one) => `${short(one.row)} – ${short(one.column)}\n${kind.told(one.value)}`,
          }),
        ),
      ],
    });
    return Arena.make("div", {}, chart, legend(kind, scale, left));
  };

  // What the colours stand for, from one end to the other.
  const legend = (kind, scale, left) => {
    const ends = d3.interpolateNumber(...scale.domain);
    const steps = d3.range(SHADES).map((at) => ends(at / (SHADES - 1)));
    return Plot.plot({
      ...base(left + 240),
      height: 42,
      margin: 8,
      marginLeft: left,
      marginRight: 40,
      marginBottom: 22,
      padding: 0,
      x: {
        domain: steps,
        ticks: [steps[0], steps[(SHADES - 1) / 2], steps[SHADES - 1]],
        tickFormat: kind.told,
        tickSize: 0,
        label: null,
      },
      color: { ...scale, interpolate: "rgb" },
      marks: [Plot.cellX(steps, { x: (step) => step, fill: (step) => step })],
    });
  };

  const histogram = (place, width) => {
    const { rows } = game.histograms.find(({ label }) => label === place.dataset.label);
    const bars = rows.flatMap(([bot, counts]) => {
      const games = d3.sum(counts, ([, n]) => n);
      return counts.map(([score, n]) => ({ bot, score, share: n / games }));
    });
    const [least, most] = d3.extent(bars, (one) => one.score);
    const step = Math.max(1, Math.ceil((most - least + 1) / 48));
    const binned = d3
      .flatRollup(
        bars,
        (some) => d3.sum(some, (one) => one.share),
        (one) => one.bot,
        (one) => Math.floor(one.score / step) * step,
      )
      .map(([bot, score, share]) => ({ bot, score, share }));
    const many = rows.length > 24;
    const each = many ? 12 : 34;
    const options = { x1: "score", x2: (one) => one.score + step, insetLeft: 0.5, insetRight: 0.5 };
    return Plot.plot({
      ...base(width),
      height: 60 + rows.length * each,
      marginLeft: 120,
      marginRight: 12,
      marginBottom: 36,
      x: { label: place.dataset.unit, ticks: Math.floor(width / 80), tickFormat: (x) => String(x) },
      y: { axis: null },
      fy: {
        domain: rows.map(([bot]) => bot),
        tickFormat: short,
        label: null,
        axis: "left",
        padding: many ? 0 : 0.12,
      },
      color: { type: "linear", range: [colour("surface"), colour("accent")] },
      marks: [
        many
          ? Plot.rect(binned, { ...options, fy: "bot", y1: 0, y2: 1, fill: "share" })
          : Plot.rectY(binned, {
              ...options,
              fy: "bot",
              y: "share",
              fill: "var(--accent)",
              fillOpacity: 0.75,
            }),
        many ? null : Plot.ruleY([0], { stroke: "currentColor", strokeOpacity: 0.25 }),
      ],
    });
  };

  const DRAW = { history, heatmap, histogram };
  const draw = (place) => {
    const width = Math.floor(place.clientWidth);
    if (!width) return;
    const chart = DRAW[place.dataset.chart](place, width);
    // The place has a label that says what is shown; Plot's own name the kinds of marks.
    chart.querySelectorAll("[aria-label]").forEach((part) => part.removeAttribute("aria-label"));
    place.replaceChildren(chart);
  };

  // Charts are drawn when they come near the screen: a page with many opens at once.
  const places = [...document.querySelectorAll("[data-chart]")];
  const drawn = new Set();
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        drawn.add(target);
        widths.observe(target);
      }
    },
    { rootMargin: "600px" },
  );
  const widths = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      if (Number(target.dataset.width) === Math.floor(contentRect.width)) continue;
      target.dataset.width = Math.floor(contentRect.width);
      draw(target);
    }
  });
  places.forEach((place) => near.observe(place));
  document.addEventListener("arena-theme", () => drawn.forEach(draw));
})();
