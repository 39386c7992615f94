"""Read a person's profile on a server from stored totals and from the person's newest games.

The profile includes the person's luck: a comparison of their dice with fair dice, and how certain the difference is.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import erfc, exp, pi, sqrt

import msgspec

from bot.history.achievements import ACHIEVEMENTS
from bot.history.counting import family, months
from bot.history.projections import against
from bot.storage import Connection, achievements, kept_games, personal, ratings, tallies
from bot.storage.achievements import Held as Held
from bot.storage.ratings import Meeting as Meeting
from bot.storage.store import Store
from bot.storage.tallies import NOTHING, Scope
from bot.storage.tallies import Amounts as Amounts
from engine import games
from engine.core.characters import CHARACTERS
from engine.variants import VARIANTS

FEWEST_DICE = 100
"""The fewest thrown dice for which a profile shows luck."""

USUAL, VARIANCE = 3.5, 35 / 12
"""The mean of a fair die, and its variance."""

SIDES = 6


class Luck(msgspec.Struct, frozen=True):
    """A person's dice compared with fair dice.

    The person has thrown `dice` dice, which showed `mean` pips on average. The face `most` (1-6) came most often, in
    the share `share` of all these dice. Two shares compare the person with people who throw fair dice. The mean of
    `as_lucky` of them would be at least this far from the usual mean on the same side, and the dice of `as_uneven` of
    them would be at least this uneven.
    """

    dice: int
    mean: float
    most: int
    share: float
    as_lucky: float
    as_uneven: float


def luck(fell: Sequence[int]) -> Luck | None:
    """Return the luck of a person. `fell` contains how often their dice showed each of the faces 1 to 6.

    Return None for fewer than `FEWEST_DICE` dice.
    """
    dice = sum(fell)
    if dice < FEWEST_DICE:
        return None
    pips = sum(face * many for face, many in enumerate(fell, 1))
    z = abs(pips - USUAL * dice) / sqrt(VARIANCE * dice)
    even = dice / SIDES
    uneven = chi_square(sum((many - even) ** 2 / even for many in fell))
    most = max(range(SIDES), key=lambda at: fell[at])
    return Luck(dice, pips / dice, most + 1, fell[most] / dice, erfc(z / sqrt(2)) / 2, uneven)


def chi_square(statistic: float) -> float:
    """Return the probability that a chi-square value with five degrees of freedom (six faces) is at least `statistic`.

    For odd degrees of freedom this probability has a closed form (Abramowitz and Stegun, 26.4.4).
    """
    return erfc(sqrt(statistic / 2)) + sqrt(2 * statistic / pi) * exp(-statistic / 2) * (1 + statistic / 3)


FAMILIES = tuple(family.name for family in games.FAMILIES)
"""The names of the families of games. Each family has its own ratings."""

LATEST = 200
"""The most games in the chart of a rating."""

MONTHS = 12
"""The number of months in the chart of activity."""

MOST_MET = 25
"""The most people among whom a person's rivals are found."""

FACES = range(1, SIDES + 1)

FIGURES = (
    *("wins", "streak", "lies", "called_out", "caught", "exact"),
    *(f"face{face}" for face in FACES),
    *(f"thrown{face}" for face in FACES),
)
"""The figures of a profile that count all games together, by their names in `projections.py`."""

OF_A_GAME = ("wins", "washed_up", "rating")
"""The figures of a profile that count each game, or each family of games, by itself."""


COMPUTERS: Mapping[str, str] = {against(name): name for name in CHARACTERS}
"""Maps the name of each figure of practice against a computer player to the name of that computer player."""


class Rated(msgspec.Struct, frozen=True):
    """The rating that a person was shown after a game, the family of the game, and the time at which the game ended."""

    family: str
    ended: datetime
    rating: int


class Profile(msgspec.Struct, frozen=True):
    """A person's profile on a server; `name` is "" if the person's name is unknown.

    `figures` are those of all games. `games` has the figures of each game (won and played, washed up and played).
    `ratings` has the rating and the number of rated games in each family. `earned` is the number of achievements.
    `months` has the number of games in each month up to now. `latest` has the newest rated games. Both are in
    chronological order. `practice` counts the games in which the person played only against computer players. By game
    and by computer player, it has the number of games in which the person finished ahead of that computer player, and
    the number of games in which the person finished behind it.
    """

    user: int
    name: str
    figures: Mapping[str, Amounts]
    games: Mapping[str, Mapping[str, Amounts]]
    ratings: Mapping[str, Amounts]
    earned: int
    months: tuple[tuple[str, int], ...]
    latest: tuple[Rated, ...]
    practice: Mapping[str, Mapping[str, Amounts]] = {}

    def of(self, name: str) -> Amounts:
        """Return the amount and the second figure of a figure that counts all games."""
        return self.figures.get(name, NOTHING)

    @property
    def luck(self) -> Luck | None:
        """Return the person's luck with dice, or None if the person has thrown too few dice."""
        return luck([self.of(f"thrown{face}")[0] for face in FACES])

    @property
    def faces(self) -> tuple[int, ...]:
        """Return the number of the person's bids on each face, from 1 to 6."""
        return tuple(self.of(f"face{face}")[0] for face in FACES)


