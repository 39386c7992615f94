// Where one writes: plain words, or a command with its options.

import { h } from "./dom.js";
import { act } from "./net.js";
import { choices } from "./components.js";

const NUMBERS = [4, 10];
const ENTITIES = { 6: 5, 7: 8, 8: 6, 9: 7 };
let count = 0;

/** The composer of one pane; `ctx` has the state, `channel()` and `run(name, options)`. */
export class Composer {
  constructor(ctx) {
    this.ctx = ctx;
    this.name = `composer${++count}`;
    this.commands = [];
    this.at = 0;
    this.picker = h("div.picker", { role: "listbox", id: `${this.name}-list`, "aria-label": "Commands", hidden: true });
    this.text = h("textarea", {
      rows: 1, maxLength: 2000, role: "combobox", autocomplete: "off", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-controls": this.picker.id,
    });
    this.send = h("button.send", { type: "submit", "aria-label": "Send" }, "➤");
    this.plain = h("form.write", {}, h("button.slash", { type: "button", "aria-label": "Commands", title: "Commands", onclick: () => this.slash() }, "/"), this.text, this.send);
    this.bar = h("form.command", { hidden: true });
    this.element = h("div.composer", {}, this.picker, this.plain, this.bar);
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.text !== document.activeElement && this.close(), 200));
    this.plain.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.bar.addEventListener("submit", (event) => { event.preventDefault(); this.run(); });
    this.bar.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
    this.picker.addEventListener("pointerdown", (event) => event.preventDefault());
    this.picker.addEventListener("click", (event) => {
      const row = event.target.closest(".option");
      if (row) this.choose(Number(row.dataset.at));
    });
  }

  /** Say where this writes to. */
  label(place) {
    this.text.placeholder = `Message ${place}`;
    this.text.setAttribute("aria-label", `Message ${place}; type / for commands`);
  }

  slash() {
    if (!this.text.value.startsWith("/")) this.text.value = "/" + this.text.value;
    this.text.focus();
    this.typed();
  }

  async typed() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
    if (!/^\/[-\w' ]*$/u.test(this.text.value)) return this.close();
    if (!this.commands.length || this.text.value === "/") {
      this.commands = (await act("commands", { channel: this.ctx.channel() }, true))?.commands || [];
    }
    const wanted = this.text.value.slice(1).trimStart().toLowerCase();
    this.found = this.commands
      .filter((command) => command.name.includes(wanted))
      .sort((a, b) => b.name.startsWith(wanted) - a.name.startsWith(wanted));
    this.at = 0;
    this.draw();
  }

  draw() {
    const rows = this.found.map((command, index) =>
      h("div.option", { role: "option", id: `${this.name}-${index}`, data: { at: index } },
        h("span.option-label", {}, `/${command.name}`, command.options.map((option) => h(`span.hint${option.required ? ".needed" : ""}`, {}, option.name))),
        h("small", {}, command.description)));
    if (!rows.length) rows.push(h("p.nothing", {}, this.ctx.state.bot.online ? "No command of that name." : "The bot is not here yet; its commands come with it."));
    this.picker.replaceChildren(h("p.picker-title", {}, this.ctx.state.bot.name), ...rows);
    this.picker.hidden = false;
    this.text.setAttribute("aria-expanded", "true");
    this.mark();
  }

  mark() {
    this.picker.querySelectorAll(".option").forEach((row, index) => {
      row.classList.toggle("at", index === this.at);
      row.setAttribute("aria-selected", String(index === this.at));
      if (index === this.at) row.scrollIntoView({ block: "nearest" });
    });
    this.text.setAttribute("aria-activedescendant", this.found.length ? `${this.name}-${this.at}` : "");
  }

  close() {
    this.picker.hidden = true;
    this.text.setAttribute("aria-expanded", "false");
    this.text.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const listed = !this.picker.hidden && this.found?.length;
    if (listed && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.at = (this.at + step + this.found.length) % this.found.length;
      this.mark();
    } else if (listed && (event.key === "Enter" || event.key === "Tab")) this.choose(this.at);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
  }

  async submit() {
    const text = this.text.value.trim();
    if (!text) return;
    if (!this.picker.hidden && this.found?.length) return this.choose(this.at);
    this.text.value = "";
    this.typed();
    const sent = await act("send", { channel: this.ctx.channel(), text });
    if (sent === null && !this.text.value) this.text.value = text;
  }

  choose(at) {
    const command = this.found[at];
    this.close();
    this.text.value = "";
    this.text.style.height = "auto";
    if (!command.options.length) {
      this.text.focus();
      this.ctx.run(command.name, {});
      return;
    }
    this.command = command;
    this.fields = new Map();
    const rest = h("span.rest");
    const fields = h("span.fields");
    for (const option of command.options) {
      if (option.required || command.options.length === 1) fields.append(this.field(option));
      else rest.append(this.adder(option, fields));
    }
    this.problem = h("p.problem", { role: "alert" });
    this.bar.replaceChildren(
      h("div.command-head", {}, h("b", {}, `/${command.name}`), h("span", {}, command.description), h("button.plain", { type: "button", onclick: () => this.cancel(), "aria-label": "Cancel this command" }, "✕")),
      h("div.command-line", {}, h("div.command-options", {}, fields, rest), h("button.send", { type: "submit", "aria-label": "Send the command" }, "➤")),
      this.problem,
    );
    this.plain.hidden = true;
    this.bar.hidden = false;
    // Enter twice runs a command that needs nothing more, as in Discord.
    (this.bar.querySelector("input:required, select:required") || this.bar.querySelector(".send")).focus();
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
    let input;
    if (list) {
      input = h("select", { id, required: option.required }, h("option", { value: "" }, option.required ? "choose…" : "—"), list.map((choice) => h("option", { value: choice.value }, choice.label)));
      this.fields.set(option.name, () => {
        const chosen = list.find((choice) => String(choice.value) === input.value);
        if (!chosen) return null;
        return option.type === 5 ? chosen.value === "true" : String(chosen.value);
      });
    } else {
      input = h("input", { id, required: option.required, autocomplete: "off", placeholder: option.description, maxLength: option.max_length || 6000 });
      if (NUMBERS.includes(option.type)) input.inputMode = option.type === 4 ? "numeric" : "decimal";
      this.fields.set(option.name, () => input.data ?? (input.value.trim() || null));
      if (option.autocomplete) this.suggest(option, input, shown);
    }
    input.setAttribute("aria-label", `${option.name}: ${option.description}`);
    shown.append(input);
    return shown;
  }

  optionList(option) {
    if (option.choices?.length) return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
    if (option.type === 5) return [{ value: "true", label: "Yes" }, { value: "false", label: "No" }];
    return option.type in ENTITIES ? choices({ type: ENTITIES[option.type] }, this.ctx.state) : null;
  }

  values() {
    const values = {};
    for (const [name, read] of this.fields) if (read() !== null) values[name] = read();
    return values;
  }

  suggest(option, input, around) {
    const name = `${this.name}-${option.name}-list`;
    const list = h("div.suggestions", { role: "listbox", id: name, hidden: true });
    Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": name, "aria-expanded": "false" })
      .forEach(([key, value]) => input.setAttribute(key, value));
    let found = [];
    let at = 0;
    let turn = 0;
    const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); };
    const take = (index) => {
      input.value = found[index].name;
      input.data = String(found[index].value);
      close();
    };
    const mark = () => [...list.children].forEach((row, index) => {
      row.classList.toggle("at", index === at);
      row.setAttribute("aria-selected", String(index === at));
      if (index === at) { input.setAttribute("aria-activedescendant", row.id); row.scrollIntoView({ block: "nearest" }); }
    });
    const ask = async () => {
      const mine = ++turn;
      const told = await act("autocomplete", { channel: this.ctx.channel(), name: this.command.name, option: option.name, typed: input.value, options: this.values() }, true);
      if (mine !== turn || document.activeElement !== input) return;
      found = told?.choices || [];
      at = 0;
      list.replaceChildren(...found.map((choice, index) => h("div.option", { role: "option", id: `${name}-${index}`, onclick: () => take(index) }, choice.name)));
      if (!found.length) list.append(h("p.nothing", {}, told?.failed ? "Loading options failed" : "No options match your search"));
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      mark();
    };
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    input.addEventListener("input", () => { delete input.data; ask(); });
    input.addEventListener("focus", ask);
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      if (list.hidden || !found.length) return;
      if (event.key === "ArrowDown") at = (at + 1) % found.length;
      else if (event.key === "ArrowUp") at = (at + found.length - 1) % found.length;
      else if (event.key === "Enter" || (event.key === "Tab" && input.data === undefined)) take(at);
      else if (event.key === "Escape") { close(); event.stopPropagation(); }
      else return;
      if (event.key !== "Tab") event.preventDefault();
      mark();
    });
    around.append(list);
  }

  async run() {
    const problem = await this.ctx.run(this.command.name, this.values());
    if (problem) this.problem.textContent = problem;
    else this.cancel();
  }

  cancel() {
    this.bar.hidden = true;
    this.plain.hidden = false;
    this.commands = [];
    this.text.focus();
  }
}
