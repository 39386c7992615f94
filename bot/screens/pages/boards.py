"""Build the leaderboards of a server: a page, its picture to share, and the messages when a season opens and closes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import get_args

import msgspec

from bot.history.boards import BoardName, BoardPage, BoardRow, Computer, Scope
from bot.history.counting import family, months, season
from bot.people.servers import Season
from bot.pictures.charts import Paper, ems
from bot.presses.history import MoreBoards, ShareBoard, ShowBoard, ShowTab
from bot.presses.preferences import KeepSeason, SurelyCloseSeason
from bot.screens.elements.cards import Box, Button, Choice, Menu, Part, Rule, Style, Text, Tone
from bot.screens.elements.cards import Page as Drawn
from bot.screens.elements.cards import Row as Buttons
from bot.screens.elements.controls import page_after, page_before
from bot.screens.elements.labels import FORFEITS_OWED, MORE, NAME_AND_RATING, NO, SHARE
from bot.screens.families import variants
from bot.screens.pages.figures import board_words, figures, which_games, worth
from bot.words.cleaning import SOMEBODY, clean, escaped, person, plain_person
from bot.words.language import _, joined, labelled, month_name, spoken_key

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

OF_DEBTS: tuple[BoardName, ...] = ("forfeits", "bads")
"""The boards that nobody wants to lead. They have no medals."""

MOST_COMPUTERS = 8

FAMILIES = ("common-hand", "single-cup")
"""The families of games. Each has ratings of its own."""


class BoardRequest(msgspec.Struct, frozen=True):
    """The facts about a request for a board: the person, the channel and the time.

    `seasons` contains the seasons of the server, and `computers` the rated computer players to list.
    """

    user: int
    channel: int
    at: datetime
    seasons: tuple[Season, ...] = ()
    computers: tuple[Computer, ...] = ()


def board(page: BoardPage, asked: BoardRequest, more: bool = False) -> tuple[Part, ...]:
    """Return one page of a board. `more` adds menus for all other boards, games, times and places."""
    words = board_words(page.board)
    lines = [place(page.board, row, asked.user) for row in page.rows] or [words.empty]
    about = [words.about] if words.about else []
    head = f"## {words.head()}\n-# {' · '.join((*within(page.within, asked), *about))}"
    parts: list[Text | Rule] = [Text(head), Text("\n".join(lines))]
    if page.own is not None and all(row.user != asked.user for row in page.rows):
        parts += [Rule(), Text(place(page.board, page.own, asked.user))]
    elif page.own is None and page.rows:
        parts += [Rule(), Text(_("-# You’re not on this leaderboard yet."))]
    if asked.computers:
        parts += [Rule(), Text(_computers(asked.computers))]
    menus: tuple[Part, ...] = (Buttons((_other_place(page, asked),)), *_menus(page, asked)) if more else ()
    return (Box(tuple(parts), Tone.BRASS), *_pager(page), _ways(page), *menus)


MAIN: tuple[BoardName, ...] = ("wins", "got_away")
"""The boards that have a button of their own, beside the board of forfeits."""


def main_boards(share: Button, shown: str = "", more: MoreBoards = MoreBoards("wins")) -> Buttons:  # noqa: B008 - frozen
    """Return the buttons for the main boards (except the board `shown`), for all other boards, and for sharing."""
    tab = Button(_(FORFEITS_OWED), ShowTab("all"), "📝")
    ways = [Button(board_words(name).title, ShowBoard(name), board_words(name).emoji) for name in MAIN if name != shown]
    return Buttons((*([tab] if shown else []), *ways, Button(_(MORE), more, "➕"), share))


def _computers(computers: Sequence[Computer]) -> str:
    """Return a line with computer players and their ratings, at most `MOST_COMPUTERS` of them."""
    named = [
        _(NAME_AND_RATING).format(name=each.name, rating=worth(each.rating, each.games))
        for each in computers[:MOST_COMPUTERS]
    ]
    # Translators: {computers} is a list of computer players with their ratings.
    return _("-# 🤖 {computers}").format(computers=" · ".join(named))


def within(scope: Scope, asked: BoardRequest, *, plain: bool = False) -> tuple[str, ...]:
    """Return the scope of a board in words: the game, the time and the place.

    `plain` is for places without markdown, such as pictures.
    """
    places = [f"<#{scope.place}>"] if scope.place and not plain else [_("this channel")] if scope.place else []
    return (which_games(scope.game), _period(scope.period, asked, plain=plain), *places)


def _period(period: str, asked: BoardRequest, *, plain: bool) -> str:
    if not period:
        return _("all time")
    if period.startswith("s"):
        name = next((each.name for each in asked.seasons if season(each.id) == period), "")
        return (clean(name) if plain else escaped(name)) or _("a season")
    year, of_year = period.split("-")
    return month_name(int(of_year), int(year))


def place(name: BoardName, row: BoardRow, user: int) -> str:
    """Return the line about a place on a board. The name of the reader, `user`, is bold."""
    who = person(row.name) if row.name else _(SOMEBODY)
    medal = "" if name in OF_DEBTS else MEDALS.get(row.rank, "")
    medal = medal or f"`{row.rank}.`"
    return f"{medal} {f'**{who}**' if row.user == user else who} · {figures(name, *row.figures)}"


def _turned(page: BoardPage, to: int) -> ShowBoard:
    scope = page.within
    return ShowBoard(page.board, to, scope.place, scope.game, scope.period)


def _pager(page: BoardPage) -> tuple[Buttons, ...]:
    """Return the buttons for the previous page, the next page and the reader's own page.

    Return () if there is only one page. The button for the reader's own page is left out if that page is the previous
    or the next one.
    """
    if page.pages == 1:
        return ()
    here = _("{page} of {pages}").format(page=page.page, pages=page.pages)
    buttons = [
        page_before(_turned(page, page.page - 1), is_first=page.page == 1),
        Button(here, _turned(page, page.page), disabled=True),
        page_after(_turned(page, page.page + 1), is_last=page.page == page.pages),
    ]
    if page.own_page is not None and abs(page.own_page - page.page) > 1:
        buttons.append(Button(_("My rank"), _turned(page, page.own_page), "📍"))
    return (Buttons(tuple(buttons)),)


def _ways(page: BoardPage) -> Buttons:
    scope = (page.page, page.within.place, page.within.game, page.within.period)
    share = Button(_(SHARE), ShareBoard(page.board, *scope), "📣", disabled=not page.rows)
    return main_boards(share, page.board, MoreBoards(page.board, *scope))


def _other_place(page: BoardPage, asked: BoardRequest) -> Button:
    """Return the button that switches between the board of the server and the board of this channel."""
    scope, kind = page.within, page.board
    if scope.place:
        return Button(_("Whole server"), ShowBoard(kind, 1, 0, scope.game, scope.period), "🌍")
    return Button(_("This channel"), ShowBoard(kind, 1, asked.channel, scope.game, scope.period), "💬")


def _menus(page: BoardPage, asked: BoardRequest) -> tuple[Menu, ...]:
    return (
        Menu("board", _("Another leaderboard"), tuple(_board(page, name) for name in get_args(BoardName))),
        Menu("game", _("Another game"), tuple(_of_game(page, game) for game in _games(page.board))),
        Menu("period", _("Another period"), tuple(_of_period(page, period, asked) for period in _periods(asked))),
    )


def _board(page: BoardPage, name: BoardName) -> Choice:
    """Return the menu's choice for the board `name`.

    A rating belongs to a family of games, and the other boards to one game or to all games. If the current game does
    not suit the chosen board, the choice selects a game that does.
    """
    scope, words = page.within, board_words(name)
    game = scope.game
    if name == "rating":
        game = game if game in FAMILIES else family(game) if game else FAMILIES[0]
    elif game in FAMILIES:
        game = ""
    press = ShowBoard(name, 1, scope.place, game, scope.period)
    return Choice(press, words.title, words.about, words.emoji, chosen=name == page.board)


def _games(name: BoardName) -> Sequence[str]:
    return FAMILIES if name == "rating" else ("", *variants.offered())


def _of_game(page: BoardPage, game: str) -> Choice:
    scope = page.within
    emoji = variants.wording(game).emoji if game and game not in FAMILIES else "🎲"
    press = ShowBoard(page.board, 1, scope.place, game, scope.period)
    return Choice(press, _capital(which_games(game)), "", emoji, chosen=game == scope.game)


def _periods(asked: BoardRequest) -> list[str]:
    """Return the periods to choose from: all time, this month, the month before, and the seasons (newest first)."""
    before, this = months(asked.at, 2)
    return ["", this, before, *(season(each.id) for each in asked.seasons)]


def _of_period(page: BoardPage, period: str, asked: BoardRequest) -> Choice:
    scope = page.within
    press = ShowBoard(page.board, 1, scope.place, scope.game, period)
    emoji = "♾️" if not period else "🏁" if period.startswith("s") else "🗓️"
    words = _capital(_period(period, asked, plain=True))
    return Choice(press, words[:100], "", emoji, chosen=period == scope.period)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


WIDTH, MARGIN, HEAD, LINE, FOOT = 480, 20, 84, 36, 12
"""The sizes of the picture in points. It is not much higher than wide, because Discord shows it about 350 points high
on a screen, and 300 points wide on a phone.
"""

LONGEST_ALT = 1000
"""The maximum number of characters of the picture's description. Discord accepts 1,024."""

