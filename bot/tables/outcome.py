"""What outlives the game in what just happened: forfeits, results, standings; in the move's own transaction."""

from bot.storage import Connection, ledger, rows
from bot.storage.ledger import ForfeitRow, ResultRow
from bot.tables import codec
from bot.tables.lobby import people
from bot.tables.model import Status
from bot.tables.sheet import Sheet
from engine.common_hand import events as b
from engine.core import events as e


def counts(sheet: Sheet) -> bool:
    """L4: games with fewer than two people count on no board."""
    return len(people(sheet.seats)) >= 2


def record(connection: Connection, sheet: Sheet) -> None:
    """Write down what the events of this transaction leave behind. Call after `sheet.save`."""
    if not counts(sheet):
        return
    if any(isinstance(event, e.ForfeitOwed | e.Settled | e.Left | e.GameOver) for event in sheet.events):
        ledger.hold_standings(connection, sheet.row.guild, people(sheet.seats))
    for event in sheet.events:
        match event:
            case e.ForfeitOwed():
                _owe(connection, sheet, event)
            case e.Settled(debtor=debtor, how=how):
                _settle(connection, sheet, debtor, how)
            case e.Left(seat=seat):
                _settle(connection, sheet, seat, "tab")
            case e.GameOver():
                ledger.finish(connection, _results(connection, sheet, event))
            case _:
                pass
    if sheet.status in (Status.OVER, Status.CLOSED):
        ledger.all_on_the_tab(connection, sheet.row.id)


def _owe(connection: Connection, sheet: Sheet, event: e.ForfeitOwed) -> None:
    debtor = sheet.seats[event.seat].user
    if debtor is None:
        return
    creditor = sheet.seats[event.to].user if event.to is not None else None
    row = sheet.row
    text = sheet.setup.rules().stake or sheet.setup.forfeit if _after_the_end(sheet, event) else sheet.setup.forfeit
    ledger.owe(
        connection,
        ForfeitRow(row.guild, row.channel, row.id, debtor, creditor, text, sheet.setup.variant, sheet.now),
    )


def _after_the_end(sheet: Sheet, event: e.ForfeitOwed) -> bool:
    """E6: whether a forfeit is for the whole game, whose stake may be words."""
    over = [number for number, each in enumerate(sheet.events) if isinstance(each, e.GameOver)]
    return bool(over) and any(each is event for each in sheet.events[over[0] :])


def _settle(connection: Connection, sheet: Sheet, seat: int, how: str) -> None:
    debtor = sheet.seats[seat].user
    if debtor is not None:
        ledger.settle_waiting(connection, sheet.row.id, debtor, how, sheet.now)


def _results(connection: Connection, sheet: Sheet, over: e.GameOver) -> list[ResultRow]:
    """How the game ended for each person, with all the bads and goods of its showdowns (P3)."""
    bads, goods = _bads_and_goods(connection, sheet)
    row = sheet.row
    return [
        ResultRow(
            row.id, seat.user, row.guild, sheet.setup.variant, sheet.now,
            number in over.winners, number in over.losers, bads.get(number, 0), goods.get(number, 0),
        )
        for number, seat in enumerate(sheet.seats)
        if seat.user is not None
    ]  # fmt: skip


def _bads_and_goods(connection: Connection, sheet: Sheet) -> tuple[dict[int, int], dict[int, int]]:
    scores: dict[int, int] = {}
    bads: dict[int, int] = {}
    goods: dict[int, int] = {}
    for row in rows.events(connection, sheet.row.id, kinds=("score",)):
        event = codec.event(row)
        if isinstance(event, b.Scored):
            change = event.score - scores.get(event.seat, 0)
            scores[event.seat] = event.score
            board = goods if change > 0 else bads
            board[event.seat] = board.get(event.seat, 0) + abs(change)
    return bads, goods
