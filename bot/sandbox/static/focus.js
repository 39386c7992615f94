// Where the focus was, and what was pressed, found again in what has replaced it.

const STOPS = "button, a[href]:not([tabindex='-1']), [role='button']";
const ABOVE = ".list, .suggestions, .picker, .pill, dialog"; // what may lie above a button and be gone after a click
const REST = 500; // milliseconds within which a second press on something else is a slip
let landed = -REST; // when the focus last came to a button that nobody had chosen
const able = (stop) => stop && !stop.disabled;
const stopsOf = (box) => [...box.querySelectorAll(STOPS)];
const bare = (said) => said.replace(/\d+/gu, "");

/** Return what is known of a button of a message: its place, its id and its words. */
export function known(stop) {
  const box = stop.closest("article");
  return { message: box.dataset.id, at: stopsOf(box).indexOf(stop), id: stop.dataset.id, said: stop.textContent, menu: stop.matches(".menu") };
}

/** Return the button of `box` that has the id, or else the place or the words, of one that is gone, or undefined. */
export function alike({ id, said, at }, box) {
  const stops = stopsOf(box);
  const says = (stop) => said && stop.textContent === said;
  return [...stops.filter((stop) => id && stop.dataset.id === id), ...stops.slice(at, at + 1).filter(says), ...stops.filter(says)].find(able);
}

/** Return the same button drawn again: with another number, or a menu with another choice. */
function renewed({ at, said, menu }, box) {
  const stop = stopsOf(box)[at];
  return able(stop) && (menu ? stop.matches(".menu") : bare(stop.textContent) === bare(said)) ? stop : undefined;
}

/** Return the first button of a message; never the one that dismisses it, and a red one, which may cost something, last. */
export function firstOf(box) {
  const own = stopsOf(box).filter((stop) => able(stop) && !stop.closest(".only"));
  return own.find((stop) => !stop.matches(".danger")) || own[0];
}

/** Put the focus to a button that nobody has chosen. */
export function land(stop) {
  stop.focus({ preventScroll: true });
  landed = performance.now();
}

/** Put the focus to the "same" button, or to the "first" of what came in its place; return which, "" if there is none. */
export function refocus(was, box) {
  const same = alike(was, box) || renewed(was, box);
  const found = same || firstOf(box);
  if (same) same.focus({ preventScroll: true });
  else if (found) land(found);
  return same ? "same" : found ? "first" : "";
}

/** Count a press whose message is drawn again between down and up, which the browser takes for none. */
export function keepPresses() {
  let held = null;
  const down = (event, x = 0, y = 0) => {
    const button = event.target.closest?.("article button");
    held = button ? { button, was: known(button), x, y } : null;
  };
  const up = (x = 0, y = 0) => {
    const last = held;
    held = null;
    if (!last || last.button.isConnected || Math.hypot(x - last.x, y - last.y) > 8) return;
    const box = document.querySelector(`article[data-id="${last.was.message}"]`);
    if (box) alike(last.was, box)?.click();
  };
  const mouse = (event) => event.pointerType === "mouse" && event.button === 0;
  document.addEventListener("pointerdown", (event) => mouse(event) && down(event, event.clientX, event.clientY));
  document.addEventListener("pointerup", (event) => mouse(event) && up(event.clientX, event.clientY));
  document.addEventListener("keydown", (event) => event.key === " " && !event.repeat && down(event));
  document.addEventListener("keyup", (event) => event.key === " " && up());
}

/** Ignore the second half of a double press if something else is there by then: a bid that nobody meant. */
export function ignoreSlips() {
  let last = { at: -REST };
  const same = (was, now) => was && was.message === now.message && (was.id === now.id || (was.said && was.said === now.said));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") landed = -REST; // the button was reached on purpose
  }, true);
  document.addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    const button = event.target.closest?.("article button");
    const [at, was, byKey] = [performance.now(), button && known(button), event.detail === 0];
    if (!button && !byKey) last = { at: event.target.closest?.(ABOVE) ? at : -REST, was: null, x: event.clientX, y: event.clientY };
    if (!button) return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    if (byKey ? at - landed < REST : at - last.at < REST && near && !same(last.was, was)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = { at, was, x: event.clientX, y: event.clientY };
  }, true);
}
