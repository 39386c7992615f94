"""Define faults that can be put into the bot, to check that the simulation finds them."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace
from sqlalchemy import insert

from bot.driver import Clock
from bot.history import counting
from bot.outbox import announcer, deletions
from bot.outbox.answer import Answer
from bot.outbox.arrivals import Arrivals
from bot.outbox.direct_messages import DirectMessages
from bot.outbox.failures import TROUBLE
from bot.outbox.messages import Messages
from bot.storage import event_rows, schema, table_rows
from bot.tables import bookkeeping
from bot.tables import unshown as what_is_shown
from bot.tables.table import Table
from engine.fairness import FairDice, Seed
from tests.simulation.patching import Change
from tests.simulation.store import InlineStore, _queries, versions

LATER = 0.3
"""Seconds by which a fault delays the second of two steps."""


def _commit_split_in_two() -> list[Change]:
    """Save a table in one transaction, and its events a moment later in another."""
    add, waiting = event_rows.add_events, []
    in_one_piece = InlineStore._in_one_piece

    def put_aside(_: Any, *what: Any) -> None:
        waiting.append(what)

    def in_two(self: InlineStore, work: Any) -> Any:
        done = in_one_piece(self, work)
        for what in waiting:
            asyncio.get_running_loop().call_later(LATER, in_one_piece, self, partial(_put, add, what))
        waiting.clear()
        return done

    return [(event_rows, "add_events", put_aside), (InlineStore, "_in_one_piece", in_two)]


def _put(add: Callable[..., None], what: tuple[Any, ...], connection: Any) -> None:
    add(connection, *what)


def _dedupe_off() -> list[Change]:
    """Do not check whether a request was carried out before."""

    def answer(connection: Any, key: str, table_id: int | None, at: Any) -> bool:
        values = insert(schema.answers).prefix_with("OR REPLACE").values(key=key, table_id=table_id, at=at)
        connection.execute(values)
        return True

    def note(self: Arrivals, interaction: int) -> bool:
        return False

    return [(table_rows, "answer", answer), (Arrivals, "note", note)]


def _show_before_save() -> list[Change]:
    """Show changes before they are committed. The commit comes a moment later, or never."""
    opened: dict[InlineStore, Callable[[], None]] = {}

    def commit(self: InlineStore) -> None:
        opened.pop(self, lambda: None)()

    def write(self: InlineStore, work: Any) -> Any:
        commit(self)
        connection = self._engine.connect()
        transaction = connection.begin()
        before = versions(connection)
        try:
            done = work(connection)
        except BaseException:
            transaction.rollback()
            connection.close()
            raise
        after = versions(connection)

        def finish() -> None:
            transaction.commit()
            connection.close()
            self._wrote(before, after)

        self.uncommitted = connection  # type: ignore[attr-defined]
        opened[self] = finish
        asyncio.get_running_loop().call_later(LATER, commit, self)
        return done

    async def read(self: InlineStore, work: Any) -> Any:
        def look() -> Any:
            return work(self.uncommitted) if self in opened else _queries(self._engine, work)  # type: ignore[attr-defined]

        return await self._away(look)

    return [(InlineStore, "_in_one_piece", write), (InlineStore, "read", read)]


def _go_on_not_retried() -> list[Change]:
    """Never let the tables' time go on by itself after it was stopped."""
    tick = Clock.tick

    async def once(self: Clock) -> None:
        if self._going:
            await tick(self)

    return [(Clock, "tick", once)]


def _gone_tables_kept_in_line() -> list[Change]:
    """Do not recognize that a channel was deleted, so that the bot tries again and again to show its tables."""
    return [(module, "is_gone", lambda _error: False) for module in (announcer, deletions)]


def _dms_marked_though_failed() -> list[Change]:
    """Store a DM as sent although sending it failed."""

    async def never_again(*_: Any) -> None:
        return None

    return [(DirectMessages, "_failed", never_again)]


def _deadline_from_saving() -> list[Change]:
    """Start the time of a turn when the turn is saved, and not when it is shown."""
    ask = Table._ask_again

    def at_once(self: Table) -> None:
        ask(self)
        self.row.marks.since = self.now

    return [(Table, "_ask_again", at_once)]


def _shown_though_failed() -> list[Change]:
    """Count an edit as shown although Discord did not accept it."""
    edit = Messages.edit

    async def trusting(self: Messages, *arguments: Any) -> bool:
        try:
            return await edit(self, *arguments)
        except TROUBLE:
            return True

    return [(Messages, "edit", trusting)]


def _dice_thrown_again() -> list[Change]:
    """Give a table different dice each time it is loaded."""

    def thrown_again(self: Table) -> FairDice:
        return FairDice(Seed.from_hex(self.row.seed), {0: f"{self.row.version:064x}"})

    return [(Table, "dice", thrown_again)]


def _another_hand() -> list[Change]:
    """Send people their neighbor's dice."""
    untold = what_is_shown._undelivered

    def neighbours(connection: Any, draft: Table) -> Any:
        told = untold(connection, draft)
        views = [each.view for each in told]
        return tuple(replace(each, view=views[place - 1]) for place, each in enumerate(told))

    return [(what_is_shown, "_undelivered", neighbours)]


def _counted_twice() -> list[Change]:
    """Add a game's figures twice when it ends."""
    count = counting.count

    def twice(*what: Any, **how: Any) -> None:
        count(*what, **how)
        count(*what, **how)

    return [(bookkeeping, "count", twice)]


def _answers_overtake() -> list[Change]:
    """Send an answer without waiting for a deferral that is in progress."""
    begin = Answer.__init__

    def at_once(self: Answer, *arguments: Any, **named: Any) -> None:
        begin(self, *arguments, **named)
        self._turn = contextlib.nullcontext()  # type: ignore[assignment]

    return [(Answer, "__init__", at_once)]


FAULTS: Mapping[str, Callable[[], list[Change]]] = {
    "commit split in two": _commit_split_in_two,
    "dedupe off": _dedupe_off,
    "show before save": _show_before_save,
    "go_on not retried": _go_on_not_retried,
    "gone tables kept in line": _gone_tables_kept_in_line,
    "DMs marked though failed": _dms_marked_though_failed,
    "deadline from saving": _deadline_from_saving,
    "shown though failed": _shown_though_failed,
    "dice thrown again": _dice_thrown_again,
    "another's hand": _another_hand,
    "counted twice": _counted_twice,
    "answers overtake": _answers_overtake,
}
"""The replacements of each fault, by its name."""
