// The replay viewer: Arena.viewer(element, replay).
//
// It keeps one number, the position: how many steps are done. Everything on the screen
// follows from it and from whose view is chosen. Every text is set as text.
(function (root) {
  "use strict";

  const BEAT_MS = 520;
  const DWELL_MS = 900;
  const WIDE = 1000; // pixels: the list of moves stands beside the table
  const SPEEDS = [0.5, 1, 2, 4, 8];
  const ICONS = {
    first: "M6 5v14M19 5L9 12l10 7z",
    back: "M16 5L6 12l10 7z",
    play: "M8 4.5v15L20 12z",
    pause: "M8 5v14M16 5v14",
    next: "M8 5l10 7-10 7z",
    last: "M18 5v14M5 5l10 7-10 7z",
  };

  /** An HTML element; strings among the children become text. */
  function html(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }

  function icon(name) {
    const { node } = root.Arena.drawing;
    return node("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, node("path", { d: ICONS[name] }));
  }

  const badgeOf = (seat) => html("span", { class: `seat-mark seat-${seat}`, "aria-hidden": "true" }, String(seat));

  const linked = () => new URLSearchParams(location.hash.slice(1));

  class Viewer {
    constructor(element, replay) {
      this.replay = replay;
      this.states = root.Arena.states(replay);
      this.last = replay.steps.length;
      this.asks = this.asksByPosition();
      this.position = 0;
      this.seat = null; // null: the spectator, who sees everything
      this.speed = 1;
      this.isPlaying = false;
      this.timer = null;
      this.build(element);
      this.listen();
      this.followLink();
    }

    /** By seat: its asks, each with the position at which it was sent. */
    asksByPosition() {
      const positions = new Map(this.replay.steps.map((step, i) => [step.step, i]));
      return this.replay.asks.map((asks) =>
        asks.map((ask) => ({ ...ask, position: positions.get(ask.step) })),
      );
    }

    // ---------------------------------------------------------------- elements

    build(element) {
      const { TITLES, optionWords } = root.Arena.words;
      this.stage = new root.Arena.Stage();
      this.told = html("div", { class: "told", tabindex: "0", role: "group", "aria-label": "What happened", "aria-live": "polite", "aria-atomic": "true" });
      this.times = html("ul", { class: "times", "aria-label": "Times" });
      const list = html("div", { class: "log", tabindex: "0", role: "group", "aria-label": "All moves" });
      this.log = list;
      this.root = html(
        "section",
        { class: "arena-viewer", "aria-label": "Replay" },
        html(
          "header",
          {},
          html("p", { class: "game" }, html("strong", {}, TITLES[this.replay.game]), ` ${optionWords(this.replay)}`),
          this.buildViews(),
        ),
        this.buildControls(),
        html("div", { class: "table" }, this.stage.svg),
        html("div", { class: "side" }, this.told, this.times, list),
      );
      element.replaceChildren(this.root);
    }

    buildViews() {
      const button = (seat, ...label) =>
        html("button", { type: "button", onclick: () => this.look(seat) }, ...label);
      this.views = [
        [null, button(null, "Spectator")],
        ...this.replay.seats.map(({ bot }, seat) => {
          const name = html("span", { class: "bot-name", title: bot }, bot);
          const spoken = html("span", { class: "spoken" }, `View of seat ${seat}, `);
          return [seat, button(seat, badgeOf(seat), spoken, name)];
        }),
      ];
      return html("div", { class: "views", role: "group", "aria-label": "Whose view" }, ...this.views.map(([, made]) => made));
    }

    buildControls() {
      const button = (name, label, act) =>
        html("button", { type: "button", class: name, "aria-label": label, title: label, onclick: act }, icon(name));
      this.playButton = button("play", "Play", () => this.toggle());
      this.slider = html("input", {
        type: "range",
        min: 0,
        max: this.last,
        step: 1,
        value: 0,
        "aria-label": "Turn",
        oninput: () => this.jump(Number(this.slider.value)),
      });
      this.where = html("span", { class: "where" });
      const speeds = SPEEDS.map((speed) => html("option", { value: speed, selected: speed === 1 }, `${speed}×`));
      const speed = html("select", { "aria-label": "Speed", onchange: () => this.setSpeed(Number(speed.value)) }, ...speeds);
      return html(
        "div",
        { class: "controls", role: "group", "aria-label": "Controls" },
        html(
          "div",
          { class: "buttons" },
          button("first", "First turn (Home)", () => this.jump(0)),
          button("back", "One turn back (left arrow)", () => this.back()),
          this.playButton,
          button("next", "One turn on (right arrow)", () => this.forward()),
          button("last", "Last turn (End)", () => this.jump(this.last)),
        ),
        html("div", { class: "scrub" }, this.slider, this.faultTicks()),
        html("div", { class: "right" }, this.where, speed),
      );
    }

    /** A mark on the slider wherever a bot failed. */
    faultTicks() {
      const ticks = html("div", { class: "ticks", "aria-hidden": "true" });
      this.replay.steps.forEach((step, i) => {
        if (!step.faults.length) return;
        const tick = html("i");
        tick.style.left = `${(100 * (i + 1)) / Math.max(1, this.last)}%`;
        ticks.append(tick);
      });
      return ticks;
    }

    // ---------------------------------------------------------------- what is asked for

    listen() {
      document.addEventListener("keydown", (event) => this.onKey(event));
      window.addEventListener("hashchange", () => {
        if (linked().has("turn")) this.followLink(); // else it leads to another part of the page
      });
      new ResizeObserver(() => this.fit()).observe(this.root);
    }

    onKey(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (event.target.closest("input, select, textarea, [contenteditable]")) return;
      const onButton = event.target.closest("button, a, summary");
      const keys = {
        " ": onButton ? null : () => this.toggle(),
        ArrowRight: () => this.forward(),
        ArrowLeft: () => this.back(),
        Home: () => this.jump(0),
        End: () => this.jump(this.last),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    }

    /** `#turn=12` is the table after turn 12, `#turn=12&seat=1` what seat 1 knew then. */
    followLink() {
      const link = linked();
      const seat = Number.parseInt(link.get("seat"), 10);
      this.seat = seat in this.replay.seats ? seat : null;
      this.buildLog();
      this.jump(Number.parseInt(link.get("turn"), 10) || 0);
    }

    /** Keeps the address up to date, once there is more to say than that nothing was chosen. */
    writeLink() {
      if (this.position === 0 && this.seat === null && !linked().has("turn")) return;
      const seat = this.seat === null ? "" : `&seat=${this.seat}`;
      history.replaceState(null, "", `#turn=${this.position}${seat}`);
    }

    look(seat) {
      this.seat = seat;
      this.buildLog();
      this.settle(0);
      // A card that is on its way belongs to the view that was left.
      if (this.isPlaying) this.later(() => this.finishStep(), DWELL_MS);
    }

    setSpeed(speed) {
      this.speed = speed;
    }

    toggle() {
      if (this.isPlaying) {
        this.stop();
        this.settle(0);
        return;
      }
      this.isPlaying = true;
      if (this.position >= this.last) this.position = 0;
      this.showPlaying();
      this.settle(0);
      this.later(() => this.walk(), 200);
    }

    stop() {
      this.isPlaying = false;
      clearTimeout(this.timer);
      this.showPlaying();
    }

    showPlaying() {
      const name = this.isPlaying ? "pause" : "play";
      const label = this.isPlaying ? "Pause (space)" : "Play (space)";
      this.playButton.replaceChildren(icon(name));
      this.playButton.setAttribute("aria-label", label);
      this.playButton.title = label;
    }

    forward() {
      this.stop();
      this.walk();
    }

    back() {
      this.stop();
      this.position = this.neighbour(-1);
      this.settle(BEAT_MS * 0.6);
    }

    jump(position) {
      this.stop();
      this.position = Math.max(0, Math.min(this.last, position));
      this.settle(0);
    }

    // ---------------------------------------------------------------- time

    later(act, ms) {
      clearTimeout(this.timer);
      this.timer = setTimeout(act, ms / this.speed);
    }

    /** The next position: for a seat, where it is asked again. */
    neighbour(way) {
      if (this.seat === null) return Math.max(0, Math.min(this.last, this.position + way));
      const stops = [0, ...this.asks[this.seat].map((ask) => ask.position), this.last];
      if (way > 0) return stops.find((stop) => stop > this.position) ?? this.last;
      return stops.findLast((stop) => stop < this.position) ?? 0;
    }

    /** One step on, card by card for the spectator. */
    walk() {
      if (this.position >= this.last) {
        this.stop();
        return;
      }
      const from = this.position;
      this.position = this.neighbour(1);
      this.tell();
      if (this.seat !== null || root.Arena.motion.still()) this.finishStep();
      else this.beat(root.Arena.beats(this.replay, this.states[from], this.replay.steps[from]));
    }

    beat([state, ...rest]) {
      if (!rest.length) {
        this.finishStep();
        return;
      }
      this.drawPicture(root.Arena.pictures.spectator(state, this.replay), BEAT_MS * 0.8);
      this.later(() => this.beat(rest), BEAT_MS);
    }

    finishStep() {
      this.draw(BEAT_MS * 0.8);
      if (!this.isPlaying) return;
      if (this.position < this.last) this.later(() => this.walk(), DWELL_MS);
      else this.stop();
    }

    /** Everything on the screen is as the position says. */
    settle(ms) {
      if (!this.isPlaying) clearTimeout(this.timer);
      this.tell();
      this.draw(ms);
    }

    // ---------------------------------------------------------------- the table

    fit() {
      this.root.classList.toggle("is-wide", this.root.clientWidth >= WIDE);
      this.draw(0);
      this.markLog();
    }

    draw(ms) {
      const ask = this.seat === null ? null : this.askNow();
      if (this.seat !== null && !ask) {
        this.drawPicture(null, 0);
        return;
      }
      const { spectator, seen } = root.Arena.pictures;
      const picture = ask
        ? seen(ask, this.seat, this.replay)
        : spectator(this.states[this.position], this.replay);
      this.drawPicture(picture, ms);
    }

    drawPicture(picture, ms) {
      const width = Math.max(320, Math.round(this.stage.svg.parentElement.clientWidth));
      const scene = picture
        ? root.Arena.layout(this.replay.game, picture, width)
        : { width, height: 60, shapes: [] };
      this.stage.show(scene, this.label(), ms / this.speed);
    }

    label() {
      const whose = this.seat === null ? "" : `, as seat ${this.seat} was told`;
      return `The table after turn ${this.position} of ${this.last}${whose}`;
    }

    askNow() {
      return this.asks[this.seat].findLast((ask) => ask.position <= this.position) || null;
    }

    // ---------------------------------------------------------------- the words

    tell() {
      this.slider.value = this.position;
      this.slider.setAttribute("aria-valuetext", `turn ${this.position} of ${this.last}`);
      this.where.textContent = `${this.position} / ${this.last}`;
      this.views.forEach(([seat, button]) => button.setAttribute("aria-pressed", String(seat === this.seat)));
      this.told.replaceChildren(...(this.seat === null ? this.tellAll() : this.tellSeat()));
      this.told.scrollTop = 0;
      this.tellTimes();
      this.markLog();
      if (!this.isPlaying) this.writeLink();
    }

    tellAll() {
      const step = this.replay.steps[this.position - 1];
      const words = step ? root.Arena.words.stepWords(step, this.replay) : ["The cards are dealt."];
      return [
        html("h2", {}, step ? `Turn ${this.position}` : "The deal"),
        ...this.faultsOf(step ? step.faults : []),
        html("div", { class: "sentences" }, ...words.map((each) => html("p", {}, each))),
        ...this.ending(),
      ];
    }

    tellSeat() {
      const { eventWords, sentence, ASKS, moveWords, timeWords } = root.Arena.words;
      const ask = this.askNow();
      const name = `seat ${this.seat}, ${this.replay.seats[this.seat].bot},`;
      if (!ask) return [html("p", {}, sentence(`${name} has not been asked anything yet`)), ...this.ending()];
      const step = this.replay.steps[ask.position];
      const made = step.moves.find((move) => move.seat === this.seat && !move.stand_in);
      const events = ask.events.map((event) => html("p", {}, sentence(eventWords(event, this.replay))));
      const news = html("details", { class: "news" }, html("summary", {}, `Told since its last ask: ${events.length}`), ...events);
      return [
        html("h2", {}, `Ask ${ask.turn}, before turn ${ask.position + 1}`),
        ...this.faultsOf(step.faults.filter((fault) => fault.seat === this.seat)),
        html("p", {}, sentence(`${name} is asked ${ASKS[ask.asks]}`)),
        ...(made ? [html("p", { class: "answer" }, `It ${moveWords(made)} (${timeWords(made)}).`)] : []),
        ...(events.length ? [news] : []),
        ...this.ending(),
      ];
    }

    faultsOf(faults) {
      return faults.map((fault) =>
        html(
          "p",
          { class: "failure" },
          html("strong", {}, root.Arena.words.faultWords(fault, this.replay)),
          " ",
          html("code", {}, fault.verdict),
          " ",
          html("span", { class: "failure-detail" }, fault.detail),
        ),
      );
    }

    /** How long the moves of this turn took; a seat sees no other's times. */
    tellTimes() {
      const step = this.seat === null ? this.replay.steps[this.position - 1] : null;
      const items = (step ? step.moves : []).map((made) => {
        const spoken = html("span", { class: "spoken" }, `seat ${made.seat}: `);
        return html("li", {}, badgeOf(made.seat), spoken, root.Arena.words.timeWords(made));
      });
      this.times.hidden = !items.length;
      this.times.replaceChildren(...items);
    }

    ending() {
      if (this.position < this.last) return [];
      const { scores, places } = this.replay.outcome;
      const order = places.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b);
      const unit = { "face-to-face": "point", "the-game": "card", "six-nimmt": "head" }[this.replay.game];
      const { counted, endWords } = root.Arena.words;
      const rows = order.map((seat) =>
        html("li", {}, badgeOf(seat), html("span", { class: "bot-name" }, this.replay.seats[seat].bot), html("b", {}, counted(scores[seat], unit))),
      );
      const table = this.replay.game === "the-game" ? [] : [html("ol", { class: "result" }, ...rows)];
      return [html("p", { class: "end" }, endWords(this.replay)), ...table];
    }

    // ---------------------------------------------------------------- all moves

    buildLog() {
      const rows = this.seat === null ? this.logOfAll() : this.logOfSeat();
      this.entries = rows.map(([position, ...content]) => {
        const button = html("button", { type: "button", onclick: () => this.jump(position) }, ...content);
        return { position, button };
      });
      const items = this.entries.map(({ button }) => html("li", {}, button));
      this.log.replaceChildren(html("ol", {}, ...items), this.downloadLink());
    }

    logOfAll() {
      return this.replay.steps.map((step, i) => [
        i + 1,
        html("span", { class: "nth" }, String(i + 1)),
        ...step.faults.map((fault) => this.logLine(fault.seat, fault.verdict, "", "failure")),
        ...step.moves.map((made) => this.logMove(made)),
      ]);
    }

    logOfSeat() {
      return this.asks[this.seat].map((ask) => {
        const step = this.replay.steps[ask.position];
        const own = (each) => each.seat === this.seat;
        const faults = step.faults.filter(own).map((fault) => this.logLine(fault.seat, fault.verdict, "", "failure"));
        const moves = step.moves.filter((made) => own(made) && !made.stand_in);
        return [ask.position, html("span", { class: "nth" }, String(ask.turn)), ...faults, ...moves.map((made) => this.logMove(made))];
      });
    }

    logMove(made) {
      const { moveWords, wallWords } = root.Arena.words;
      return this.logLine(made.seat, moveWords(made), wallWords(made), made.stand_in ? "stand-in" : "");
    }

    logLine(seat, words, time, style) {
      return html(
        "span",
        { class: `line ${style}` },
        badgeOf(seat),
        html("span", { class: "spoken" }, `seat ${seat} `),
        html("span", { class: "what" }, words),
        html("span", { class: "time" }, time),
      );
    }

    markLog() {
      const now = this.seat === null ? this.position : (this.askNow() || {}).position;
      for (const { position, button } of this.entries) {
        if (position !== now) {
          button.removeAttribute("aria-current");
          continue;
        }
        button.setAttribute("aria-current", "step");
        // Only the list scrolls, never the page.
        const middle = button.offsetTop - this.log.clientHeight / 2 + button.offsetHeight / 2;
        this.log.scrollTop = middle;
      }
    }

    /** The record file, where the replay brings it along. */
    downloadLink() {
      if (!this.replay.record) return "";
      const file = new Blob([JSON.stringify(this.replay.record)], { type: "application/json" });
      const name = `match-${this.replay.id}.json`.replace(/[^\w.-]/g, "_");
      return html("p", { class: "download" }, html("a", { href: URL.createObjectURL(file), download: name }, "Record of this match"));
    }
  }

  root.Arena = Object.assign(root.Arena || {}, {
    viewer: (element, replay) => new Viewer(element, replay),
  });
})(globalThis);
