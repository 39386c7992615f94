"""Name the players at a table in sentences, buttons and mentions, and link to the table's channel."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.people.tabs import Pair
from bot.screens.elements.amounts import players
from bot.screens.elements.widths import height
from bot.tables.model import Forfeit, Place, Seat, Who
from bot.tables.past_seats import seat_in_round
from bot.words.cleaning import SOMEBODY, clean, escaped, person, plain_person, short, short_apart
from bot.words.dice import whole
from bot.words.language import _, joined, labelled, listed, ngettext, spoken_language
from engine.core.characters import character

CROWD = 8
"""At a table with more seats than this, long names are cut. Then all names fit into a message."""

WHOLE = 32
"""The maximum length of a name in Discord."""

BRIEF, SHARED = 9, 12
"""The maximum length of a name in a long list, and the maximum if two names there have the same first word."""

FEW = 4
"""The maximum number of names that a sentence lists in full."""


Handle = Callable[[int | None], str]
"""A function that returns a person's username ("@alex_k") for a private menu, or "" if it is not known."""


def unknown(_user: int | None) -> str:
    """Return "" for every person. This is the `Handle` for screens that do not know usernames."""
    return ""


def behind(username: str, words: str) -> str:
    """Return the second line of a person's entry in a menu: `words`, after the username if it is known."""
    return f"{username} · {words}" if username else words


Owed = TypeVar("Owed", Forfeit, Pair)


def with_left(owed: Owed, left: Collection[int]) -> Owed:
    """Return a forfeit or a pair in which the names of the people in `left` say that they have left the server."""
    creditor = _who_left(owed.creditor, left) if owed.creditor is not None else None
    return replace(owed, debtor=_who_left(owed.debtor, left), creditor=creditor)


def _who_left(who: Who, left: Collection[int]) -> Who:
    """Return a person whose name says that they have left the server, if they are in `left`."""
    if who.id not in left:
        return who
    # Translators: {name} has left the server.
    words = _("{name} (left)")
    room = WHOLE - len(words.format(name=""))
    return replace(who, name=words.format(name=short(who.name, room) or _(SOMEBODY)))


