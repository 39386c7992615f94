"""Achievements in words: what each asks, who earned one in a game, and the list of what somebody has."""

from collections.abc import Mapping, Sequence

import msgspec

from bot.history.achievements import ACHIEVEMENTS
from bot.history.profiles import Held
from bot.preferences.model import ASKS
from bot.screens.cast import Cast
from bot.screens.looks import look_names
from bot.screens.model import Box, Rule, Text, Tone, Whisper
from bot.screens.phone import height, oldest
from bot.words.cleaning import person
from bot.words.language import _, ngettext
from bot.words.lists import joined
from bot.words.pictures import die

MOST_LINES = 5
"""The lines that a result has for them on a phone."""


class Medal(msgspec.Struct, frozen=True):
    """An achievement in words: what it is called, and what it is for."""

    emoji: str
    title: str
    what: str


def medals() -> Mapping[str, Medal]:
    """All of them by their stored names; a test holds them against those that there are."""
    return _of_many_games() | _of_one_game()


def told(cast: Cast, earned: Sequence[tuple[int, str]], collected: Sequence[tuple[int, int, int]] = ()) -> list[str]:
    """What a game brought, (seat, name): a line for each achievement, those that fewest earned first, and new dice.

    `collected` says how many each of them had before, and has now: (seat, before, now).
    """
    known, order = medals(), list(ACHIEVEMENTS)
    earners = {name: [seat for seat, brought in earned if brought == name] for name in order}
    found = sorted((name for name in order if earners[name]), key=lambda name: len(earners[name]))
    words = _("🏅 {names}: *{title}* · {what}")
    lines = [words.format(names=cast.names(earners[n]), title=known[n].title, what=known[n].what) for n in found]
    dice = oldest(_unlocked(cast, collected), MOST_LINES - 1, height)
    room = MOST_LINES - sum(map(height, dice))
    if sum(map(height, lines)) <= room:
        return [*lines, *dice]
    kept = oldest(lines, room - 1, height)
    more = len(lines) - len(kept)
    words = ngettext("-# and {n} more: `/achievements`", "-# and {n} more: `/achievements`", more)
    return [*kept, words.format(n=more), *dice]


def _unlocked(cast: Cast, collected: Sequence[tuple[int, int, int]]) -> list[str]:
    """Who may play with which dice from now on, a line for each look, the rarest first."""
    names = look_names()
    who = {look: [seat for seat, before, now in collected if before < asks <= now] for look, asks in ASKS.items()}
    words = _("-# 🎲 New dice for {names}: {die} {look} · `/me`")
    said = [words.format(names=cast.names(who[it]), look=names[it], die=die(6, it)) for it in ASKS if who[it]]
    return said[::-1]


def listed(held: Sequence[Held], name: str = "") -> Whisper:
    """What somebody has and what there is still to earn; `name` is who, "" for whoever asks."""
    known, mine = medals(), {each.name: each for each in reversed(held) if each.name in ACHIEVEMENTS}
    head = _("## 🏅 {name}: {n} of {all}") if name else _("## 🏅 Your achievements: {n} of {all}")
    has = [_earned(known[each], mine[each]) for each in ACHIEVEMENTS if each in mine]
    lacks = [_locked(known[each]) for each in ACHIEVEMENTS if each not in mine]
    title = head.format(name=person(name), n=len(has), all=len(ACHIEVEMENTS))
    parts: list[Text | Rule] = [Text("\n".join([title, *has]))]
    if lacks:
        parts += [Rule(), Text("\n".join([_("**Still to earn**"), *lacks]))]
    if not name:
        parts += [Rule(), Text(_dice())]
    return Whisper((Box(tuple(parts), Tone.BRASS),))


def _dice() -> str:
    """What achievements bring beside themselves, for whoever asks about their own."""
    names = look_names()
    looks = joined([f"{die(6, look)} {names[look]} ({many})" for look, many in ASKS.items() if many])
    return _("🎲 So many, on all servers together, bring other dice: {looks}. `/me` lets you play with them.").format(
        looks=looks
    )


def _earned(medal: Medal, held: Held) -> str:
    words = _("{emoji} **{title}** · {what} · <t:{t}:d>")
    return words.format(emoji=medal.emoji, title=medal.title, what=medal.what, t=int(held.at.timestamp()))


def _locked(medal: Medal) -> str:
    return _("-# 🔒 {title} · {what}").format(title=medal.title, what=medal.what)


def _of_many_games() -> dict[str, Medal]:
    """What can be earned in more than one of the games."""
    return {
        "caught": Medal("🫵", _("Caught in the act"), _("called a lie, and it was one")),
        "duck-hunter": Medal("🦆", _("Duck hunter"), _("caught a lie about ducks, which are twos")),
        "poker-face": Medal("🗿", _("Poker face"), _("three lies in a game, and nobody called one")),
        "cool-head": Medal("🧊", _("Cool head"), _("four calls in a game, without a miss")),
        "bloodhound": Medal("🐕", _("Bloodhound"), _("caught the same liar three times in a game")),
        "long-shot": Medal("🏹", _("Long shot"), _("called what seven in eight would have believed")),
        "tall-tale": Medal("🎭", _("Tall tale"), _("a lie that was one in ten to be true, and believed")),
        "honest": Medal("😇", _("Honest to the bone"), _("won with six bids or more, and every one was true")),
        "menagerie": Medal("🐄", _("Menagerie"), _("a true bid on every face, from aces to ants")),
        "nothing-owed": Medal("🧾", _("Clean slate"), _("six rounds, and not one forfeit owed")),
        "unscathed": Medal("🛡️", _("Not a scratch"), _("won with all the dice, the others with none")),
        "down-to-one": Medal("🕯️", _("Last die burning"), _("won after holding one die against five or more")),
        "crooked": Medal("🙃", _("Crooked but straight"), _("showed a crooked throw, and won the round anyway")),
        "pieces-of-eight": Medal("🪙", _("Pieces of eight"), _("took a pot that eight or more had paid into")),
    }


def _of_one_game() -> dict[str, Medal]:
    """What is at home in one of them."""
    return {
        "blind-luck": Medal("🙈", _("Blind luck"), _("passed the cup on blind, was doubted, and had it")),
        "all-five": Medal("🖐️", _("All five"), _("claimed five of a kind, was doubted, and there they lay")),
        "fire-bell": Medal("🔔", _("Fire bell"), _("banged out of turn, and was right")),
        "clean-apron": Medal("🧽", _("Clean apron"), _("no bad in four rounds, and another at the sink")),
        "one-plate-short": Medal("🍽️", _("One plate short"), _("one bad from the sink, and another washed up")),
        "last-orders": Medal("🍻", _("Last orders"), _("ended a game of bar by a call, and won it")),
        "empty-cup": Medal("🃏", _("Empty cup"), _("shed the last die before everybody else")),
        "lone-voice": Medal("🦉", _("Lone voice"), _("alone against all other voters, and right")),
        "calza": Medal("🎯", _("Calza!"), _("called a bid exactly right")),
        "palifico": Medal("👑", _("Palifico!"), _("opened a palifico round, and won it")),
    }
