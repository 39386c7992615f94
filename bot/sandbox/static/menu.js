// Menus to choose from: in messages, in forms and above the composer.

import { guard } from "./address.js";
import { emoji, goesOn, h } from "./dom.js";

let open = null;

/** Return whether a choice opens something further, such as a form: it is there whatever is searched. */
const goesFurther = (option) => option.label.endsWith("…");

/** Close whichever list is open; `back` to its button if one goes back. Return whether there was one. */
export function closeList(back = false) {
  const was = open;
  was?.close();
  if (back) was?.anchor.focus();
  return Boolean(was);
}

/** If a list of `old` is open: a function that opens it again in what has replaced `old`, where it still can be. */
export function heldList(old) {
  if (!open || !old.contains(open.anchor)) return null;
  const place = [...old.querySelectorAll(".menu")].indexOf(open.anchor);
  const { at, chosen, sought } = open.state();
  open.drop();
  return (box) => {
    const menu = box.querySelectorAll(".menu")[place];
    if (menu && !menu.disabled) menu.unfold(at, chosen, sought);
  };
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.box.contains(event.target) && !open.anchor.contains(event.target)) open.close();
});
window.addEventListener("resize", () => closeList());

function place(box, anchor) {
  const rect = anchor.getBoundingClientRect();
  const below = innerHeight - rect.bottom;
  const height = Math.min(box.scrollHeight, 300);
  const up = below < height + 8 && rect.top > below;
  box.style.width = `${Math.max(rect.width, 220)}px`;
  box.style.left = `${Math.max(4, Math.min(rect.left, innerWidth - Math.max(rect.width, 220) - 4))}px`;
  box.style.maxHeight = `${Math.min(300, (up ? rect.top : below) - 12)}px`;
  if (up) box.style.bottom = `${innerHeight - rect.top + 4}px`;
  else box.style.top = `${rect.bottom + 4}px`;
}

function optionRow(option, index, name) {
  return h(
    `div.option${goesFurther(option) ? ".further" : ""}`,
    { role: "option", id: `${name}-${index}`, "aria-selected": "false", data: { value: option.value } },
    emoji(option.emoji),
    h("span.option-text", {}, h("span.option-label", {}, option.label), option.description && h("small", {}, option.description)),
  );
}

let count = 0;

/** A select menu of Discord's: `done(values)` is called when a choice is made. */
export function selectMenu(part, options, done) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  const label = h("span.menu-label");
  const button = h(
    "button.menu",
    { type: "button", disabled: part.disabled, "aria-haspopup": "listbox", "aria-expanded": "false", data: { id: part.custom_id } },
    label,
    h("span.menu-arrow", { "aria-hidden": "true" }, "⌄"),
  );

  function show() {
    const names = options.filter((option) => chosen.includes(option.value));
    label.replaceChildren(...names.flatMap((option, i) => [i ? ", " : "", emoji(option.emoji) || "", option.label]));
    label.classList.toggle("empty", !names.length);
    if (!names.length) label.textContent = part.placeholder || "Make a selection";
  }

  function unfold(where = null, marked = null, typed = "") {
    closeList();
    const before = chosen.join("\n");
    if (marked) chosen = marked.filter((value) => options.some((option) => option.value === value)).slice(0, most);
    const name = `menu${++count}`;
    const list = h("div.choices", { role: "listbox", id: name, tabIndex: -1, "aria-label": part.placeholder || "Choices", "aria-multiselectable": most > 1 ? "true" : null });
    list.append(...options.map((option, index) => optionRow(option, index, name)));
    const note = h("p.sought", { role: "status", hidden: true });
    const box = goesOn(h("div.list", {}, note, list));
    let sought = "";
    const wanted = where === null ? (option) => chosen.includes(option.value) : (option) => option.value === where;
    let at = Math.max(0, options.findIndex(wanted));
    const mark = () => {
      [...list.children].forEach((row, index) => {
        row.classList.toggle("at", index === at && !nobodys);
        row.setAttribute("aria-selected", String(chosen.includes(row.dataset.value)));
      });
      if (nobodys) list.removeAttribute("aria-activedescendant");
      else list.setAttribute("aria-activedescendant", `${name}-${at}`);
      list.children[at]?.scrollIntoView({ block: "nearest" });
      if (at === options.length - 1) box.scrollTop = box.scrollHeight; // also if it has been in view all the time
    };
    const says = (index) => options[index].label.toLowerCase().includes(sought.toLowerCase());
    const fits = (index) => says(index) || goesFurther(options[index]);
    let nobodys = false; // whether what is marked was marked by a search that has been taken back
    const fitting = () => options.map((_, index) => index).filter(fits);
    const search = (text) => {
      sought = text;
      const found = fitting();
      [...list.children].forEach((row, index) => (row.hidden = !fits(index)));
      note.hidden = !sought;
      note.textContent = found.some(says) ? `Searching “${sought}”` : `Nothing is called “${sought}”.`;
      const begins = (index) => options[index].label.toLowerCase().startsWith(sought.toLowerCase());
      if (sought) at = found.find(begins) ?? found.find(says) ?? found[0] ?? at;
      else at = Math.max(0, options.findIndex(wanted));
      nobodys = !sought;
    };
    const choose = (value) => {
      if (most === 1) {
        chosen = [value];
        close(true);
      } else {
        if (chosen.includes(value)) chosen = chosen.filter((item) => item !== value);
        else if (chosen.length < most) chosen = [...chosen, value];
        mark();
        show();
      }
    };
    const drop = () => {
      open = null;
      box.remove();
      button.setAttribute("aria-expanded", "false");
    };
    const close = (picked = false) => {
      drop();
      show();
      const changed = picked || chosen.join("\n") !== before;
      if (changed && chosen.length >= least) done(chosen);
    };
    box.addEventListener("click", (event) => {
      const row = event.target.closest(".option");
      if (row) choose(row.dataset.value);
    });
    box.addEventListener("keydown", (event) => {
      const moves = { ArrowDown: 1, ArrowUp: -1, Home: -options.length, End: options.length };
      const found = fitting();
      const letter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && (event.key !== " " || sought);
      if (event.key in moves) {
        const step = nobodys && event.key === "ArrowDown" ? 0 : moves[event.key]; // the first press only marks
        at = found[Math.max(0, Math.min(found.length - 1, found.indexOf(at) + step))] ?? at;
        nobodys = false;
      }
      else if (letter) search(sought + event.key);
      else if (event.key === "Backspace") search(sought.slice(0, -1));
      else if (event.key === "Escape" && sought) search("");
      else if (event.key === "Enter" || event.key === " ") {
        if (found.includes(at) && !nobodys) choose(options[at].value);
      } else if (event.key === "Escape" || event.key === "Tab") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
      if (open) mark();
      else button.focus();
    });
    (button.closest("dialog") || document.getElementById("panes")).append(box);
    open = { box, anchor: button, close, drop, state: () => ({ at: options[at]?.value ?? null, chosen, sought }) };
    button.setAttribute("aria-expanded", "true");
    place(box, button);
    guard();
    if (typed) search(typed);
    mark();
    list.focus();
  }

  button.addEventListener("click", () => (open?.anchor === button ? closeList() : unfold()));
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); unfold(); }
  });
  show();
  button.unfold = unfold;
  button.values = () => chosen;
  return button;
}
