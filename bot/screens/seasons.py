"""A season that opens, and one that closes with its podium."""

from collections.abc import Mapping

from bot.history.boards import BoardName, Row
from bot.history.counting import season
from bot.preferences.seasons import Season
from bot.presses.history import ShowBoard
from bot.screens.boards import MEDALS
from bot.screens.figures import figures, told
from bot.screens.model import Box, Button, Part, Rule, Text, Tone
from bot.screens.model import Row as Buttons
from bot.words.cleaning import escaped, person
from bot.words.language import _
from bot.words.lists import joined

FIRST: BoardName = "wins"
"""The board that makes the podium; of the others the first place alone is named."""
NAMED: tuple[BoardName, ...] = ("rating", "caught", "got_away", "streak", "paid", "chips", "net")


def opened(season: Season) -> tuple[Part, ...]:
    """It begins."""
    words = _("## 🏁 {name}\nThe season is open: every game that ends from now on counts for it.").format(
        name=escaped(season.name)
    )
    return (Box((Text(words),), Tone.BRASS), _boards(season))


def closed(season: Season, podium: Mapping[BoardName, tuple[Row, ...]]) -> tuple[Part, ...]:
    """It is over: who won most, and who leads the other boards."""
    head = _("## 🏁 {name} is over").format(name=escaped(season.name))
    rows = [
        f"{MEDALS[row.rank]} **{person(row.name)}** · {figures(FIRST, *row.figures)}" for row in podium.get(FIRST, ())
    ]
    podium_told = "\n".join(rows) or _("Nobody finished a game in it. The next one, then!")
    parts: list[Text | Rule] = [Text(head), Text(podium_told)]
    if others := [_leads(board, podium[board]) for board in NAMED if board in podium]:
        parts += [Rule(), Text("\n".join(others))]
    return (Box(tuple(parts), Tone.BRASS), _boards(season))


def _leads(board: BoardName, rows: tuple[Row, ...]) -> str:
    first = [row for row in rows if row.rank == 1]
    names = joined([f"**{person(row.name)}**" for row in first])
    return f"{told(board).head()}: {names} · {figures(board, *first[0].figures)}"


def _boards(of: Season) -> Buttons:
    return Buttons((Button(_("The boards"), ShowBoard(FIRST, 1, 0, "", season(of.id)), "🏆"),))
