"""What outlives the game in what just happened, in the move's own transaction: forfeits, and at its end the game."""

from bot.history import forfeits
from bot.history.counting import Count, count
from bot.storage import Connection, ledger
from bot.storage.ledger import ForfeitRow
from bot.tables import keeping
from bot.tables.draft import Draft
from engine.core import events as e


def record(connection: Connection, draft: Draft) -> None:
    """Write down what the events of this transaction leave behind. Call after `draft.save`."""
    found: list[Count] = []
    if draft.setup.owes(draft.seats):
        found += [each for event in draft.events for each in _forfeits(connection, draft, event)]
    if draft.status in keeping.ENDED:
        found += _all_on_the_tab(connection, draft)
        found += keeping.keep(connection, draft)
    count(connection, found, held=draft.status in keeping.ENDED and draft.game is not None)


def _forfeits(connection: Connection, draft: Draft, event: e.Event) -> list[Count]:
    match event:
        case e.ForfeitOwed():
            return _owe(connection, draft, event)
        case e.Settled(debtor=debtor, how=how, by=by):
            return _settle(connection, draft, debtor, ledger.OWED if how == "tab" else how, by)
        case e.Left(seat=seat):  # L1: on the tab
            return _settle(connection, draft, seat, ledger.OWED, seat)
        case _:
            return []


def _owe(connection: Connection, draft: Draft, event: e.ForfeitOwed) -> list[Count]:
    debtor = draft.seats[event.seat].user
    if debtor is None:
        return []
    creditor = draft.seats[event.to].user if event.to is not None else None
    row = draft.row
    text = draft.setup.forfeit
    if event.why in e.FOR_THE_GAME:
        text = draft.setup.rules().stake or text
    forfeit = ForfeitRow(row.guild, row.channel, row.id, debtor, creditor, text, draft.setup.variant, draft.now)
    return forfeits.owe(connection, forfeit)


def _settle(connection: Connection, draft: Draft, seat: int, state: str, by: int) -> list[Count]:
    debtor = draft.seats[seat].user
    if debtor is None:
        return []
    said = draft.seats[by].user
    waiting = ledger.waiting(connection, draft.row.id, debtor)
    return [told for each in waiting for told in forfeits.settle(connection, each, state, said, draft.now)]


def _all_on_the_tab(connection: Connection, draft: Draft) -> list[Count]:
    """The game is over: what still waits is owed from now on, and nobody need say so."""
    waiting = ledger.waiting(connection, draft.row.id)
    return [told for each in waiting for told in forfeits.settle(connection, each, ledger.OWED, None, draft.now)]
