"""A house whose every word to its database is taped."""

from typing import Any

from sqlalchemy import Connection, Engine, event

from bot.storage import migrate
from tests.tables.house import House
from tests.upgrade.tape import (
    Step,
    Tape,
    Transaction,
    count_from_far_off,
    digest,
    numbers,
    outcome,
    placeholders,
)

OFTEN = 3
"""So often the same question is taped within one scene; what is written is taped whenever it is."""


class Taping:
    """What is taped so far."""

    def __init__(self) -> None:
        self.scene = ""
        self._numbers: dict[str, int] = {}
        self._transactions: list[Transaction] = []
        self._asked: dict[tuple[str, int], int] = {}

    def tape(self) -> Tape:
        """All of it."""
        return Tape(migrate.newest(), list(self._numbers), self._transactions)

    def listen(self, engine: Engine) -> None:
        """Tape what goes through this engine from now on."""
        event.listen(engine, "begin", self._begins)
        event.listen(engine, "after_cursor_execute", self._said)
        event.listen(engine, "commit", lambda connection: self._ends(connection, True))
        event.listen(engine, "rollback", lambda connection: self._ends(connection, False))

    def _begins(self, connection: Connection) -> None:
        self._ends(connection, True)  # of what is no transaction nobody says that it ends
        connection.info["taped"] = []

    def _said(self, _: Connection, cursor: Any, statement: str, values: Any, __: Any, many: bool) -> None:
        steps = _.info.get("taped")
        if steps is None or statement.startswith("BEGIN"):
            return
        rows, given = outcome(cursor, statement, values)
        number = self._numbers.setdefault(statement, len(self._numbers))
        taken = [list(each) for each in values] if many else list(values)
        steps.append(Step(number, many, taken, rows, digest(statement, given), numbers(given)))
        if not hasattr(cursor, "_rows"):
            for word in placeholders(statement):
                cursor.connection.execute(word)

    def _ends(self, connection: Connection, kept: bool) -> None:
        steps: list[Step] = connection.info.pop("taped", [])
        words = list(self._numbers)
        if steps and not all(words[step.statement].startswith(("SELECT", "WITH")) for step in steps):
            self._transactions.append(Transaction(self.scene, kept, steps))
        else:
            new = [step for step in steps if self._is_new(step)]
            self._transactions += [Transaction(self.scene, kept, new)] if new else []

    def _is_new(self, step: Step) -> bool:
        key = self.scene, step.statement
        self._asked[key] = self._asked.get(key, 0) + 1
        return self._asked[key] <= OFTEN


class TapedHouse(House):
    """One process of the bot whose words to the database are taped, from its start on."""

    def __init__(self, url: str, taping: Taping, **more: Any) -> None:
        super().__init__(url, **more)
        self.taping = taping
        self._is_far_off = False

    async def open(self) -> "TapedHouse":
        await super().open()
        if not self._is_far_off:
            await self.store.write(count_from_far_off)
            self._is_far_off = True
        for engine in self.store.engines:
            if engine is not None:
                self.taping.listen(engine)
        return self
