"""Back to the form: what was refused is kept, and the form opens again as it was filled in.

Discord takes no form as the answer to a form, so a button stands between them.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.inbox.forms import Filled
from bot.inbox.request import Request
from bot.presses.base import AtTable, BackToForm, Press
from bot.presses.bids import OpenBidForm, SendBid
from bot.presses.codec import AnyPress, tag
from bot.presses.lobby import OpenHouseRule, OpenLuckyWords, OpenOptions, SendHouseRule, SendLuckyWords, SendOptions
from bot.presses.preferences import OpenKeptWords, OpenNaming, SendKeptWords, SendNaming
from bot.tables.trouble import Code, Trouble
from engine.core.refusals import GameIsOver, NotPlaying, Refused

HOPELESS = (Code.GONE, Code.UNKNOWN_TABLE, Code.NOT_SEATED, Code.NOT_HOST, Code.GAME_RUNNING, Code.NOT_STARTED)
"""Why another try would be refused as well, whatever is typed."""


async def _bid_form(request: Request, press: BackToForm) -> AnyPress:
    return OpenBidForm(press.table, (await request.tables.looking.table(press.table)).version)


async def _options(_request: Request, press: BackToForm) -> AnyPress:
    return OpenOptions(press.table)


async def _house_rule(_request: Request, press: BackToForm) -> AnyPress:
    return OpenHouseRule(press.table, press.option)


async def _naming(_request: Request, press: BackToForm) -> AnyPress:
    return OpenNaming(press.table)


async def _lucky_words(_request: Request, press: BackToForm) -> AnyPress:
    return OpenLuckyWords(press.table)


async def _kept_words(_request: Request, _press: BackToForm) -> AnyPress:
    return OpenKeptWords()


_OPENED_BY: dict[type[Press], Callable[[Request, BackToForm], Awaitable[AnyPress]]] = {
    SendBid: _bid_form,
    SendOptions: _options,
    SendHouseRule: _house_rule,
    SendNaming: _naming,
    SendLuckyWords: _lucky_words,
    SendKeptWords: _kept_words,
}
"""By what is sent: what opens that form."""
_BY_TAG = {tag(kind): opening for kind, opening in _OPENED_BY.items()}


def keep(request: Request, filled: Filled[Any], refusal: Refused | Trouble) -> None:
    """Keep a form that was refused, and let the answer offer the way back to it, where that is of any use."""
    press = filled.press
    is_hopeless = isinstance(refusal, Trouble) and refusal.code in HOPELESS
    is_over = isinstance(refusal, Refused) and isinstance(refusal.reason, GameIsOver | NotPlaying)
    if type(press) in _OPENED_BY and not is_hopeless and not is_over:
        name = request.services.forms.keep(request.user, filled.fields)
        table = press.table if isinstance(press, AtTable) else 0
        option = press.option if isinstance(press, SendHouseRule) else "none"
        request.way_back = BackToForm(tag(type(press)), table, name, option)


async def reopened(request: Request, press: BackToForm) -> AnyPress | None:
    """The press that opens that form, which this request will fill as it was; None for a form that nobody knows."""
    opening = _BY_TAG.get(press.form)
    if opening is None:
        return None
    request.fill_as(request.services.forms.back(request.user, press.kept))
    return await opening(request, press)
