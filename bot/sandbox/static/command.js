// A command that is being filled in: its options, those needed first, the others to be added, and a line for the rest.

import { guard } from "./address.js";
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
 * `sent(command, typed)` puts it back while a command is sent, and returns a function that brings a refused command back;
 * `typed` is the command as text if it has words that nobody had suggested: the bot may refuse them.
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
    bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isRefused) this.done(""); // it has been sent once, and is not wanted any more
      else if (event.key === "Escape") this.leave();
      else if (event.key === "Backspace" && this.erased(event.target)) event.preventDefault();
    });
    bar.addEventListener("input", (event) => {
      this.problem.textContent = ""; // one is mending it
      if (event.target.matches("input")) this.sort(event.target);
    });
  }

  /** Begin to fill in a command with what is `typed` already; `refusal` is why it has come back, if it has. */
  open(command, typed = "", refusal = "") {
    this.command = command;
    this.isRefused = Boolean(refusal);
    this.lists = new Map(command.options.map((option) => [option.name, this.optionList(option)]).filter(([, list]) => list));
    this.read = new Map();
    this.rest = h("span.rest");
    this.fields = h("span.fields");
    for (const option of command.options) {
      if (option.required || option === this.lead()) this.fields.append(this.field(option));
      else this.rest.append(this.adder(option));
    }
    this.free = h("input.free", {
      autocomplete: "off", "aria-label": `/${command.name}: its options by name`,
    });
    this.free.addEventListener("blur", () => this.settle());
    this.free.addEventListener("keydown", (event) => this.key(event));
    this.problem = h("p.problem", { role: "alert" });
    this.bar.replaceChildren(
      h("div.command-head", {}, h("b", {}, `/${command.name}`), h("span", {}, command.description), h("button.plain", { type: "button", onclick: () => this.done(""), "aria-label": "Cancel this command" }, "✕")),
      h("div.command-line", {}, h("div.command-options", {}, this.fields, this.rest, this.free), h("button.send", { type: "submit", "aria-label": "Send the command" }, "➤")),
      this.problem,
    );
    this.bar.hidden = false;
    guard();
    // Enter twice runs a command that needs nothing more, as in Discord.
    const start = split(command, typed).given.length ? this.free : this.next();
    start.value = typed;
    start.focus();
    this.sort(start);
    if (typed && start !== this.free) start.dispatchEvent(new Event("input"));
    this.problem.textContent = refusal;
    if (refusal) this.answered();
  }

  /** Close the lists of suggestions, so that they cover no answer; with `idle`, those that have nothing to offer. */
  answered(idle = false) {
    for (const field of this.bar.querySelectorAll("[role=combobox]")) field.dispatchEvent(new Event(idle ? "heard" : "answered"));
  }

  /** Return whether a line only names this command, which has options to ask for. */
  asks(line) {
    return line.toLowerCase() === `/${this.command.name}` && this.command.options.length > 0;
  }

  /** Return the option that words without a name go to: the only one, or the first if it suggests and none is needed. */
  lead() {
    const { options } = this.command;
    const suggests = options[0]?.autocomplete && !options.some((option) => option.required);
    return options.length === 1 || suggests ? options[0] : undefined;
  }

  /** Return the field to be filled in next: the first that is needed, otherwise the leading one, otherwise the free line. */
  next() {
    const lead = this.lead() && this.at(this.lead().name);
    return this.missing() || (lead && !lead.value && lead) || this.free;
  }

  missing() {
    return [...this.bar.querySelectorAll("input:required")].find((field) => !field.value);
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

  /** Return the choice that the words in an option's field mean, or undefined. */
  choice(name) {
    return called(this.lists.get(name) || [], this.at(name).value);
  }

  /** Give an option the words that were typed for it. */
  give(name, value) {
    const field = this.shown(name);
    field.value = value.trim();
    delete field.data;
  }

  /** Put `name:value`, typed in any field, to where it belongs, and go on there. */
  sort(from) {
    const { before, given } = split(this.command, from.value);
    if (!given.length) return;
    for (const { name, value } of given) this.give(name, value);
    if (!given.some(({ name }) => this.at(name) === from)) from.value = before.trim();
    const { name, value } = given.at(-1);
    const last = this.at(name);
    const chosen = last !== from && this.choice(name);
    const done = chosen && (/\s$/u.test(value) || plain(chosen.label) === plain(value)); // otherwise one is still writing it
    if (done) this.settle();
    for (const each of given) if (done || each.name !== name) this.at(each.name).value = this.said(each.name);
    (done ? this.next() : last).focus();
    if (!done) last.dispatchEvent(new Event("input"));
  }

  /** Take from the free line what the options can have of it; the rest stays there. Return what is wrong, and where. */
  settle() {
    const { before, given } = split(this.command, this.free.value);
    for (const { name, value } of given) this.give(name, value);
    const words = before.trim();
    this.free.value = words && !this.placed(words) ? words : "";
    const wrong = [...this.lists.keys()].find((name) => this.at(name)?.value.trim() && !this.choice(name));
    if (wrong) return [`“${this.at(wrong).value.trim()}” is none of the choices for ${wrong}.`, this.at(wrong)];
    if (!this.free.value) return ["", null];
    const [first] = this.command.options;
    const how = first ? `Which option is “${words}”? Write its name before it, as in ${first.name}:…` : `/${this.command.name} takes nothing more: take out “${words}”.`;
    return [how, this.free];
  }

  /** Give words without a name to the option that they can mean: the first that is needed, by a choice, or the leading one. */
  placed(words) {
    const { options } = this.command;
    const needed = options.find((option) => option.required && !this.at(option.name).value);
    const lead = this.lead();
    const number = /^\d+$/u.test(words);
    const means = ({ name, type }) => (this.lists.has(name) ? called(this.lists.get(name), words) : needed || (number && type === WHOLE_NUMBER));
    const fits = (needed ? [needed] : options).filter(means);
    const [to] = fits.length || !lead || this.at(lead.name).value ? fits : [lead];
    if (!to || fits.length > 1) return false;
    this.give(to.name, words);
    return true;
  }

  /** Return whether a Backspace in an empty field took the command away, because nothing was filled in yet. */
  erased(field) {
    if (field === this.free || !field.matches("input") || field.value || this.line() !== `/${this.command.name}`) return false;
    this.leave(true);
    return true;
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
    return this.choice(name)?.label ?? this.at(name).value;
  }

  /** Take the focus for somebody who types. */
  take() {
    this.next().focus();
  }

  adder(option) {
    const [short] = option.description.split(/[,;(]/u);
    const about = this.command.options.length > 2 ? "" : h("small", {}, short); // many are only named
    const button = h("button.add-option", { type: "button", title: option.description, data: { option: option.name } }, `+ ${option.name}`, about);
    button.addEventListener("click", () => this.shown(option.name).focus());
    return button;
  }

  field(option) {
    const id = `${this.name}-${option.name}`;
    const shown = h("label.option-field", { htmlFor: id, title: option.description }, h("span", {}, option.name));
    const list = this.lists.get(option.name);
    const input = this.textField(option, id);
    input.setAttribute("aria-label", `${option.name}: ${option.description}`);
    shown.append(input);
    if (list) this.choose(option, input);
    else {
      const note = h("small.what");
      shown.append(note);
      placeholder(input, note)(option.description);
    }
    const ask = (typed) => (list ? this.fitting(list, typed) : this.suggestions(option, typed));
    const whole = (choice) => plain(choice.name) === plain(input.value);
    const nothing = list ? "No options match your search" : "No options match. Enter sends it as it is.";
    shown.append(this.clearer(option, input));
    if (list || option.autocomplete) shown.append(suggest(input, `${id}-list`, ask, { whole, taken: () => this.missing()?.focus(), nothing }));
    return shown;
  }

  /** Return the × of an option: it takes out what is filled in, as Backspace does behind a choice that was taken. */
  clearer(option, input) {
    const clear = () => {
      input.value = "";
      input.focus();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    input.addEventListener("keydown", (event) => {
      const whole = input.data !== undefined || (this.lists.has(option.name) && input.value === this.choice(option.name)?.label);
      const [from, to] = [input.selectionStart, input.selectionEnd];
      if (event.key !== "Backspace" || !input.value || !whole || from !== to || to < input.value.length) return;
      event.preventDefault();
      event.stopPropagation();
      clear();
    });
    return h("button.clear", { type: "button", tabIndex: -1, "aria-label": `Clear ${option.name}`, onclick: (event) => { event.preventDefault(); clear(); } }, "×");
  }

  optionList(option) {
    if (option.choices?.length) return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
    if (option.type === YES_OR_NO) return [{ value: "true", label: "Yes" }, { value: "false", label: "No" }];
    return option.type in ENTITIES ? choices({ type: ENTITIES[option.type] }, this.ctx.state) : null;
  }

  /** Let a field take only a choice of its list. */
  choose(option, input) {
    input.placeholder = "choose…";
    input.addEventListener("blur", () => (input.value = this.said(option.name)));
    this.read.set(option.name, () => {
      const value = input.data ?? this.choice(option.name)?.value;
      if (value === undefined) return null;
      return option.type === YES_OR_NO ? value === "true" : String(value);
    });
  }

  /** Return the choices that have what is typed in their name; all of them if nothing is typed or one is chosen. */
  fitting(list, typed) {
    const wanted = plain(typed);
    const whole = list.some((choice) => plain(choice.label) === wanted);
    const found = whole ? list : list.filter((choice) => plain(choice.label).includes(wanted));
    return { choices: found.map((choice) => ({ name: choice.label, value: choice.value })) };
  }

  textField(option, id) {
    const input = h("input", { id, required: option.required, autocomplete: "off", maxLength: option.max_length || 6000 });
    if (option.type === WHOLE_NUMBER) input.inputMode = "numeric";
    if (option.type === NUMBER) input.inputMode = "decimal";
    this.read.set(option.name, () => input.data ?? (input.value.trim() || null));
    return input;
  }

  suggestions(option, text) {
    const body = { channel: this.ctx.channel(), name: this.command.name, option: option.name, typed: text.trimStart(), options: this.values() };
    return act("autocomplete", body, true);
  }

  values() {
    const values = {};
    for (const [name, read] of this.read) if (read() !== null) values[name] = read();
    return values;
  }

  /** Send the command, or say what is missing or wrong. */
  async enter() {
    const [wrong, where] = this.settle();
    this.problem.textContent = wrong;
    if (wrong) return where.focus();
    const first = this.missing();
    if (first) {
      this.problem.textContent = "This is still needed.";
      return first.focus();
    }
    const { command } = this;
    const [line, values] = [this.line(), this.values()];
    const typed = command.options.some(({ name, autocomplete }) => autocomplete && this.at(name)?.value && this.at(name).slip !== false && this.at(name).data === undefined);
    const refused = this.sent(command, typed ? line : ""); // what one types meanwhile is the next message
    const problem = await this.ctx.run(command.name, values);
    if (problem) refused(command, line, problem);
  }
}
