"""The messages that show a table now: what each tells for good, and the panel in the last of them."""

from bot.screens import lobby, result
from bot.screens.cast import Cast
from bot.screens.families import presenter
from bot.screens.model import Card
from bot.screens.presenter import Presenter
from bot.tables.model import Chapter, Pending, Status, TableInfo
from engine.core.events import GameOver
from engine.games import AnyView


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
    over = tuple(_card(info, view, shown, chapter).folded() for chapter in pending.chapters[:-1])
    return (*over, _card(info, view, shown, pending.chapters[-1]))


def began(pending: Pending) -> Card:
    """What stays of the lobby's message once the game is on."""
    return lobby.lobby(pending.table).folded()


def _card(info: TableInfo, view: AnyView, shown: Presenter, chapter: Chapter) -> Card:
    cast = Cast(info.seats)
    told = shown.news(info, view.state.rules, chapter)
    if info.status is Status.PLAYING:
        return Card(told or (shown.recap(cast, view),), shown.panel(info, view, chapter), cast.users(view.awaited))
    if chapter and not isinstance(chapter[0], GameOver):
        return Card(told)
    return Card((*told, *result.result(info, view, shown)), result.again(info))
