"""A person's own choices (`/me`): the defaults of these choices, and how the bot reads and changes them."""

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
"""A person who has finished fewer games than this counts as a newcomer."""

ASKS: Mapping[Look, int] = dict(zip(LOOKS, (0, 3, 8, 16), strict=True))
"""The number of achievements that a person needs for each look of the dice."""


class Theme(StrEnum):
    """The colours of a person's charts: dark or light."""

    DARK = "dark"
    LIGHT = "light"


class DmStyle(StrEnum):
    """The way in which a person gets their dice by DM."""

    EACH_ROUND = "each-round"
    """A new DM each round, which can notify the person. The previous DM is deleted."""
    ONE = "one"
    """One DM, which is edited from round to round."""
    NONE = "none"
    """No DM: the person presses My dice."""


class Hints(StrEnum):
    """The choice of when the bot helps a person: in their first games, always or never."""

    FIRST_GAMES = "first-games"
    ON = "on"
    OFF = "off"


class Reminders(StrEnum):
    """The choice of when a person is reminded of a slow turn, besides the ping at its beginning."""

    HALF = "half"
    """When half of the time has passed."""
    TENTH = "tenth"
    """When a tenth of the time is left."""
    BOTH = "both"


class OthersSee(StrEnum):
    """The parts of a person's profile that other people may see."""

    EVERYTHING = "everything"
    """The profile, and the results against the person who asks."""
    BOARDS = "boards"
    """Only the name on boards."""
    NOTHING = HIDDEN
    """Nothing. Boards leave the name out."""


class Preferences(msgspec.Struct, frozen=True):
    """A person's own choices, on every server."""

    dms: DmStyle = DmStyle.EACH_ROUND
    """The way in which they get their dice by DM."""
    pings: bool = True
    """Whether they are pinged when it is their turn, if the server's settings allow pings."""
    hints: Hints = Hints.FIRST_GAMES
    """When they see the probability of a bid, if the server's settings allow hints."""
    lucky: str = ""
    """The cleaned words that they add to the salt of the dice at every table, or "" for none."""
    others_see: OthersSee = OthersSee.EVERYTHING
    """The parts of their profile that others may see."""
    charts: Theme = Theme.DARK
    """Whether their charts are dark or light."""
    dice: Look = LOOKS[0]
    """The look of their dice at every table."""
    language: str = ""
    """The language of messages that only they see, as a key of `offered`, or "" for their language in Discord."""
    misclicks: Hints = Hints.FIRST_GAMES
    """When they are asked to confirm a bid or a call that looks like a misclick."""
    reminders: Reminders = Reminders.HALF
    """When they are reminded of a turn that may take an hour or more."""
    games: int = 0
    """The number of games that they have played to the end, at most `NEWCOMER`. It is counted, not chosen."""
    achievements: int = 0
    """The number of different achievements that they have on all servers. It is counted, not chosen."""

    def may_wear(self, look: Look) -> bool:
        """Return whether the person has earned dice of this look."""
        return self.achievements >= ASKS[look]

    def hinted(self) -> bool:
        """Return whether the person wants hints at present."""
        return self._wants(self.hints)

    def confirms_misclicks(self) -> bool:
        """Return whether the person wants to confirm moves that look like misclicks at present."""
        return self._wants(self.misclicks)

    def _wants(self, when: Hints) -> bool:
        return when is Hints.ON or (when is Hints.FIRST_GAMES and self.games < NEWCOMER)


COUNTED = ("games", "achievements")
"""The fields that the bot counts. The others are chosen."""


LANGUAGE_HOLDS = 60.0
"""Seconds after which a language is read from the database again, because another process may have changed it."""

MOST_LANGUAGES = 10_000
"""The most people whose languages are cached."""


