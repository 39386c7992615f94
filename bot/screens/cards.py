"""The one card that shows a table now: its news, and the panel below them."""

from bot.screens import lobby, news, result, table
from bot.screens.cast import Cast
from bot.screens.model import Card, Part
from bot.tables.model import Pending, Status
from engine.common_hand.events import BidMade
from engine.common_hand.view import View


def card(pending: Pending) -> Card:
    """What is to stand in the channel: the news for good, the panel as long as it is the newest."""
    info = pending.table
    if info.status is Status.LOBBY:
        return lobby.lobby(info)
    lasting = _news(pending)
    if not isinstance(pending.view, View) or (info.status is Status.CLOSED and not lasting):
        return lobby.closed(info)
    if info.status is Status.PLAYING:
        cast = Cast(info.seats)
        bid_told = not lasting or any(isinstance(event, BidMade) for event in pending.news)
        lasting = lasting or (table.recap(info, pending.view),)
        return Card(lasting, table.panel(info, pending.view, bid_told), cast.users(pending.view.awaited))
    return Card((*lasting, *result.result(info, pending.view)), result.again(info))


def _news(pending: Pending) -> tuple[Part, ...]:
    if not isinstance(pending.view, View) or not pending.news:
        return ()
    return news.told(Cast(pending.table.seats), pending.view.state.rules, pending.earlier, pending.news)
