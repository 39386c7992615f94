// Keys that work wherever the focus is, and the page that lists them.

import { guard } from "./address.js";
import { goesOn, h } from "./dom.js";

const TAKES_LETTERS = "input, textarea, [contenteditable], [role='listbox']";
const SELECTORS = ["#main .composer", "#main .log", "#dm .log", "#dm .composer", "#tabs", "#channels", "#people-top", "#people-side", "#tools"];
const HELP = [
  ["F6, Shift+F6", "go to the next or the previous part of the page: message box, messages, direct messages, channels, people, tools"],
  ["Alt+↑, Alt+↓", "go to the channel above or below"],
  ["Page Up, Page Down", "in an empty message box, turn the pages of the messages"],
  ["any letter", "goes into the message box; in an open menu it searches"],
  ["Escape", "closes a list or a form, and goes to the message box; from the direct messages, to the channel"],
  ["Tab, Shift+Tab", "from the message box, Shift+Tab goes to the green or blue button of the newest message with buttons, or to its first; or back to an older message, if you have just come from there; Tab goes to the next"],
  ["↑, ↓, Enter", "move in a list, also of channels or people, and take what is marked"],
  ["Ctrl+/", "shows these keys"],
];

const inForm = () => document.querySelector("dialog[open]");

/** Send what is typed where nothing takes it to `composer(target)`. */
export function typeAnywhere(composer) {
  const free = (event) => !event.defaultPrevented && !event.target.closest?.(TAKES_LETTERS) && !inForm();
  document.addEventListener("keydown", (event) => {
    if (!free(event) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const letter = [...event.key].length === 1 && event.key !== " "; // a blank presses buttons and turns pages
    if (letter || event.key === "Escape") composer(event.target)?.take();
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || !free(event)) return;
    event.preventDefault();
    composer(event.target)?.take();
    const field = document.activeElement;
    if (!field.setRangeText) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Go from part to part of the page by F6, and from channel to channel by Alt and an arrow; `enter(part)` takes the focus there. */
export function goAround(enter, step) {
  const parts = () => SELECTORS.map((each) => document.querySelector(each)).filter((part) => part.checkVisibility({ visibilityProperty: true }));
  document.addEventListener("keydown", (event) => {
    if (inForm() || event.ctrlKey || event.metaKey) return;
    if (event.key === "F6" && !event.altKey) {
      const all = parts();
      const at = all.findIndex((part) => part.contains(document.activeElement));
      const way = event.shiftKey ? -1 : 1;
      enter(all.at((at < 0 && way < 0 ? 0 : at) + way) ?? all[0]);
    } else if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) step(event.key === "ArrowUp" ? -1 : 1);
    else return;
    event.preventDefault();
  });
}

/** Move up and down among the channels, the people and the tools by arrows. */
export function upAndDown() {
  document.addEventListener("keydown", (event) => {
    const ways = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
    const list = event.target.closest?.("#channels, #tabs, .people, #tools");
    if (!list || !(event.key in ways) || event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = [...list.querySelectorAll("button")];
    const at = stops.indexOf(event.target) + ways[event.key]; // from the tools as a whole, down to the first
    stops[Math.max(0, Math.min(stops.length - 1, at))].focus();
    event.preventDefault();
  });
}

/** Show the keys of this page. */
export function showKeys() {
  const shut = h("button.button.primary", { type: "submit" }, "Close");
  const dialog = h("dialog", { "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    h("form", { method: "dialog" }, h("h2", { id: "keys-title" }, "Keys"),
      goesOn(h("div.keys", { tabIndex: 0, role: "group", "aria-label": "Keys" },
        h("dl", {}, HELP.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])))),
      h("div.form-buttons", {}, shut)));
  document.body.append(dialog);
  dialog.showModal();
  guard();
  shut.focus();
}

/** Show the keys of this page by Ctrl+/, as Discord does. */
export function helpByKey() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || !(event.ctrlKey || event.metaKey) || inForm()) return;
    event.preventDefault();
    showKeys();
  });
}