class Cast(msgspec.Struct, frozen=True):
    """The names of the seats at a table, in joining order.

    `you` is the seat of a learner who is called "You", or None if there is no such seat. Some sentences have a special
    form for this seat, because their verb changes.
    """

    seats: tuple[Seat, ...]
    you: int | None = None

    def in_round(self, number: int) -> "Cast":
        """Return the names of the players who sat there in round `number`."""
        return Cast(tuple(seat_in_round(seat, number) for seat in self.seats), self.you)

    def name(self, seat: int) -> str:
        """Return the name of a seat in bold, for a sentence. The name of a computer player begins with its emoji."""
        return f"**{self.quiet(seat)}**"

    def quiet(self, seat: int) -> str:
        """Return the name of a seat for a sentence, not in bold.

        The name of a computer player begins with its emoji.
        """
        who = self.seats[seat]
        called = self._called(WHOLE if len(self.seats) <= CROWD else 16)[seat]
        return f"{character(who.name).emoji or '🤖'} {called}" if who.user is None else called

    def plain(self, seat: int) -> str:
        """Return the full name of a seat for a sentence, without bold and without an emoji."""
        return self._called(WHOLE)[seat]

    def brief(self, seat: int) -> str:
        """Return a short name of a seat for a long list.

        A long name is shortened to its first word, or to more characters if another name has the same first word.
        """
        return _brief(self._names(), spoken_language())[seat]

    def label(self, seat: int) -> str:
        """Return the name of a seat for places without markdown, such as buttons."""
        return _labels(self._names(), spoken_language())[seat]

    def ping(self, seat: int) -> str:
        """Return a mention of the person in a seat, or the name of the seat if nobody can be mentioned there."""
        who = self.seats[seat]
        return f"<@{who.user}>" if who.is_human() else self.name(seat)

    def _called(self, longest: int) -> tuple[str, ...]:
        return _called(self._names(), longest, spoken_language())

    def _names(self) -> tuple[str, ...]:
        return tuple([each.name for each in self.seats])

    def users(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the ids of the people in these seats. Computer players and forgotten people are left out."""
        return tuple(user for seat in seats if (user := self.seats[seat].user) is not None and user > 0)

    def names(self, seats: Iterable[int]) -> str:
        """Return several names in a sentence: "Ann, Bob and Cid".

        If there are more than `FEW` names, each is shortened. If there are more than `CROWD` names, the last ones are
        replaced by their number.
        """
        some = tuple(seats)
        if len(some) <= FEW:
            return joined([self.name(seat) for seat in some])
        said = [f"**{self.brief(seat)}**" for seat in some[: len(some) if len(some) <= CROWD else CROWD - 2]]
        if others := len(some) - len(said):
            # Translators: {n} other players, at the end of a list of names.
            said.append(ngettext("{n} other", "{n} others", others).format(n=others))
        return joined(said)

    def pings(self, seats: Iterable[int]) -> str:
        """Return mentions of the people in these seats, joined as in a sentence: "@Ann, @Bob and @Cid"."""
        return joined([self.ping(seat) for seat in seats])


@lru_cache(maxsize=256)
def _brief(names: tuple[str, ...], _language: object) -> tuple[str, ...]:
    """Return the short names of all seats. They are cached, because a panel uses them dozens of times."""
    whole = list(map(clean, names))
    words = [short(name if len(name) <= BRIEF else name.partition(" ")[0], BRIEF) for name in whole]
    some = [short(name, SHARED) if words.count(word) > 1 else word for name, word in zip(whole, words, strict=True)]
    return tuple(person(name, SHARED) for name in short_apart(some, SHARED))


@lru_cache(maxsize=256)
def _called(names: tuple[str, ...], longest: int, _language: object) -> tuple[str, ...]:
    """Return the names of all seats for sentences. No two names are equal, even if names are cut or invisible."""
    return tuple(person(name, longest) for name in short_apart(names, longest))


@lru_cache(maxsize=256)
def _labels(names: tuple[str, ...], _language: object) -> tuple[str, ...]:
    """Return the names of all seats as plain text, without markdown. No two names are equal."""
    return tuple(map(plain_person, short_apart(names, WHOLE)))


class Level(msgspec.Struct, frozen=True):
    """The players who share one position in a game, and that position in words (such as "3 dice").

    `amount` is True if the position is an amount that each of these players has, such as "3 dice".
    """

    figure: str
    seats: tuple[int, ...]
    amount: bool = False


def levels(
    order: Sequence[int], figure: Callable[[int], str], is_amount: Callable[[int], bool] = lambda _seat: False
) -> list[Level]:
    """Group the seats by their position in words, which `figure` returns. `order` begins with the best seat.

    `is_amount` returns whether the position of a seat is an amount, such as "3 dice".
    """
    groups: dict[str, list[int]] = {}
    for seat in order:
        groups.setdefault(figure(seat), []).append(seat)
    return [Level(said, tuple(seats), is_amount(seats[0])) for said, seats in groups.items()]


def one_by_one(cast: Cast, seats: Iterable[int], figure: Callable[[int], str]) -> str:
    """Return the position of each seat: "Ann 3 · Ben 2 · Cleo, Dan out". A word that several share is said once."""
    held = levels([*seats], figure)
    shared = {level.figure: level.seats for level in held if len(level.seats) > 1 and not level.figure.isdecimal()}
    some = [shared.get(level.figure, (seat,)) for level in held for seat in level.seats]
    each = sorted({tuple(group) for group in some}, key=lambda group: group[0])
    return " · ".join(_unbroken(cast, group, figure(group[0])) for group in each)


def _unbroken(cast: Cast, seats: Sequence[int], figure: str) -> str:
    """Return names with their position. A line breaks only between two names."""
    *others, last = [whole(cast.brief(seat)) for seat in seats]
    return listed([*others, whole(f"{last} {figure}")])


def fitting_levels(cast: Cast, sign: str, levels: Sequence[Level], between: str, lines: int) -> str:
    """Return the levels as one text, if possible in at most `lines` lines on a phone.

    The text begins with `sign`, and `between` separates the levels. If the names do not fit, levels show the number of
    their players instead. The level with the most players loses its names first.
    """
    crowds = sorted((level for level in levels if len(level.seats) > 1), key=lambda level: -len(level.seats))
    wordings = [
        sign + between.join(_named(cast, level, crowds[:many]) for level in levels) for many in range(len(crowds) + 1)
    ]
    return next((each for each in wordings if height(each) <= lines), wordings[-1])


def _named(cast: Cast, level: Level, counted: Iterable[Level]) -> str:
    many = len(level.seats)
    names = players(many) if level in counted else listed([cast.brief(seat) for seat in level.seats])
    if many > 1 and level.amount:
        # Translators: “Ann, Ben: 3 dice each”; {figure} is a phrase such as “3 dice” or “2 forfeits”.
        return _("{names}: {figure} each").format(names=names, figure=level.figure)
    return labelled(names, level.figure)


def link(place: Place, message: int | None) -> str:
    """Return the address of a message in the table's channel, or of the channel if `message` is None."""
    address = f"https://discord.com/channels/{place.guild}/{place.channel}"
    return f"{address}/{message}" if message else address


def where(place: Place) -> str:
    """Return the names of the server and the channel for a sentence.

    A channel whose name is invisible is shown as Discord's link to it.
    """
    name = escaped(place.channel_name, WHOLE)
    return " · ".join(filter(None, (escaped(place.guild_name, WHOLE), f"#{name}" if name else f"<#{place.channel}>")))
