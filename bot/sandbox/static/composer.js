// Where one writes: plain words, or a command, picked from a list.

import { guard } from "./address.js";
import { goesOn, h, keepBelowTop, placeholder, rendered } from "./dom.js";
import { act } from "./net.js";
import { CommandBar } from "./command.js";
import { behind, matches, slashed, whole } from "./match.js";
import { Meanings } from "./meant.js";
import { SLIP } from "./slips.js";

const MAY_BE_A_COMMAND = /^\/[-\w' ]*$/u;
const REFUSAL = 400; // the id of a component that says that a request was refused
let count = 0;

/** The composer of one pane; `ctx` has the state, `channel()` and `run(name, options)`. */
export class Composer {
  constructor(ctx) {
    this.ctx = ctx;
    this.name = `composer${++count}`;
    this.meanings = new Meanings((...asked) => this.suggested(...asked));
    this.commands = [];
    this.found = [];
    this.at = 0;
    this.turn = 0;
    this.drawing = null;
    this.entered = 0; // how often Enter was pressed for a line whose commands are not known yet
    this.looking = null; // the draft whose line of talk is compared with the commands, after Enter
    this.askedAt = -SLIP;
    this.table = ""; // the buttons in view when the list asked: a move that it offers is for the table as it was
    this.asked = ""; // the text of which the list asks whether it is a command; empty if it was typed as one
    this.words = null; // the command with words of one's own that was sent last, until it is answered
    this.draft = null; // whose text this is, and where: the key under which it is kept
    this.options = h("div", { role: "listbox", id: `${this.name}-list`, "aria-label": "Commands" });
    this.note = h("p.nothing", { role: "status" });
    this.picker = goesOn(h("div.picker", { hidden: true, tabIndex: 0 }, h("p.picker-title", { "aria-hidden": "true" }), this.options, this.note));
    this.text = h("textarea", {
      rows: 1, maxLength: 2000, autocomplete: "off", "aria-autocomplete": "list", "aria-controls": this.options.id,
    });
    this.hint = placeholder(this.text);
    const slash = h("button.slash", { type: "button", "aria-label": "Commands", title: "Commands", onclick: () => this.slash() }, "/");
    this.plain = h("form.write", {}, slash, this.text, h("button.send", { type: "submit", "aria-label": "Send" }, "➤"));
    const form = h("form.command", { hidden: true });
    this.bar = new CommandBar(ctx, this.name, form, (line) => this.restore(line), (...given) => this.sent(...given));
    this.element = h("div.composer", {}, this.picker, this.plain, form);
    this.listen();
    addEventListener("resize", () => this.grow());
  }

  listen() {
    this.element.addEventListener("input", () => this.keep());
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () => setTimeout(() => this.text !== document.activeElement && this.close(), 200));
    this.plain.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.picker.addEventListener("pointerdown", (event) => event.preventDefault());
    this.picker.addEventListener("click", (event) => {
      const row = event.target.closest(".option");
      if (row) this.choose(Number(row.dataset.at), event.timeStamp);
    });
  }

  /** Say where this writes to, and whether one may; `draft` is the key of what is written there but not sent. */
  label(place, writable, draft) {
    if (draft !== this.draft) this.change(draft);
    this.learn();
    for (const control of this.plain.elements) control.disabled = !writable && !control.matches(".pill");
    this.hint(...(writable ? [`Message ${place}`, "Message"] : ["You may not write here", "Read only"]));
    this.text.setAttribute("aria-label", `Message ${place}; type / for commands`);
  }

  /** Ask for the commands of this place, so that they are here before somebody types one. Return whether they changed. */
  async learn() {
    const [channel, before] = [this.ctx.channel(), JSON.stringify(this.commands)];
    const told = await act("commands", { channel }, true);
    if (channel !== this.ctx.channel()) return true;
    this.commands = told?.commands ?? this.commands; // after a failure, those that are known
    return JSON.stringify(this.commands) !== before;
  }

  /** Keep what is written here until it is sent, also over a reload. */
  keep() {
    const open = this.plain.hidden && this.bar.line();
    const text = [open, this.text.value].filter(Boolean).join("\n");
    if (text) sessionStorage.setItem(`draft:${this.draft}`, text);
    else sessionStorage.removeItem(`draft:${this.draft}`);
  }

  /** Know the commands of the bot, which has just come, and list them for what is typed already. */
  async botCame() {
    await this.learn();
    if (slashed(this.text.value) && this.text === document.activeElement) this.typed();
  }

  change(draft) {
    if (this.draft) this.keep();
    this.draft = draft;
    this.commands = []; // those of the place before
    this.entered = 0;
    this.bar.close();
    this.plain.hidden = false;
    this.text.value = sessionStorage.getItem(`draft:${draft}`) || "";
    this.grow();
    this.close();
  }

  /** Take the focus for somebody who types. */
  take() {
    if (this.plain.hidden) this.bar.take();
    else this.text.focus();
  }

  slash() {
    if (!slashed(this.text.value)) this.text.value = "/" + this.text.value;
    this.text.focus();
    this.typed();
  }

  grow() {
    this.text.style.height = "auto";
    if (this.text.scrollHeight) this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`; // none while hidden
  }

  typed() {
    this.grow();
    if (!slashed(this.text.value)) return this.close();
    if (this.entered) return; // this is the next line
    this.drawing = this.draw(++this.turn);
  }

  /** Draw the list; wait only for commands that are not known yet. A slash alone asks whether they are still the same. */
  async draw(mine) {
    const news = this.commands.length && this.text.value !== "/" ? null : this.learn();
    if (!this.commands.length) await news;
    if (mine !== this.turn) return;
    await this.drawKnown(mine);
    if ((await news) && mine === this.turn) await this.drawKnown(mine);
  }

  /** List the commands that the text may mean; one that it names whole, with a blank behind, is chosen at once. */
  async drawKnown(mine) {
    const named = whole(this.commands, this.text.value);
    if (named) return this.fill(named);
    const found = matches(this.commands, this.text.value);
    if (!found.length && this.commands.length && !MAY_BE_A_COMMAND.test(this.text.value)) return this.close();
    const table = this.buttonsNow();
    const chosen = found.length ? [] : await this.means(this.text.value.trim());
    const nothing = found.length || chosen.length ? "" : await this.nothing();
    if (mine !== this.turn) return;
    if (chosen.length) return this.ask(this.text.value.trim(), chosen, table);
    this.asked = "";
    this.list(found, nothing);
  }

  /** Show a list of commands, and a note below it. */
  list(found, note) {
    this.found = found;
    this.at = 0;
    this.options.replaceChildren(...this.found.map((command, index) =>
      h("div.option", { role: "option", id: `${this.name}-${index}`, data: { at: index } },
        h("span.option-label", {}, command.says ?? command.line ?? `/${command.name}`, command.options.map((option) => h(`span.hint${option.required ? ".needed" : ""}`, {}, option.name))),
        h("small", {}, command.description))));
    this.picker.firstChild.textContent = this.ctx.state.bot.name;
    this.options.hidden = !found.length;
    this.note.hidden = !note;
    this.note.textContent = note;
    this.picker.hidden = false;
    guard();
    keepBelowTop(this.picker, this.plain, 330);
    this.mark();
  }

  /** Return why there is no such command here: perhaps there is one in a channel. */
  async nothing() {
    const away = "The bot is not here yet; its commands come with it.";
    if (!this.ctx.state.bot.online) return away;
    const channel = this.ctx.state.channels.find((each) => each.kind === "text");
    const told = channel && channel.id !== this.ctx.channel() && (await act("commands", { channel: channel.id }, true));
    const [there] = matches(told?.commands || [], this.text.value);
    if (there) return `/${there.name} works in a server channel, such as #${channel.name}.`;
    return this.commands.length ? "No command of that name." : away;
  }

  mark() {
    [...this.options.children].forEach((row, index) => {
      row.classList.toggle("at", index === this.at);
      row.setAttribute("aria-selected", String(index === this.at));
      if (index === this.at) row.scrollIntoView({ block: "nearest" });
    });
    if (this.found.length) this.text.setAttribute("aria-activedescendant", `${this.name}-${this.at}`);
    else this.text.removeAttribute("aria-activedescendant");
  }

  close() {
    this.turn += 1;
    this.picker.hidden = true;
    this.text.removeAttribute("aria-activedescendant");
  }

  /** Return whether a command is filled in here or a list is open: Back closes that first. */
  get isOpen() {
    return this.plain.hidden || !this.picker.hidden;
  }

  /** Close the command or the list; what was filled in stays as text. */
  shut() {
    if (this.plain.hidden) this.bar.leave();
    else this.close();
  }

  get listed() {
    return !this.picker.hidden && this.found.length > 0;
  }

  key(event) {
    if (this.listed && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.at = (this.at + step + this.found.length) % this.found.length;
      this.mark();
    } else if (event.key === "Enter" && event.repeat && !event.shiftKey) event.preventDefault(); // held down
    else if (this.listed && (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey))) this.choose(this.at, event.timeStamp);
    else if (event.key === "Escape" && !this.isOpen) this.ctx.goBack();
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
  }

  async submit() {
    const [{ draft }, line] = [this, this.text.value.trim()];
    if (this.entered) return this.enter();
    const times = slashed(line) && !this.listed ? await this.commandsCome() : 0;
    if (draft !== this.draft) return; // one has gone elsewhere, and the line waits here
    if (times === 1 && this.plain.hidden && this.bar.asks(line)) return; // the next Enter sends it, as from the list
    if (this.plain.hidden) return this.bar.enter();
    const text = this.text.value.trim();
    if (!text) return;
    if (this.listed) return this.choose(this.at);
    this.text.focus(); // a list or a note closes where nobody writes
    if (slashed(text) && !this.commands.length) return; // the note says that the bot is away
    const isTalk = slashed(text) || text === this.asked;
    if (this.looking === draft) return; // Enter again
    this.looking = draft;
    if (!isTalk && !this.commands.length) await this.learn(); // the first line of a page may come before them
    const table = this.buttonsNow();
    const meant = isTalk || draft !== this.draft ? [] : await this.means(text);
    if (this.looking === draft) this.looking = null;
    if (draft !== this.draft) return; // one has gone elsewhere, and the line waits here
    if (meant.length) return this.ask(text, meant, table);
    await this.send(text);
  }

  /** Return the entries that a line may mean. Behind a slash no name fits, so that it can only be what a command is for. */
  means(line) {
    if (slashed(line)) return this.meanings.chosen(this.commands, line.slice(1).toLowerCase());
    return this.meanings.of(line, this.commands, this.ctx.buttons());
  }

  /** Return which buttons there are, and on which messages: other ones mean that the table has gone on. */
  buttonsNow() {
    return this.ctx.buttons().map(({ stop, id }) => `${stop.closest("article").dataset.id} ${id}`).join("\n");
  }

  async suggested(name, option, typed) {
    const told = await act("autocomplete", { channel: this.ctx.channel(), name, option, typed, options: {} }, true);
    return told?.choices;
  }

  /** Ask whether a line is a command without its slash, at a `table` with these buttons. Sent again, it is talk. */
  ask(text, meant, table, before = "") {
    [this.asked, this.askedAt, this.table] = [text, performance.now(), table];
    const talk = { isTalk: true, says: `Send “${text}” as a message`, options: [], description: "" };
    const [{ name, says, asks, line } = talk] = meant;
    const note = meant.length ? asks ?? `Did you mean ${says ?? line ?? `/${name}`}?` : "";
    this.list([...meant, ...(slashed(text) ? [] : [talk])], [before, note].filter(Boolean).join(" "));
  }

  /** Ask again what a line means, because the table has gone on since: a move was meant for what was there before. */
  async askAgain() {
    if (this.looking) return;
    const { asked: text, draft } = this;
    this.looking = draft;
    const table = this.buttonsNow();
    const meant = await this.means(text);
    if (this.looking === draft) this.looking = null;
    if (draft === this.draft && this.asked === text && this.listed) this.ask(text, meant, table, "The table has changed.");
  }

  async send(text) {
    this.asked = "";
    const { draft } = this;
    this.takeOut(text);
    const sent = await act("send", { channel: this.ctx.channel(), text });
    if (sent !== null || sessionStorage.getItem(`draft:${draft}`)) return;
    sessionStorage.setItem(`draft:${draft}`, text);
    if (draft === this.draft) this.text.value = text;
  }

  /** Take a line that goes out from what is written. What one has typed behind it meanwhile stays. */
  takeOut(line) {
    const text = this.text.value.trimStart();
    if (text.startsWith(line)) this.text.value = text.slice(line.length).trimStart();
    this.typed();
    this.keep();
  }

  /** End a line before the commands are known. What one types meanwhile is the next line. */
  enter() {
    this.entered += 1;
    this.text.value = `${this.text.value.trimEnd()}\n`;
  }

  /** Wait for the commands if Enter came before them. Return how often it was pressed, or 0 if one has gone elsewhere. */
  async commandsCome() {
    const { draft } = this;
    if (!this.commands.length) {
      this.turn += 1; // a list that is still to come is not for what is typed from now on
      this.enter();
      await this.learn();
    }
    if (draft !== this.draft) return 0;
    const times = this.entered;
    this.entered = 0;
    this.drawing = this.drawKnown(++this.turn);
    let drawn;
    do await (drawn = this.drawing);
    while (drawn !== this.drawing);
    if (!this.commands.length) this.text.value = this.text.value.trimEnd(); // the bot is away, and nothing was sent
    return times;
  }

  choose(at, when = performance.now()) {
    const command = this.found[at];
    if (this.asked && when - this.askedAt < SLIP) return this.text.focus(); // a second press, for the line that it asks about
    if (command.isTalk) return this.send(this.asked);
    if (command.button) return this.press(command.button);
    const isSent = command.values || !(command.line || command.options.length);
    if (this.asked && isSent && this.table !== this.buttonsNow()) return this.askAgain();
    if (command.values) return this.move(command);
    if (this.asked) { // what they typed, with the slash; typed again, it is asked about again
      this.text.value = command.line ?? (whole([command], `/${this.asked} `) ? `/${this.asked}` : `/${command.name}`);
      this.asked = "";
    }
    if (command.options.length || behind(command, this.text.value).typed) return this.fill(command);
    this.taken(command);
    this.text.focus();
    this.ctx.run(command.name, {});
  }

  /** Press the button that a line of talk was meant for; the line stays if that button has gone meanwhile. */
  press({ id, label }) {
    const text = this.asked;
    this.close();
    this.asked = "";
    this.text.focus();
    const button = this.ctx.buttons().find((each) => each.id === id && each.label === label);
    if (!button) return;
    this.takeOut(text);
    button.stop.click();
  }

  /** Make the move that a line of talk was meant for; the line comes back if it cannot be sent. */
  async move(command) {
    const text = this.asked;
    this.asked = "";
    this.takeOut(text);
    this.text.focus();
    const problem = await this.ctx.run(command.name, command.values);
    if (problem && !this.text.value) this.text.value = text;
  }

  /** Put a command into the box, as a tap on its name does; what is written there waits behind it. */
  async offer(name) {
    if (!this.commands.length) await this.learn();
    if (this.plain.hidden) this.bar.leave();
    const command = this.commands.find((each) => each.name === name);
    this.close();
    if (command && this.isBegun()) this.text.value = ""; // it was the beginning of a command, which is this one now
    if (command) this.open(command, "");
    else this.text.value = `/${name}`;
    if (!command) this.slash();
  }

  /** Return whether only the beginning of a command's name is written. */
  isBegun() {
    return slashed(this.text.value) && !this.text.value.includes("\n") && !whole(this.commands, this.text.value);
  }

  /** Leave the further commands of several lines in the composer, and return what is typed for this one. */
  taken(command) {
    const { typed, others } = behind(command, this.text.value);
    this.close();
    this.text.value = others;
    this.grow();
    this.keep();
    return typed;
  }

  fill(command) {
    this.open(command, this.taken(command));
  }

  /** Put the options of a command in place of the plain composer. */
  open(command, typed, problem = "") {
    this.plain.hidden = true;
    this.bar.open(command, typed, problem);
    this.keep();
  }

  /**
   * Put the plain composer back while a command is sent; return a function that brings the command back if refused.
   * `words` is its line if somebody has found words of their own for it: the bot may not understand them.
   */
  sent(command, words) {
    const { draft } = this;
    this.restore("");
    this.words = words && { draft, command, line: words };
    return (...refused) => {
      this.words = null;
      this.refused(draft, ...refused);
    };
  }

  /** Hear an answer of the bot: if it only says that it did not take the words, the command comes back with that. */
  hear(message) {
    const { words } = this;
    const name = (said) => said.split(" ")[0];
    if (this.plain.hidden && message.private && !message.local) this.bar.answered(true);
    if (!words || !message.private || message.thinking || !message.command || name(message.command.name) !== name(words.command.name)) return;
    this.words = null;
    const [first, ...more] = message.components;
    if (first?.id !== REFUSAL || more.length) return;
    const isFree = words.draft === this.draft && !this.plain.hidden && !this.text.value;
    if (isFree) this.refused(words.draft, words.command, words.line, rendered("p", first.html).textContent.trim());
  }

  /** Show a refused command again, filled in and with the `problem`; it waits as text where one is elsewhere meanwhile. */
  refused(draft, command, line, problem) {
    if (draft !== this.draft) {
      const there = sessionStorage.getItem(`draft:${draft}`);
      sessionStorage.setItem(`draft:${draft}`, [line, there].filter(Boolean).join("\n"));
    } else if (this.plain.hidden) this.text.value = [line, this.text.value].filter(Boolean).join("\n");
    else this.open(command, behind(command, line).typed, problem);
  }

  /** Put the plain composer back, with a command's `line` as text if it was not sent. */
  restore(line) {
    this.bar.close();
    this.plain.hidden = false;
    this.text.value = [line, this.text.value].filter(Boolean).join("\n");
    this.grow();
    this.keep();
    this.text.focus();
    if (!line) this.typed();
  }
}