MEDAL_INKS = ("#e8c14a", "#c3c9d3", "#c98d5a")


def picture(page: BoardPage, asked: BoardRequest) -> Drawn:
    """Return a page of a board as a picture. It highlights nobody, not even the person who asked."""
    title = board_words(page.board).title
    about = " · ".join(within(page.within, asked, plain=True))
    return Drawn(f"{page.board}.png", _svg(page, title, about), _alt(page, title, about))


def _svg(page: BoardPage, title: str, about: str) -> str:
    paper = Paper(WIDTH, HEAD + LINE * max(1, len(page.rows)) + FOOT, language=spoken_key())
    inks = paper.inks
    paper.box(0, 0, WIDTH, 6, inks.brass)
    paper.say(title, (MARGIN, 42), 25, bold=True, room=WIDTH - 2 * MARGIN)
    paper.say(about, (MARGIN, 66), 15, inks.faint, room=WIDTH - 2 * MARGIN)
    for at, row in enumerate(page.rows):
        _row(paper, HEAD + at * LINE, row, page)
    return paper.svg()


def _row(paper: Paper, top: float, row: BoardRow, page: BoardPage) -> None:
    inks = paper.inks
    paper.box(MARGIN / 2, top, WIDTH - MARGIN, LINE - 5, inks.raised, 8)
    has_medal = row.rank <= len(MEDAL_INKS) and page.board not in OF_DEBTS
    if has_medal:
        paper.dot((MARGIN + 14, top + 15.5), 12.5, MEDAL_INKS[row.rank - 1])
    ink = "#23262e" if has_medal else inks.faint
    paper.say(str(row.rank), (MARGIN + 14, top + 21), 15, ink, anchor="middle", bold=True)
    name, said = plain_person(row.name), figures(page.board, *row.figures)
    paper.say(name, (MARGIN + 36, top + 21.5), 17, room=218)
    room = WIDTH - 2 * MARGIN - 36 - 12 - min(218, 17 * ems(name))
    paper.say(said, (WIDTH - MARGIN, top + 21), 14.5, inks.faint, anchor="end", room=room)


