// Which commands a line means: those of that name, those near to it, and the one that it names whole.

const GIVEN = /([-\w]+):\s*((?:(?!\s+[-\w]+:).)*)/gu;
const LEADING = ["play", "learn"];

/** Return whether two names are the same but for one letter: changed, missing, added, or swapped with the next. */
export function near(one, other) {
  if (one.length > other.length) return near(other, one);
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1) && other.length === one.length + 1;
  const swapped = one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
  return swapped || one.slice(at + 1) === other.slice(at + 1);
}

const rank = (name) => (LEADING.includes(name) ? LEADING.indexOf(name) : LEADING.length);

/** Return the command that a line names whole, with a blank behind its name, or undefined. */
export function whole(commands, line) {
  const said = line.slice(1).trimStart().toLowerCase();
  return commands.filter((command) => /^\s/u.test(said.slice(command.name.length)) && said.startsWith(command.name))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** Return what `/play game:perudo` gives for the command's options, by their names. */
export function given(command, line) {
  const found = [...line.matchAll(GIVEN)].map(([, name, value]) => [name.toLowerCase(), value.trim()]);
  return new Map(found.filter(([name, value]) => value && command.options.some((option) => option.name === name)));
}

/** Return the commands that a line beginning with "/" may mean, the likeliest first. */
export function matches(commands, line) {
  const wanted = line.slice(1).trimStart().toLowerCase();
  const named = commands.filter((command) => command.name.includes(wanted));
  if (named.length) return named.sort((a, b) => b.name.startsWith(wanted) - a.name.startsWith(wanted) || rank(a.name) - rank(b.name));
  const exact = whole(commands, line);
  if (exact) return [exact];
  const word = wanted.split(/\s/u)[0];
  return commands.filter((command) => word.length > 2 && near(word, command.name.split(" ")[0]));
}
