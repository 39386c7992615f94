// What one has read, in all windows of this browser: the rest is marked where it lies.

const key = (person) => `seen:${person.key}`;
const read = (person) => JSON.parse(localStorage.getItem(key(person)) || "{}");

/** Note that one has seen all of a channel's messages. What was seen once stays so, also if it is deleted. */
export function markSeen(person, channel, messages) {
  const last = [...messages.keys()].filter((id) => !id.startsWith("local")).at(-1);
  const seen = read(person);
  if (!last || BigInt(last) <= BigInt(seen[channel.id] || 0)) return;
  localStorage.setItem(key(person), JSON.stringify({ ...seen, [channel.id]: last }));
}

/** Whether there is something unread in a channel, and how many messages of it call for this person. */
export function unread(person, channel, messages) {
  const seen = BigInt(read(person)[channel.id] || 0);
  const fresh = [...messages.values()].filter((m) => !m.local && BigInt(m.id) > seen && m.author.id !== person.id);
  const pings = fresh.filter((m) => channel.kind === "dm" || m.pings.includes(person.id));
  return { fresh: fresh.length > 0, pings: pings.length };
}

/** Forget what was read and what was written but not sent: everything begins again. */
export function forgetSeen() {
  for (const [kept, begins] of [[localStorage, "seen:"], [sessionStorage, "draft:"]]) {
    for (const each of Object.keys(kept)) if (each.startsWith(begins)) kept.removeItem(each);
  }
}

/** Call `changed` when another window of this browser has read something. */
export function onReadElsewhere(changed) {
  addEventListener("storage", ({ key: which }) => which?.startsWith("seen:") && changed());
}
