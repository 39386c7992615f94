// What the bot suggests for an option while one types. Only what is shown can be taken, and it is never out of date.

import { goesOn, h } from "./dom.js";

/** Offer suggestions for `input`: `ask()` fetches those for what stands in it. Returns the list to be placed beside it. */
export function suggest(input, name, ask) {
  const options = h("div", { role: "listbox", id: name, "aria-label": "Suggestions" });
  const note = h("p.nothing", { role: "status" });
  const list = goesOn(h("div.suggestions", { hidden: true, tabIndex: 0 }, options, note));
  let shown = [];
  let at = 0;
  let turn = 0;

  const fold = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const show = (found, said) => {
    shown = found;
    at = 0;
    options.replaceChildren(...found.map((choice, index) => h("div.option", { role: "option", id: `${name}-${index}`, onclick: () => take(index) }, choice.name)));
    options.hidden = !found.length;
    note.textContent = said;
    note.hidden = !said;
    list.hidden = false;
    input.setAttribute("aria-expanded", String(found.length > 0));
    mark();
  };
  const mark = () => {
    [...options.children].forEach((row, index) => {
      row.classList.toggle("at", index === at);
      row.setAttribute("aria-selected", String(index === at));
      if (index === at) row.scrollIntoView({ block: "nearest" });
    });
    if (shown.length) input.setAttribute("aria-activedescendant", `${name}-${at}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const take = (index) => {
    turn += 1;
    input.value = shown[index].name;
    input.data = String(shown[index].value);
    fold();
  };
  const look = async () => {
    const mine = ++turn;
    list.style.minHeight = list.hidden ? "" : `${list.offsetHeight}px`; // what waits does not jump
    show([], "Looking …");
    const told = await ask();
    if (mine !== turn || document.activeElement !== input) return;
    list.style.minHeight = "";
    const found = told?.choices || [];
    show(found, found.length ? "" : told?.failed ? "Loading options failed" : "No options match your search");
  };

  Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": name, "aria-expanded": "false" })
    .forEach(([key, value]) => input.setAttribute(key, value));
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  input.addEventListener("input", () => { delete input.data; look(); });
  input.addEventListener("focus", look);
  input.addEventListener("blur", () => { turn += 1; fold(); });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") { fold(); event.stopPropagation(); }
    else if (!shown.length) return;
    else if (event.key === "ArrowDown") at = (at + 1) % shown.length;
    else if (event.key === "ArrowUp") at = (at + shown.length - 1) % shown.length;
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && input.data === undefined)) take(at);
    else return;
    if (event.key !== "Tab") event.preventDefault();
    if (!list.hidden) mark();
  });
  return list;
}
