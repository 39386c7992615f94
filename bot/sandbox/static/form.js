// Forms (modals) that the bot opens, and our own small one.

import { guard } from "./address.js";
import { goesOn, h, placeholder, rendered } from "./dom.js";
import { known, noteLanding, refocus } from "./focus.js";
import { choices, SELECTS } from "./components.js";
import { selectMenu } from "./menu.js";
import { SLIP } from "./slips.js";

let count = 0;

function ticks(part, id, kind) {
  const box = h("div.ticks", { role: kind === "radio" ? "radiogroup" : "group" });
  for (const option of part.options) {
    box.append(h("label.tick", {},
      h("input", { type: kind, name: id, value: option.value, checked: option.default }),
      h("span", {}, option.label, option.description && h("small", {}, option.description))));
  }
  return box;
}

function control(part, id, state, read, mended) {
  if (part.type === 4) {
    const field = h(part.style === 2 ? "textarea" : "input", { id, value: part.value || "", required: part.required ?? true, maxLength: part.max_length || 4000, autocomplete: "off" });
    if (part.style === 2) field.rows = 4;
    if (part.min_length) field.minLength = part.min_length;
    read.set(part.custom_id, () => field.value);
    const note = h("small.what");
    if (part.style !== 2) placeholder(field, note)(part.placeholder || "");
    else field.placeholder = part.placeholder || ""; // its lines break
    return [field, note];
  }
  if (SELECTS.includes(part.type)) {
    const menu = selectMenu(part, choices(part, state), mended);
    menu.id = id;
    read.set(part.custom_id, () => menu.values());
    return menu;
  }
  if (part.type === 23) {
    const box = h("input", { type: "checkbox", id, checked: part.default });
    read.set(part.custom_id, () => box.checked);
    return box;
  }
  if (part.type === 21 || part.type === 22) {
    const box = ticks(part, id, part.type === 21 ? "radio" : "checkbox");
    const chosen = () => [...box.querySelectorAll("input:checked")].map((input) => input.value);
    read.set(part.custom_id, () => (part.type === 21 ? chosen()[0] ?? null : chosen()));
    return box;
  }
  return h("p.nothing", {}, "This field cannot be filled in here.");
}

function row(part, ...given) {
  if (part.type === 10) return rendered("div.text", part.html);
  if (part.type === 1) return part.components.map((child) => row(child, ...given));
  const inner = part.type === 18 ? part.component : part;
  const id = `field${++count}`;
  const needed = inner.type !== 23 && (inner.required ?? true);
  return h("div.form-row", {},
    h("label", { htmlFor: id }, part.label || "", needed && h("span.needed", { "aria-hidden": "true" }, " *")),
    part.type === 18 && part.description && h("small", {}, part.description),
    control(inner, id, ...given));
}

/** Open a form; `submit(values)` returns what was wrong, or null to close. Its button says `label`. */
export function openForm(title, components, state, submit, label = "Submit", style = "primary") {
  const read = new Map();
  const problem = h("p.problem", { role: "alert" });
  const mended = () => { problem.textContent = ""; };
  const done = h(`button.button.${style}`, { type: "submit" }, label);
  const form = h("form", { method: "dialog" },
    h("h2", { id: "form-title" }, title),
    goesOn(h("div.form-rows", {}, components.flatMap((part) => row(part, state, read, mended)))),
    problem,
    h("div.form-buttons", {}, done, h("button.button.secondary", { type: "button", onclick: () => dialog.close() }, "Cancel")));
  const dialog = h("dialog", { "aria-labelledby": "form-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (performance.now() - seen < SLIP && document.activeElement !== done) return; // a second Enter, for what opened the form
    done.disabled = true;
    const wrong = await submit(Object.fromEntries([...read].map(([key, value]) => [key, value()])));
    done.disabled = false;
    if (wrong) problem.textContent = wrong;
    else dialog.close();
  });
  form.addEventListener("input", () => {
    seen = -SLIP;
    mended();
  });
  const opener = document.activeElement;
  const was = opener.closest("article") && known(opener);
  dialog.addEventListener("close", () => {
    dialog.remove();
    noteLanding();
    const box = was && !opener.isConnected && document.querySelector(`article[data-id="${was.message}"]`);
    if (box) refocus(was, box);
  });
  document.body.append(dialog);
  dialog.showModal();
  guard();
  let seen = performance.now(); // since when the form can be seen; never, once something was typed
  form.querySelector("input, textarea, .menu")?.focus();
}
