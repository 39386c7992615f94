"""The preferences of people: those of a whole table in one read."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bot.preferences.model import NEWCOMER, Preferences
from bot.storage import Connection, preferences
from bot.storage.preferences import PEOPLE, Row
from bot.storage.store import Store
from bot.tables.lobby import lucky_words


class Persons:
    """What people have chosen for themselves, over one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, users: Iterable[int]) -> Mapping[int, Preferences]:
        """What each of these people has chosen; the defaults for who has chosen nothing."""
        wanted = tuple(users)
        return await self._store.read(lambda connection: _read(connection, wanted))

    async def of_one(self, user: int) -> Preferences:
        """What one person has chosen."""
        return (await self.of([user]))[user]

    async def change(self, user: int, **chosen: Any) -> Preferences:
        """Choose; the preferences as they are then. Lucky words are cleaned, and cut where they are too long."""
        if "lucky" in chosen:
            chosen["lucky"] = lucky_words(chosen["lucky"])
        row = _row(msgspec.convert(chosen, Preferences))

        def work(connection: Connection) -> Preferences:
            preferences.choose(connection, PEOPLE, user, row, {name: row[name] for name in chosen})
            return _read(connection, (user,))[user]

        return await self._store.write(work)

    async def forget(self, user: int) -> Preferences:
        """Back to the defaults."""
        await self._store.write(lambda connection: preferences.forget(connection, PEOPLE, user))
        return await self.of_one(user)


def _read(connection: Connection, users: tuple[int, ...]) -> dict[int, Preferences]:
    chosen = preferences.chosen(connection, PEOPLE, users)
    games = preferences.games_played(connection, users, NEWCOMER)
    return {user: msgspec.convert({**chosen.get(user, {}), "games": games[user]}, Preferences) for user in users}


def _row(chosen: Preferences) -> Row:
    return {name: value for name, value in msgspec.to_builtins(chosen).items() if name != "games"}
