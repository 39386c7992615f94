// The page: who one is, what there is, and every change as it comes.

import { toast } from "./dom.js";
import { act, listen } from "./net.js";
import { closeList } from "./menu.js";
import { openForm } from "./form.js";
import { typeAnywhere } from "./keys.js";
import { Pane } from "./pane.js";
import { markSeen, unread } from "./reading.js";
import { sidebar } from "./side.js";
import { makeTools, onBrightness, theme } from "./tools.js";

const byId = (id) => document.getElementById(id);
const state = { people: [], channels: [], roles: [], bot: null, person: null };
let messages = new Map();
let main = null;
let onPhone = "main";
const failures = new Map();

const channel = (id) => state.channels.find((found) => found.id === id);
const dmChannel = () => state.channels.find((found) => found.kind === "dm");
const mainChannel = () => channel(main) || state.channels.find((found) => found.kind === "text");

// ---------------------------------------------------------------- doing

async function press(message, element, what, body) {
  if (element.getAttribute("aria-busy") === "true") return;
  failures.delete(message.id);
  element.setAttribute("aria-busy", "true");
  const told = await act(what, { channel: message.channel, message: message.id, ...body });
  element.removeAttribute("aria-busy");
  if (told?.failed) failures.set(message.id, "This interaction failed");
  if (told?.failed || told === null) redraw(message);
  if (told?.modal) showForm(told);
}

function showForm(told) {
  openForm(told.modal.title, told.modal.components, state, async (values) => {
    const done = await act("modal", { interaction: told.interaction, values });
    if (done === null) return byId("toast").textContent;
    if (done.failed) return "Something went wrong. Try again.";
    if (done.modal) showForm(done);
    return null;
  });
}

let locals = 0;
async function run(where, name, options) {
  const local = { id: `local-${++locals}`, local: true, channel: where, name, at: Date.now(), pings: [], mentions: [], author: state.bot };
  const waiting = setTimeout(() => receive(local), 350);
  const told = await act("slash", { channel: where, name, options });
  clearTimeout(waiting);
  drop(where, local.id);
  if (told === null) return byId("toast").textContent;
  if (told.failed) receive({ ...local, failed: true });
  if (told.modal) showForm(told);
  return null;
}

function dismiss(message) {
  drop(message.channel, message.id);
  if (!message.local) act("dismiss", { channel: message.channel, message: message.id });
}

// ---------------------------------------------------------------- panes

const doing = { state, press, dismiss, failures, run };
const panes = [["main", mainChannel], ["dm", dmChannel]].map(([root, place]) => new Pane(byId(root), place, doing, (id) => messages.get(id)));
const paneOf = (id) => panes.find((pane) => pane.id() === id);

function redraw(message) {
  const kept = messages.get(message.channel)?.get(message.id);
  if (kept) paneOf(message.channel)?.log.put(kept);
}

// ---------------------------------------------------------------- reading

function visible(id) {
  if (document.hidden) return false;
  if (innerWidth >= 820) return Boolean(paneOf(id));
  return (onPhone === "dm") === (channel(id)?.kind === "dm") && Boolean(paneOf(id));
}

const news = (id) => unread(state.person, channel(id), messages.get(id));

// ---------------------------------------------------------------- showing

function showAround() {
  for (const found of state.channels) if (visible(found.id)) markSeen(state.person, found, messages.get(found.id));
  const open = (id) => {
    const found = channel(id);
    onPhone = found.kind === "dm" ? "dm" : "main";
    if (found.kind !== "dm") main = id;
    document.body.dataset.view = onPhone;
    drawer(false);
    closeList();
    if (found.kind !== "dm") panes[0].show();
    showAround();
    if (innerWidth >= 820) paneOf(id).composer.text.focus();
    else requestAnimationFrame(() => paneOf(id).log.toBottom());
  };
  const current = innerWidth < 820 && onPhone === "dm" ? dmChannel()?.id : mainChannel()?.id;
  sidebar({ state, unread: news, open, become, current, tools: tools() });
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
  paneOf(message.channel)?.log.put(message);
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
  Object.assign(state, told);
  state.person = state.people.find((person) => person.key === told.me) || state.people[0];
  for (const found of state.channels) if (!messages.has(found.id)) messages.set(found.id, new Map());
  if (before) heads().forEach((head, index) => head !== before[index] && panes[index].show());
}

function hear(told) {
  if (told.t === "hello") {
    messages = new Map(Object.entries(told.messages).map(([id, list]) => [id, new Map(list.map((m) => [m.id, m]))]));
    adopt(told);
    remember(state.person.key);
    closeList();
    for (const pane of panes) pane.show();
    showAround();
  } else if (told.t === "state") {
    adopt(told);
    showAround();
  } else if (told.t === "message") receive(told.message);
  else if (told.t === "gone") drop(told.channel, told.id);
}

// ---------------------------------------------------------------- being somebody

function remember(key) {
  sessionStorage.setItem("as", key);
  const address = new URL(location.href);
  address.searchParams.set("as", key);
  history.replaceState(null, "", address);
}

function become(key) {
  failures.clear();
  for (const form of document.querySelectorAll("dialog[open]")) form.close(); // it was somebody else's
  drawer(false);
  remember(key);
  listen(key, hear, away);
}

function away(gone) {
  byId("away").hidden = !gone;
}

// ---------------------------------------------------------------- around

theme();
onBrightness(theme);
const tools = makeTools(state, { shut: () => drawer(false), redraw: () => showAround() });

function drawer(open) {
  document.body.classList.toggle("drawer", open);
  byId("drawer-button").setAttribute("aria-expanded", String(open));
}
byId("drawer-button").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));

document.addEventListener("click", (event) => {
  const spoiler = event.target.closest(".spoiler");
  if (spoiler) {
    spoiler.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) spoiler.removeAttribute(name);
  }
  const jump = event.target.closest(".jump");
  if (jump) {
    event.preventDefault();
    if (!channel(jump.dataset.channel)) return toast("That place is not here any more.");
    if (channel(jump.dataset.channel).kind !== "dm") main = jump.dataset.channel;
    onPhone = channel(jump.dataset.channel).kind === "dm" ? "dm" : "main";
    document.body.dataset.view = onPhone;
    panes[0].show();
    showAround();
    if (jump.dataset.message) paneOf(jump.dataset.channel).log.reveal(jump.dataset.message);
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") drawer(false);
  if (event.target.classList?.contains("spoiler") && (event.key === "Enter" || event.key === " ")) event.target.click();
});
document.addEventListener("visibilitychange", () => state.person && showAround());
addEventListener("resize", () => state.person && showSoon());
typeAnywhere((target) => {
  const there = panes.find((pane) => pane.root.contains(target));
  return (there || panes[document.body.dataset.view === "dm" && innerWidth < 820 ? 1 : 0]).composer;
});

listen(new URL(location.href).searchParams.get("as") || sessionStorage.getItem("as") || "", hear, away);
