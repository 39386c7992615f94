// Where the focus was, and what was pressed, found again in what has replaced it.

const STOPS = "button, a[href]:not([tabindex='-1']), [role='button']";
const ABOVE = ".list, .suggestions, .picker, .pill, dialog"; // what may lie above a button and be gone after a click
const SLIP = 500; // milliseconds within which a second press on something else is a slip, from the first or a redraw
const DOUBLE = 350; // milliseconds within which two clicks on a button are one, if the first has changed what it does, or will once it is drawn again
const LATE = 1000; // milliseconds within which a key is late for what has changed by itself: Tab and Enter are two keys
const drawn = new WeakMap(); // when each message came with other buttons than before
const turned = new WeakMap(); // the same, of those that nobody here had pressed for
const kept = new WeakMap(); // the buttons that had the focus before they were drawn again, and whether they do the same
let places = []; // where which buttons were before messages changed by themselves, and when
let landed = -SLIP; // when the focus last came to a control that nobody had chosen
const able = (stop) => stop && !stop.disabled;
export const stopsOf = (box) => [...box.querySelectorAll(STOPS)];

/** Return the words of a button; a die's picture has its name. */
const words = (stop) => [...stop.querySelectorAll("img")].map((image) => image.alt).join("") + stop.textContent;

/** Return the words of a button, of a picture only the first one: a five is "five under cup" before it is ticked. */
const bare = (stop) => [...stop.querySelectorAll("img")].map((image) => image.alt.split(" ")[0]).join(" ") + stop.textContent;

/** Return what is known of a button of a message: its place, its id and its words. */
export function known(stop) {
  const box = stop.closest("article");
  return { message: box.dataset.id, at: stopsOf(box).indexOf(stop), id: stop.dataset.id, said: words(stop), bare: bare(stop), menu: stop.matches(".menu") };
}

/** Return whether what is known of two buttons says that they are the same one. */
const same = (was, now) => was && was.message === now.message && (was.id === now.id || (was.said && was.said === now.said));

/**
 * Return the button of `box` that has the id, or else the place or the words, of one that is gone, or undefined. A die
 * with another picture at the same place was ticked; another die of the same face is another button.
 */
export function alike({ id, said, bare: face, at }, box) {
  const stops = stopsOf(box);
  const here = stops.slice(at, at + 1).filter((stop) => face && bare(stop) === face);
  return [...stops.filter((stop) => id && stop.dataset.id === id), ...here, ...stops.filter((stop) => said && words(stop) === said)].find(able);
}

/** Return the same menu drawn again, perhaps with another choice. A button with another number is another button. */
function renewed({ at, menu }, box) {
  const stop = stopsOf(box)[at];
  return menu && able(stop) && stop.matches(".menu") ? stop : undefined;
}

/** Note that a message has come, or that it was drawn again in place of `old`; `own` if one has pressed for it. */
export function noteDrawn(box, old, own) {
  const ids = (each) => stopsOf(each).map((stop) => stop.dataset.id).join();
  const isOther = !old || ids(old) !== ids(box);
  for (const [times, counts] of [[drawn, true], [turned, !own]]) {
    if (isOther && counts) times.set(box, performance.now());
    else if (!isOther && times.has(old)) times.set(box, times.get(old));
  }
}

/** Return when a message came, or last changed its buttons. */
export const changedAt = (box) => drawn.get(box) ?? -Infinity;

/** Note where the buttons in view of `log` are, before a message changes by itself. */
export function notePlaces(log) {
  const [at, view] = [performance.now(), log.getBoundingClientRect()];
  const inView = (rect) => rect.bottom > view.top && rect.top < view.bottom;
  const boxes = [...log.querySelectorAll("article")].filter((box) => inView(box.getBoundingClientRect()));
  const stops = boxes.flatMap(stopsOf).map((stop) => ({ was: known(stop), rect: stop.getBoundingClientRect() }));
  places = [...places.filter((each) => at - each.at < SLIP), { at, stops }];
}

