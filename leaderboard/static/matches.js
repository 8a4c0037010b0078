// The list of matches: newest first, chunks of it loaded as they are needed.
"use strict";

(() => {
  const AT_ONCE = 100;
  const { make } = Arena;
  const { games, bots, chunks } = Arena.data.matches;
  const [ID, GAME, STAGE, ROUND, BOTS, SCORES, PLACES, REASON, TURNS, FAULTS, REPLAY] = Array.from(
    { length: 11 },
    (_, at) => at,
  );
  const REASONS = {
    all_laid: "all cards laid",
    stuck: "no legal move",
    target: "target reached",
    deals: "all deals played",
    fault: "a fault",
  };
  const by = (id) => document.getElementById(id);
  const form = by("matches-filters");
  const body = by("matches").tBodies[0];
  const more = by("matches-more");

  const loading = new Map(); // by number: searches that follow each other share a chunk
  const load = (number) => {
    if (!loading.has(number)) loading.set(number, fetched(number));
    return loading.get(number);
  };
  const fetched = (number) =>
    new Promise((done) => {
      const script = make("script", { src: `data/matches-${String(number).padStart(4, "0")}.js` });
      script.addEventListener("load", () => done(Arena.chunks[number]));
      script.addEventListener("error", () => done([]));
      document.head.append(script);
    });

  const wish = () => ({
    bot: by("of-bot").value === "" ? null : Number(by("of-bot").value),
    game: by("of-game").value === "" ? null : Number(by("of-game").value),
    faults: by("only-faults").checked,
    replays: by("only-replays").checked,
  });
  const has = (some, wanted) => wanted === null || some.includes(wanted);
  const mayHave = (chunk, { bot, game, faults, replays }) =>
    has(chunk.bots, bot) &&
    has(chunk.games, game) &&
    !(faults && !chunk.faults) &&
    !(replays && !chunk.replays);
  const fits = (row, { bot, game, faults, replays }) =>
    (bot === null || row[BOTS].includes(bot)) &&
    (game === null || row[GAME] === game) &&
    !(faults && !row[FAULTS].length) &&
    !(replays && !row[REPLAY]);

  const seats = (row) => {
    const [first, ...others] = row[BOTS];
    const copies = others.length > 0 && others.every((bot) => bot === first);
    const order = row[BOTS].map((_, seat) => seat);
    order.sort((one, other) => row[PLACES][one] - row[PLACES][other] || one - other);
    if (copies) order.length = 1;
    return order.map((seat) => {
      const [name, slug] = bots[row[BOTS][seat]];
      const faults = row[FAULTS].filter(([culprit]) => culprit === seat);
      return make(
        "span",
        { class: row[PLACES][seat] === 1 ? "seat first" : "seat" },
        Arena.name(name, slug),
        copies ? make("span", { class: "quiet" }, `× ${row[BOTS].length}`) : null,
        make("span", { class: "score" }, String(row[SCORES][seat])),
        ...faults.map(([, verdict]) => make("span", { class: "fault" }, verdict.replaceAll("_", " "))),
      );
    });
  };
  const line = (row) => {
    const id = make("code", {}, row[ID]);
    const link = row[REPLAY] ? make("a", { href: `match.html?${row[ID]}` }, id) : id;
    const cells = [link, games[row[GAME]][1], `${row[STAGE]}.${row[ROUND] + 1}`, null];
    cells.push(REASONS[row[REASON]] ?? row[REASON], String(row[TURNS]));
    const made = cells.map((cell) => make("td", { role: "cell" }, cell));
    made[3].append(...seats(row));
    return make("tr", { role: "row" }, ...made);
  };

  // A search is a walk from the newest match to the oldest that stops when a page is full;
  // one that was overtaken by another wish ends by itself.
  let search = null;
  async function* found(wanted) {
    for (let number = chunks.length; number > 0; number--) {
      if (!mayHave(chunks[number - 1], wanted)) continue;
      const rows = await load(number);
      for (let at = rows.length - 1; at >= 0; at--) if (fits(rows[at], wanted)) yield rows[at];
    }
  }
  const show = async () => {
    const mine = search;
    const some = [];
    let ended = false;
    more.setAttribute("aria-disabled", "true"); // disabled, it would lose the keyboard's focus
    while (some.length < AT_ONCE && !ended) {
      const next = await mine.rows.next();
      if (next.done) ended = true;
      else some.push(next.value);
    }
    if (mine !== search) return;
    body.append(...some.map(line));
    mine.shown += some.length;
    more.removeAttribute("aria-disabled");
    more.hidden = ended;
    by("matches-status").textContent = ended ? `${mine.shown} shown; these are all.` : `${mine.shown} shown.`;
  };
  const begin = () => {
    search = { rows: found(wish()), shown: 0 };
    body.replaceChildren();
    show();
  };

  const choices = (select, names) => {
    const ordered = names.map((name, at) => [Arena.visible(name), at]);
    ordered.sort(([one], [other]) => one.localeCompare(other));
    select.append(...ordered.map(([name, at]) => make("option", { value: at }, name)));
  };
  choices(
    by("of-bot"),
    bots.map(([name]) => name),
  );
  choices(
    by("of-game"),
    games.map(([, title]) => title),
  );
  const asked = new URLSearchParams(location.search);
  const bot = bots.findIndex(([, slug]) => slug !== null && slug === asked.get("bot"));
  if (bot >= 0) by("of-bot").value = String(bot);
  form.hidden = false;
  form.addEventListener("change", begin);
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => more.ariaDisabled || show());
  if (asked.has("bot") && bot < 0) by("matches-status").textContent = "This bot has played no match yet.";
  else begin();
})();
