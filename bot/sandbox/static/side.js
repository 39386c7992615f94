// What stands around the messages: channels, people, tools, tabs.

import { avatar, h } from "./dom.js";

const byId = (id) => document.getElementById(id);

/** Return a text whose commands can be pressed. */
const withCommands = (text) => text.split(/(\/[a-z]+)/u).map((part, index) =>
  (index % 2 ? h("button.mention", { type: "button", data: { command: part.slice(1) } }, part) : part));

const TURN = /👉\s*(?:@|<[^>]*>)*([^<,]+)/u; // how the bot says in a channel whose turn it is

/** Return the name of the person whose turn it is in a channel, as its newest message with buttons says, or "". */
export function onTurn(messages) {
  const [panel] = [...(messages?.values() ?? [])].filter((each) => !each.private && JSON.stringify(each.components ?? "").includes('"custom_id"')).slice(-1);
  return TURN.exec(texts(panel?.components ?? []).join(" "))?.[1].trim() ?? "";
}

const texts = (parts) => parts.flatMap((part) => [part.html ?? "", ...texts(part.components ?? [])]);

const GAME = "Liar’s Dice: everybody hides dice, bids on all of them, and calls liars.";

/** Return who one can be here, as people are told who see the page for the first time. */
function whoYouAre(people) {
  const names = people.slice(0, 3).map(({ name }) => name);
  return `You can be everybody here: press ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names)} to play as them.`;
}

/** What a channel says of itself at its top. */
export function intro(found, name, state) {
  if (found.kind === "dm") {
    return h("div.intro", {}, avatar(state.bot, ".huge"), h("h2", {}, name), h("p", {}, "What only you may know comes here, such as your dice."));
  }
  return h("div.intro", {}, h("span.huge.mark", { "aria-hidden": "true" }, found.kind === "thread" ? "🧵" : "#"),
    h("h2", {}, found.kind === "thread" ? name : `Welcome to #${name}`),
    found.kind === "text" && found.topic && [GAME, whoYouAre(state.people)].map((line) => h("p", {}, line)),
    h("p", {}, withCommands(found.topic || "A quieter place for a second table.")),
    h("p.by-key", {}, "By keyboard: F6 goes from part to part, Ctrl+/ lists all keys."));
}

function entry(found, { unread, open, current, state }) {
  const { fresh, pings } = unread(found.id);
  const name = found.kind === "dm" ? state.bot.name : found.name;
  const mark = found.kind === "dm" ? avatar(state.bot, ".small") : h("span.mark", { "aria-hidden": "true" }, found.kind === "thread" ? "↳" : "#");
  return h(
    `button.channel.${found.kind}${fresh ? ".unread" : ""}${found.id === current ? ".current" : ""}`,
    { type: "button", data: { channel: found.id }, onclick: () => open(found.id), "aria-current": found.id === current ? "page" : null },
    mark, h("span.channel-name", {}, name),
    fresh && h("span.hidden", {}, " (unread)"),
    pings > 0 && h("span.badge", {}, String(pings)),
    pings > 0 && h("span.hidden", {}, " for you"),
  );
}

function person(one, { state, become, turn }) {
  const me = one.key === state.person.key;
  const moves = one.name === turn;
  return h(
    `button.person${me ? ".me" : ""}`,
    { type: "button", data: { person: one.key }, "aria-pressed": String(me), title: `Be ${one.name}${one.owner ? " (owns the server)" : ""}${moves ? ", whose turn it is" : ""}`, onclick: () => !me && become(one.key) },
    avatar({ ...one, bot: false }, ".small"), h("span.person-name", {}, one.name),
    moves && h("span.turn", { "aria-hidden": "true" }, "👉"),
    one.owner && h("span.crown", { title: "Owns the server" }, "👑"),
    one.closed && h("span.shut", { title: "Direct messages closed" }, "🔕"),
  );
}

function botState(bot) {
  if (bot.online) return ["online", `${bot.name} is online`];
  if (bot.note.startsWith("stopped")) return ["stopped", `${bot.name} ${bot.note}`];
  return ["starting", `${bot.name} is starting …`];
}

/** Replace a container's children, keeping the focus where it was. */
function refill(root, children) {
  const held = root.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
  root.replaceChildren(...children);
  if (held) [...root.querySelectorAll("button")].find((b) => Object.entries(held).every(([k, v]) => b.dataset[k] === v))?.focus();
}

/** Return the places in the order of the list: each channel with its threads, then the direct messages. */
export function listed(state, current = null) {
  const shown = (found) => !found.archived || found.id === current;
  const of = (kind) => state.channels.filter((found) => found.kind === kind && shown(found));
  return [...of("text").flatMap((found) => [found, ...of("thread").filter((thread) => thread.parent === found.id)]), ...of("dm")];
}

/** Draw everything around the messages. */
export function sidebar(ctx) {
  const { state, tools } = ctx;
  byId("server").textContent = state.server;
  const places = listed(state, ctx.current);
  const entries = (own) => places.filter((found) => (found.kind === "dm") === own).map((found) => entry(found, ctx));
  refill(byId("channels"), [...entries(false), h("h2", {}, "Direct messages"), ...entries(true)]);
  refill(byId("tabs"), places.map((found) => entry(found, ctx)));
  byId("tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  refill(byId("people-side"), state.people.map((one) => person(one, ctx)));
  refill(byId("people-top"), state.people.map((one) => person(one, ctx)));
  const [mark, text] = botState(state.bot);
  const line = byId("bot-state");
  if (line.textContent !== text) line.textContent = text;
  line.className = mark;
  refill(byId("tool-buttons"), tools.map(({ key, label, run }) =>
    h("button.tool", { type: "button", onclick: run, data: { tool: key || label.split(" ")[0] } }, label)));
}
