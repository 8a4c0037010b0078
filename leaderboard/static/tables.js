// Tables that can be sorted and filtered. Rows come with the page: nothing waits for this file.
"use strict";

(() => {
  const FILTER_FROM = 6; // rows; a shorter table is seen at a glance

  Arena.make = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  };

  // What would be obeyed instead of shown, as the pages themselves have it.
  const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  Arena.visible = (text) => String(text).replace(INVISIBLE, "\ufffd");
  Arena.name = (bot, slug, up = "") => {
    const name = Arena.make("bdi", { class: "name" }, Arena.visible(bot));
    return slug ? Arena.make("a", { href: `${up}bots/${slug}.html` }, name) : name;
  };

  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? (cell.classList.contains("bar") ? "" : cell.textContent);
    const clean = text
      .replace(/[\u202f\s%]/g, "")
      .replace("−", "-")
      .replace(/^[±+]/, "");
    const number = cell.classList.contains("number") ? Number.parseFloat(clean) : Number(clean);
    return clean !== "" && Number.isFinite(number) ? number : text.trim();
  };
  const missing = (one) => one === "" || one === "–";

  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
    return one.localeCompare(other);
  };

  const sort = (table, column, direction) => {
    const body = table.tBodies[0];
    const keyed = [...body.rows].map((row) => [value(row, column), row]);
    keyed.sort(([one], [other]) => {
      if (missing(one) || missing(other)) return missing(one) - missing(other);
      return compare(one, other) * direction;
    });
    body.append(...keyed.map(([, row]) => row));
  };

  const sortable = (table) => {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const named = heading.textContent.trim() && !heading.querySelector("svg");
      if (!named || (table.matches(".ranking") && !heading.dataset.sort)) return;
      const button = Arena.make("button", { type: "button", class: "sort" });
      button.append(...heading.childNodes);
      heading.append(button);
      if (heading.ariaLabel) button.ariaLabel = heading.ariaLabel;
      button.addEventListener("click", () => {
        const up = heading.ariaSort !== "ascending";
        headings.forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", up ? "ascending" : "descending");
        sort(table, column, up ? 1 : -1);
      });
    });
  };

  const filterable = (table) => {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < FILTER_FROM) return;
    const input = Arena.make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    const told = Arena.make("span", { role: "status", class: "quiet" });
    const label = Arena.make("label", {}, Arena.make("span", {}, "Find a bot"), input);
    table.parentElement.before(Arena.make("div", { class: "find" }, label, told));
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLocaleLowerCase();
      const shown = rows.filter((row) => {
        row.hidden = !row.cells[1].textContent.toLocaleLowerCase().includes(wanted);
        return !row.hidden;
      });
      told.textContent = wanted ? `${shown.length} of ${rows.length} bots` : "";
    });
  };

  // Pointing at a row marks all that it is not told apart from.
  const reaching = (table) => {
    const rows = [...table.tBodies[0].rows].filter((row) => row.dataset.from);
    const mark = (at) => {
      for (const row of rows) {
        const level = at && +row.dataset.from <= +at.dataset.to && +row.dataset.to >= +at.dataset.from;
        row.classList.toggle("level", Boolean(level));
        row.classList.toggle("apart", Boolean(at) && !level);
      }
    };
    for (const row of rows) {
      row.addEventListener("pointerenter", () => mark(row));
      row.addEventListener("focusin", () => mark(row));
      row.addEventListener("focusout", () => mark(null));
    }
    table.addEventListener("pointerleave", () => mark(null));
  };

  for (const table of document.querySelectorAll("table[data-sortable]")) {
    sortable(table);
    if (!table.matches(".ranking")) continue;
    filterable(table);
    reaching(table);
  }
})();
