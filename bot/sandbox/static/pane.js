// A place with its messages and the composer below: the channel or thread that is open, and one's direct messages.

import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { Log } from "./messages.js";
import { intro } from "./side.js";

const TURNS = { PageUp: -1, PageDown: 1 };

/** Shows `place()` under `root`; `ctx` has the state and what can be done to messages, `list(id)` a channel's messages. */
export class Pane {
  constructor(root, place, ctx, list) {
    this.root = root;
    this.place = place;
    this.list = list;
    this.state = ctx.state;
    const here = { ...ctx, channel: () => this.id(), buttons: () => this.log.buttons(), run: (name, options) => ctx.run(this.id(), name, options) };
    this.log = new Log(here);
    this.composer = new Composer(here);
    this.composer.text.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && event.shiftKey && this.log.goBack()) event.preventDefault();
      const [way, isPlain] = [TURNS[event.key], !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)];
      if (!way || !isPlain || this.composer.text.value) return; // in a text, these keys go through it
      this.log.turn(way);
      event.preventDefault();
    });
    this.title = h("header.pane-head");
    this.composer.plain.lastChild.before(this.log.pill);
    root.append(this.title, this.log.element, this.composer.element);
  }

  id() {
    return this.place()?.id;
  }

  /** Draw what is there, after going elsewhere or becoming somebody else. */
  show() {
    const found = this.place();
    if (!found) return;
    const own = found.kind === "dm";
    const name = own ? this.state.bot.name : found.name;
    const mark = own ? "@" : found.kind === "thread" ? "🧵" : "#";
    this.title.replaceChildren(
      h("span.mark", { "aria-hidden": "true" }, mark), h("h2", {}, name), h("span.topic", {}, this.topic(found)));
    this.composer.label(`${own ? "@" : "#"}${name}`, found.writable, `${this.state.person.key}:${found.id}`);
    this.log.show(found.id, this.list(found.id), intro(found, name, this.state));
  }

  topic(found) {
    if (found.kind === "dm") return this.state.person.closed ? "Your direct messages are closed" : "Only you and the bot";
    const parent = this.state.channels.find((each) => each.id === found.parent);
    return found.topic || (found.kind === "thread" ? `A thread in #${parent?.name ?? ""}` : "");
  }
}
