"""People's guesses at showdowns, before the cups go up. They are saved beside the table, without a new version."""

import msgspec
from msgspec.structs import replace

from bot.storage import Connection, guesses
from bot.storage.guesses import Eye, GuessRow
from bot.tables.annotations import Saw
from bot.tables.changes import Changes
from bot.tables.evenings import saw
from bot.tables.model import Who
from bot.tables.pending import Pending
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine.games import bid_events, cup_events


class Noted(msgspec.Struct, frozen=True):
    """A person's guess that was saved, with their earlier guesses of the evening: the right ones, and all of them.

    If it is about an exact call, `exactly` is the quantity of the bid, otherwise 0. `own` is the number of the person's
    own dice that count for the bid, or None if they have no dice.
    """

    is_true: bool
    right: int
    guesses: int
    exactly: int = 0
    own: int | None = None


def sides(shown: bid_events.Revealed | cup_events.CupLifted) -> tuple[int, int]:
    """Return the seats of the player who said it and of the challenger. They may not guess."""
    return (shown.bidder if isinstance(shown, bid_events.Revealed) else shown.passer), shown.challenger


def is_guessed(table: Table) -> bool:
    """Return whether somebody guessed in this round or in the one before, whose messages may still be shown."""
    game = table.game
    return game is not None and table.annotations.guessed >= max(1, game.state.round - 1)


def newest(connection: Connection, table: Table) -> Saw | None:
    """Return the people who guessed right in the newest round in which somebody guessed, or None if nobody did."""
    return saw(connection, table, table.annotations.guessed)


class Guesses:
    """Saves guesses and reads them."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def guess(self, table_id: int, who: Who, number: int, is_true: bool) -> Noted:
        """Save a person's guess whether the bid of round `number` is true. It replaces their earlier one.

        Raises `Trouble` if that showdown is over, or if the person is its bidder or its challenger.
        """

        def work(connection: Connection, table: Table) -> Noted:
            shown = table.game.state.showdown if table.game is not None else None
            if table.game is None or shown is None or table.game.state.round != number:
                raise Trouble(Code.CUPS_ARE_UP)
            seat = table.seat_of(who.id)
            if seat in sides(shown):
                raise Trouble(Code.OWN_SHOWDOWN)
            row, is_right = table.row, is_true is shown.holds
            evening = [*table.annotations.evening, row.id]
            before = _without(connection, evening, row.id, number, who.id)
            name = table.seats[seat].name if seat is not None else who.name
            made = GuessRow(row.id, number, who.id, row.guild, name[:100], is_true, is_right, table.now)
            guesses.keep(connection, made)
            table.annotate(guessed=number, onlookers=table.annotations.onlookers or seat is None)
            if not isinstance(shown, bid_events.Revealed):
                return Noted(is_true, before.right, before.guesses)
            hand = shown.hands[seat] if seat is not None and seat < len(shown.hands) else ()
            own = shown.counting().stash(hand) if hand else None
            return Noted(is_true, before.right, before.guesses, shown.quantity if shown.exact else 0, own)

        return await self._changes.change_marks(table_id, work)

    async def seen_in(self, pending: Pending) -> Pending:
        """Return the changes of a table with the people who guessed right while its showdown was shown."""

        def work(connection: Connection) -> Saw | None:
            return newest(connection, self._changes.loader.look(connection, pending.table.id))

        found = await self._changes.store.read(work)
        return replace(pending, table=replace(pending.table, saw=found))


def _without(connection: Connection, evening: list[int], table: int, number: int, user: int) -> Eye:
    """Return a person's guesses of an evening, apart from the guess at the showdown of round `number`."""
    mine = guesses.of_person(connection, evening, user)
    others = [is_right for at, round_, is_right in mine if (at, round_) != (table, number)]
    return Eye(user, "", sum(others), len(others))