class PreferencesRepository:
    """The choices of all people in one store."""

    def __init__(self, store: Store, seconds: Callable[[], float] = monotonic) -> None:
        """Set up the choices in `store`. `seconds()` returns the seconds since some fixed moment."""
        self._store, self._seconds = store, seconds
        self._languages: dict[int, tuple[str, str, float]] = {}
        """By person: the language in Discord, the language to use, and the time until which the entry is valid."""
        self._confirms: dict[int, tuple[bool, float]] = {}
        """By person: whether they confirm misclicks, and the time until which the entry is valid."""
        self._changes = 0
        """The number of changes so far. A read that overlaps a change may be outdated, and is not cached."""

    async def last_language(self, user: int) -> str:
        """Return the language that a person has chosen, or the last known language of their Discord, or ""."""
        return await self._store.read(lambda connection: preferences.languages(connection, [user])[user].now)

    async def language(self, user: int, seen: str) -> str:
        """Return the language that a person has chosen, or `seen` if they have chosen none.

        `seen` is the person's language in Discord. If it has changed, it is stored.
        """
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
        """Return a person's language from the store, and store `seen` if it has changed."""
        stored = (await self._store.read(lambda connection: preferences.languages(connection, [user])))[user]
        if stored.seen != seen:
            await self._store.write(lambda connection: preferences.see_locale(connection, user, seen))
        return stored.chosen or seen

    async def of(self, users: Iterable[int]) -> Mapping[int, Preferences]:
        """Return the preferences of each of these people. People who have chosen nothing have the defaults."""
        wanted = tuple(users)
        return await self._store.read(lambda connection: _read(connection, wanted))

    async def of_one(self, user: int) -> Preferences:
        """Return the preferences of one person."""
        return (await self.of([user]))[user]

    def surely_confirms_no_misclicks(self, user: int) -> bool:
        """Return whether a person is known not to confirm misclicks, without reading the database."""
        confirms, until = self._confirms.get(user, (True, 0.0))
        return not confirms and until >= self._seconds()

    async def confirms_misclicks(self, user: int) -> bool:
        """Return whether a person wants to confirm moves that look like misclicks, and cache the answer."""
        return self._noted(user, await self.of_one(user)).confirms_misclicks()

    def _noted(self, user: int, mine: Preferences) -> Preferences:
        if len(self._confirms) >= MOST_LANGUAGES:
            self._confirms.clear()
        self._confirms[user] = mine.confirms_misclicks(), self._seconds() + LANGUAGE_HOLDS
        return mine

    async def change(self, user: int, **chosen: Any) -> Preferences:
        """Change some choices of a person and return all their preferences.

        Lucky words are cleaned, and cut if they are too long. Raises `Trouble` for dice that the person has not
        earned.
        """
        if "lucky" in chosen:
            chosen["lucky"] = lucky_words(chosen["lucky"])
        row = _row(msgspec.convert(chosen, Preferences))

        def work(connection: Connection) -> Preferences:
            _check(connection, user, chosen.get("dice", LOOKS[0]))
            preferences.choose(connection, PEOPLE, user, row, {name: row[name] for name in chosen})
            return _read(connection, (user,))[user]

        try:
            mine = await self._store.write(work)
        finally:
            self.changed(user)
        return self._noted(user, mine)

    async def forget(self, user: int) -> Preferences:
        """Reset a person's choices to the defaults, and return the preferences."""
        try:
            await self._store.write(lambda connection: preferences.forget(connection, user))
        finally:
            self.changed(user)
        return await self.of_one(user)

    def changed(self, user: int) -> None:
        """Note that a person's choices may have changed, so that their language is read from the store again."""
        self._changes += 1
        self._languages.pop(user, None)
        self._confirms.pop(user, None)


def _read(connection: Connection, users: tuple[int, ...]) -> dict[int, Preferences]:
    chosen = preferences.chosen(connection, PEOPLE, users)
    counted = preferences.totals(connection, users, NEWCOMER)
    return {
        user: msgspec.convert({**chosen.get(user, {}), **msgspec.structs.asdict(counted[user])}, Preferences)
        for user in users
    }


def _check(connection: Connection, user: int, look: Look) -> None:
    """Raise `Trouble` if a person has not earned dice of this look."""
    mine = _read(connection, (user,))[user]
    if not mine.may_wear(look):
        raise Trouble(Code.DICE_LOCKED, asks=ASKS[look], has=mine.achievements)


def _row(chosen: Preferences) -> Row:
    return {name: value for name, value in msgspec.to_builtins(chosen).items() if name not in COUNTED}
