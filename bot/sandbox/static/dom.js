// Small helpers to build the page; every text goes in as text, never as markup.

/** Make an element: h("button.primary", { onclick }, "text", child). */
export function h(what, props = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key in element && key !== "list" && key !== "role") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element with markup that the server has rendered and made safe. */
export function rendered(what, markup) {
  const element = h(what);
  element.innerHTML = markup;
  return element;
}

const COLOURS = 8;

/** A person's drawn picture: initials on a colour; the bot has a die. */
export function avatar(who, size = "") {
  if (who.bot) return h(`img.avatar${size}`, { src: "die.svg", alt: "" });
  const letters = who.name.split(/\s+/).map((word) => [...word][0]).slice(0, 2).join("").toUpperCase();
  return h(`span.avatar${size}.c${who.colour % COLOURS}`, { "aria-hidden": "true" }, letters);
}

const STILL = 500; // milliseconds for which a list that was scrolled on takes no tap: a second tap is meant for the mark

/** Show below a list that it goes on, as long as it is cut there. A tap on this mark scrolls on, and chooses nothing. */
export function goesOn(box) {
  let scrolled = -STILL;
  const more = h("div.more", { "aria-hidden": "true" }, "more ⌄");
  const look = () => box.classList.toggle("goes-on", box.scrollHeight - box.scrollTop - box.clientHeight > 8);
  const hold = (event) => more.contains(event.target) || event.timeStamp - scrolled < STILL;
  box.append(more);
  box.addEventListener("pointerdown", (event) => hold(event) && event.preventDefault(), true); // the focus stays
  box.addEventListener("click", (event) => {
    if (!event.isTrusted || !hold(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!more.contains(event.target)) return;
    scrolled = performance.now();
    box.scrollTop += Math.max(40, more.getBoundingClientRect().top - box.getBoundingClientRect().top - 44);
  }, true);
  box.addEventListener("scroll", look);
  new ResizeObserver(look).observe(box);
  new MutationObserver(look).observe(box, { childList: true, subtree: true });
  return box;
}

/** Keep a list that opens upwards below the top of the window. */
export function keepBelowTop(list, anchor, most) {
  list.style.maxHeight = `${Math.max(96, Math.min(most, anchor.getBoundingClientRect().top - 8))}px`;
}

const ruler = document.createElement("canvas").getContext("2d");

/** Return a function that shows in an empty field the first of its texts that fits; `note` says the last if none does. */
export function placeholder(field, note = null) {
  let texts = [""];
  const choose = () => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    ruler.font = font;
    const fits = room <= 0 ? texts[0] : texts.find((text) => ruler.measureText(text).width <= room); // no room: not shown yet
    field.placeholder = fits ?? "";
    if (note) note.textContent = fits === undefined ? texts.at(-1) : "";
  };
  new ResizeObserver(choose).observe(field);
  return (...told) => {
    texts = told;
    choose();
  };
}

let hiding;
/** Say something for a few seconds. */
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (box.hidden = true), 6000);
}

/** Take back what was just said, because it is said elsewhere; return it. */
export function takeBack() {
  const box = document.getElementById("toast");
  box.hidden = true;
  return box.textContent;
}

/** A custom emoji's name as it is read aloud: the bot's "six_wild_1a2b3c" is "six wild". */
const spoken = (name) => name.replace(/_[0-9a-f]{6}$/, "").replaceAll("_", " ");

/** An emoji that leads a button or a choice: a sign, or the picture of a custom one. */
export function emoji(given) {
  if (!given) return null;
  if (given.id) return h("img.emo", { src: `cdn/emojis/${given.id}.png`, alt: `${spoken(given.name)} `, title: `:${given.name}:` });
  return h("span.emo", { "aria-hidden": "true" }, given.name);
}
