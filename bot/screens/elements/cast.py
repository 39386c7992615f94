"""Names of seats: in sentences, on buttons and as pings; and the place of a table with its address."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec

from bot.screens.elements.amounts import players
from bot.screens.elements.widths import height
from bot.tables.model import Place, Seat
from bot.words.cleaning import clean, escaped, person, plain_person, short, short_apart
from bot.words.language import joined, labelled, listed, ngettext, spoken_language
from engine.core.characters import character

CROWD = 8
"""At tables with more seats than this, long names are cut, so that everybody fits into a message."""

WHOLE = 32
"""The longest name in Discord."""

BRIEF, SHARED = 9, 12
"""The longest name in a list of many, and the longest if somebody else has the same first word."""

FEW = 4
"""The most names in full in a sentence."""


Handle = Callable[[int | None], str]
"""Returns the username of a person ("@alex_k") for a private menu, "" if it is not known."""


def unknown(_user: int | None) -> str:
    """Return "", because nobody's username is known."""
    return ""


def behind(username: str, words: str) -> str:
    """Return the line below a person in a menu: their username if it is known, and `words`."""
    return f"{username} · {words}" if username else words


class Cast(msgspec.Struct, frozen=True):
    """The seats of a table in joining order, with their names; `you` is the seat of a reader who is named "You".

    Sentences with a verb have a form of their own for `you`; None if everybody has a name.
    """

    seats: tuple[Seat, ...]
    you: int | None = None

    def name(self, seat: int) -> str:
        """Return a seat's name in a sentence, bold; a computer player's has its emoji before it."""
        return f"**{self.quiet(seat)}**"

    def quiet(self, seat: int) -> str:
        """Return a seat's name in a sentence, not bold."""
        who = self.seats[seat]
        called = self._called(WHOLE if len(self.seats) <= CROWD else 16)[seat]
        return f"{character(who.name).emoji or '🤖'} {called}" if who.user is None else called

    def plain(self, seat: int) -> str:
        """Return a seat's whole name in a sentence, without additions."""
        return self._called(WHOLE)[seat]

    def brief(self, seat: int) -> str:
        """Return a seat's name for a list of many: a long one's first word, unless two are alike."""
        return _brief(self._names(), spoken_language())[seat]

    def label(self, seat: int) -> str:
        """Return a seat's name for places without markdown."""
        return _labels(self._names(), spoken_language())[seat]

    def ping(self, seat: int) -> str:
        """Return a mention of the person at a seat; the name of a computer player, or its replacement."""
        who = self.seats[seat]
        return f"<@{who.user}>" if who.is_human() else self.name(seat)

    def _called(self, longest: int) -> tuple[str, ...]:
        return _called(self._names(), longest, spoken_language())

    def _names(self) -> tuple[str, ...]:
        return tuple([each.name for each in self.seats])

    def users(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the people at these seats, without computer players."""
        return tuple(user for seat in seats if (user := self.seats[seat].user) is not None and user > 0)

    def names(self, seats: Iterable[int]) -> str:
        """Return several names in a sentence: "Ann, Bob and Cid"; many are brief, and a crowd is not listed in full."""
        some = tuple(seats)
        if len(some) <= FEW:
            return joined([self.name(seat) for seat in some])
        said = [f"**{self.brief(seat)}**" for seat in some[: len(some) if len(some) <= CROWD else CROWD - 2]]
        if others := len(some) - len(said):
            # Translators: {n} other players, at the end of a list of names.
            said.append(ngettext("{n} other", "{n} others", others).format(n=others))
        return joined(said)

    def pings(self, seats: Iterable[int]) -> str:
        """Return several mentions in a sentence."""
        return joined([self.ping(seat) for seat in seats])


@lru_cache(maxsize=256)
def _brief(names: tuple[str, ...], _language: object) -> tuple[str, ...]:
    """Return the brief names of all seats; cached, since a panel uses them dozens of times."""
    whole = list(map(clean, names))
    words = [short(name if len(name) <= BRIEF else name.partition(" ")[0], BRIEF) for name in whole]
    some = [short(name, SHARED) if words.count(word) > 1 else word for name, word in zip(whole, words, strict=True)]
    return tuple(person(name, SHARED) for name in short_apart(some, SHARED))


@lru_cache(maxsize=256)
def _called(names: tuple[str, ...], longest: int, _language: object) -> tuple[str, ...]:
    """Return the names of all seats in a sentence, distinct even if they are cut or invisible."""
    return tuple(person(name, longest) for name in short_apart(names, longest))


@lru_cache(maxsize=256)
def _labels(names: tuple[str, ...], _language: object) -> tuple[str, ...]:
    """Return the names of all seats for places without markdown, distinct like those in sentences."""
    return tuple(map(plain_person, short_apart(names, WHOLE)))


class Level(msgspec.Struct, frozen=True):
    """Players with equal positions, and the position."""

    figure: str
    seats: tuple[int, ...]


def levels(order: Sequence[int], figure: Callable[[int], str]) -> list[Level]:
    """Return the seats in `order`, the best first, by position."""
    figures = list(dict.fromkeys(figure(seat) for seat in order))
    return [Level(each, tuple(seat for seat in order if figure(seat) == each)) for each in figures]


def fitting_levels(cast: Cast, sign: str, levels: Sequence[Level], between: str, lines: int) -> str:
    """Return the levels in at most `lines` lines; if the names do not fit, the largest crowds are counted instead."""
    crowds = sorted((level for level in levels if len(level.seats) > 1), key=lambda level: -len(level.seats))
    wordings = [
        sign + between.join(_named(cast, level, crowds[:many]) for level in levels) for many in range(len(crowds) + 1)
    ]
    return next((each for each in wordings if height(each) <= lines), wordings[-1])


def _named(cast: Cast, level: Level, counted: Iterable[Level]) -> str:
    many = len(level.seats)
    names = players(many) if level in counted else listed([cast.brief(seat) for seat in level.seats])
    return labelled(names, level.figure)


def link(place: Place, message: int | None) -> str:
    """Return the address of the table's newest message, or of its channel."""
    address = f"https://discord.com/channels/{place.guild}/{place.channel}"
    return f"{address}/{message}" if message else address


def where(place: Place) -> str:
    """Return server and channel in a sentence; a channel with an invisible name is Discord's own mention."""
    name = escaped(place.channel_name, WHOLE)
    return " · ".join(filter(None, (escaped(place.guild_name, WHOLE), f"#{name}" if name else f"<#{place.channel}>")))
