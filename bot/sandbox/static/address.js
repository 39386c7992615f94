// Who and where one is, in the window's address: a reload stays there, and Back goes to where one was before.

/** Return the person, the channel and the view of the window's address; the person of this tab if it names none. */
export function address() {
  const asked = new URL(location.href).searchParams;
  const view = asked.get("view") === "dm" ? "dm" : "main";
  return { person: asked.get("as") || sessionStorage.getItem("as") || "", channel: asked.get("in"), view };
}

/** Put a person, a channel and a view into the address, as a new step of the window's history or in place of the last. */
export function goTo({ person, channel, view }, step) {
  sessionStorage.setItem("as", person);
  const next = new URL(location.href);
  next.searchParams.set("as", person);
  if (channel) next.searchParams.set("in", channel);
  next.searchParams.delete("view");
  if (view === "dm") next.searchParams.set("view", "dm");
  if (next.href === location.href) return;
  if (step) above = false;
  if (step) history.pushState(null, "", next);
  else history.replaceState(history.state, "", next);
}

let above = Boolean(history.state?.above); // whether the newest step of the history is only there for Back to close something

/** Let the next Back close what opens above the page now, rather than leave the page. */
export function guard() {
  if (above) return;
  above = true;
  history.pushState({ above }, "");
}

/**
 * Return whether a Back was only about what lies above the page: `close()` closes the topmost and returns whether there
 * was any. If it was closed before, this Back goes one step further.
 */
export function closesAbove(close) {
  const was = above;
  above = Boolean(history.state?.above);
  if (close()) return true;
  if (was && !above) history.back();
  return was && !above;
}
