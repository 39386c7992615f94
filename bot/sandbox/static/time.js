// Times as Discord writes them; relative ones are kept true.

const STEPS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const FORMS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function ago(seconds) {
  // Rounded, as Discord does: three minutes from now is "in 3 minutes" a second later, too.
  const [unit, size] = STEPS.find(([, size]) => Math.round(Math.abs(seconds)) >= size * 0.75) || STEPS.at(-1);
  return relative.format(Math.sign(seconds) * Math.max(1, Math.round(Math.abs(seconds) / size)), unit);
}

function write(stamp) {
  const at = Number(stamp.dataset.time) * 1000;
  const style = stamp.dataset.style;
  stamp.textContent =
    style === "R" ? ago((at - Date.now()) / 1000) : new Intl.DateTimeFormat("en-GB", FORMS[style]).format(at);
}

/** Write all timestamps under an element. */
export function writeStamps(root) {
  for (const stamp of root.querySelectorAll("time.stamp")) {
    write(stamp);
    const at = new Date(Number(stamp.dataset.time) * 1000);
    stamp.dateTime = at.toISOString();
    stamp.title = at.toLocaleString("en-GB", { dateStyle: "full", timeStyle: "short" });
  }
}

setInterval(() => document.querySelectorAll('time.stamp[data-style="R"]').forEach(write), 1000);

/** The time beside a message's author. */
export function clock(milliseconds, short = false) {
  const at = new Date(milliseconds);
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (short) return time;
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86400000);
  if (days === 0) return `Today at ${time}`;
  if (days === 1) return `Yesterday at ${time}`;
  return `${at.toLocaleDateString("en-GB")} ${time}`;
}