/** Return whether another button was at this place a moment ago, before messages changed by themselves. */
function replaced(now, { clientX: x, clientY: y, timeStamp }) {
  const hit = ({ rect }) => rect.left <= x && x <= rect.right && rect.top <= y && y <= rect.bottom;
  const recent = places.filter(({ at }) => timeStamp - at < SLIP);
  return recent.some(({ stops }) => stops.some((stop) => hit(stop) && !same(stop.was, now)));
}

/** Return whether a message has gone on to something else: it has no button like the first one of `old`, whatever its number. */
export function goneOn(old, box) {
  const unnumbered = (stop) => words(stop).replace(/\d+/gu, "");
  const first = firstOf(old);
  return Boolean(first && firstOf(box)) && stopsOf(box).every((stop) => unnumbered(stop) !== unnumbered(first));
}

/** Return the buttons of a message that can be pressed; never one that dismisses or uncovers it. */
const ownOf = (box) => stopsOf(box).filter((stop) => able(stop) && !stop.closest(".only, .spoiler"));

/** Return the main button of a message, which is green or else blue; without one, its first button of any colour. */
export function mainOf(box) {
  const own = ownOf(box);
  const wanted = [".success", ".primary"].map((colour) => own.find((stop) => stop.matches(colour)));
  return wanted.find(Boolean) || own[0];
}

/** Return the first button of a message; never one that dismisses or uncovers it, and a red one, which may cost something, last. */
export function firstOf(box) {
  const own = ownOf(box);
  return own.find((stop) => !stop.matches(".danger")) || own[0];
}

/** Put the focus on a message itself, where Enter presses nothing and Tab goes to its main button. */
export function rest(box) {
  box.tabIndex = -1; // only now: a click on a message leaves the focus on the list of messages
  box.focus({ preventScroll: true });
}

/** Note that the focus has come to a control that nobody has chosen: a key right after that was meant for something else. */
export function noteLanding() {
  landed = performance.now();
}

/** Put the focus into a message that one's own press brought: on a menu that comes first, otherwise on the message itself. */
export function enter(box) {
  const first = firstOf(box);
  if (!first?.matches(".menu")) return rest(box); // a button that nobody has chosen may make a move
  noteLanding();
  first.focus({ preventScroll: true });
}

/** Put the focus on the button of `box` that is the same as before; return whether there is one. */
export function refocus(was, box) {
  const stop = alike(was, box) || renewed(was, box);
  if (stop) kept.set(stop, stop.dataset.id === was.id);
  stop?.focus({ preventScroll: true });
  return Boolean(stop);
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

/**
 * Ignore the second half of a double press if something else is there by then, and a press that was meant for what has
 * just gone by itself: a bid that nobody meant.
 */
export function ignoreSlips() {
  let last = { at: -SLIP };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") landed = -SLIP; // the button was reached on purpose
    else if (event.repeat && event.key === "Enter" && event.target.closest?.("article button")) event.preventDefault(); // held down
  }, true);
  document.addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    const button = event.target.closest?.("article button");
    const [at, was, byKey] = [event.timeStamp, button && known(button), event.detail === 0]; // when it was pressed: a slow page hears it late
    if (!button && !byKey) last = { at: event.target.closest?.(ABOVE) ? at : -SLIP, was: null, x: event.clientX, y: event.clientY };
    if (!button) return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
    const box = button.closest("article");
    const since = Math.max(last.at, drawn.get(box) ?? -SLIP);
    const grace = kept.get(button) ? 0 : kept.has(button) ? SLIP : LATE;
    const isLate = at - landed < SLIP || at - (turned.get(box) ?? -LATE) < grace;
    const isTwice = at - last.at < DOUBLE && (last.was?.id !== was.id || last.button === button); // a double click, which would take back the tick
    const isSlip = at - since < SLIP && near && (isTwice || !same(last.was, was));
    if (byKey ? isLate : isSlip || replaced(was, event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = { at, was, button, x: event.clientX, y: event.clientY };
  }, true);
}
