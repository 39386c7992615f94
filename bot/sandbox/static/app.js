// The page: who one is, what there is, and every change as it comes.

import { address, closesAbove, goTo, guard } from "./address.js";
import { takeBack, toast } from "./dom.js";
import { act, listen, whose } from "./net.js";
import { ignoreSlips, keepPresses, rest } from "./focus.js";
import { closeList } from "./menu.js";
import { openForm } from "./form.js";
import { goAround, helpByKey, typeAnywhere, upAndDown } from "./keys.js";
import { Pane } from "./pane.js";
import { markSeen, onReadElsewhere, unread } from "./reading.js";
import { listed, onTurn, sidebar } from "./side.js";
import { ignoreWhatHasJustCome } from "./slips.js";
import { makeTools, onBrightness, theme } from "./tools.js";

const byId = (id) => document.getElementById(id);
const state = { people: [], channels: [], roles: [], bot: null, person: null };
let messages = new Map();
let main = address().channel;
let onPhone = address().view;
const failures = new Map();
const roomy = matchMedia("(min-width: 820px) and (min-height: 481px)"); // otherwise the page is a phone's

const channel = (id) => state.channels.find((found) => found.id === id);
const dmChannel = () => state.channels.find((found) => found.kind === "dm");
const mainChannel = () => channel(main) || state.channels.find((found) => found.kind === "text");

// ---------------------------------------------------------------- doing

async function press(message, element, what, body) {
  if (element.getAttribute("aria-busy") === "true") return;
  failures.delete(message.id);
  element.setAttribute("aria-busy", "true");
  const me = whose();
  const told = await act(what, { channel: message.channel, message: message.id, ...body });
  element.removeAttribute("aria-busy");
  if (me !== whose()) return; // somebody else sits here by now
  if (told?.failed) failures.set(message.id, "This interaction failed");
  if (told?.failed || told === null) redraw(message);
  if (told?.modal) showForm(told, message.id);
}

/** Show a form of the bot; `from` is the message or the command that opens it. */
function showForm(told, from) {
  openForm(told.modal.title, told.modal.components, state, async (values) => {
    const done = await act("modal", { interaction: told.interaction, values });
    if (done === null) return takeBack();
    if (done.failed) return "Something went wrong. Try again.";
    if (done.modal) showForm(done, from);
    return null;
  }, { key: [state.person.key, from, told.modal.custom_id].join(":") });
}

let locals = 0;
async function run(where, name, options) {
  const me = whose();
  const local = { id: `local-${++locals}`, local: true, channel: where, name, at: Date.now(), pings: [], mentions: [], author: state.bot };
  const waiting = setTimeout(() => receive(local), 350);
  const told = await act("slash", { channel: where, name, options });
  clearTimeout(waiting);
  if (me !== whose()) return null;
  drop(where, local.id);
  if (told === null) return takeBack();
  if (told.failed) receive({ ...local, failed: true });
  if (told.modal) showForm(told, `${where}/${name}`);
  return null;
}

function dismiss(message) {
  drop(message.channel, message.id);
  if (!message.local) act("dismiss", { channel: message.channel, message: message.id });
}

// ---------------------------------------------------------------- panes

const goBack = () => both() && panes[0].composer.take(); // from the direct messages to the channel
const doing = { state, press, dismiss, failures, run, goBack };
const panes = [["main", mainChannel], ["dm", dmChannel]].map(([root, place]) => new Pane(byId(root), place, doing, (id) => messages.get(id)));
const paneOf = (id) => panes.find((pane) => pane.id() === id);

function redraw(message) {
  const kept = messages.get(message.channel)?.get(message.id);
  if (kept) paneOf(message.channel)?.log.put(kept);
}

// ---------------------------------------------------------------- reading

const isShown = (pane) => pane.root.getClientRects().length > 0;

/** Return whether the window shows the channel and the direct messages side by side. */
const both = () => panes.every(isShown);

