// Where one is in a list of messages, found again after the window has got another width.

import { stopsOf } from "./focus.js";

/** Return what is in view in `log`: its last button in view, or else the message at its top; null if there is none. */
export function placeIn(log) {
  const view = log.getBoundingClientRect();
  for (const box of [...log.querySelectorAll("article")].reverse()) {
    const { top, bottom } = box.getBoundingClientRect();
    if (bottom <= view.top) return null;
    if (top >= view.bottom) continue;
    const at = stopsOf(box).findLastIndex((stop) => inside(stop.getBoundingClientRect(), view));
    if (at >= 0) return { box, at, gap: view.bottom - stopsOf(box)[at].getBoundingClientRect().bottom };
    if (top <= view.top) return { box, at, part: (view.top - top) / (bottom - top) };
  }
  return null;
}

const inside = (rect, view) => rect.top >= view.top && rect.bottom <= view.bottom;

/** Return how far to scroll `log` so that `place` is in view as it was. */
export function wayTo({ box, at, gap, part }, log) {
  const [view, { top, height }] = [log.getBoundingClientRect(), box.getBoundingClientRect()];
  if (at < 0) return top + height * part - view.top;
  return stopsOf(box)[at].getBoundingClientRect().bottom + Math.min(gap, view.height / 2) - view.bottom;
}
