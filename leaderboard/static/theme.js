// The choice between light and dark, made before anything is painted; and the place where all
// other scripts meet. Without a choice the browser's own is followed.
"use strict";

window.Arena = { data: {}, chunks: [], replays: {} };

(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  // A page that was opened as a file, or with storage switched off, forgets the choice.
  const kept = () => {
    try {
      return localStorage.getItem("arena-theme");
    } catch {
      return null;
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem("arena-theme", theme);
    } catch {
      // Then it holds for this page.
    }
  };

  const chosen = kept();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const shown = () => root.dataset.theme || (dark.matches ? "dark" : "light");
  const told = () => document.dispatchEvent(new Event("arena-theme"));
  dark.addEventListener("change", told);

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("button.theme");
    const label = () => {
      const other = shown() === "dark" ? "light" : "dark";
      button.textContent = other === "dark" ? "Dark" : "Light";
      button.setAttribute("aria-label", `Change to ${other} colours`);
    };
    button.hidden = false;
    label();
    button.addEventListener("click", () => {
      root.dataset.theme = shown() === "dark" ? "light" : "dark";
      keep(root.dataset.theme);
      told();
    });
    document.addEventListener("arena-theme", label);
  });
})();
