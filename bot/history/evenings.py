"""Find the winners and the highlights of an evening, which is a series of games with the same people."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from bot.history import archive
from bot.history.game import Game, Player, finished
from bot.history.past import PastGame, in_lines, player_key, with_names_apart
from bot.storage import Connection, kept_games
from bot.storage.kept_games import PlayerRow
from engine import games
from engine.core.highlights import Best


class Wins(msgspec.Struct, frozen=True):
    """A player, and the number of games of an evening that the player won."""

    player: Player
    games: int


class Liar(msgspec.Struct, frozen=True):
    """The player who told the most lies, the number of these lies, and how many of them were caught."""

    player: Player
    lies: int
    caught: int


class Throw(msgspec.Struct, frozen=True):
    """The throw with the most equal dice: the player, the face, the number of these dice, and of all dice."""

    player: Player
    face: int
    many: int
    dice: int


class Catch(msgspec.Struct, frozen=True):
    """The least likely feat of an evening, and the `game` (the table's id) in which it happened.

    `face_names` is True if that table called the faces by their nicknames.
    """

    best: Best
    players: tuple[Player, ...]
    variant: str
    ended: datetime
    game: int
    face_names: bool = False


class Story(msgspec.Struct, frozen=True):
    """The highlights of an evening: its games, oldest first, its most frequent liar, and the least likely feat.

    `liar` is None if nobody lied in a game that counts, has a result and still has its replay. `catch` is None if
    there is no such feat. `throw` is the best throw, or None if nobody threw three equal dice.
    """

    games: tuple[PastGame, ...]
    liar: Liar | None
    catch: Catch | None
    throw: Throw | None = None

    def is_worth_telling(self) -> bool:
        """Return whether at least two games of the evening had a result."""
        return sum(bool(game.winners or game.losers) for game in self.games) > 1


def results(connection: Connection, ids: Sequence[int]) -> tuple[PastGame, ...]:
    """Return the results of these games, oldest first."""
    return in_lines(kept_games.of_ids(connection, ids), _seats(connection, ids))[::-1]


def _seats(connection: Connection, ids: Sequence[int]) -> list[PlayerRow]:
    """Return the seats of these games, with distinct names.

    Equal names are numbered in the order of the games, and in each game in the order of the seats.
    """
    return with_names_apart(kept_games.players(connection, ids), ids)


def wins(played: Iterable[PastGame]) -> list[Wins]:
    """Return the number of games that each winner won among these games, most wins first.

    In a game that only has losers, the best score of those who did not wash up counts as the win.
    """
    won, last = Counter[int | str](), dict[int | str, Player]()
    for game in played:
        for seat in game.first():
            who = game.players[seat]
            won[player_key(who)] += 1
            last[player_key(who)] = who
    return [Wins(last[key], many) for key, many in won.most_common()]


def story(connection: Connection, ids: Sequence[int]) -> Story:
    """Return the highlights of an evening. Of games whose replay was deleted, only the winners are known."""
    rows, seats = kept_games.of_ids(connection, ids), _seats(connection, ids)
    whole = [
        archive.game_from_row(row, [seat for seat in seats if seat.game == row.id]) for row in rows if row.worth is None
    ]
    return Story(in_lines(rows, seats)[::-1], _liar(whole), _catch(whole[::-1]), _throw(whole[::-1]))


FEWEST_EQUAL = 3
"""The fewest equal dice of the best throw of an evening."""


def _throw(played: Sequence[Game]) -> Throw | None:
    """Return the throw with the most equal dice in games of bids, or None. Among equals, the higher face counts."""
    found = [
        Throw(game.players[seat], face, dice.count(face), len(dice))
        for game in played
        for event in game.events
        if isinstance(event, games.bid_events.Thrown)
        for seat, dice in event.throws
        for face in set(dice)
    ]
    best = max(found, key=lambda each: (each.many, each.face), default=None)
    return best if best is not None and best.many >= FEWEST_EQUAL else None


def _liar(played: Sequence[Game]) -> Liar | None:
    """Return the player who told the most lies, or None if nobody lied.

    If several players told equally many lies, return the one whose lies were caught least often.
    """
    lies, caught, last = Counter[int | str](), Counter[int | str](), dict[int | str, Player]()
    for done in filter(None, map(finished, played)):
        for said in (each for each in done.talk.said if not each.true):
            who = done.game.players[said.seat]
            lies[player_key(who)] += 1
            caught[player_key(who)] += said.challenged
            last[player_key(who)] = who
    if not lies:
        return None
    most = max(lies, key=lambda key: (lies[key], -caught[key]))
    return Liar(last[most], lies[most], caught[most])


def _catch(played: Sequence[Game]) -> Catch | None:
    found = [(games.best(game.rules, game.events), game) for game in played]
    feats = [Catch(best, game.players, game.variant, game.ended, game.id) for best, game in found if best is not None]
    return min(feats, key=lambda each: each.best.likely, default=None)
