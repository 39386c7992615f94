"""The boards of a server: ten places a page, one's own place always, and the ways to every other board."""

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

import msgspec

from bot.history.boards import BoardName, Computer, Page, Row, Scope
from bot.history.counting import family, months, season
from bot.preferences.seasons import Season
from bot.presses.history import ShareBoard, ShowBoard
from bot.screens import variants
from bot.screens.figures import figures, told, worth
from bot.screens.model import Box, Button, Choice, Menu, Part, Rule, Text, Tone
from bot.screens.model import Row as Buttons
from bot.screens.which_games import which_games
from bot.words.cleaning import clean, escaped, person
from bot.words.language import _
from bot.words.months import month_name

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MOST_COMPUTERS = 8
FAMILIES = ("common-hand", "single-cup")
"""The families of games, each of which has ratings of its own."""


class Asked(msgspec.Struct, frozen=True):
    """Who asks for a board, where, when, the seasons that their server had, and how strong its computers are."""

    user: int
    channel: int
    at: datetime
    seasons: tuple[Season, ...] = ()
    computers: tuple[Computer, ...] = ()


def board(page: Page, asked: Asked) -> tuple[Part, ...]:
    """One page of a board."""
    words = told(page.board)
    lines = [_line(page.board, row, asked.user) for row in page.rows] or [words.empty]
    head = f"## {words.head()}\n-# {' · '.join((*within(page.within, asked), words.about))}"
    parts: list[Text | Rule] = [Text(head), Text("\n".join(lines))]
    if page.own is not None and all(row.user != asked.user for row in page.rows):
        parts += [Rule(), Text(_line(page.board, page.own, asked.user))]
    elif page.own is None and page.rows:
        parts += [Rule(), Text(_("-# You are not on this board yet."))]
    if asked.computers:
        parts += [Rule(), Text(_computers(asked.computers))]
    return (Box(tuple(parts), Tone.BRASS), *_pager(page), _ways(page, asked), *_menus(page, asked))


def _computers(computers: Sequence[Computer]) -> str:
    """The strongest computer players, as far as there is room."""
    named = [
        _("{name} {rating}").format(name=each.name, rating=worth(each.rating, each.games))
        for each in computers[:MOST_COMPUTERS]
    ]
    return _("-# 🤖 {computers}").format(computers=" · ".join(named))


def within(scope: Scope, asked: Asked, *, plain: bool = False) -> tuple[str, ...]:
    """The games that a board counts, in words: which, when and where; `plain` where no markdown is read."""
    places = [f"<#{scope.place}>"] if scope.place and not plain else [_("this channel")] if scope.place else []
    return (which_games(scope.game), _period(scope.period, asked, plain=plain), *places)


def _period(period: str, asked: Asked, *, plain: bool) -> str:
    if not period:
        return _("all time")
    if period.startswith("s"):
        name = next((each.name for each in asked.seasons if season(each.id) == period), "")
        return (clean(name) if plain else escaped(name)) or _("a season")
    year, of_year = period.split("-")
    return month_name(int(of_year), int(year))


def _line(name: BoardName, row: Row, user: int) -> str:
    who = person(row.name) if row.name else _("somebody")
    place = MEDALS.get(row.rank, f"`{row.rank}.`")
    return f"{place} {f'**{who}**' if row.user == user else who} · {figures(name, *row.figures)}"


def _turned(page: Page, to: int) -> ShowBoard:
    scope = page.within
    return ShowBoard(page.board, to, scope.place, scope.game, scope.period)


def _pager(page: Page) -> tuple[Buttons, ...]:
    """Back, where one is, on; and to one's own place, where neither leads there."""
    if page.pages == 1:
        return ()
    here = _("{page} of {pages}").format(page=page.page, pages=page.pages)
    buttons = [
        Button(_("Back"), _turned(page, page.page - 1), "◀️", disabled=page.page == 1),
        Button(here, _turned(page, page.page), disabled=True),
        Button(_("More"), _turned(page, page.page + 1), "▶️", disabled=page.page == page.pages),
    ]
    if page.own_page is not None and abs(page.own_page - page.page) > 1:
        buttons.append(Button(_("My place"), _turned(page, page.own_page), "📍"))
    return (Buttons(tuple(buttons)),)


def _ways(page: Page, asked: Asked) -> Buttons:
    """To the other place, and to the picture."""
    scope, kind = page.within, page.board
    if scope.place:
        other = Button(_("Whole server"), ShowBoard(kind, 1, 0, scope.game, scope.period), "🌍")
    else:
        other = Button(_("This channel"), ShowBoard(kind, 1, asked.channel, scope.game, scope.period), "💬")
    share = ShareBoard(kind, page.page, scope.place, scope.game, scope.period)
    return Buttons((other, Button(_("As a picture"), share, "🖼️", disabled=not page.rows)))


def _menus(page: Page, asked: Asked) -> tuple[Menu, ...]:
    return (
        Menu("board", _("Another board"), tuple(_board(page, name) for name in get_args(BoardName))),
        Menu("game", _("Another game"), tuple(_of_game(page, game) for game in _games(page.board))),
        Menu("period", _("Another time"), tuple(_of_period(page, period, asked) for period in _periods(asked))),
    )


def _board(page: Page, name: BoardName) -> Choice:
    """A rating is of a family of games, everything else of one game or all."""
    scope, words = page.within, told(name)
    game = scope.game
    if name == "rating":
        game = game if game in FAMILIES else family(game) if game else FAMILIES[0]
    elif game in FAMILIES:
        game = ""
    press = ShowBoard(name, 1, scope.place, game, scope.period)
    return Choice(press, words.title, clean(words.about, 100), words.emoji, chosen=name == page.board)


def _games(name: BoardName) -> Sequence[str]:
    return FAMILIES if name == "rating" else ("", *variants.offered())


def _of_game(page: Page, game: str) -> Choice:
    scope = page.within
    emoji = variants.told(game).emoji if game and game not in FAMILIES else "🎲"
    press = ShowBoard(page.board, 1, scope.place, game, scope.period)
    return Choice(press, _capital(which_games(game)), "", emoji, chosen=game == scope.game)


def _periods(asked: Asked) -> list[str]:
    """All time, this month and the one before, and the seasons, the newest first."""
    before, this = months(asked.at, 2)
    return ["", this, before, *(season(each.id) for each in asked.seasons)]


def _of_period(page: Page, period: str, asked: Asked) -> Choice:
    scope = page.within
    press = ShowBoard(page.board, 1, scope.place, scope.game, period)
    emoji = "♾️" if not period else "🏁" if period.startswith("s") else "🗓️"
    words = _capital(_period(period, asked, plain=True))
    return Choice(press, words[:100], "", emoji, chosen=period == scope.period)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
