// A command that is being filled in: its options, those needed first, the others to be added, and a line for the rest.

import { h, placeholder } from "./dom.js";
import { act } from "./net.js";
import { choices } from "./components.js";
import { split } from "./match.js";
import { suggest } from "./suggest.js";

const WHOLE_NUMBER = 4;
const NUMBER = 10;
const YES_OR_NO = 5;
const ENTITIES = { 6: 5, 7: 8, 8: 6, 9: 7 }; // an option's type -> the menu with the same choices

const plain = (said) => said.trim().toLowerCase().replace(/^[@#]/u, "");

/** Return the choice that is called `value`, or the only one that begins so, or undefined. */
function called(list, value) {
  const wanted = plain(value);
  const names = (choice) => [String(choice.value), choice.label].map(plain);
  const begun = list.filter((choice) => names(choice).some((name) => name.startsWith(wanted)));
  return list.find((choice) => names(choice).includes(wanted)) || (wanted && begun.length === 1 ? begun[0] : undefined);
}

/**
 * Fills the form `bar`; `done(line)` puts the plain composer back, with the command as text if it was not sent.
 * `sent()` puts it back while a command is sent, and returns a function that brings a refused command back.
 */
export class CommandBar {
  constructor(ctx, name, bar, done, sent) {
    this.ctx = ctx;
    this.name = name;
    this.bar = bar;
    this.bar.noValidate = true; // what is missing gets the focus from us
    this.done = done;
    this.sent = sent;
    bar.addEventListener("submit", (event) => { event.preventDefault(); this.enter(); });
    bar.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
    bar.addEventListener("input", (event) => event.target.matches("input") && this.sort(event.target));
  }

  /** Begin to fill in a command with what is `typed` already; `quick` if its name was typed, not chosen from the list. */
  open(command, typed = "", quick = false) {
    this.command = command;
    this.read = new Map();
    this.rest = h("span.rest");
    this.fields = h("span.fields");
    for (const option of command.options) {
      if (option.required || command.options.length === 1) this.fields.append(this.field(option));
      else this.rest.append(this.adder(option));
    }
    this.free = h("input.free", {
      autocomplete: "off", "aria-label": `/${command.name}: its options by name`, placeholder: this.rest.firstChild ? `${this.rest.firstChild.dataset.option}:…` : "",
    });
    this.free.addEventListener("blur", () => this.settle());
    this.free.addEventListener("keydown", (event) => this.key(event));
    this.problem = h("p.problem", { role: "alert" });
    this.bar.replaceChildren(
      h("div.command-head", {}, h("b", {}, `/${command.name}`), h("span", {}, command.description), h("button.plain", { type: "button", onclick: () => this.leave(), "aria-label": "Cancel this command" }, "✕")),
      h("div.command-line", {}, h("div.command-options", {}, this.fields, this.rest, this.free), h("button.send", { type: "submit", "aria-label": "Send the command" }, "➤")),
      this.problem,
    );
    this.bar.hidden = false;
    // Enter twice runs a command that needs nothing more, as in Discord.
    const first = this.missing();
    const named = split(command, typed).given.length > 0;
    const start = first && !named && !((quick || typed) && first.options) ? first : this.free;
    start.value = typed;
    start.focus();
    this.sort(start);
    if (typed && start === first) start.dispatchEvent(new Event("input"));
  }

  missing() {
    return [...this.bar.querySelectorAll("input:required, select:required")].find((field) => !field.value);
  }

  at(name) {
    return document.getElementById(`${this.name}-${name}`);
  }

  /** Return the field of an option, added if it is not there yet. */
  shown(name) {
    if (!this.at(name)) {
      this.fields.append(this.field(this.command.options.find((option) => option.name === name)));
      this.rest.querySelector(`[data-option="${name}"]`).remove();
    }
    return this.at(name);
  }

  /** Give an option its value; false if it is none of the option's choices. */
  give(name, value) {
    const field = this.shown(name);
    if (!field.options) {
      field.value = value.trim();
      delete field.data;
      return true;
    }
    const choice = called([...field.options].filter((each) => each.value), value);
    field.value = choice?.value ?? "";
    return Boolean(choice) || !value.trim();
  }

  /** Put `name:value`, typed in any field, to where it belongs, and go on there. */
  sort(from) {
    const { before, given } = split(this.command, from.value);
    if (!given.length) return;
    const listed = given.filter(({ name }) => this.shown(name).options);
    for (const { name, value } of given) this.give(name, value);
    const line = listed.map(({ raw }) => raw).join("");
    if (from === this.free) from.value = before + line;
    else {
      if (!given.some(({ name }) => this.at(name) === from)) from.value = before.trim();
      this.free.value += line;
    }
    const last = this.at(given.at(-1).name);
    (last.options ? this.free : last).focus();
    if (!last.options && last !== from) last.dispatchEvent(new Event("input"));
  }

  /** Take from the free line what the options can have of it; the rest stays there. Returns what is wrong with it. */
  settle() {
    const { before, given } = split(this.command, this.free.value);
    const words = before.trim();
    const wrong = given.filter(({ name, value }) => !this.give(name, value));
    const unplaced = words && !this.placed(words) ? words : "";
    this.free.value = [unplaced, ...wrong.map(({ raw }) => raw.trim())].filter(Boolean).join(" ");
    if (wrong.length) return `“${wrong[0].value.trim()}” is none of the choices for ${wrong[0].name}.`;
    if (!unplaced) return "";
    const [first] = this.command.options;
    return first ? `Which option is “${unplaced}”? Write its name before it, as in ${first.name}:…` : `/${this.command.name} takes nothing more: take out “${unplaced}”.`;
  }

  /** Give words without a name to the option that they can mean: the only one, the first that is needed, or by a choice. */
  placed(words) {
    const { options } = this.command;
    const needed = options.length === 1 ? options[0] : options.find((option) => option.required && !this.at(option.name).value);
    if (needed) return this.give(needed.name, words);
    const number = /^\d+$/u.test(words);
    const fits = options.filter((option) => (number ? option.type === WHOLE_NUMBER : called(this.optionList(option) || [], words)));
    return fits.length === 1 && this.give(fits[0].name, words);
  }

  key(event) {
    if (event.key === "Backspace" && !this.free.value) this.leave(true);
    else if (event.key === "Enter" && !event.isComposing) this.enter();
    else return;
    event.preventDefault();
  }

  /** Go back to the plain composer; what was filled in is there as text. */
  leave(bare = false) {
    const line = this.line();
    this.done(bare || line !== `/${this.command.name}` ? line : "");
  }

  /** Return the command as text, with all that is filled in. */
  line() {
    const filled = [...this.read].filter(([, read]) => read() !== null).map(([name]) => `${name}:${this.said(name)}`);
    const { before, given } = split(this.command, this.free.value);
    const unread = given.filter(({ name }) => !this.at(name)?.value).map(({ raw }) => raw.trim());
    return [`/${this.command.name}`, ...filled, before.trim(), ...unread].filter(Boolean).join(" ");
  }

  /** Take the command away, sent or not. */
  close() {
    this.bar.hidden = true;
    this.bar.replaceChildren();
  }

  said(name) {
    const field = this.at(name);
    return field.options ? field.selectedOptions[0].textContent : field.value;
  }

  /** Take the focus for somebody who types: to the first line that needs something, otherwise to the free one. */
  take() {
    const first = this.missing();
    (first && !first.options ? first : this.free).focus();
  }

  adder(option) {
    const button = h("button.add-option", { type: "button", title: option.description, data: { option: option.name } }, `+ ${option.name}`);
    button.addEventListener("click", () => this.shown(option.name).focus());
    return button;
  }

  field(option) {
    const id = `${this.name}-${option.name}`;
    const shown = h("label.option-field", { htmlFor: id, title: option.description }, h("span", {}, option.name));
    const list = this.optionList(option);
    const input = list ? this.menu(option, id, list) : this.textField(option, id);
    input.setAttribute("aria-label", `${option.name}: ${option.description}`);
    shown.append(input);
    if (!list) {
      const note = h("small.what");
      shown.append(note);
      placeholder(input, note)(option.description);
    }
    if (option.autocomplete) shown.append(suggest(input, `${id}-list`, () => this.suggestions(option, input)));
    return shown;
  }

  optionList(option) {
    if (option.choices?.length) return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
    if (option.type === YES_OR_NO) return [{ value: "true", label: "Yes" }, { value: "false", label: "No" }];
    return option.type in ENTITIES ? choices({ type: ENTITIES[option.type] }, this.ctx.state) : null;
  }

  menu(option, id, list) {
    const input = h("select", { id, required: option.required }, h("option", { value: "" }, option.required ? "choose…" : "—"), list.map((choice) => h("option", { value: choice.value }, choice.label)));
    this.read.set(option.name, () => {
      const chosen = list.find((choice) => String(choice.value) === input.value);
      if (!chosen) return null;
      return option.type === YES_OR_NO ? chosen.value === "true" : String(chosen.value);
    });
    return input;
  }

  textField(option, id) {
    const input = h("input", { id, required: option.required, autocomplete: "off", maxLength: option.max_length || 6000 });
    if (option.type === WHOLE_NUMBER) input.inputMode = "numeric";
    if (option.type === NUMBER) input.inputMode = "decimal";
    this.read.set(option.name, () => input.data ?? (input.value.trim() || null));
    return input;
  }

  suggestions(option, input) {
    const body = { channel: this.ctx.channel(), name: this.command.name, option: option.name, typed: input.value, options: this.values() };
    return act("autocomplete", body, true);
  }

  values() {
    const values = {};
    for (const [name, read] of this.read) if (read() !== null) values[name] = read();
    return values;
  }

  /** Send the command, or say what is missing or wrong. */
  async enter() {
    this.problem.textContent = this.settle();
    if (this.problem.textContent) return this.free.focus();
    const first = this.missing();
    if (first) {
      this.problem.textContent = "This is still needed.";
      return first.focus();
    }
    const { command } = this;
    const [line, values] = [this.line(), this.values()];
    const refused = this.sent(); // what one types meanwhile is the next message
    const problem = await this.ctx.run(command.name, values);
    if (problem) refused(command, line, problem);
  }
}
