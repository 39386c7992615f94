"""A board as a picture to share."""

from bot.charts.paper import Paper, Theme
from bot.history.boards import Page, Row
from bot.screens.boards import Asked, within
from bot.screens.figures import figures, told
from bot.screens.model import Page as Drawn
from bot.words.cleaning import plain_person

WIDTH, MARGIN, HEAD, LINE, FOOT = 480, 20, 84, 36, 12
"""A page in points, not much taller than wide: Discord shows it some 350 high on a screen, and 300 wide on a phone."""
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
    paper.say(title, (MARGIN, 42), 25, bold=True, room=WIDTH - 2 * MARGIN)
    paper.say(about, (MARGIN, 66), 15, inks.faint, room=WIDTH - 2 * MARGIN)
    for at, row in enumerate(page.rows):
        _row(paper, HEAD + at * LINE, row, page)
    return paper.svg()


def _row(paper: Paper, top: float, row: Row, page: Page) -> None:
    inks = paper.inks
    paper.box(MARGIN / 2, top, WIDTH - MARGIN, LINE - 5, inks.raised, 8)
    if row.rank <= len(MEDALS):
        paper.dot((MARGIN + 14, top + 15.5), 12.5, MEDALS[row.rank - 1])
    ink = "#23262e" if row.rank <= len(MEDALS) else inks.faint
    paper.say(str(row.rank), (MARGIN + 14, top + 21), 15, ink, anchor="middle", bold=True)
    paper.say(plain_person(row.name), (MARGIN + 36, top + 21.5), 17, room=218)
    said = figures(page.board, *row.figures)
    paper.say(said, (WIDTH - MARGIN, top + 21), 14.5, inks.faint, anchor="end", room=190)


def _alt(page: Page, title: str, about: str) -> str:
    rows = (f"{row.rank}. {plain_person(row.name)}: {figures(page.board, *row.figures)}" for row in page.rows)
    words = "\n".join((f"{title} ({about})", *rows))
    return words if len(words) <= LONGEST_ALT else f"{words[: LONGEST_ALT - 1]}…"
