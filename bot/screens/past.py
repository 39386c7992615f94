"""/history: the games of a server, of a channel or of somebody that are over, ten a page; a menu opens the replay."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.history.past import PastGame, PastPage
from bot.presses.history import ListGames, OpenReplay
from bot.screens import variants
from bot.screens.cast import Cast
from bot.screens.model import Box, Button, Choice, Ephemeral, Menu, Part, Row, Text, Tone
from bot.screens.replay import cast
from bot.words.cleaning import clean
from bot.words.language import _, ngettext
from bot.words.lists import joined

NAMED = 3
"""Up to so many who won are named in a line."""


def history(page: PastPage, press: ListGames) -> Ephemeral:
    """A page, as `press` asked for it."""
    lines = [_line(game, anywhere=not press.channel) for game in page.games] or [_nothing(page)]
    head = _("## 📜 Games played here") if press.channel else _("## 📜 Games of this server")
    facts = [f"<@{press.who}>"] if press.who else []
    facts += [variants.told(press.game).title] if press.game else []
    box = Box(
        (Text("\n".join([head, *([f"-# {' · '.join(facts)}"] if facts else [])])), Text("\n".join(lines))), Tone.BRASS
    )
    return Ephemeral((box, *_menu(page), *_ways(page, press)))


def _nothing(page: PastPage) -> str:
    if page.older is not None:
        return _("None among these, but there are older ones.")
    if page.newer is not None:
        return _("No more of them.")
    return _("No game has come to its end yet. `/play` opens a table.")


def _line(game: PastGame, anywhere: bool) -> str:
    """Which, when, what, whose, how long."""
    facts = [f"<t:{int(game.ended.timestamp())}:d>", _whose(cast(game.players), game), _rounds(game)]
    facts += [f"<#{game.channel}>"] if anywhere else []
    return f"`{game.number}.` {variants.told(game.variant).emoji} {' · '.join(facts)}"


def _whose(who: Cast, game: PastGame) -> str:
    if game.winners:
        return f"🏆 {_names(who, game.winners)}"
    return f"🌊 {_names(who, game.losers)}" if game.losers else _("no winner")


def _names(who: Cast, seats: tuple[int, ...]) -> str:
    if len(seats) > NAMED:
        return ngettext("{n} player", "{n} players", len(seats)).format(n=len(seats))
    return joined([f"**{who.brief(seat)}**" for seat in seats])


def _rounds(game: PastGame) -> str:
    return ngettext("{n} round", "{n} rounds", game.rounds).format(n=game.rounds)


def _menu(page: PastPage) -> Iterator[Part]:
    """The games to look at again."""
    choices = tuple(
        Choice(OpenReplay(game.id), _label(game), game.ended.date().isoformat(), variants.told(game.variant).emoji)
        for game in page.games
        if game.is_kept
    )
    if choices:
        yield Menu(f"past{page.games[0].number}", _("Look at one again"), choices)


def _label(game: PastGame) -> str:
    who = cast(game.players)
    names = [who.label(seat) for seat in range(len(who.seats))]
    return clean(_("{n}. with {names}").format(n=game.number, names=joined(names)), 100)


def _ways(page: PastPage, press: ListGames) -> Iterator[Part]:
    """To the pages beside this one."""
    newer = replace(press, edge=page.newer or 0, newer=True)
    older = replace(press, edge=page.older or 0, newer=False)
    if page.newer is not None or page.older is not None:
        yield Row(
            (
                Button(_("Newer"), newer if page.newer is not None else None, "◀️", disabled=page.newer is None),
                Button(_("Older"), older if page.older is not None else None, "▶️", disabled=page.older is None),
            )
        )
