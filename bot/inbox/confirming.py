"""Make moves, and ask people to confirm some moves first: calls out of turn, and moves that look like misclicks."""

from collections.abc import Hashable
from datetime import timedelta
from functools import partial

from bot.inbox.request import Request
from bot.presses.base import GameMove
from bot.screens.elements.cards import Ephemeral
from bot.screens.families.presenters import Presenter, presenter
from bot.tables.model import TableView
from bot.tables.trouble import Unconfirmed

A_GAME = timedelta(hours=12)
"""For this time, a person is not asked again about calls out of turn at a table. Most games are shorter."""


async def act_or_ask(request: Request, press: GameMove) -> bool:
    """Make a move, unless the person has to confirm it first. Return whether the move was made.

    A move that looks like a misclick needs to be confirmed only if the person wants that. Their choice is read only
    if it matters.
    """
    asking, version = _Asking(request, press), press.version or None
    act = partial(request.tables.moves.act, press.table, request.user, press.actions(), request.key, version)
    try:
        await act(asking.is_due)
    except Unconfirmed:
        if await asking.ask():
            return False
        await act()
    return True


class _Asking:
    """Asks a person to confirm a move.

    These are the first call out of turn in a game, if it may cost more than a call in turn (P3), and a move that looks
    like a misclick, which is carried out if it is repeated. `is_due` is evaluated in the transaction of the move. If
    no question is needed, the database is therefore not read again.
    """

    def __init__(self, request: Request, press: GameMove) -> None:
        self._request, self._press = request, press
        self._seen: TableView | None = None

    def is_due(self, seen: TableView) -> bool:
        """Return whether the person has to confirm the move first, given the table as they see it."""
        self._seen = seen
        return self._question() is not None and self._request.services.cooldowns.again(self._name(), 1, A_GAME) is None

    async def ask(self) -> bool:
        """Ask the person privately, record that they were asked, and return True.

        Return False if they do not want to be asked about misclicks.
        """
        request, asked = self._request, self._question()  # again, because a transaction speaks no language
        wants = self._is_out_of_turn() or await request.services.preferences.confirms_misclicks(request.user)
        if asked is None or not wants:
            return False
        request.services.cooldowns.note(self._name(), 1)
        await request.say_in_passing(asked.parts)
        return True

    def _name(self) -> Hashable:
        if self._is_out_of_turn() or self._seen is None:
            return "out of turn", self._press.table, self._request.user
        return "misclick", self._request.user, self._press, self._seen.version

    def _is_out_of_turn(self) -> bool:
        seen, shown = self._seen, self._shown()
        return seen is not None and shown is not None and shown.asked_first(seen, seen.view, self._press) is not None

    def _question(self) -> Ephemeral | None:
        seen, shown = self._seen, self._shown()
        if seen is None or shown is None:
            return None
        if (first := shown.asked_first(seen, seen.view, self._press)) is not None:
            return first
        if self._request.services.preferences.surely_confirms_no_misclicks(self._request.user):
            return None
        return shown.misclick(seen, seen.view, self._press)

    def _shown(self) -> Presenter | None:
        return presenter(self._seen.view) if self._seen is not None and self._seen.view is not None else None
