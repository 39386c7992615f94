"""What outlives the game in what just happened, in the move's own transaction: forfeits, and at its end the game."""

from bot.history import forfeits
from bot.storage import Connection, ledger, tallies
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import Tally
from bot.tables import keeping
from bot.tables.lobby import people
from bot.tables.sheet import Sheet
from engine.core import events as e

FOR_THE_GAME = (e.Cause.WASHED_UP, e.Cause.LAST, e.Cause.STAKE)
"""E6: why a forfeit is for the whole game, whose stake may be words."""


def record(connection: Connection, sheet: Sheet) -> None:
    """Write down what the events of this transaction leave behind. Call after `sheet.save`."""
    found = [tally for event in sheet.events for tally in _forfeits(connection, sheet, event)] if counts(sheet) else []
    if sheet.status in keeping.ENDED:
        found += _all_on_the_tab(connection, sheet)
        found += keeping.keep(connection, sheet)
    tallies.add(connection, sheet.row.guild, found)


def counts(sheet: Sheet) -> bool:
    """L4: games with fewer than two people count on no board."""
    return len(people(sheet.seats)) >= 2


def _forfeits(connection: Connection, sheet: Sheet, event: e.Event) -> list[Tally]:
    match event:
        case e.ForfeitOwed():
            return _owe(connection, sheet, event)
        case e.Settled(debtor=debtor, how=how, by=by):
            return _settle(connection, sheet, debtor, ledger.OWED if how == "tab" else how, by)
        case e.Left(seat=seat):  # L1: on the tab
            return _settle(connection, sheet, seat, ledger.OWED, seat)
        case _:
            return []


def _owe(connection: Connection, sheet: Sheet, event: e.ForfeitOwed) -> list[Tally]:
    debtor = sheet.seats[event.seat].user
    if debtor is None:
        return []
    creditor = sheet.seats[event.to].user if event.to is not None else None
    row = sheet.row
    text = sheet.setup.forfeit
    if event.why in FOR_THE_GAME:
        text = sheet.setup.rules().stake or text
    forfeit = ForfeitRow(row.guild, row.channel, row.id, debtor, creditor, text, sheet.setup.variant, sheet.now)
    return forfeits.owe(connection, forfeit)


def _settle(connection: Connection, sheet: Sheet, seat: int, state: str, by: int) -> list[Tally]:
    debtor = sheet.seats[seat].user
    if debtor is None:
        return []
    said = sheet.seats[by].user
    waiting = ledger.waiting(connection, sheet.row.id, debtor)
    return [tally for each in waiting for tally in forfeits.settle(connection, each, state, said, sheet.now)]


def _all_on_the_tab(connection: Connection, sheet: Sheet) -> list[Tally]:
    """The game is over: what still waits is owed from now on, and nobody need say so."""
    waiting = ledger.waiting(connection, sheet.row.id)
    return [t for each in waiting for t in forfeits.settle(connection, each, ledger.OWED, None, sheet.now)]
