// What is under the pointer, and since when: nobody means what has come there a moment ago.

import { known } from "./focus.js";

export const SLIP = 500; // milliseconds that people need to see what has come under their finger
const NEAR = 24; // pixels within which a finger hits the same place again
const CONTROLS = "button, a[href], .option, [role='button'], [data-command], input:is([type='checkbox'], [type='radio'])";
const PLACES = ["channel", "person", "tool"]; // what says which control it is, whatever its words are

/** Return what is known of the control that an element belongs to, or null if a press on it does nothing. */
function describe(element) {
  const control = element?.closest?.("label.tick") ?? element?.closest?.(CONTROLS);
  if (!control) return null;
  if (control.closest("article")) return known(control);
  const place = PLACES.map((name) => control.dataset[name]).find(Boolean);
  return { place: place ?? `${control.className} ${control.getAttribute("aria-label") ?? ""} ${control.textContent}` };
}

/** Return whether two descriptions mean the same control; a die that was ticked is still the same die. */
function same(one, other) {
  if (!one || !other || one.message !== other.message) return one === other;
  if (!one.message) return one.place === other.place;
  const isDie = one.bare && one.bare === other.bare && one.at === other.at;
  return Boolean(isDie || (one.id && one.id === other.id) || (one.said && one.said === other.said));
}

/** Knows since when the pointer has had the control below it that is there now. */
class Pointer {
  constructor() {
    [this.x, this.y] = [-NEAR, -NEAR];
    [this.from, this.under, this.since] = [{ x: this.x, y: this.y }, null, -SLIP];
    this.last = { at: -SLIP, control: null }; // the press before
  }

  here() {
    return describe(document.elementFromPoint(this.x, this.y));
  }

  /** Note what has come under the pointer while it stayed. Where nothing can be pressed now, what was there may come back. */
  look() {
    const now = this.here();
    if (!now || same(now, this.under)) return;
    [this.under, this.since] = [now, performance.now()];
  }

  /** Go to another place. Whoever moves far enough sees what is there. */
  move(x, y) {
    const isFar = Math.hypot(x - this.from.x, y - this.from.y) >= NEAR;
    if (!isFar) this.look();
    [this.x, this.y] = [x, y];
    if (!isFar && !this.here()) return;
    this.under = this.here();
    if (isFar) [this.from, this.since] = [{ x, y }, -SLIP];
  }

  /** Return whether a press is meant for what was there before. What counts is when it was made, not when a slow page hears it. */
  slips({ clientX: x, clientY: y, target: control, timeStamp: at }) {
    this.move(x, y);
    const [now, { last }] = [describe(control), this];
    const isTwice = at - last.at < SLIP && Math.hypot(x - last.x, y - last.y) < NEAR && !same(now, last.control);
    const isBack = now?.place && same(now, last.control); // Submit, when a list above it was closed by a key
    if (now && (isTwice || (at - this.since < SLIP && !isBack))) return true;
    this.last = { at, x, y, control: now };
    return false;
  }
}

/** Ignore each press on a control that has come under the pointer a moment ago, in messages, lists, forms and around. */
export function ignoreWhatHasJustCome() {
  const pointer = new Pointer();
  const look = () => pointer.look();
  new MutationObserver(look).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
  for (const event of ["scroll", "load", "transitionend"]) document.addEventListener(event, look, true);
  addEventListener("resize", look);
  document.addEventListener("pointermove", (event) => pointer.move(event.clientX, event.clientY), true);
  document.addEventListener("click", (event) => {
    if (!event.isTrusted || event.detail === 0 || !event.target.closest) return;
    if (!pointer.slips(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
