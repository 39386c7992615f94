// Where the focus was, and what was pressed, found again in what has replaced it.

const STOPS = "button, a[href]:not([tabindex='-1']), [role='button']";
const ABOVE = ".list, .suggestions, .picker, .pill, dialog"; // what may lie above a button and be gone after a click
const SLIP = 500; // milliseconds within which a second press on something else is a slip, from the first or a redraw
const drawn = new WeakMap(); // when each message came with other buttons than before
let landed = -SLIP; // when the focus last came to a menu that nobody had chosen
const able = (stop) => stop && !stop.disabled;
export const stopsOf = (box) => [...box.querySelectorAll(STOPS)];

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

/** Return the same menu drawn again, perhaps with another choice. A button with another number is another button. */
function renewed({ at, menu }, box) {
  const stop = stopsOf(box)[at];
  return menu && able(stop) && stop.matches(".menu") ? stop : undefined;
}

/** Note that a message has come, or that it was drawn again in place of `old`. */
export function noteDrawn(box, old = null) {
  const ids = (each) => stopsOf(each).map((stop) => stop.dataset.id).join();
  if (!old || ids(old) !== ids(box)) drawn.set(box, performance.now());
  else if (drawn.has(old)) drawn.set(box, drawn.get(old));
}

const ownOf = (box) => stopsOf(box).filter((stop) => able(stop) && !stop.closest(".only"));

/** Return the first button of a message; never the one that dismisses it, and a red one, which may cost something, last. */
export function firstOf(box) {
  const own = ownOf(box);
  return own.find((stop) => !stop.matches(".danger")) || own[0];
}

/** Return the last button of a message, but never the one that dismisses it. */
export const lastOf = (box) => ownOf(box).at(-1);

/** Put the focus on a message itself, where Enter presses nothing and Tab goes to its first button. */
export function rest(box) {
  box.tabIndex = -1; // only now: a click on a message leaves the focus on the list of messages
  box.focus({ preventScroll: true });
}

/** Put the focus into a message that one's own press brought: on a menu that comes first, otherwise on the message itself. */
export function enter(box) {
  const first = firstOf(box);
  if (!first?.matches(".menu")) return rest(box); // a button that nobody has chosen may make a move
  landed = performance.now();
  first.focus({ preventScroll: true });
}

/** Put the focus on the button of `box` that is the same as before; return whether there is one. */
export function refocus(was, box) {
  const same = alike(was, box) || renewed(was, box);
  same?.focus({ preventScroll: true });
  return Boolean(same);
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
  let last = { at: -SLIP };
  const same = (was, now) => was && was.message === now.message && (was.id === now.id || (was.said && was.said === now.said));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") landed = -SLIP; // the button was reached on purpose
    else if (event.repeat && event.key === "Enter" && event.target.closest?.("article button")) event.preventDefault(); // held down
  }, true);
  document.addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    const button = event.target.closest?.("article button");
    const [at, was, byKey] = [performance.now(), button && known(button), event.detail === 0];
    if (!button && !byKey) last = { at: event.target.closest?.(ABOVE) ? at : -SLIP, was: null, x: event.clientX, y: event.clientY };
    if (!button) return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    const since = Math.max(last.at, drawn.get(button.closest("article")) ?? -SLIP);
    if (byKey ? at - landed < SLIP : at - since < SLIP && near && !same(last.was, was)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = { at, was, x: event.clientX, y: event.clientY };
  }, true);
}
