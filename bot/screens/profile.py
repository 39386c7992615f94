"""A profile: what somebody has done on a server, in words and as a chart."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from bot.charts.paper import Theme
from bot.history.achievements import ACHIEVEMENTS
from bot.history.profiles import FAMILIES, Amounts, Profile
from bot.presses.history import PaintProfile, PostProfile, ShowProfile, ShowRivals
from bot.screens import career, luck, variants
from bot.screens.figures import which_games, worth
from bot.screens.model import Box, Button, Page, Part, Row, Rule, Text, Tone
from bot.screens.themes import other, painted
from bot.words.cleaning import person
from bot.words.faces import face_name
from bot.words.language import _, ngettext
from bot.words.lists import listed


class Look(msgspec.Struct, frozen=True):
    """How a profile is looked at: in which theme, whether it is one's own, and whether others see it too."""

    theme: Theme = Theme.DARK
    own: bool = False
    hidden: bool = False


def private(of: Profile, look: Look) -> tuple[Part, ...]:
    """A profile for one person, with what can be done with it."""
    if not of.of("wins")[1]:
        return _card(of, look)
    who = 0 if look.own else of.user
    rivals = Button(_("Rivals"), ShowRivals(who), "⚔️")
    show = Button(_("Show here"), PostProfile(who), "📣")
    return (*_card(of, look), Row((show, painted(PaintProfile(who, other(look.theme))), rivals)))


def public(of: Profile, look: Look) -> tuple[Part, ...]:
    """A profile that stands in a channel, and the way to one's own."""
    return (*_card(of, replace(look, own=False, hidden=False)), Row((Button(_("My profile"), ShowProfile(), "🙋"),)))


def _card(of: Profile, look: Look) -> tuple[Part, ...]:
    if not of.of("wins")[1]:
        return (Box((Text(_nothing(of, look)),), Tone.BRASS),)
    head = _("## 🎲 {name}").format(name=person(of.name))
    told = [head, *_results(of), *_talk(of)]
    if (fell := of.luck) is not None:
        told += luck.lines(fell)
    told.append(_("🏅 {n} of {all} achievements").format(n=of.earned, all=len(ACHIEVEMENTS)))
    if look.hidden:
        told.append(_("-# Others do not see this: `/me` changes that."))
    parts: list[Text | Rule | Page] = [Text("\n".join(told))]
    if games := _games(of):
        parts += [Rule(), Text("\n".join(games))]
    if of.latest:
        parts.append(career.drawn(of, look.theme))
    return (Box(tuple(parts), Tone.BRASS),)


def _nothing(of: Profile, look: Look) -> str:
    if look.own:
        return _("🎲 You have not finished a game with others here yet. `/play` opens a table!")
    return _("🎲 {name} has not finished a game with others here yet. `/play` opens a table!").format(
        name=person(of.name)
    )


def _results(of: Profile) -> list[str]:
    won, games = of.of("wins")
    longest, now = of.of("streak")
    lines = [ngettext("🏆 **{won}** of {n} game won", "🏆 **{won}** of {n} games won", games).format(won=won, n=games)]
    if longest > 1:
        words = _("🔥 {n} wins in a row at best, {now} now") if now > 1 else _("🔥 {n} wins in a row at best")
        lines.append(words.format(n=longest, now=now))
    ratings = [
        _("**{rating}** in {games}").format(rating=worth(*of.ratings[family]), games=which_games(family))
        for family in FAMILIES
        if family in of.ratings
    ]
    return [*lines, _("⭐ Rated {ratings}").format(ratings=listed(ratings))] if ratings else lines


def _talk(of: Profile) -> list[str]:
    """How often somebody lies and is caught, calls right, and which face they love."""
    lies, said = of.of("lies")
    caught, _challenged = of.of("called_out")
    lines = []
    if said:
        words = ngettext(
            "🎭 {n} lie in {said} bids and claims ({share} %), {caught} caught",
            "🎭 {n} lies in {said} bids and claims ({share} %), {caught} caught",
            lies,
        )
        lines.append(words.format(n=lies, said=said, share=f"{100 * lies / said:.0f}", caught=caught))
    if of.of("caught")[1]:
        right, calls = of.of("caught")
        words = ngettext("🕵️ {right} of {n} challenge right", "🕵️ {right} of {n} challenges right", calls)
        lines.append(words.format(right=right, n=calls))
    if of.of("exact")[1]:
        right, calls = of.of("exact")
        words = ngettext("🎯 {right} of {n} exact call right", "🎯 {right} of {n} exact calls right", calls)
        lines.append(words.format(right=right, n=calls))
    if bids := sum(of.faces):
        face, many = max(enumerate(of.faces, 1), key=lambda each: each[1])
        words = ngettext("💛 Loves {faces}: {many} of {n} bid", "💛 Loves {faces}: {many} of {n} bids", bids)
        lines.append(words.format(faces=face_name(face), many=many, n=bids))
    return lines


def _games(of: Profile) -> list[str]:
    """A line for each game that they have played."""
    return [_game(variant, of.games[variant]) for variant in variants.offered() if "wins" in of.games.get(variant, ())]


def _game(variant: str, held: Mapping[str, Amounts]) -> str:
    told, (won, played) = variants.told(variant), held["wins"]
    washed = held["washed_up"][0] if "washed_up" in held else 0
    if washed:
        words = ngettext(
            "{emoji} {game}: {won} of {n} won, washed up once",
            "{emoji} {game}: {won} of {n} won, washed up {washed} times",
            washed,
        )
    else:
        words = _("{emoji} {game}: {won} of {n} won")
    return words.format(emoji=told.emoji, game=told.title, won=won, n=played, washed=washed)