class Rivalry(msgspec.Struct, frozen=True):
    """The results of two people against each other, from the point of view of `user`.

    `caught_by_other` is the number of lies of `user` that `other` caught. `ratings` has both people's ratings by
    family.
    """

    user: int
    other: int
    names: Mapping[int, str]
    meeting: Meeting
    caught_by_other: int
    ratings: Mapping[int, Mapping[str, Amounts]]


class Rival(msgspec.Struct, frozen=True):
    """A person with whom another person has played, and their results against each other."""

    user: int
    name: str
    meeting: Meeting


class Profiles:
    """Reads the profiles of people in one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild: int, user: int, now: datetime) -> Profile:
        """Return a person's profile on a server, up to `now`."""
        return await self._store.read(lambda connection: _profile(connection, guild, user, now))

    async def between(self, guild: int, user: int, other: int) -> Rivalry:
        """Return the results of two people against each other on a server."""
        return await self._store.read(lambda connection: _rivalry(connection, guild, user, other))

    async def achievements(self, user: int, guild: int | None) -> list[Held]:
        """Return all achievements of a person on a server, or on all servers if `guild` is None, earliest first."""
        return await self._store.read(lambda connection: achievements.of(connection, guild, user))

    async def most_met(self, guild: int, user: int) -> tuple[Rival, ...]:
        """Return the people with whom a person has played most often on a server."""

        def work(connection: Connection) -> tuple[Rival, ...]:
            met = ratings.most_met(connection, guild, user, MOST_MET)
            names = personal.names(connection, guild, [other for other, _ in met])
            return tuple(Rival(other, names.get(other, ""), meeting) for other, meeting in met)

        return await self._store.read(work)


def _profile(connection: Connection, guild: int, user: int, now: datetime) -> Profile:
    all_games = Scope(guild)
    of_game = {game: Scope(guild, game=game) for game in (*VARIANTS, *FAMILIES)}
    of_month = {period: Scope(guild, period=period) for period in months(now, MONTHS)}
    numbers = tallies.known_scopes(connection, (all_games, *of_game.values(), *of_month.values()))

    def held(within: Mapping[str, Scope], names: Sequence[str]) -> dict[str, dict[str, Amounts]]:
        by_number = {numbers[scope]: key for key, scope in within.items() if scope in numbers}
        found: dict[str, dict[str, Amounts]] = {}
        for (scope, name, _), amounts in tallies.amounts_of(connection, by_number, [user], names).items():
            found.setdefault(by_number[scope], {})[name] = amounts
        return found

    games_of, played_in = held(of_game, (*OF_A_GAME, *COMPUTERS)), held(of_month, ["wins"])
    return Profile(
        user=user,
        name=personal.names(connection, guild, [user]).get(user, ""),
        figures=held({"": all_games}, FIGURES).get("", {}),
        games={name: found for name, found in games_of.items() if name in VARIANTS},
        ratings={name: found["rating"] for name, found in games_of.items() if "rating" in found},
        earned=len(achievements.names(connection, guild, user) & set(ACHIEVEMENTS)),
        months=tuple((period, played_in.get(period, {}).get("wins", NOTHING)[1]) for period in of_month),
        latest=_latest(connection, guild, user),
        practice={game: found for game in VARIANTS if (found := _practice(games_of.get(game, {})))},
    )


def _practice(figures: Mapping[str, Amounts]) -> dict[str, Amounts]:
    return {name: figures[figure] for figure, name in COMPUTERS.items() if figure in figures}


def _latest(connection: Connection, guild: int, user: int) -> tuple[Rated, ...]:
    newest = kept_games.latest_of(connection, guild, user, LATEST)
    return tuple(
        Rated(family(row.variant), row.ended, row.rating) for row in reversed(newest) if row.rating is not None
    )


def _rivalry(connection: Connection, guild: int, user: int, other: int) -> Rivalry:
    both = (user, other)
    numbers = tallies.known_scopes(connection, [Scope(guild, game=name) for name in FAMILIES])
    by_number = {number: scope.game for scope, number in numbers.items()}
    worth: dict[int, dict[str, Amounts]] = {each: {} for each in both}
    for (scope, _, each), amounts in tallies.amounts_of(connection, by_number, both, ["rating"]).items():
        worth[each][by_number[scope]] = amounts
    return Rivalry(
        user=user,
        other=other,
        names=personal.names(connection, guild, both),
        meeting=ratings.between(connection, guild, user, other),
        caught_by_other=ratings.between(connection, guild, other, user).caught,
        ratings=worth,
    )
