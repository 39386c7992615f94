// What one has read, in this window: the rest is marked where it lies.

const key = (person) => `seen:${person.key}`;
const read = (person) => JSON.parse(sessionStorage.getItem(key(person)) || "{}");

/** Note that one has seen all of a channel's messages. */
export function markSeen(person, channel, messages) {
  const last = [...messages.keys()].filter((id) => !id.startsWith("local")).at(-1);
  if (last) sessionStorage.setItem(key(person), JSON.stringify({ ...read(person), [channel.id]: last }));
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
  for (const each of Object.keys(sessionStorage)) if (/^(?:seen|draft):/u.test(each)) sessionStorage.removeItem(each);
}
