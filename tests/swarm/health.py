"""Check that each running table has a legal game that follows from its events, and that it waits for something."""

from collections.abc import AsyncIterator
from functools import partial

from sqlalchemy import Connection

from bot.storage import event_rows, table_rows
from bot.storage.store import Store
from bot.tables import Tables, encoding
from bot.tables.duties import TableIdle, TurnRanOut
from bot.tables.model import LIVE, Status, TableView
from engine import games
from engine.games import AnyView


async def ails(store: Store, tables: Tables) -> AsyncIterator[str]:
    """Yield a sentence for each fault of a running table."""
    for table in await tables.queries.live():
        if sentence := await store.read(partial(is_no_fold, table=table)):
            yield sentence
        seen = await tables.queries.see(table, None)
        due = await tables.timers.next(table)
        if seen != await tables.queries.see(table, None) or seen.status not in LIVE:
            continue  # the table has just changed, and is checked next time
        if due is None:
            yield f"table {table} waits for nothing and nobody"
        elif seen.view is not None and seen.status is Status.PLAYING:
            awake = _awake(seen, seen.view)
            if isinstance(due.duty, TableIdle) and awake and not set(seen.view.awaited) & awake:
                yield f"table {table} idles, and nobody who is awake is asked: {seen.view.awaited} of {awake}"
            if isinstance(due.duty, TurnRanOut) and not set(seen.view.awaited) <= awake:
                yield f"table {table} gives a turn to one who dozes: {seen.view.awaited} of {awake}"
        if seen.view is not None and (seen.status is Status.PLAYING) is not (seen.view.state.result is None):
            yield f"table {table} is {seen.status} with the result {seen.view.state.result}"


def _awake(table: TableView, view: AnyView) -> set[int]:
    people = [seat for seat in view.state.seats_in() if table.seats[seat].user is not None]
    return {seat for seat in people if seat not in table.annotations.dozing}


def is_no_fold(connection: Connection, table: int) -> str:
    """Return a sentence if a table's snapshot does not follow from its events, or if an event is missing.

    Otherwise return "".
    """
    row = table_rows.table(connection, table)
    if row is None or row.public is None or row.hidden is None:
        return ""
    stored = [event for event in event_rows.events(connection, table) if event.seq <= row.seq]
    if [event.seq for event in stored] != list(range(1, row.seq + 1)):
        return f"table {table} has events {[event.seq for event in stored]} at {row.seq}"
    rules = encoding.setup(row.setup).rules()
    game = games.initial(rules, len(encoding.seats(row.seats)))
    for event in stored:
        game = games.evolve(game, encoding.event(event))
    is_fold = encoding.snapshot(game) == (row.public, row.hidden)
    return "" if is_fold else f"table {table} is not the fold of its {row.seq} events"
