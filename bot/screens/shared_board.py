"""A board as a picture to share."""

from bot.charts.paper import Paper, Theme
from bot.history.boards import Page, Row
from bot.screens.boards import Asked, within
from bot.screens.figures import figures, told
from bot.screens.model import Page as Drawn
from bot.words.cleaning import plain_person

WIDTH, MARGIN, HEAD, LINE, FOOT = 560, 24, 92, 42, 20
"""A page in points: readable on a phone of 360, where it is shown at some two thirds."""
LONGEST_ALT = 1000
"""Characters of the words for who cannot see it; Discord takes 1,024."""
MEDALS = ("#e8c14a", "#c3c9d3", "#c98d5a")


def drawn(page: Page, asked: Asked) -> Drawn:
    """The page of a board that stands there, drawn; who asks for it is set apart no more than others."""
    title = told(page.board).title
    about = " · ".join(within(page.within, asked, plain=True))
    return Drawn(f"{page.board}.png", _svg(page, title, about), _alt(page, title, about))


def _svg(page: Page, title: str, about: str) -> str:
    paper = Paper(WIDTH, HEAD + LINE * max(1, len(page.rows)) + FOOT, Theme.DARK)
    inks = paper.inks
    paper.box(0, 0, WIDTH, 6, inks.brass)
    paper.say(title, (MARGIN, 46), 26, bold=True, room=WIDTH - 2 * MARGIN)
    paper.say(about, (MARGIN, 72), 15, inks.faint, room=WIDTH - 2 * MARGIN)
    for at, row in enumerate(page.rows):
        _row(paper, HEAD + at * LINE, row, page)
    return paper.svg()


def _row(paper: Paper, top: float, row: Row, page: Page) -> None:
    inks = paper.inks
    paper.box(MARGIN / 2, top, WIDTH - MARGIN, LINE - 6, inks.raised, 8)
    if row.rank <= len(MEDALS):
        paper.dot((MARGIN + 16, top + 18), 14, MEDALS[row.rank - 1])
    ink = "#23262e" if row.rank <= len(MEDALS) else inks.faint
    paper.say(str(row.rank), (MARGIN + 16, top + 24), 16, ink, anchor="middle", bold=True)
    paper.say(plain_person(row.name), (MARGIN + 42, top + 24), 18, room=270)
    said = figures(page.board, *row.figures)
    paper.say(said, (WIDTH - MARGIN, top + 24), 15, inks.faint, anchor="end", room=190)


def _alt(page: Page, title: str, about: str) -> str:
    rows = (f"{row.rank}. {plain_person(row.name)}: {figures(page.board, *row.figures)}" for row in page.rows)
    words = "\n".join((f"{title} ({about})", *rows))
    return words if len(words) <= LONGEST_ALT else f"{words[: LONGEST_ALT - 1]}…"
