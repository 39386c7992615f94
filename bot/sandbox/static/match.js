// Which commands a line means: those of that name, those near to it, and the one that it names whole.

export const LEADING = ["play", "learn"]; // the commands with which one begins

/** Return whether two names are the same but for one letter: changed, missing, added, or swapped with the next. */
export function near(one, other) {
  if (one.length > other.length) return near(other, one);
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1) && other.length === one.length + 1;
  const swapped = one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
  return swapped || one.slice(at + 1) === other.slice(at + 1);
}

/** Return the commands that a line of talk names without their slash: whole, perhaps with options, or but for one letter. */
export function unslashed(commands, line) {
  const typed = line.trim().toLowerCase();
  const named = (command) => typed === command.name || (typed.startsWith(`${command.name} `) && split(command, typed.slice(command.name.length)).given.length);
  const exact = commands.filter(named);
  if (exact.length || typed.length < 4) return exact;
  return commands.filter(({ name }) => name[0] === typed[0] && near(typed, name));
}

const rank = (name) => (LEADING.includes(name) ? LEADING.indexOf(name) : LEADING.length);
const said = (line) => line.trimStart().slice(1).trimStart();

/** Return whether a line is a command rather than talk, as far as its first character says it. */
export const slashed = (line) => line.trimStart().startsWith("/");

/** Return the command that a line names whole, with a blank behind its name, or undefined. */
export function whole(commands, line) {
  const typed = said(line).toLowerCase();
  return commands.filter((command) => /^\s/u.test(typed.slice(command.name.length)) && typed.startsWith(command.name))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** Return what a line says behind the name of the command that it means, and the lines of further commands. */
export function behind(command, line) {
  const lines = said(line).split("\n");
  const next = lines.findIndex((each, index) => index > 0 && slashed(each));
  const own = next < 0 ? lines : lines.slice(0, next);
  let [typed, first] = [own.join(" ").trimStart(), true];
  for (const word of command.name.split(" ")) {
    const [head] = typed.toLowerCase().split(/\s/u);
    if (!first && !word.startsWith(head) && !near(head, word)) break;
    typed = typed.slice(head.length).trimStart();
    first = false;
  }
  return { typed, others: next < 0 ? "" : lines.slice(next).join("\n").trim() };
}

/** Split text at the names of a command's options: what comes before the first name, then each name with its value. */
export function split(command, text) {
  const names = command.options.map((option) => option.name);
  const heads = names.length ? [...text.matchAll(new RegExp(`(?<=^|\\s)(${names.join("|")}):`, "giu"))] : [];
  const end = (index) => heads[index]?.index ?? text.length;
  const given = heads.map((head, index) => ({
    name: head[1].toLowerCase(), value: text.slice(head.index + head[0].length, end(index + 1)), raw: text.slice(head.index, end(index + 1)),
  }));
  return { before: text.slice(0, end(0)), given };
}

/** Return the commands that a line beginning with "/" may mean, the likeliest first. */
export function matches(commands, line) {
  const wanted = said(line).trimEnd().toLowerCase();
  const named = commands.filter((command) => command.name.includes(wanted));
  if (named.length) return named.sort((a, b) => b.name.startsWith(wanted) - a.name.startsWith(wanted) || rank(a.name) - rank(b.name));
  const exact = whole(commands, line);
  if (exact) return [exact];
  const word = wanted.split(/\s/u)[0];
  const first = (command) => command.name.split(" ")[0];
  const close = commands.filter((command) => near(word, first(command)));
  if (close.length) return close;
  return commands.filter((command) => first(command).startsWith(word) || word.startsWith(first(command)));
}

/** Return a suggestion without what it says in brackets: another name, a chance. */
export const bare = (suggestion) => suggestion.replace(/\s*\(.*\)\s*$/u, "");

const COUNTS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const NAMES_A_MOVE = new RegExp(`\\d|\\b(${COUNTS.slice(1).join("|")}|pair|straight|full|poker)\\b`, "iu");

/** Return whether a line of talk may be a move, as far as its words say it: it has a number, or begins a hand. */
export const mayBeMove = (line) => line.length <= 40 && !line.includes("\n") && NAMES_A_MOVE.test(line);

/** Return whether a line of talk is a move as the bot suggests it: both begin with the same word or number. */
export function isMeant(line, suggestion) {
  const heads = [line, suggestion].map((each) => each.trim().toLowerCase().split(/[\s×x*]+/u));
  const first = ([head]) => (COUNTS.includes(head) ? String(COUNTS.indexOf(head)) : head);
  return heads[0].length > 1 && first(heads[0]) === first(heads[1]);
}
