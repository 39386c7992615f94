"""The one card that shows a table now: its news, and the panel below them."""

from bot.screens import lobby, result
from bot.screens.cast import Cast
from bot.screens.families import presenter
from bot.screens.model import Card, Part
from bot.screens.presenter import Presenter
from bot.tables.model import Pending, Status
from engine.games import AnyView


def card(pending: Pending) -> Card:
    """What is to stand in the channel: the news for good, the panel as long as it is the newest."""
    info, view = pending.table, pending.view
    if info.status is Status.LOBBY:
        return lobby.lobby(info)
    if view is None or (info.status is Status.CLOSED and not pending.news):
        return lobby.closed(info)
    shown = presenter(view)
    return _game(pending, view, shown) if shown is not None else lobby.not_played_here(info)


def _game(pending: Pending, view: AnyView, shown: Presenter) -> Card:
    info, cast = pending.table, Cast(pending.table.seats)
    lasting: tuple[Part, ...] = shown.news(info, view.state.rules, pending.news)
    if info.status is Status.PLAYING:
        lasting = lasting or (shown.recap(cast, view),)
        return Card(lasting, shown.panel(info, view, pending.news), cast.users(view.awaited))
    return Card((*lasting, *result.result(info, view, shown)), result.again(info))
