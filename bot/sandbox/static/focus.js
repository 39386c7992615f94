// Where the focus was, and what was pressed, found again in what has replaced it.

const STOPS = "button, a[href]:not([tabindex='-1']), [role='button']";
const able = (stop) => stop && !stop.disabled;
const stopsOf = (box) => [...box.querySelectorAll(STOPS)];
const bare = (said) => said.replace(/\d+/gu, "");

/** Return what is known of a button of a message: its place, its id and its words. */
export function known(stop) {
  const box = stop.closest("article");
  return { message: box.dataset.id, at: stopsOf(box).indexOf(stop), id: stop.dataset.id, said: stop.textContent, menu: stop.matches(".menu") };
}

/** Return the button of `box` that has the id or the words of one that is gone, or undefined. */
export function alike({ id, said }, box) {
  const stops = stopsOf(box).filter(able);
  return stops.find((stop) => id && stop.dataset.id === id) || stops.find((stop) => said && stop.textContent === said);
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

/** Put the focus to the "same" button, or to the "first" of what came in its place; return which, "" if there is none. */
export function refocus(was, box) {
  const same = alike(was, box) || renewed(was, box);
  const found = same || firstOf(box);
  found?.focus({ preventScroll: true });
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
