// Forms (modals) that the bot opens, and our own small one.

import { guard } from "./address.js";
import { goesOn, h, placeholder, rendered } from "./dom.js";
import { known, noteLanding, refocus } from "./focus.js";
import { choices, SELECTS } from "./components.js";
import { selectMenu } from "./menu.js";
import { SLIP } from "./slips.js";

let count = 0;
const drafts = new Map(); // the texts of forms that were closed, not sent; and what the bot had filled in for them

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
    const field = h(part.style === 2 ? "textarea" : "input", { id, data: { field: part.custom_id }, value: part.value || "", required: part.required ?? true, maxLength: part.max_length || 4000, autocomplete: "off" });
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

/**
 * Bring back what was typed into the form `key` before it was closed, unless the bot fills in something else by now, and
 * keep what is typed from here on. Return a function that forgets it, because it was sent.
 */
function keepTexts(form, key) {
  const fields = [...form.querySelectorAll("[data-field]")].map((field) => ({ field, at: `${key}:${field.dataset.field}`, offered: field.value }));
  for (const { field, at, offered } of fields) {
    if (drafts.get(at)?.offered === offered) field.value = drafts.get(at).text;
    field.addEventListener("input", () => drafts.set(at, { offered, text: field.value }));
  }
  return () => fields.forEach(({ at }) => drafts.delete(at));
}

/**
 * Open a form; `submit(values)` returns what was wrong, or null to close. Its button says `label`. With a `key`, what is
 * typed is kept until it is sent.
 */
export function openForm(title, components, state, submit, { label = "Submit", style = "primary", key = "" } = {}) {
  const read = new Map();
  const problem = h("p.problem", { role: "alert" });
  const mended = () => { problem.textContent = ""; };
  const done = h(`button.button.${style}`, { type: "submit" }, label);
  const cancel = h("button.button.secondary", { type: "button", onclick: () => close() }, "Cancel");
  const form = h("form", { method: "dialog" },
    h("h2", { id: "form-title" }, title),
    goesOn(h("div.form-rows", {}, components.flatMap((part) => row(part, state, read, mended)))),
    problem,
    h("div.form-buttons", {}, done, cancel));
  const sent = key ? keepTexts(form, key) : () => {};
  const dialog = h("dialog", { "aria-labelledby": "form-title" }, form);
  const close = () => {
    noteLanding(); // now: a busy browser tells of the closing only after the next key
    dialog.close();
  };
  dialog.addEventListener("cancel", noteLanding);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (performance.now() - seen < SLIP && document.activeElement !== done) return; // a second Enter, for what opened the form
    done.disabled = true;
    const wrong = await submit(Object.fromEntries([...read].map(([key, value]) => [key, value()])));
    done.disabled = false;
    if (wrong) problem.textContent = wrong;
    else {
      sent();
      close();
    }
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
  (style === "danger" ? cancel : form.querySelector("input, textarea, .menu"))?.focus(); // Enter destroys nothing
}
