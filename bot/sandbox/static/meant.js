// What a line of talk may be meant for: a command without its slash, a move, or a button in view.

import { bare, isMeant, LEADING, mayBeMove, near, split, unslashed } from "./match.js";

const SOON = 3000; // milliseconds that a line of talk waits for the bot to say whether it is a move: Discord's own patience
const LEAD = /^i(?:[’']ll| will)?(?: say)?\s+(?=\S)/iu; // "I peek", "I say three fives"
const VERB = /^(?:bid|claim)\s+(?=\S)/u; // "bid three fives", whatever the command is called
const FEWEST = 4; // letters of a word that may have a slip, or that a choice or a button is known by
const MOST = 24; // letters of the words that a choice is known by
const BEHIND = /^(\S+)\s+(?:(?:a|an|the|some)\s+)?(\S.*)$/u; // "play firehouse", "play a firehouse"

/** Return a line as it is compared: without "I" or "I say" before it, and without the marks at its end. */
const plain = (line) => line.trim().toLowerCase().replace(/[\s.!?…]+$/u, "");

/** Return whether a word is another one, perhaps but for one letter. */
const isWord = (word, other) => word === other || (word.length >= FEWEST && word[0] === other[0] && near(word, other));

/** Return what `work` brings, or `otherwise` if that takes too long. */
const soon = (work, otherwise) => Promise.race([work, new Promise((done) => setTimeout(() => done(otherwise), SOON))]);

/** Return an entry of the list that sends a command with these values at once. */
const ready = (name, said, values) => ({ name, options: [], description: "", says: `/${name} ${said}`, values });

/** Return whether a command makes moves that the bot suggests for any words: its only option is needed. */
const takesMoves = ({ name, options: [option, ...others] }) => !name.includes(" ") && option?.required && option.autocomplete && !others.length;

/** Return whether a command is about what the bot suggests, such as the bid that a call is about. */
const takesCall = ({ options: [option, ...others] }) => Boolean(option?.autocomplete) && !option.required && !others.length;

/** Return the commands that a word means as the last part of their name ("start") or as a choice of theirs ("peek"). */
function parts(commands, word) {
  if (word.length < FEWEST) return [];
  const ends = commands.filter(({ name, options }) => name.endsWith(` ${word}`) && !options.some((option) => option.required));
  const chosen = commands.filter(({ name }) => !name.includes(" ")).flatMap(({ name, options: [option] }) =>
    (option?.choices || []).filter((choice) => choice.name.toLowerCase() === word).map((choice) => ready(name, choice.name, { [option.name]: choice.value })));
  return [...ends, ...(chosen.length === 1 ? chosen : [])]; // the games are choices of many commands
}

/** Return the buttons whose label is this text, or begins or ends with this word. */
function pressable(buttons, text) {
  const fits = (label) => isWord(text, label) || (text.length >= FEWEST && label.split(" ").length < 4 && (label.startsWith(`${text} `) || label.endsWith(` ${text}`)));
  const found = /\p{L}{3}/u.test(text) ? buttons.filter(({ label }) => fits(plain(label))) : [];
  return found.filter(({ label }, at) => found.findIndex((other) => other.label === label) === at)
    .map((button) => ({ name: "", options: [], description: "", says: `Press ${button.label}`, asks: `Did you mean the button ${button.label}?`, button }));
}

/** Finds what a line may mean. `suggested(name, option, typed)` asks the bot. */
export class Meanings {
  constructor(suggested) {
    this.suggested = suggested;
  }

  /** Return the entries that a line may mean, the likeliest first; none if it is talk. */
  async of(line, commands, buttons) {
    const said = plain(line.trim().replace(LEAD, ""));
    const named = [line, plain(line), said].map((each) => unslashed(commands, each)).find((found) => found.length);
    if (named) return this.about(named, line);
    const moves = await this.moves(commands, said);
    if (moves.length) return moves;
    const pressed = pressable(buttons, said);
    if (pressed.length) return pressed;
    const found = parts(commands, said);
    return found.length ? found : this.chosen(commands, said, !line.includes("!")); // "Bluff!" is no wish to play it
  }

  /**
   * Return the commands that are meant by what their first option can be, perhaps but for one letter: "play firehouse", or
   * "firehouse" alone (`isBare`) for the commands that lead the list.
   */
  async chosen(commands, said, isBare = true) {
    const [, verb = "", rest = ""] = BEHIND.exec(said) || [];
    const verbs = commands.filter(({ name }) => isWord(verb, name));
    const word = verbs.length ? rest : said;
    if (word.length < FEWEST || word.length > MOST) return [];
    const leading = isBare ? LEADING.flatMap((each) => commands.filter(({ name }) => name === each)) : [];
    const asked = (verbs.length ? verbs : leading).map((command) => this.choice(command, word));
    return (await soon(Promise.all(asked), [])).filter(Boolean);
  }

  /** Return a command with the choice or the suggestion that a word means as its first option, or null. */
  async choice({ name, options: [option] }, word) {
    if (!option) return null;
    const all = option.choices?.length ? option.choices : (option.autocomplete && (await this.suggested(name, option.name, ""))) || [];
    const title = (each) => each.name.split(" · ")[0];
    const fits = (each, how) => [title(each), String(each.value)].some((called) => how(word, called.toLowerCase()));
    const found = all.find((each) => fits(each, (one, other) => one === other)) ?? all.find((each) => fits(each, isWord));
    return found ? ready(name, title(found), { [option.name]: String(found.value) }) : null;
  }

  /** Return commands, each with the only suggestion for its only option, as the bid that a call is about. */
  about(commands, line) {
    const one = async (command) => {
      if (!takesCall(command) || split(command, line).given.length) return command;
      const [option] = command.options;
      const [first, ...more] = (await this.suggested(command.name, option.name, "")) || [];
      return first && !more.length ? ready(command.name, first.name, { [option.name]: String(first.value) }) : command;
    };
    return soon(Promise.all(commands.map(one)), commands);
  }

  /** Return the commands that make a move of a line, such as a bid: by its words, or by a command's name before them. */
  async moves(commands, said) {
    if (!mayBeMove(said)) return [];
    const [, verb = "", rest = ""] = /^([^\s,:!]+)[,:!]*\s+(.*)$/u.exec(said) || [];
    const verbs = mayBeMove(rest) ? commands.filter(({ name }) => isWord(verb, name)) : [];
    const callers = verbs.filter(takesCall);
    if (callers.length) return this.about(callers, said);
    const makers = verbs.filter(takesMoves);
    const filled = makers.map((command) => ({ ...command, line: `/${command.name} ${rest}` }));
    const words = makers.length ? rest : said.replace(VERB, "");
    const made = (makers.length ? makers : commands.filter(takesMoves)).map((command) => this.move(command, words));
    const found = await soon(Promise.all(made), filled);
    return found.some(Boolean) ? found.filter(Boolean) : filled;
  }

  /** Return a command with the move that the bot suggests for these words, or null. */
  async move({ name, options: [{ name: option }] }, words) {
    const [first] = (await this.suggested(name, option, words)) || [];
    const label = first && bare(first.name);
    return first && isMeant(words, label) ? ready(name, label, { [option]: String(first.value) }) : null;
  }
}
