// One message, and the list of a channel's messages.

import { avatar, h, rendered } from "./dom.js";
import { draw, fileCard } from "./components.js";
import { alike, changedAt, enter, firstOf, goneOn, known, mainOf, noteDrawn, notePlaces, refocus, rest, stopsOf } from "./focus.js";
import { heldList } from "./menu.js";
import { placeIn, wayTo } from "./place.js";
import { clock, writeStamps } from "./time.js";

const TOGETHER = 7 * 60 * 1000;
const PAGE = 0.875; // how much of the view is another page: some lines stay in sight
const END = "end"; // what a log keeps in view, if not the beginning of a message: its end,
const FOLLOWS = 15_000; // milliseconds within which a message may be what one's own press has brought
const SOON = 3000; // milliseconds within which a public message may be that although the pressed button stays
const REST = 6000; // milliseconds after which nobody presses another button of the same row: the view follows what it has brought
const HERE = "here"; // or the place to which somebody has scrolled inside a message that is taller than the view

/** Return the first line of a message, without what changes while the line stays the same: numbers and pictures. */
const headline = (box) => (box.querySelector(".text > :first-child")?.textContent ?? "").replace(/\d+/gu, "");

function embedBox(embed) {
  const box = h("div.embed", {},
    embed.author && h("div.embed-author", {}, embed.author),
    embed.title && rendered("div.embed-title", embed.title),
    embed.html && rendered("div.text", embed.html),
    embed.fields.length > 0 && h("div.fields", {}, embed.fields.map((field) =>
      h(`div.field${field.inline ? ".inline" : ""}`, {}, rendered("div.field-name", field.name), rendered("div.text", field.html)))),
    embed.image && h("img.embed-image", { src: embed.image, alt: "" }),
    embed.footer && h("div.embed-footer", {}, embed.footer),
  );
  if (embed.colour !== null) box.style.setProperty("--accent", `#${embed.colour.toString(16).padStart(6, "0")}`);
  return box;
}

/** Return the line above an answer: who used which command. A tap on the command puts it into the message box. */
function used(user, command) {
  return h("div.above", {}, avatar(user, ".tiny"), h("b", {}, user.name), " used ", h("span.mention", { data: { command } }, `/${command}`));
}

function above(message) {
  if (message.command) {
    return used(message.command.user, message.command.name);
  }
  if (!message.reply) return null;
  return h("div.above.reply", {}, message.reply.author && avatar(message.reply.author, ".tiny"), h("b", {}, message.reply.author?.name || ""), " ", h("a.jump", { href: "#", tabIndex: -1, data: { channel: message.channel, message: message.reply.id } }, message.reply.text));
}

function head(message) {
  return h("div.head", {},
    h(`span.author.c${message.author.bot ? "bot" : message.author.colour % 8}`, {}, message.author.name),
    message.author.bot && h("span.tag", {}, "APP"),
    h("time.when", { dateTime: new Date(message.at).toISOString(), title: new Date(message.at).toLocaleString("en-GB") }, clock(message.at)),
  );
}

