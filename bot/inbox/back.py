"""Back to the form: what was refused is kept, and the form opens again as it was filled in.

Discord takes no form as the answer to a form, so a button stands between them.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.inbox.forms import Filled
from bot.inbox.request import Request
from bot.presses.base import AtTable
from bot.presses.codec import AnyPress
from bot.presses.game import OpenBidForm, SendBid
from bot.presses.lobby import OpenLuckyWords, OpenOptions, SendLuckyWords, SendOptions
from bot.presses.preferences import OpenKeptWords, SendKeptWords
from bot.presses.private import BackToForm
from bot.tables.model import Code, Trouble
from engine.core.refusals import GameIsOver, NotPlaying, Refused

HOPELESS = (Code.GONE, Code.UNKNOWN_TABLE, Code.NOT_SEATED, Code.NOT_HOST, Code.GAME_RUNNING, Code.NOT_STARTED)
"""Why another try would be refused as well, whatever is typed."""


async def _bid_form(request: Request, press: BackToForm) -> AnyPress:
    return OpenBidForm(press.table, (await request.tables.looking.table(press.table)).version)


async def _options(_request: Request, press: BackToForm) -> AnyPress:
    return OpenOptions(press.table)


async def _lucky_words(_request: Request, press: BackToForm) -> AnyPress:
    return OpenLuckyWords(press.table)


async def _kept_words(_request: Request, _press: BackToForm) -> AnyPress:
    return OpenKeptWords()


_OPENED_BY: dict[str, Callable[[Request, BackToForm], Awaitable[AnyPress]]] = {
    _tag: _opening
    for _kind, _opening in (
        (SendBid, _bid_form),
        (SendOptions, _options),
        (SendLuckyWords, _lucky_words),
        (SendKeptWords, _kept_words),
    )
    if (_tag := str(_kind.__struct_config__.tag))
}
"""By the tag of what was sent: what opens that form."""


def keep(request: Request, filled: Filled[Any], refusal: Refused | Trouble) -> None:
    """Keep a form that was refused, and let the answer offer the way back to it, where that is of any use."""
    press, tag = filled.press, str(type(filled.press).__struct_config__.tag)
    is_hopeless = isinstance(refusal, Trouble) and refusal.code in HOPELESS
    is_over = isinstance(refusal, Refused) and isinstance(refusal.reason, GameIsOver | NotPlaying)
    if tag in _OPENED_BY and not is_hopeless and not is_over:
        name = request.services.forms.keep(request.user, filled.fields)
        table = press.table if isinstance(press, AtTable) else 0
        request.way_back = BackToForm(tag, table, name)


async def reopened(request: Request, press: BackToForm) -> AnyPress | None:
    """The press that opens that form, which this request will fill as it was; None for a form that nobody knows."""
    opening = _OPENED_BY.get(press.form)
    if opening is None:
        return None
    request.fill_as(request.services.forms.back(request.user, press.kept))
    return await opening(request, press)