function visible(id) {
  if (document.hidden) return false;
  if (both()) return Boolean(paneOf(id));
  return (onPhone === "dm") === (channel(id)?.kind === "dm") && Boolean(paneOf(id));
}

const news = (id) => unread(state.person, channel(id), messages.get(id));

// ---------------------------------------------------------------- showing

/** Go to a channel, a thread or the direct messages, and there to a message or to the newest; Back returns from there. */
function go(id, message = "") {
  const found = channel(id);
  onPhone = found.kind === "dm" ? "dm" : "main";
  if (found.kind !== "dm") main = id;
  note();
  arrive();
  const { log, composer } = paneOf(id);
  if (message) log.reveal(message);
  else log.toBottom();
  if (roomy.matches && !message) composer.take();
}

function arrive() {
  document.body.dataset.view = onPhone;
  drawer(false);
  closeList();
  panes[0].show();
  for (const pane of panes) pane.composer.grow();
  showAround();
}

function showAround() {
  for (const found of state.channels) if (visible(found.id)) markSeen(state.person, found, messages.get(found.id));
  const current = !roomy.matches && onPhone === "dm" ? dmChannel()?.id : mainChannel()?.id;
  sidebar({ state, unread: news, open: go, become, current, tools: tools(), turn: onTurn(messages.get(mainChannel()?.id)) });
  const pings = state.channels.reduce((sum, found) => sum + news(found.id).pings, 0);
  document.title = `${pings ? `(${pings}) ` : ""}${mainChannel()?.name ?? ""} · ${state.person.name} · Local Discord`;
}

let painting = false;
function showSoon() {
  if (painting) return;
  painting = true;
  setTimeout(() => { painting = false; showAround(); }, 30);
}

function receive(message) {
  const kept = messages.get(message.channel);
  if (!kept) return;
  const known = kept.has(message.id);
  kept.set(message.id, message);
  if (!known && !message.local && [...kept.keys()].filter((id) => !id.startsWith("local")).slice(-2, -1).some((id) => BigInt(id) > BigInt(message.id))) {
    const sorted = [...kept.values()].sort((a, b) => a.at - b.at);
    kept.clear();
    for (const one of sorted) kept.set(one.id, one);
  }
  while (kept.size > 300) {
    const oldest = kept.keys().next().value;
    kept.delete(oldest);
    paneOf(message.channel)?.log.drop(oldest);
  }
  if (known) failures.delete(message.id);
  const pane = paneOf(message.channel);
  pane?.log.put(message);
  pane?.composer.hear(message);
  showSoon();
}

function drop(where, id) {
  if (!messages.get(where)?.delete(id)) return;
  paneOf(where)?.log.drop(id);
  showSoon();
}

function adopt(told) {
  const heads = () => panes.map((pane) => JSON.stringify([pane.place(), state.person?.closed]));
  const before = state.person && heads();
  const wasThere = state.bot?.online;
  Object.assign(state, told);
  state.person = state.people.find((person) => person.key === told.me) || state.people[0];
  for (const found of state.channels) if (!messages.has(found.id)) messages.set(found.id, new Map());
  if (before) heads().forEach((head, index) => head !== before[index] && panes[index].show());
  if (before && state.bot.online && !wasThere) for (const pane of panes) pane.composer.botCame();
}

function hear(told) {
  if (told.t === "hello") {
    messages = new Map(Object.entries(told.messages).map(([id, list]) => [id, new Map(list.map((m) => [m.id, m]))]));
    adopt(told);
    note(state.person.key, false);
    document.body.dataset.view = onPhone;
    closeList();
    for (const pane of panes) pane.show();
    showAround();
    if (roomy.matches && document.activeElement === document.body) panes[0].composer.take(); // on opening and after a reload
  } else if (told.t === "state") {
    adopt(told);
    showAround();
  } else if (told.t === "message") receive(told.message);
  else if (told.t === "gone") drop(told.channel, told.id);
}

