"""A person's own choices (`/me`), the defaults, and how they are read and changed."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from time import monotonic
from typing import Any

import msgspec

from bot.storage import Connection, preferences
from bot.storage.preferences import PEOPLE, Row
from bot.storage.store import Store
from bot.storage.tallies import HIDDEN
from bot.tables.lobby import lucky_words
from bot.tables.trouble import Code, Trouble
from bot.words.dice import LOOKS, Look

NEWCOMER = 3
"""The number of games for which somebody is a newcomer."""

ASKS: Mapping[Look, int] = dict(zip(LOOKS, (0, 3, 8, 16), strict=True))
"""The number of achievements that each look of the dice requires; there is no other way to get it."""


class Theme(StrEnum):
    """Whether somebody's charts are dark or light."""

    DARK = "dark"
    LIGHT = "light"


class DmStyle(StrEnum):
    """How somebody gets their dice by DM."""

    EACH_ROUND = "each-round"
    """A new DM each round, which can notify; the previous one is deleted."""
    ONE = "one"
    """One DM, which is edited from round to round."""
    NONE = "none"
    """No DM: My dice shows them."""


class Hints(StrEnum):
    """When a person sees how likely a bid is."""

    FIRST_GAMES = "first-games"
    ON = "on"
    OFF = "off"


class OthersSee(StrEnum):
    """The parts of somebody's profile that others may see."""

    EVERYTHING = "everything"
    """Their profile, and their results against the asker."""
    BOARDS = "boards"
    """Only their name on boards."""
    NOTHING = HIDDEN
    """Nothing: boards leave their name out."""


class Preferences(msgspec.Struct, frozen=True):
    """A person's own choices, on every server."""

    dms: DmStyle = DmStyle.EACH_ROUND
    """How they get their dice by DM."""
    pings: bool = True
    """Whether they are mentioned when it is their move, if the server's settings allow it."""
    hints: Hints = Hints.FIRST_GAMES
    """When they see how likely a bid is, if the server's settings allow it."""
    lucky: str = ""
    """Words that they add to the dice whenever they sit down, cleaned; "" for none."""
    others_see: OthersSee = OthersSee.EVERYTHING
    """The parts of their profile that others may see."""
    charts: Theme = Theme.DARK
    """Whether their charts are dark or light."""
    dice: Look = LOOKS[0]
    """The look of the dice that they bring to every table."""
    language: str = ""
    """The language of what only they see, a key of `offered`; "" for their language in Discord."""
    games: int = 0
    """Counted, not chosen: how many games they have played to the end; at most `NEWCOMER`."""
    achievements: int = 0
    """Counted, not chosen: how many different ones they have, on all servers together."""

    def may_wear(self, look: Look) -> bool:
        """Return whether they have earned dice of this look."""
        return self.achievements >= ASKS[look]

    def hinted(self) -> bool:
        """Return whether they want hints now."""
        return self.hints is Hints.ON or (self.hints is Hints.FIRST_GAMES and self.games < NEWCOMER)


COUNTED = ("games", "achievements")
"""The fields that are counted, not chosen."""


LANGUAGE_HOLDS = 60.0
"""The seconds after which a language is read again, because another process may have changed it."""

MOST_LANGUAGES = 10_000
"""How many people's languages are cached."""


class PreferencesRepository:
    """People's own choices, over one store."""

    def __init__(self, store: Store, seconds: Callable[[], float] = monotonic) -> None:
        """`seconds()` returns the seconds since any moment."""
        self._store, self._seconds = store, seconds
        self._languages: dict[int, tuple[str, str, float]] = {}
        """By person: their language in Discord, their own, and until when that is valid."""
        self._changes = 0
        """How often anybody's was changed: a read that overlaps a change may be outdated, and is not cached."""

    async def language(self, user: int, seen: str) -> str:
        """Return the language of a person: the one they chose, otherwise `seen`, theirs in Discord, which is stored."""
        before, language, until = self._languages.get(user, ("", "", 0.0))
        if before != seen or until < self._seconds():
            changes, language = self._changes, await self._language(user, seen)
            if changes != self._changes:
                return language
            if len(self._languages) >= MOST_LANGUAGES:
                self._languages.clear()
            self._languages[user] = seen, language, self._seconds() + LANGUAGE_HOLDS
        return language

    async def _language(self, user: int, seen: str) -> str:
        """Return a person's language from the store; store `seen` if it has changed."""
        stored = (await self._store.read(lambda connection: preferences.languages(connection, [user])))[user]
        if stored.seen != seen:
            await self._store.write(lambda connection: preferences.see_locale(connection, user, seen))
        return stored.chosen or seen

    async def of(self, users: Iterable[int]) -> Mapping[int, Preferences]:
        """Return the preferences of each of these people; the defaults for those without a choice."""
        wanted = tuple(users)
        return await self._store.read(lambda connection: _read(connection, wanted))

    async def of_one(self, user: int) -> Preferences:
        """Return the preferences of one person."""
        return (await self.of([user]))[user]

    async def change(self, user: int, **chosen: Any) -> Preferences:
        """Change some choices and return the preferences. Lucky words are cleaned, and cut if they are too long.

        Raises `Trouble` for dice that they have not earned.
        """
        if "lucky" in chosen:
            chosen["lucky"] = lucky_words(chosen["lucky"])
        row = _row(msgspec.convert(chosen, Preferences))

        def work(connection: Connection) -> Preferences:
            _check(connection, user, chosen.get("dice", LOOKS[0]))
            preferences.choose(connection, PEOPLE, user, row, {name: row[name] for name in chosen})
            return _read(connection, (user,))[user]

        try:
            return await self._store.write(work)
        finally:
            self.changed(user)

    async def forget(self, user: int) -> Preferences:
        """Reset a person to the defaults, and return these."""
        try:
            await self._store.write(lambda connection: preferences.forget(connection, user))
        finally:
            self.changed(user)
        return await self.of_one(user)

    def changed(self, user: int) -> None:
        """Note that a person's choices are, or may be, written: their language is read again."""
        self._changes += 1
        self._languages.pop(user, None)


def _read(connection: Connection, users: tuple[int, ...]) -> dict[int, Preferences]:
    chosen = preferences.chosen(connection, PEOPLE, users)
    counted = preferences.totals(connection, users, NEWCOMER)
    return {
        user: msgspec.convert({**chosen.get(user, {}), **msgspec.structs.asdict(counted[user])}, Preferences)
        for user in users
    }


def _check(connection: Connection, user: int, look: Look) -> None:
    """Raise `Trouble` for dice that a person has not earned."""
    mine = _read(connection, (user,))[user]
    if not mine.may_wear(look):
        raise Trouble(Code.DICE_LOCKED, asks=ASKS[look], has=mine.achievements)


def _row(chosen: Preferences) -> Row:
    return {name: value for name, value in msgspec.to_builtins(chosen).items() if name not in COUNTED}