/** Draw a message for one pane; `ctx` also has `dismiss(message)` and `failures`. */
export function messageBox(message, ctx) {
  if (message.local) return localBox(message, ctx);
  const mine = ctx.state.person;
  const pinged = message.mentions.includes(mine.id) && message.author.id !== mine.id;
  const box = h(`article.msg${pinged ? ".mentioned" : ""}${message.private ? ".private" : ""}`, { data: { id: message.id }, "aria-label": `${message.author.name}, ${clock(message.at)}` });
  if (message.system) {
    box.classList.add("system");
    const place = message.place && h("a.jump", { href: "#", data: { channel: message.place.id, message: "" } }, message.place.name);
    box.append(h("p", {}, h("b", {}, message.author.name), " ", message.system, place && " ", place, " ", h("time.when", {}, clock(message.at))));
    return box;
  }
  const body = h("div.body", {}, head(message));
  if (message.thinking) body.append(h("p.thinking", {}, h("span.dots", { "aria-hidden": "true" }), `${message.author.name} is thinking…`));
  if (message.html) body.append(rendered("div.text", message.html));
  const part = { ...ctx, press: (element, what, extra) => ctx.press(message, element, what, extra) };
  body.append(
    ...message.embeds.map(embedBox),
    ...message.files.map((file) => (file.picture && file.url ? h("img.attached", { src: file.url, alt: file.description || file.name }) : fileCard(file))),
    ...message.components.map((component) => draw(component, part)),
  );
  if (message.edited) (body.querySelector(":scope > .text > p:last-child") || body).append(h("small.edited", {}, " (edited)"));
  const failed = ctx.failures.get(message.id);
  if (failed) body.append(h("p.failed", { role: "alert" }, failed));
  if (message.private) {
    body.append(h("p.only", {}, "👁 Only you can see this · ", h("button.plain", { type: "button", onclick: () => ctx.dismiss(message) }, "Dismiss message")));
  }
  for (const mention of body.querySelectorAll(`.mention[data-user="${mine.id}"]`)) mention.classList.add("me");
  const line = above(message);
  if (line) box.append(line);
  box.append(avatar(message.author), h("time.side-time", { "aria-hidden": "true" }, clock(message.at, true)), body);
  writeStamps(box);
  return box;
}

function localBox(message, ctx) {
  const bot = ctx.state.bot;
  const box = h("article.msg.private.local", { data: { id: message.id } });
  const body = h("div.body", {}, h("div.head", {}, h("span.author.cbot", {}, bot.name), h("span.tag", {}, "APP")));
  if (message.failed) {
    body.append(
      h("p.failed", { role: "alert" }, "The application did not respond"),
      h("p.only", {}, "👁 Only you can see this · ", h("button.plain", { type: "button", onclick: () => ctx.dismiss(message) }, "Dismiss message")),
    );
  } else body.append(h("p.thinking", {}, h("span.dots", { "aria-hidden": "true" }), "Sending command…"));
  box.append(used(ctx.state.person, message.name), avatar(bot), body);
  return box;
}

/** Return how far down the window each button of `box` is. */
const places = (box) => stopsOf(box).map((stop) => stop.getBoundingClientRect().top);

/** Whether a message joins the one before it under one name. */
function joins(message, before) {
  return (
    before && !message.local && !before.local && !message.reply && !message.command && !message.system && !before.system &&
    message.author.id === before.author.id && message.private === before.private && message.at - before.at < TOGETHER
  );
}

