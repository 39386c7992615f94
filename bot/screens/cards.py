"""The messages that show a table now: what each tells for good, and the panel in the last of them."""

from bot.screens import lobby, result
from bot.screens.cast import Cast
from bot.screens.families import Presenter, presenter
from bot.screens.model import Beat, Card
from bot.screens.narration import Telling, seating
from bot.screens.phone import newest
from bot.screens.result import Brought
from bot.tables.model import Status, TableInfo
from bot.tables.pace import PaceName
from bot.tables.pending import Chapter, Pending
from engine.core.events import GameOver
from engine.games import AnyView

MOST_OF_SEATING = 1200
"""How many letters of a roll-off stay with the lobby: more than twenty players ever need, but for the longest names."""


def cards(pending: Pending) -> tuple[Card, ...]:
    """What is to stand in the channel, a card for each chapter; the last is live."""
    info, view = pending.table, pending.view
    if info.status is Status.LOBBY:
        return (lobby.lobby(info),)
    if view is None or (info.status is Status.CLOSED and not any(pending.chapters)):
        return (lobby.closed(info),)
    shown = presenter(view)
    if shown is None:
        return (lobby.not_played_here(info),)
    *over, last = pending.chapters
    return (*(_over(info, shown, each, last) for each in over), _last(pending, view, shown, last))


def beats(pending: Pending, pace: PaceName) -> tuple[Beat, ...]:
    """What the message of a round shows before its card, where nobody has seen its showdown yet; else nothing."""
    shown = presenter(pending.view) if pending.view is not None else None
    return shown.beats(pending.table, pending.news, pace) if shown is not None else ()


def began(pending: Pending) -> Card:
    """What stays of the lobby's message once the game is on."""
    info, first = pending.table, pending.chapters[0] if pending.chapters else ()
    return lobby.begun(info, newest(seating(Telling(Cast(info.seats), info.rules), first), MOST_OF_SEATING))


def so_far(pending: Pending) -> Card:
    """The round that runs, as a record without anything to press."""
    shown = presenter(pending.view) if pending.view is not None else None
    return Card(shown.record(pending.table, pending.chapters[-1]) if shown is not None else ())


def _over(info: TableInfo, shown: Presenter, chapter: Chapter, last: Chapter) -> Card:
    """A round that is over. The last one of a game is followed by no other: its showdown stays as it was."""
    ends_it = bool(last) and isinstance(last[0], GameOver)
    return Card(shown.fresh(info, chapter) if ends_it else shown.record(info, chapter))


def _last(pending: Pending, view: AnyView, shown: Presenter, chapter: Chapter) -> Card:
    info = pending.table
    if info.status is Status.PLAYING:
        return shown.live(info, view, chapter)
    if chapter and not isinstance(chapter[0], GameOver):
        return Card(shown.record(info, chapter))
    story = shown.moments(Cast(info.seats), pending.highlights) if pending.highlights is not None else []
    brought = Brought(pending.earned, pending.collected, pending.gained)
    return Card(result.result(info, view, shown, chapter, story, brought), result.again(info))
