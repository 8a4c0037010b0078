// One match: its replay is unpacked, shown, and its record offered as a file.
"use strict";

(() => {
  const { make } = Arena;
  const by = (id) => document.getElementById(id);
  const id = location.search.slice(1);
  const say = (text) => {
    by("match-lead").textContent = text;
  };

  const load = () =>
    new Promise((done, failed) => {
      const script = make("script", { src: `data/replays/${id}.js` });
      script.addEventListener("load", () => done(Arena.replays[id]));
      script.addEventListener("error", failed);
      document.head.append(script);
    });

  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    const end = text.indexOf("\n");
    return { record: text.slice(0, end), replay: JSON.parse(text.slice(end + 1)) };
  };

  const seats = (replay) => {
    const slugs = new Map(Arena.data.matches.bots);
    const { scores, places } = replay.outcome;
    const rows = replay.seats.map(({ bot }, seat) => {
      const faults = replay.faults.filter((one) => one.seat === seat);
      return [
        String(seat),
        Arena.name(bot, slugs.get(bot)),
        String(scores[seat]),
        String(places[seat]),
        faults.map((one) => Arena.visible(`${Arena.words.faultWords(one, replay)} ${one.detail}`)).join(" ") || "–",
      ];
    });
    const titles = ["Seat", "Bot", "Score", "Place", "Fault"];
    const head = make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title)));
    const body = rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))));
    const table = make("table", { class: "plain" }, make("thead", {}, head), make("tbody", {}, ...body));
    return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Result" }, table);
  };

  // What bots wrote, where the organiser publishes it.
  const stderr = (replay) =>
    (replay.stderr ?? []).flatMap((said, seat) =>
      said
        ? [
            make("h3", {}, "Seat ", String(seat), ", ", Arena.name(replay.seats[seat].bot), ", on stderr"),
            make("pre", { class: "scroll", tabindex: "0" }, Arena.visible(said)),
          ]
        : [],
    );

  const download = (record) => {
    const file = new Blob([record, "\n"], { type: "application/json" });
    const link = make("a", { download: `${id}.json`, href: URL.createObjectURL(file), class: "onward" });
    link.append("The record file");
    const how = make("span", { class: "quiet" }, " for ", make("code", {}, `arena replay ${id}.json`));
    return make("p", {}, link, how);
  };

  const show = ({ record, replay }) => {
    const games = new Map(Arena.data.matches.games);
    by("match-title").replaceChildren(
      ...replay.seats.flatMap(({ bot }, seat) => {
        const name = Arena.name(bot);
        return seat ? [make("span", { class: "quiet" }, " · "), name] : [name];
      }),
    );
    document.title = `${id} · ${document.title}`;
    say(`${games.get(replay.list) ?? replay.list ?? replay.game} · match ${id}`);
    Arena.viewer(by("viewer"), replay);
    by("match-result").append(make("h2", {}, "Result"), seats(replay), download(record), ...stderr(replay));
  };

  if (!id) return;
  if (!/^[\w-]+$/.test(id)) return say("This is no id of a match.");
  load()
    .then(unpack)
    .then(show, () => {
      say(`The replay of ${id} is not part of this site; "arena replay ${id}" shows it from the database.`);
    });
})();