/** A channel's messages on the page. */
export class Log {
  constructor(ctx) {
    this.ctx = ctx;
    this.channel = null;
    this.list = h("div.log-list");
    this.element = h("div.log", { role: "log", "aria-live": "polite", "aria-label": "Messages", tabIndex: 0 }, this.list);
    this.pill = h("button.pill", { type: "button", hidden: true, onclick: () => this.goOn() });
    this.atBottom = true; // whether the newest messages are followed
    this.subject = null; // the message whose beginning is in view while they are; if null, the newest one
    this.pressed = null; // what is known of the button that one pressed last, until its message is drawn again
    this.last = { was: null, at: -FOLLOWS }; // the button that one pressed last, and when
    this.waiting = null; // where the focus waits for the message that answers one's own press
    this.before = ""; // the newest message at the last press: what is newer may be its answer
    this.parked = null; // the button that was pressed by key, or where the focus is since: the private answer may still come
    this.left = null; // the button from which one has gone to the message box, and when
    this.turned = null; // the message that has gone on by itself under the focus, until a key is pressed
    this.following = 0; // the timer after which the view follows a press
    this.place = null; // where one is, and in which width
    this.top = 0;
    this.element.addEventListener("scroll", () => this.scrolled());
    this.list.addEventListener("click", (event) => {
      this.before = this.list.lastElementChild.dataset.id;
      const stop = event.target.closest("article button");
      this.pressed = stop && known(stop);
      if (stop) this.last = { was: this.pressed, at: performance.now(), byKey: event.detail === 0 };
      if (event.isTrusted && !event.detail && event.target.matches("article button")) this.parked = event.target;
    });
    this.list.addEventListener("focusout", ({ target, relatedTarget: to }) => to?.matches("textarea") && this.leave(target));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") this.waiting = null; // one goes on by oneself
      const turned = this.turned;
      if (event.key !== "Shift") this.turned = null;
      const here = document.activeElement;
      const free = [document.body, this.element].includes(here);
      const rests = here.matches("article") && this.list.contains(here);
      if (event.key !== "Tab" || event.shiftKey || !(free || rests || turned?.contains(here))) return;
      const control = free ? this.newest() : rests && mainOf(here);
      const stop = turned?.contains(free ? control || null : here) ? turned.querySelector(".text") : control;
      if (stop) event.preventDefault();
      if (stop && stop !== control) stop.tabIndex = -1; // what has come is read first: this Tab was perhaps meant for what has gone
      if (stop) stop.focus();
    });
    for (const each of [this.element, this.list]) new ResizeObserver(() => this.resized()).observe(each);
  }

  /** Return the buttons that have words, on the newest public message with buttons and on the newest private one. */
  buttons() {
    const has = (box) => stopsOf(box).filter((stop) => stop.matches(".button[data-id]") && !stop.disabled);
    const boxes = [...this.list.querySelectorAll("article")].reverse();
    const newest = [true, false].map((own) => boxes.find((box) => box.matches(".private") === own && has(box).length));
    return newest.filter(Boolean).flatMap(has).map((stop) => ({ stop, id: stop.dataset.id, label: stop.querySelector("span:not(.emo)")?.textContent.trim() || "" }));
  }

  /** Keep the newest message in view, or the place where one is when the window is turned. */
  resized() {
    const width = this.element.clientWidth;
    const { was, there } = this.place ?? {};
    if (!width || !there || was === width || (this.atBottom && this.subject !== HERE)) this.settle();
    else if (there.box.isConnected) {
      this.element.scrollTop += wayTo(there, this.element);
      this.top = this.element.scrollTop;
    }
    if (was !== width) this.notePlace();
  }

  /** Note where one is, for when the window is turned. */
  notePlace() {
    const was = this.element.clientWidth;
    if (was) this.place = { was, there: placeIn(this.element) };
  }

  /** Note where somebody has scrolled to: one leaves the newest message by going up, never because something has grown. */
  scrolled() {
    const { scrollTop: top, scrollHeight, clientHeight } = this.element;
    const [near, moved] = [scrollHeight - top - clientHeight < 60, top - this.top];
    if (moved) clearTimeout(this.following); // one goes on by oneself
    this.top = top;
    if (near) this.pill.hidden = true;
    if (near) this.atBottom = true;
    else if (moved < 0) this.atBottom = false;
    if (moved > 0 && this.atBottom) this.subject = near ? END : HERE;
    else if (!moved) this.settle();
    if (!this.atBottom && this.pill.hidden) this.say("Jump to present ↓");
    if (this.place?.was === this.element.clientWidth) this.notePlace();
  }

  /** Bring the newest message into view if the newest messages are followed. */
  settle() {
    if (this.atBottom && this.subject !== HERE) this.toBottom(this.subject);
  }

  /** Show another channel (or the same again). */
  show(channel, messages, intro) {
    const stay = channel === this.channel && (!this.atBottom || this.subject === HERE) ? this.element.scrollTop : null;
    const was = channel === this.channel ? this.held(this.list) : null;
    this.channel = channel;
    this.messages = messages;
    this.waiting = this.left = null;
    if (stay === null) this.subject = null;
    this.list.replaceChildren(intro, ...[...messages.values()].map((message) => messageBox(message, this.ctx)));
    if (was) this.pass(was, this.find(was.message), false);
    this.group();
    if (stay === null) this.toBottom();
    else this.element.scrollTop = stay;
  }

  find(id) {
    return this.list.querySelector(`[data-id="${id}"]`);
  }

  /** Show one message that is new or has changed. */
  put(message) {
    const box = messageBox(message, this.ctx);
    const old = this.list.querySelector(`article[data-id="${message.id}"]`);
    const pressed = this.pressed?.message === message.id ? this.pressed : null;
    const mine = pressed !== null;
    const isOther = Boolean(old) && !message.private && headline(old) !== headline(box);
    const answers = !old && Boolean(message.reply) && message.reply.id === this.pressed?.message;
    const follows = !old && this.follows(message, box);
    const own = mine || answers || follows || this.waiting !== null || (!old && (this.isOwn(message) || this.goesOn(message, box)));
    if (!own) notePlaces(this.element);
    noteDrawn(box, old, own);
    if (mine || answers) this.pressed = null; // what changes later is no answer
    if (old) {
      const list = heldList(old);
      const place = mine ? places(old)[pressed.at] : undefined;
      const was = this.held(old);
      if (was && document.activeElement !== this.parked) this.parked = null;
      const isPanel = firstOf(old) || firstOf(box);
      const isNews = isPanel && isOther && this.isNews(message, old); // a showdown, a verdict
      if (isNews) this.subject = message.id;
      const isRead = document.activeElement === this.element || old.contains(document.activeElement);
      if (this.turned === old || (!own && isRead && goneOn(old, box))) this.turned = box;
      old.replaceWith(box);
      if (was) this.pass(was, box, mine);
      list?.(box);
      this.group();
      const now = pressed && stopsOf(box)[pressed.at]; // none if the message has fewer buttons now
      const same = place !== undefined && now && alike(pressed, box) === now;
      if (same && !isNews) this.hold(places(box)[pressed.at] - place);
    } else {
      const next = [...this.messages.keys()];
      const after = next.slice(next.indexOf(message.id) + 1).map((id) => this.find(id)).find(Boolean);
      this.list.insertBefore(box, after || null);
      if (message.private && !message.local && this.parked) {
        if (document.activeElement === this.parked && firstOf(box)) enter(box);
        this.parked = null;
      }
      if (this.isOwn(message) || this.goesOn(message, box)) this.atBottom = true; // and its picture once that has loaded
      if (this.atBottom && this.isAside(message, box)) this.letBe(message);
      else if (this.atBottom) this.subject = null;
      else this.say("New messages ↓");
    }
    if (follows) [this.waiting, this.parked] = [document.activeElement, null];
    if (this.waiting && (!old || isOther || box.contains(this.waiting))) this.take(box); // the same panel again is no answer
    this.group();
    this.settle();
    this.notePlace();
    if (document.activeElement.matches(".menu") && box.contains(document.activeElement)) document.activeElement.scrollIntoView({ block: "nearest" });
  }

  /** Return what is known of the button in `root` that has the focus, or null. */
  held(root) {
    const here = document.activeElement;
    return root.contains(here) && here.closest("article") ? known(here) : null;
  }

  /**
   * Pass the focus of what is gone to the same button in `box`, or else to `box` itself; after a press of one's own
   * (`mine`) that took all buttons away, at once or soon, to a newer message, or to the next that comes.
   */
  pass(was, box, mine) {
    const parked = this.parked !== null;
    const waited = this.waiting !== null;
    const soon = parked && performance.now() - this.last.at < FOLLOWS; // the buttons of a lobby go one after another
    const goesOn = (mine || soon) && !(box && firstOf(box));
    this.parked = null;
    if (!box) this.element.focus({ preventScroll: true });
    else if (!refocus(was, box)) (mine ? enter : rest)(box);
    if (box && (parked || mine)) this.parked = document.activeElement;
    this.waiting = goesOn || waited ? document.activeElement : null;
    if (!goesOn) return;
    const boxes = [...this.list.querySelectorAll("article")];
    const at = Math.max(boxes.indexOf(box), boxes.indexOf(this.find(this.before)));
    this.take(boxes.slice(at + 1).filter(firstOf).at(-1));
  }

  /** Focus a message that came with buttons, unless the focus is somewhere else by now. */
  take(box) {
    const free = [document.body, this.waiting].includes(document.activeElement);
    if (!free) this.waiting = null;
    if (!free || !box || !firstOf(box)) return;
    this.waiting = null;
    enter(box);
    [this.atBottom, this.subject] = [true, box.dataset.id]; // nobody reads above what they pressed for
  }

  /** Return whether a message has its end in view, or only private answers below it. */
  isNews(message, box) {
    const below = this.list.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
    const newest = [...this.messages.values()].filter((each) => !each.private && !each.local).at(-1)?.id;
    return below < this.element.clientHeight || message.id === newest;
  }

  /** Return whether a message goes on with what one's own press has closed: the first round after Start. */
  goesOn(message, box) {
    const from = this.find(this.last.was?.message);
    const soon = performance.now() - this.last.at < FOLLOWS;
    return soon && !message.private && Boolean(firstOf(box) && from && !alike(this.last.was, from));
  }

  /** Return whether a message comes right after a press by key, and the focus is still there: another table after Again. */
  follows(message, box) {
    const soon = this.last.byKey && performance.now() - this.last.at < SOON;
    const isTheirs = message.private || message.local || message.command || !message.author.bot;
    return Boolean(soon && !isTheirs && firstOf(box) && this.parked && document.activeElement === this.parked);
  }

  /** Return whether a message is a bot's line without buttons, below buttons that are in view: perhaps a hand is there. */
  isAside(message, box) {
    if (!message.author.bot || this.isOwn(message) || firstOf(box)) return false;
    const [stop, view] = [this.newest(), this.element.getBoundingClientRect()];
    return Boolean(stop) && stop.getBoundingClientRect().top > view.top && stop.getBoundingClientRect().bottom < view.bottom;
  }

  /** Leave the view where it is, although a line has come below it; say so if it does not fit there. */
  letBe(message) {
    this.subject = HERE;
    const calls = message.mentions.includes(this.ctx.state.person.id);
    if (this.below() >= 60) this.say(calls ? "You were mentioned ↓" : "New messages ↓");
  }

  below() {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** Keep a button that has been pressed where it is, although its message has grown by `shift` above it or shrunk. */
  hold(shift) {
    const wanted = this.element.scrollTop + shift;
    this.element.scrollTop = wanted;
    const missing = wanted - this.element.scrollTop;
    if (missing > 0) this.list.style.paddingBottom = `${parseFloat(getComputedStyle(this.list).paddingBottom) + missing}px`;
    this.element.scrollTop = wanted;
    this.top = this.element.scrollTop;
    if (!this.atBottom) return;
    this.subject = HERE;
    if (this.below() >= 60) this.say("More below ↓");
    clearTimeout(this.following);
    this.following = setTimeout(() => this.follow(), this.last.byKey ? 0 : REST);
  }

  /** Bring what a press has changed into view, down to its end: a question must not stay below the message box. */
  follow() {
    const box = this.find(this.last.was?.message);
    if (!box || !this.atBottom || this.subject !== HERE) return;
    if (!this.last.byKey) notePlaces(this.element); // a finger that comes down now was meant for what was there
    if (box === this.list.lastElementChild) return this.toBottom();
    const [view, { top, bottom }] = [this.element.getBoundingClientRect(), box.getBoundingClientRect()];
    this.element.scrollTop += Math.max(0, Math.min(bottom - view.bottom, top - view.top));
    this.top = this.element.scrollTop;
  }

  /** Return whether a message is one's own, or answers one's own command. */
  isOwn(message) {
    const me = this.ctx.state.person.id;
    return message.private || message.local || message.author.id === me || message.command?.user.id === me;
  }

  /** Take a message off. */
  drop(id) {
    const box = this.list.querySelector(`article[data-id="${id}"]`);
    const was = box && this.held(box);
    const dismissed = document.activeElement.closest(".only") && this.beside(box);
    box?.remove();
    if (was && dismissed) rest(dismissed); // the next press is to hit nothing
    else if (was) this.pass(was, null, this.pressed?.message === id);
    dismissed?.scrollIntoView({ block: "nearest" });
    if (this.below() < 60) this.pill.hidden = true;
    this.group();
  }

  /** Return the next message with buttons, or the one before if there is none, or undefined. */
  beside(box) {
    const boxes = [...this.list.querySelectorAll("article")];
    const at = boxes.indexOf(box);
    return boxes.slice(at + 1).find(firstOf) || boxes.slice(0, Math.max(at, 0)).findLast(firstOf);
  }

  group() {
    let before = null;
    for (const box of this.list.querySelectorAll(":scope > article")) {
      const message = this.messages.get(box.dataset.id);
      if (!message) continue;
      box.classList.toggle("grouped", Boolean(joins(message, before)));
      before = message;
    }
  }

  /** Show the end of the log, but the beginning of the `subject` if both do not fit: there the news is. */
  toBottom(subject = null) {
    this.subject = subject;
    this.list.style.paddingBottom = "";
    const end = this.element.scrollHeight - this.element.clientHeight;
    const box = subject === END ? null : this.find(subject) || this.list.querySelector(":scope > article:last-of-type");
    this.element.scrollTop = box ? Math.min(end, this.startOf(box)) : end;
    this.top = this.element.scrollTop;
    this.atBottom = true;
    if (end - this.top >= 60) this.say("More below ↓");
    else this.pill.hidden = true;
  }

  /** Return how far to scroll so that a message begins at the top of the view, without its author if that is too much. */
  startOf(box) {
    const first = box.querySelector(".body > :not(.head)") || box;
    return first.getBoundingClientRect().top - this.list.getBoundingClientRect().top - 4;
  }

  say(text) {
    this.pill.textContent = text;
    this.pill.hidden = false;
  }

  /** Return the main button of the newest message that has any; a note that can only be dismissed has none. */
  newest() {
    return [...this.list.querySelectorAll("article")].reverse().map(mainOf).find(Boolean);
  }

  /** Note that one goes to the message box from a button, or from the answer to the button that one has pressed by key. */
  leave(from) {
    const was = from.matches("article button") ? known(from) : from.matches("article") && this.last.byKey && this.last.was;
    this.left = was ? { was, at: performance.now() } : null;
  }

  /** Return the button of an older message from which one has gone to the message box, unless other buttons have come since. */
  leftFrom(newest) {
    const { was, at } = this.left ?? {};
    const box = was && this.find(was.message);
    const isNews = (each) => firstOf(each) && changedAt(each) > at;
    const isOlder = box && !box.contains(newest) && ![...this.list.querySelectorAll("article")].some(isNews);
    return isOlder ? alike(was, box) : undefined;
  }

  /** Go back from the message box to the main one of the newest buttons, or to an older one; return whether there are any. */
  goBack() {
    const newest = this.newest();
    const stop = this.leftFrom(newest) ?? newest;
    stop?.focus();
    return Boolean(stop);
  }

  /** Go on from where one is: to the next part of a message that is taller than the view, otherwise to the newest message. */
  goOn() {
    if (!this.atBottom) this.toBottom();
    else if (this.below() < this.element.clientHeight * PAGE) this.toBottom(END);
    else this.turn(1);
  }

  /** Turn a page of messages, up (-1) or down (1). */
  turn(way) {
    this.element.scrollTop += way * this.element.clientHeight * PAGE;
  }

  /** Bring a message into sight. */
  reveal(id) {
    const box = this.list.querySelector(`article[data-id="${id}"]`);
    if (!box) return;
    box.scrollIntoView({ block: "center" });
    box.classList.remove("flash");
    requestAnimationFrame(() => box.classList.add("flash"));
  }
}
