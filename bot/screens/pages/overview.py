"""Build the page that `/leaderboard` opens with: the people most in debt, and the first winners."""

from bot.history.boards import BoardPage
from bot.presses.history import MoreBoards, ShowBoard, ShowTab
from bot.screens.elements.cards import Box, Button, Part, Row, Text, Tone
from bot.screens.elements.labels import MORE
from bot.screens.families.variants import wording
from bot.screens.pages.boards import place
from bot.screens.pages.figures import board_words
from bot.words.language import _

MOST_PLACES = 3
"""The number of places of each board on the page."""


def overview(pages: tuple[BoardPage, ...], user: int) -> tuple[Part, ...]:
    """Return the first places of each of these boards, and a button to each whole board."""
    words = _("Leaderboards")
    parts = [Text(f"## 🏆 {words}"), *(Text("\n".join(_first(page, user))) for page in pages)]
    whole = [
        Button(board_words(page.board).title, ShowBoard(page.board), board_words(page.board).emoji) for page in pages
    ]
    ways = (*whole, Button(_("The server’s tab"), ShowTab("all"), "📜"), Button(_(MORE), MoreBoards("wins"), "➕"))
    return (Box(tuple(parts), Tone.BRASS), Row(ways))


def _first(page: BoardPage, user: int) -> list[str]:
    """Return the first places of a board below its name."""
    board = board_words(page.board)
    about = [_about_driest()] if page.driest else []
    places = [place(page.board, row, user) for row in page.rows[:MOST_PLACES]]
    return [f"**{board.title}**", *(places or [board.empty]), *about]


def _about_driest() -> str:
    # Translators: {game} is the game Firehouse. “Dry” is somebody who does not wash up.
    return _("-# {game}: the best score among those who don’t wash up counts as a win here.").format(
        game=wording("firehouse").title
    )
