"""Write the lines about achievements in a game's result, and the list of a person's achievements."""

from collections.abc import Sequence

from bot.history.achievements import ACHIEVEMENTS, Achievement
from bot.history.profiles import Held
from bot.people.preferences import ASKS
from bot.screens.elements.cards import Box, Ephemeral, Rule, Text, Tone, oldest
from bot.screens.elements.cast import Cast
from bot.screens.elements.widths import height
from bot.words.cleaning import person
from bot.words.dice import die, look_names
from bot.words.language import _, joined, ngettext

MOST_LINES = 5
"""The maximum number of lines that achievements take in a result on a phone."""


def game_lines(
    cast: Cast, earned: Sequence[tuple[int, str]], collected: Sequence[tuple[int, int, int]] = ()
) -> list[str]:
    """Return at most `MOST_LINES` lines about a game's achievements and about the dice that they unlock.

    `earned` contains (seat, achievement). Achievements that few players earned come first. `collected` contains, for
    each of these players, the number of their achievements before and after the game: (seat, before, now).
    """
    known, order = ACHIEVEMENTS, list(ACHIEVEMENTS)
    earners = {name: [seat for seat, brought in earned if brought == name] for name in order}
    found = sorted((name for name in order if earners[name]), key=lambda name: len(earners[name]))
    # Translators: {names} are people; {title} is an achievement; {what} says how to earn it.
    words = _("🏅 {names}: *{title}* · {what}")
    lines = [words.format(names=cast.names(earners[n]), title=known[n].title, what=known[n].what) for n in found]
    dice = oldest(_unlocked(cast, collected), MOST_LINES - 1, height)
    room = MOST_LINES - sum(map(height, dice))
    if sum(map(height, lines)) <= room:
        return [*lines, *dice]
    kept = oldest(lines, room - 1, height)
    more = len(lines) - len(kept)
    # Translators: {n} achievements.
    words = ngettext("-# and {n} more: `/profile`", "-# and {n} more: `/profile`", more)
    return [*kept, words.format(n=more), *dice]


def _unlocked(cast: Cast, collected: Sequence[tuple[int, int, int]]) -> list[str]:
    """Return a line for each set of dice that players have unlocked in this game, the hardest to unlock first."""
    names = look_names()
    who = {look: [seat for seat, before, now in collected if before < asks <= now] for look, asks in ASKS.items()}
    # Translators: {die} is a picture; {look} is the name of a set of dice.
    words = _("-# 🎲 New dice for {names}: {die} {look} · `/me`")
    said = [words.format(names=cast.names(who[it]), look=names[it], die=die(6, it)) for it in ASKS if who[it]]
    return said[::-1]


def listed(held: Sequence[Held], name: str = "") -> Ephemeral:
    """Return the list of the achievements that a person has earned, and of those that are still missing.

    `name` is the person's name, or "" if it is the reader's own list.
    """
    known, mine = ACHIEVEMENTS, {each.name: each for each in reversed(held) if each.name in ACHIEVEMENTS}
    # Translators: {name} is a person who has {n} of {all} achievements.
    head = _("## 🏅 {name}: {n} of {all}") if name else _("## 🏅 Your achievements: {n} of {all}")
    has = [_earned(known[each], mine[each]) for each in ACHIEVEMENTS if each in mine]
    lacks = [_locked(known[each]) for each in ACHIEVEMENTS if each not in mine]
    title = head.format(name=person(name), n=len(has), all=len(ACHIEVEMENTS))
    parts: list[Text | Rule] = [Text("\n".join([title, *has]))]
    if lacks:
        parts += [Rule(), Text("\n".join([_("**Still to earn**"), *lacks]))]
    if not name:
        parts += [Rule(), Text(_dice())]
    return Ephemeral((Box(tuple(parts), Tone.BRASS),))


def _dice() -> str:
    """Return a line with the number of achievements that each set of dice takes.

    Only the reader's own list has this line.
    """
    names = look_names()
    looks = joined([f"{die(6, look)} {names[look]} ({many})" for look, many in ASKS.items() if many])
    # Translators: {looks} is a list of sets of dice, with the number of achievements that each set takes.
    return _("🎲 Earn enough, on any server, to unlock new dice: {looks}. Pick yours in `/me`.").format(looks=looks)


def _earned(medal: Achievement, held: Held) -> str:
    # Translators: {title} is an achievement; the line also says how to earn it, and on which day it was earned.
    words = _("{emoji} **{title}** · {what} · <t:{t}:f>")
    return words.format(emoji=medal.emoji, title=medal.title, what=medal.what, t=int(held.at.timestamp()))


def _locked(medal: Achievement) -> str:
    # Translators: {title} is an achievement that is not earned yet; {what} says how to earn it.
    return _("-# 🔒 {title} · {what}").format(title=medal.title, what=medal.what)
