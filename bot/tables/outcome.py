"""Reads the results of a finished game from the database, for the card that shows them."""

from bot.history.evenings import results
from bot.storage import Connection, achievements, kept_games
from bot.tables import evenings, owed
from bot.tables.pending import GameResult
from bot.tables.table import Table
from engine import games


def outcome(connection: Connection, table: Table) -> GameResult:
    """Return the results of a finished game: achievements, changes of rating, open debts and highlights."""
    number, before = table.row.id, table.annotations.evening
    seats = {seat.user: place for place, seat in enumerate(table.seats) if seat.user is not None}
    counts = achievements.counts(connection, number)
    rated = kept_games.rated(connection, number)
    events = evenings.events(connection, table.row)
    moment = games.best(table.setup.rules(), events)
    return GameResult(
        highlights=games.highlights(table.setup.rules(), events),
        earned=tuple((seats[user], name) for user, name in achievements.by_game(connection, number) if user in seats),
        collected=tuple((place, *counts[user]) for user, place in seats.items() if user in counts),
        gained=tuple((row.seat, row.gained or 0) for row in rated if row.seat in seats.values()),
        owed=owed.at_the_end(connection, table),
        evening=results(connection, [*before, number]) if before else (),
        has_moment=not table.annotations.shared and moment is not None,
        moment=moment,
    )
