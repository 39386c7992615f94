"""Show rivals: the people whom a person has met most often, and the results of two people against each other."""

import msgspec

from bot.history.profiles import FAMILIES, Meeting, Rival, Rivalry
from bot.presses.history import PostRivals, ShowRivals
from bot.screens.elements.amounts import times
from bot.screens.elements.cards import Box, Button, Choice, Menu, Part, Row, Text, Tone
from bot.screens.elements.cast import Handle, behind, unknown
from bot.screens.elements.labels import NAME_AND_RATING, NO_GAMES_YET, SHOW_HERE
from bot.screens.pages.figures import about_guesses, which_games, worth
from bot.words.cleaning import person, plain_person
from bot.words.language import _, before, joined, ngettext

MOST_SHOWN = 10


class Met(msgspec.Struct, frozen=True):
    """The people whom the person called `name` has met most often.

    `left_out` is True if some people are left out because they keep their results private.
    """

    name: str
    rivals: tuple[Rival, ...]
    left_out: bool = False


def private_against_all(met: Met, handle: Handle = unknown) -> tuple[Part, ...]:
    """Return the people whom the reader has met most often, with a menu that shows the results against each of them."""
    shown = met.rivals[:MOST_SHOWN]
    if not shown:
        return against_all(met)
    choices = tuple(
        Choice(ShowRivals(each.user), plain_person(each.name), behind(handle(each.user), _record(each.meeting)))
        for each in shown
    )
    menu = Menu("rival", _("Head to head with…"), choices)
    return (*against_all(met), menu, Row((Button(_(SHOW_HERE), PostRivals(0), "📣"),)))


def against_all(met: Met) -> tuple[Part, ...]:
    """Return the people whom a person has met most often, for a channel."""
    shown = met.rivals[:MOST_SHOWN]
    lines = [_("## ⚔️ {name} against the rest").format(name=person(met.name))]
    lines += map(_line, shown) if shown else [_(NO_GAMES_YET)]
    if met.left_out:
        lines.append(_("-# Some keep theirs private."))
    return (Box((Text("\n".join(lines)),), Tone.BRASS),)


def private(of: Rivalry) -> tuple[Part, ...]:
    """Return the results of two people against each other, for one of them, with buttons."""
    show = Button(_(SHOW_HERE), PostRivals(of.other), "📣")
    return (*head_to_head(of), Row((show, Button(_("All rivals"), ShowRivals(), "⚔️"))))


def head_to_head(of: Rivalry) -> tuple[Part, ...]:
    """Return the results of two people against each other, for a channel."""
    one, other = (person(of.names.get(user, "")) for user in (of.user, of.other))
    # Translators: {one} and {other} are people.
    lines = [before(other, _("## ⚔️ {one} and {other}")).format(one=one, other=other)]
    if of.meeting.games:
        lines += [*_ahead(of.meeting, one, other), _caught(one, other, of.meeting.caught)]
        lines.append(_caught(other, one, of.caught_by_other))
    else:
        lines.append(_(NO_GAMES_YET))
    return (Box((Text("\n".join([*lines, *_ratings(of, one, other)])),), Tone.BRASS),)


def _ahead(meeting: Meeting, one: str, other: str) -> list[str]:
    """Return lines about how many games two people played together, and how often each of them finished ahead."""
    games, level = meeting.games, meeting.games - meeting.ahead - meeting.behind
    return [
        ngettext("🎲 **{n}** game together", "🎲 **{n}** games together", games).format(n=games),
        # Translators: {one} and {other} are people; {ahead} and {behind} are numbers of games.
        _("🏆 {one} finished ahead in **{ahead}**, {other} in **{behind}**").format(
            one=one, other=other, ahead=meeting.ahead, behind=meeting.behind
        ),
        # Translators: {n} is a number of games.
        *([_("🤝 Tied in {n}").format(n=level)] if level else []),
    ]


def _caught(catcher: str, liar: str, many: int) -> str:
    if not many:
        return _("🎭 {one} never caught {other} lying").format(one=catcher, other=liar)
    # Translators: {times} is a phrase such as “once” or “3 times”.
    return _("🕵️ {one} caught {other} lying {times}").format(one=catcher, other=liar, times=times(many))


def _ratings(of: Rivalry, one: str, other: str) -> list[str]:
    lines = []
    for family in FAMILIES:
        names = ((one, of.ratings[of.user]), (other, of.ratings[of.other]))
        some = [
            _(NAME_AND_RATING).format(name=name, rating=worth(*held[family])) for name, held in names if family in held
        ]
        if some:
            # Translators: {ratings} names two people with their ratings: “Ann 1540 and Ben 1490”.
            words = _("⭐ Ratings in {games}: {ratings}").format(games=which_games(family), ratings=joined(some))
            lines.append(words)
    return [*lines, *about_guesses(rating for held in of.ratings.values() for rating in held.values())]


def _line(rival: Rival) -> str:
    return _("**{name}** · {record}").format(name=person(rival.name), record=_record(rival.meeting))


def _record(meeting: Meeting) -> str:
    # Translators: {n} games against somebody: this person finished ahead in {ahead} games, and the other in {behind}.
    words = ngettext("{n} game, {ahead}–{behind}", "{n} games, {ahead}–{behind}", meeting.games)
    return words.format(n=meeting.games, ahead=meeting.ahead, behind=meeting.behind)