// ---------------------------------------------------------------- being somebody

/** Note in the window's address who and where one is: as a new step of its history, or in place of the last. */
function note(key = state.person.key, step = true) {
  goTo({ person: key, channel: mainChannel()?.id, view: onPhone }, step);
}

function become(key, step = true) {
  failures.clear();
  for (const form of document.querySelectorAll("dialog[open]")) form.close(); // it was somebody else's
  drawer(false);
  if (step) note(key);
  listen(key, hear, away);
}

/** Close the topmost of what Back closes: a list, a form, the drawer, a command in the making. Return whether there was any. */
function closeTopmost() {
  const form = document.querySelector("dialog[open]");
  const open = form || document.body.classList.contains("drawer");
  if (closeList(true)) {
    if (open) guard(); // Back closes the form of the menu next
    return true;
  }
  form?.close();
  if (open) drawer(false);
  if (open) return true;
  const [first, ...others] = panes.filter(isShown).map((pane) => pane.composer).filter((composer) => composer.isOpen);
  first?.shut();
  if (others.length) guard();
  return Boolean(first);
}

addEventListener("popstate", () => {
  if (closesAbove(closeTopmost)) return;
  const { person, channel: there, view } = address();
  [main, onPhone] = [there, view];
  if (person !== state.person?.key) become(person, false);
  else arrive();
});

function away(gone) {
  byId("away").hidden = !gone;
}

// ---------------------------------------------------------------- around

theme();
onBrightness(theme);
const tools = makeTools(state, { shut: () => drawer(false), redraw: () => showAround() });

function drawer(open) {
  if (open) guard();
  document.body.classList.toggle("drawer", open);
  byId("drawer-button").setAttribute("aria-expanded", String(open));
}
byId("drawer-button").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));

document.addEventListener("pointerdown", (event) => {
  if (document.body.classList.contains("drawer") && !event.target.closest("#drawer-button, #side")) drawer(false);
});

document.addEventListener("click", (event) => {
  const spoiler = event.target.closest(".spoiler");
  if (spoiler) {
    spoiler.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) spoiler.removeAttribute(name);
  }
  const command = event.target.closest("[data-command]");
  if (command) panes.find((pane) => pane.root.contains(command))?.composer.offer(command.dataset.command);
  const jump = event.target.closest(".jump");
  if (jump) {
    event.preventDefault();
    if (!channel(jump.dataset.channel)) return toast("That place is not here any more.");
    go(jump.dataset.channel, jump.dataset.message);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") drawer(false);
  if (event.target.classList?.contains("spoiler") && (event.key === "Enter" || event.key === " ")) event.target.click();
});
document.addEventListener("visibilitychange", () => state.person && showAround());
addEventListener("resize", () => state.person && showSoon());
onReadElsewhere(() => state.person && showSoon());
keepPresses();
ignoreWhatHasJustCome();
ignoreSlips();
typeAnywhere((target) => {
  const there = panes.find((pane) => pane.root.contains(target));
  return (there || panes[document.body.dataset.view === "dm" && !roomy.matches ? 1 : 0]).composer;
});
goAround(
  (part) => {
    closeList();
    const pane = panes.find((each) => each.root.contains(part));
    if (part.matches("#tools")) rest(part); // its buttons do something at once
    else if (!pane) (part.querySelector("[aria-current], [aria-pressed='true']") || part.querySelector("button"))?.focus();
    else if (part === pane.composer.element) pane.composer.take();
    else (pane.log.newest() || part).focus();
  },
  (way) => {
    const ids = listed(state).map(({ id }) => id);
    const here = document.activeElement.closest("#dm") ? dmChannel() : mainChannel();
    const next = ids[ids.indexOf(here?.id) + way];
    if (next) go(next);
    if (next) paneOf(next).composer.take();
  },
);
upAndDown();
helpByKey();

listen(address().person, hear, away);
