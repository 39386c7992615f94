// What the bot suggests for an option while one types. Only what is shown can be taken, and it is never out of date.

import { goesOn, h, keepBelowTop } from "./dom.js";

/**
 * Offer suggestions for `input`: `ask(typed)` fetches those for what is typed. Returns the list to be placed beside it.
 * `whole(choice)` says whether the choice is typed whole, so that Enter also sends it; `taken()` is called when one was
 * taken by Enter or a click; `nothing` is said if there are none. A field that is filled in already offers everything.
 * The event "answered" of `input` closes the list, so that it covers no answer; "heard" closes it if it has nothing.
 */
export function suggest(input, name, ask, { whole, taken, nothing }) {
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
  const show = (found, said, again = false) => {
    shown = found;
    at = (input.required || input.value.trim()) && !again ? 0 : -1; // Enter runs a command that needs nothing more
    at = Math.max(at, found.findIndex((choice) => choice.name === input.value));
    options.replaceChildren(...found.map((choice, index) => h("div.option", { role: "option", id: `${name}-${index}`, onclick: (event) => picked(event, index) }, choice.name)));
    options.hidden = !found.length;
    note.textContent = said;
    note.hidden = !said;
    list.hidden = false;
    keepBelowTop(list, input.form, 260);
    input.setAttribute("aria-expanded", String(found.length > 0));
    mark();
  };
  const mark = () => {
    [...options.children].forEach((row, index) => {
      row.classList.toggle("at", index === at);
      row.setAttribute("aria-selected", String(index === at));
      if (index === at) row.scrollIntoView({ block: "nearest" });
    });
    if (at >= 0 && shown.length) input.setAttribute("aria-activedescendant", `${name}-${at}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const take = (index) => {
    turn += 1;
    input.value = shown[index].name;
    input.data = String(shown[index].value);
    input.slip = false;
    fold();
  };
  const picked = (event, index) => {
    event.preventDefault(); // the list lies in the label of its field, which would take the focus
    if (event.detail > 1) return; // of a double click on what was there before
    take(index);
    taken();
  };
  const look = async (again = false) => {
    const mine = ++turn;
    list.style.minHeight = list.hidden ? "" : `${list.offsetHeight}px`; // what waits does not jump
    show([], "Looking …");
    const told = await ask(again ? "" : input.value);
    if (mine !== turn || document.activeElement !== input) return;
    list.style.minHeight = "";
    const found = told?.choices || [];
    if (!again) input.slip = !found.some(whole);
    show(found, found.length ? "" : told?.failed ? "Loading options failed" : nothing, again);
  };

  Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": name, "aria-expanded": "false" })
    .forEach(([key, value]) => input.setAttribute(key, value));
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  input.addEventListener("input", () => { delete input.data; input.slip = true; look(); });
  input.addEventListener("focus", () => look(Boolean(input.value.trim())));
  for (const event of ["blur", "answered"]) input.addEventListener(event, () => { turn += 1; fold(); });
  input.addEventListener("heard", () => note.textContent === nothing && fold());
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") { fold(); event.stopPropagation(); }
    else if (!shown.length) return;
    else if (event.key === "ArrowDown") at = (at + 1) % shown.length;
    else if (event.key === "ArrowUp") at = (Math.max(at, 0) + shown.length - 1) % shown.length;
    else if (event.key === "Enter" && shown.some(whole)) return take(at >= 0 && whole(shown[at]) ? at : shown.findIndex(whole));
    else if (at < 0) return;
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && input.data === undefined)) take(at);
    else return;
    if (event.key !== "Tab") event.preventDefault();
    if (event.key === "Enter") taken();
    else if (!list.hidden) mark();
  });
  return list;
}