def _alt(page: BoardPage, title: str, about: str) -> str:
    rows = (f"{row.rank}. {labelled(plain_person(row.name), figures(page.board, *row.figures))}" for row in page.rows)
    words = "\n".join((f"{title} ({about})", *rows))
    return words if len(words) <= LONGEST_ALT else f"{words[: LONGEST_ALT - 1]}…"


PODIUM: BoardName = "wins"
"""The board whose first places make the podium of a season. For boards in `HONOURED` only the leader is named."""

HONOURED: tuple[BoardName, ...] = ("rating", "caught", "got_away", "streak", "paid", "chips", "net")


def season_opened(season: Season) -> tuple[Part, ...]:
    """Return the message that announces a new season."""
    # Translators: {name} is the server’s name for a season: “Winter 2026”.
    words = _("## 🏁 {name}\nThe season is on: every game that ends from now on counts.").format(
        name=escaped(season.name)
    )
    return (Box((Text(words),), Tone.BRASS), _boards_of(season))


def ask_to_close(season: Season) -> tuple[Part, ...]:
    """Return the question before a season is closed."""
    asked = _("🏁 End **{name}** for good? Its top three will be posted here.").format(name=escaped(season.name))
    yes = Button(_("Yes, end it"), SurelyCloseSeason(season.id), "🏁", Style.BAD)
    return (Text(asked), Buttons((yes, Button(_(NO), KeepSeason()))))


def season_is_over(season: Season) -> tuple[Part, ...]:
    """Return the answer to the person who closed a season."""
    return (Text(_("🏁 {name} is over").format(name=escaped(season.name))),)


def season_closed(season: Season, podium: Mapping[BoardName, tuple[BoardRow, ...]]) -> tuple[Part, ...]:
    """Return the message about the end of a season, with its podium and the leaders of the other boards."""
    # Translators: {name} is the server’s name for a season: “Winter 2026”.
    head = _("## 🏁 {name} is over").format(name=escaped(season.name))
    rows = [
        f"{MEDALS[row.rank]} **{person(row.name)}** · {figures(PODIUM, *row.figures)}" for row in podium.get(PODIUM, ())
    ]
    podium_lines = "\n".join(rows) or _("Nobody finished a game. Better luck next season!")
    parts: list[Text | Rule] = [Text(head), Text(podium_lines)]
    if others := [_leads(board, podium[board]) for board in HONOURED if board in podium]:
        parts += [Rule(), Text("\n".join(others))]
    return (Box(tuple(parts), Tone.BRASS), _boards_of(season))


def _leads(board: BoardName, rows: tuple[BoardRow, ...]) -> str:
    first = [row for row in rows if row.rank == 1]
    names = joined([f"**{person(row.name)}**" for row in first])
    return labelled(board_words(board).head(), f"{names} · {figures(board, *first[0].figures)}")


def _boards_of(of: Season) -> Buttons:
    return Buttons((Button(_("Leaderboards"), ShowBoard(PODIUM, 1, 0, "", season(of.id)), "🏆"),))
