// Keys that work wherever the focus is: what is typed goes to where one writes, Escape too.

const TAKES_LETTERS = "input, textarea, select, [contenteditable], [role='listbox']";

/** Send what is typed where nothing takes it to `composer(target)`. */
export function typeAnywhere(composer) {
  const free = (event) => !event.defaultPrevented && !event.target.closest?.(TAKES_LETTERS) && !document.querySelector("dialog[open]");
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
