"""The preferences of people: those of a whole table in one read."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bot.preferences.model import ASKS, NEWCOMER, Preferences
from bot.storage import Connection, preferences
from bot.storage.preferences import PEOPLE, Row
from bot.storage.store import Store
from bot.tables.lobby import lucky_words
from bot.tables.trouble import Code, Trouble
from bot.words.dice import LOOKS, Look

COUNTED = ("games", "achievements")
"""What nobody chooses."""


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
        """Choose; the preferences as they are then. Lucky words are cleaned, and cut where they are too long.

        Raises `Trouble` for dice that they have not earned.
        """
        if "lucky" in chosen:
            chosen["lucky"] = lucky_words(chosen["lucky"])
        row = _row(msgspec.convert(chosen, Preferences))

        def work(connection: Connection) -> Preferences:
            _check(connection, user, chosen.get("dice", LOOKS[0]))
            preferences.choose(connection, PEOPLE, user, row, {name: row[name] for name in chosen})
            return _read(connection, (user,))[user]

        return await self._store.write(work)

    async def forget(self, user: int) -> Preferences:
        """Back to the defaults."""
        await self._store.write(lambda connection: preferences.forget(connection, PEOPLE, user))
        return await self.of_one(user)


def _read(connection: Connection, users: tuple[int, ...]) -> dict[int, Preferences]:
    chosen = preferences.chosen(connection, PEOPLE, users)
    counted = preferences.counted(connection, users, NEWCOMER)
    return {
        user: msgspec.convert({**chosen.get(user, {}), **msgspec.structs.asdict(counted[user])}, Preferences)
        for user in users
    }


def _check(connection: Connection, user: int, look: Look) -> None:
    """Dice are earned, never bought. Raises `Trouble` for others."""
    mine = _read(connection, (user,))[user]
    if not mine.may_wear(look):
        raise Trouble(Code.DICE_LOCKED, asks=ASKS[look], has=mine.achievements)


def _row(chosen: Preferences) -> Row:
    return {name: value for name, value in msgspec.to_builtins(chosen).items() if name not in COUNTED}
