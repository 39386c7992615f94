// A command that is being filled in: its options, those needed first, the others to be added.

import { h } from "./dom.js";
import { act } from "./net.js";
import { choices } from "./components.js";
import { suggest } from "./suggest.js";

const WHOLE_NUMBER = 4;
const NUMBER = 10;
const YES_OR_NO = 5;
const ENTITIES = { 6: 5, 7: 8, 8: 6, 9: 7 }; // an option's type -> the menu with the same choices

/** Fills the form `bar`; `done()` puts the plain composer back. */
export class CommandBar {
  constructor(ctx, name, bar, done) {
    this.ctx = ctx;
    this.name = name;
    this.bar = bar;
    this.done = done;
    bar.addEventListener("submit", (event) => { event.preventDefault(); this.run(); });
    bar.addEventListener("keydown", (event) => event.key === "Escape" && this.done());
  }

  /** Begin to fill in a command, with the options that are `given` already. */
  open(command, given = new Map()) {
    this.command = command;
    this.read = new Map();
    const rest = h("span.rest");
    const fields = h("span.fields");
    for (const option of command.options) {
      if (option.required || given.has(option.name) || command.options.length === 1) fields.append(this.field(option));
      else rest.append(this.adder(option, fields));
    }
    this.problem = h("p.problem", { role: "alert" });
    this.bar.replaceChildren(
      h("div.command-head", {}, h("b", {}, `/${command.name}`), h("span", {}, command.description), h("button.plain", { type: "button", onclick: this.done, "aria-label": "Cancel this command" }, "✕")),
      h("div.command-line", {}, h("div.command-options", {}, fields, rest), h("button.send", { type: "submit", "aria-label": "Send the command" }, "➤")),
      this.problem,
    );
    this.bar.hidden = false;
    for (const [name, value] of given) this.give(name, value);
    // Enter twice runs a command that needs nothing more, as in Discord.
    ([...this.bar.querySelectorAll("input:required, select:required")].find((field) => !field.value) || this.bar.querySelector(".send")).focus();
  }

  give(name, value) {
    const field = document.getElementById(`${this.name}-${name}`);
    const alike = (choice) => [choice.value, choice.textContent].some((said) => said.toLowerCase() === value.toLowerCase());
    field.value = field.options ? [...field.options].find(alike)?.value ?? "" : value;
  }

  /** Take the focus for somebody who types: to the first field that is empty. */
  take() {
    const fields = [...this.bar.querySelectorAll("input, select")];
    (fields.find((field) => !field.value) || fields[0])?.focus();
  }

  adder(option, fields) {
    const button = h("button.add-option", { type: "button", title: option.description }, `+ ${option.name}`);
    button.addEventListener("click", () => {
      const field = this.field(option);
      fields.append(field);
      button.remove();
      field.querySelector("input, select").focus();
    });
    return button;
  }

  field(option) {
    const id = `${this.name}-${option.name}`;
    const shown = h("label.option-field", { htmlFor: id, title: option.description }, h("span", {}, option.name));
    const list = this.optionList(option);
    const input = list ? this.menu(option, id, list) : this.line(option, id);
    input.setAttribute("aria-label", `${option.name}: ${option.description}`);
    shown.append(input);
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

  line(option, id) {
    const input = h("input", { id, required: option.required, autocomplete: "off", placeholder: option.description, maxLength: option.max_length || 6000 });
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

  async run() {
    const problem = await this.ctx.run(this.command.name, this.values());
    if (problem) this.problem.textContent = problem;
    else this.done();
  }
}
