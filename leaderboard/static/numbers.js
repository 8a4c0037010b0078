// The numbers behind a chart, as a table: made when they are asked for, some rows at a time.
"use strict";

(() => {
  const AT_ONCE = 100;
  const { make } = Arena;
  const { bots, slugs, tables } = Arena.data.game;

  const fixed = (places) => {
    const format = new Intl.NumberFormat("en", {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    });
    return (number) =>
      number === null
        ? "–"
        : format
            .format(number)
            .replace(/^-(?=0(\.0*)?$)/, "")
            .replaceAll(",", "\u202f")
            .replace("-", "−");
  };
  const bot = (at) => (typeof at === "number" ? Arena.name(bots[at], slugs[at], "../") : Arena.name(at));
  const named = (at) => (typeof at === "number" ? bots[at] : at);
  const one = fixed(1);
  const cells = {
    bot,
    bots: (team) => make("span", {}, ...team.flatMap((at, place) => (place ? [" + ", bot(at)] : [bot(at)]))),
    count: fixed(0),
    number: one,
    percent: (share) => (share === null ? "–" : `${one(100 * share)} %`),
    signed: (number) => (number > 0 ? `+${one(number)}` : one(number)),
  };

  const isNamed = (row, kinds, wanted) =>
    kinds.some(
      (kind, column) =>
        kind.startsWith("bot") &&
        [row[column]].flat().some((at) => named(at).toLocaleLowerCase().includes(wanted)),
    );

  const fill = (place, { titles, kinds, rows }) => {
    const body = make("tbody");
    const head = make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title)));
    const table = make("table", { class: "plain" }, make("thead", {}, head), body);
    const input = make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    const label = make("label", {}, make("span", {}, "Find a bot"), input);
    const told = make("span", { role: "status", class: "quiet" });
    const more = make("button", { type: "button" }, "Show more");
    let found = rows;
    let shown = 0;

    const show = () => {
      const some = found.slice(shown, shown + AT_ONCE);
      body.append(
        ...some.map((row) =>
          make("tr", {}, ...row.map((value, column) => make("td", {}, cells[kinds[column]](value)))),
        ),
      );
      shown += some.length;
      more.hidden = shown >= found.length;
      told.textContent = `${shown} of ${found.length}`;
    };
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLocaleLowerCase();
      found = wanted ? rows.filter((row) => isNamed(row, kinds, wanted)) : rows;
      shown = 0;
      body.replaceChildren();
      show();
    });
    more.addEventListener("click", show);
    const region = { class: "scroll", tabindex: "0", role: "group", "aria-label": "The numbers" };
    place.append(make("div", { class: "find" }, label, told), make("div", region, table), more);
    show();
  };

  for (const place of document.querySelectorAll("[data-table]")) {
    const table = tables[place.dataset.table];
    place.parentElement.addEventListener("toggle", () => fill(place, table), { once: true });
  }
})();
