"""The boards of a server: ten places a page, one's own place below, and the way to the other boards."""

from bot.history.boards import BoardName, Page, Row
from bot.presses.history import ShowBoard
from bot.screens.model import Box, Button, Choice, Menu, Part, Rule, Style, Text, Tone
from bot.screens.model import Row as Buttons
from bot.words.cleaning import person
from bot.words.language import _, ngettext

NAMES: tuple[BoardName, ...] = ("forfeits", "bads", "wins")
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def board(page: Page, user: int) -> tuple[Part, ...]:
    """One page of a board, as `user` asked for it."""
    title, empty = _told(page.board)
    lines = [_line(page.board, row, user) for row in page.rows] or [empty]
    words: list[Text | Rule | Buttons | Menu] = [Text(f"## {title}"), Text("\n".join(lines))]
    if page.own is not None and all(row.user != user for row in page.rows):
        words += [Rule(), Text(_line(page.board, page.own, user))]
    elif page.own is None and page.rows:
        words += [Rule(), Text(_("-# You are not on this board yet."))]
    words += _pager(page)
    words.append(_others(page.board))
    return (Box(tuple(words), Tone.BRASS),)


def _told(name: BoardName) -> tuple[str, str]:
    match name:
        case "forfeits":
            return _("📝 Forfeits"), _("Nobody owes anything. Open a table with `/play` and change that!")
        case "bads":
            return _("🚒 Bads and goods"), _("Nobody has been bad yet. `/play` a game of firehouse!")
        case _:
            return _("🏆 Wins"), _("Nobody has finished a game yet. `/play` opens a table.")


def _line(name: BoardName, row: Row, user: int) -> str:
    who = person(row.name) if row.name else _("somebody")
    place, figures = MEDALS.get(row.rank, f"`{row.rank}.`"), _figures(name, *row.figures)
    return f"{place} {f'**{who}**' if row.user == user else who} · {figures}"


def _figures(name: BoardName, first: int, second: int) -> str:
    match name:
        case "forfeits":
            return _("{owed} owed, {paid} paid").format(owed=first, paid=second)
        case "bads":
            bads = ngettext("{n} bad", "{n} bads", first).format(n=first)
            goods = ngettext("{n} good", "{n} goods", second).format(n=second)
            return _("{bads}, {goods}").format(bads=bads, goods=goods)
        case _:
            games = ngettext("{n} game", "{n} games", second).format(n=second)
            return _("{won} of {games}").format(won=first, games=games)


def _pager(page: Page) -> list[Text | Rule | Buttons | Menu]:
    if page.pages == 1:
        return []
    back = Button(_("Back"), ShowBoard(page.board, page.page - 1), "◀️", disabled=page.page == 1)
    on = Button(_("More"), ShowBoard(page.board, page.page + 1), "▶️", disabled=page.page == page.pages)
    here = _("{page} of {pages}").format(page=page.page, pages=page.pages)
    middle = Button(here, ShowBoard(page.board, page.page), style=Style.PLAIN, disabled=True)
    return [Buttons((back, middle, on))]


def _others(current: BoardName) -> Menu:
    choices = tuple(Choice(ShowBoard(name), _told(name)[0], chosen=name == current) for name in NAMES)
    return Menu("board", _("Another board"), choices)
