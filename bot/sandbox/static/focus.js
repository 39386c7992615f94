// Where the focus was, found again in what has replaced it: who plays by keyboard stays where they are.

const STOPS = "button, a[href]:not([tabindex='-1']), [role='button']";
const able = (stop) => stop && !stop.disabled;

/** Remember where in `old` the focus is; the function returned puts it to the same place in the new `box`. */
export function holdFocus(old) {
  const held = document.activeElement;
  if (!old.contains(held)) return () => {};
  const before = [...old.querySelectorAll(STOPS)];
  const at = before.indexOf(held);
  const id = held.dataset.id;
  const said = held.textContent;
  return (box) => {
    const stops = [...box.querySelectorAll(STOPS)];
    const alike = stops.find((stop) => able(stop) && id && stop.dataset.id === id)
      || stops.find((stop) => able(stop) && said && stop.textContent === said);
    const near = stops.filter(able).sort((a, b) => Math.abs(stops.indexOf(a) - at) - Math.abs(stops.indexOf(b) - at));
    const found = alike || (able(stops[at]) ? stops[at] : near[0]);
    (found || box.closest(".log"))?.focus({ preventScroll: true });
  };
}
