// Components as Discord draws them: containers, sections, rows, buttons, menus, pictures, files.

import { emoji, h, rendered } from "./dom.js";
import { selectMenu } from "./menu.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
export const SELECTS = [3, 5, 6, 7, 8];

/** What can be chosen in a menu: its own options, or people, roles, channels. */
export function choices(part, state) {
  const marks = new Set((part.default_values || []).map((value) => String(value.id)));
  const named = (value, label) => ({ value, label, default: marks.has(value) });
  const people = [...state.people, state.bot].map((person) => named(person.id, person.name));
  const roles = state.roles.map((role) => named(role.id, `@${role.name}`));
  if (part.type === 5) return people;
  if (part.type === 6) return roles;
  if (part.type === 7) return [...people, ...roles];
  if (part.type === 8) {
    const threads = !part.channel_types?.length || part.channel_types.includes(11);
    const offered = (channel) => channel.kind !== "dm" && (threads || channel.kind !== "thread");
    return state.channels.filter(offered).map((channel) => named(channel.id, `#${channel.name}`));
  }
  return part.options || [];
}

function picture(media, text, spoiler) {
  if (!media?.url) return h("span.no-picture", {}, text || "A picture that lies elsewhere");
  const image = h("img", { src: media.url, alt: text || "", loading: "lazy" });
  if (!spoiler) return h("a.picture", { href: media.url, target: "_blank" }, image);
  const box = h("button.picture.spoiler-picture", { type: "button", "aria-label": "Show the hidden picture" }, image);
  box.addEventListener("click", () => box.classList.add("shown"));
  return box;
}

/** A file to be downloaded. */
export function fileCard(file) {
  const size = file.size < 1024 ? `${file.size} bytes` : `${(file.size / 1024).toFixed(1)} KB`;
  const name = file.url ? h("a", { href: file.url, download: file.name }, file.name) : file.name;
  return h("div.file", {}, h("span.file-icon", { "aria-hidden": "true" }, "📄"), h("span", {}, name, h("small", {}, size)));
}

function button(part, ctx) {
  const inside = [emoji(part.emoji), part.label && h("span", {}, part.label)];
  if (part.style === 5) {
    const jump = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?/.exec(part.url);
    const props = jump
      ? { href: "#", data: { channel: jump[1], message: jump[2] || "" } }
      : { href: part.url, target: "_blank", rel: "noopener noreferrer" };
    const link = h(`a.button.link${jump ? ".jump" : ""}`, props, inside, h("span.out", { "aria-hidden": "true" }, jump ? "→" : "↗"));
    return link;
  }
  const element = h(
    `button.button.${STYLES[part.style] || "secondary"}`,
    { type: "button", disabled: part.disabled, data: { id: part.custom_id || "" }, "aria-label": part.label ? null : part.emoji?.name },
    inside,
  );
  element.addEventListener("click", () => ctx.press(element, "click", { custom_id: part.custom_id }));
  return element;
}

function menu(part, ctx) {
  const element = selectMenu(part, choices(part, ctx.state), (values) =>
    ctx.press(element, "select", { custom_id: part.custom_id, values }),
  );
  return element;
}

function section(part, ctx) {
  const extra = part.accessory?.type === 11
    ? h("div.thumb", {}, picture(part.accessory.media, part.accessory.description, part.accessory.spoiler))
    : part.accessory && draw(part.accessory, ctx);
  return h("div.section", {}, h("div.section-text", {}, part.components.map((child) => draw(child, ctx))), h("div.accessory", {}, extra));
}

function container(part, ctx) {
  const box = h("div.container", {}, part.components.map((child) => draw(child, ctx)));
  if (part.accent_color !== null && part.accent_color !== undefined) {
    box.classList.add("accented");
    box.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  }
  if (!part.spoiler) return box;
  const cover = h("button.cover", { type: "button" }, "Spoiler: show");
  cover.addEventListener("click", () => cover.remove());
  box.classList.add("covered");
  box.append(cover);
  return box;
}

/** Draw one component; `ctx` has the state and `press(element, what, body)`. */
export function draw(part, ctx) {
  switch (part.type) {
    case 1: return h("div.row", {}, part.components.map((child) => draw(child, ctx)));
    case 2: return button(part, ctx);
    case 9: return section(part, ctx);
    case 10: return rendered("div.text", part.html);
    case 12: return h(`div.gallery.n${Math.min(part.items.length, 5)}`, {}, part.items.map((item) => picture(item.media, item.description, item.spoiler)));
    case 13: return fileCard({ name: part.name || "file", size: part.size || 0, url: part.file?.url });
    case 14: return h(`div.separator.s${part.spacing || 1}${part.divider === false ? ".bare" : ""}`, { role: "separator" });
    case 17: return container(part, ctx);
    default: return SELECTS.includes(part.type) ? menu(part, ctx) : h("span");
  }
}
