"""A finished game as it is stored, and a finished game with the result from which statistics are computed."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import TypeVar

import msgspec

from engine import games
from engine.core.events import End, Event, GameOver, Left, PlayedFor, RoundBegan
from engine.core.talk import Talk
from engine.games import AnyEvent, AnyHighlights, AnyRules, bid_events


class Player(msgspec.Struct, frozen=True):
    """The player of a seat. `user` is None for a computer player, and below 0 for a forgotten person.

    `brought` are the inputs of the player's share (engine/FAIRNESS.md): the id of the press on Join, and lucky words.
    If no line sealed the game, `brought` also includes the id of the press on Start, and there is no `share`. `since`
    is the round in which the player took the seat from the computer player `instead_of`, or 0 if they had it from the
    start. `put_out` says whether the table removed the player from the game, so that it does not change their rating.
    """

    user: int | None
    name: str
    computer: bool = False
    brought: tuple[str, str, str] | None = None
    since: int = 0
    share: str = ""
    instead_of: str = ""
    put_out: bool | None = None


class Game(msgspec.Struct, frozen=True):
    """One game with all its events, including hidden ones, and its `players` by seat.

    `id` is the id of the game's table. `guild`, `channel`, `began` and `ended` are the place and the time of the game.
    `number` is its number in a series of rematches. `season` is the season that was open when the game ended. `parent`
    is the channel of a thread, and `private` says whether the thread was private.

    `line` is the id of the message that sealed the game. It is None for games of versions without such messages.

    A game is `advised` if everybody was shown the best moves. Such a game does not change ratings.

    If the game's replay was deleted, it has no `events`, and its rules are those of its preset. In this case `worth`
    holds the packed results of the game.
    """

    id: int
    guild: int
    channel: int
    number: int
    variant: str
    began: datetime
    ended: datetime
    players: tuple[Player, ...]
    events: tuple[AnyEvent, ...]
    rules: AnyRules
    season: int | None = None
    worth: bytes | None = None
    parent: int | None = None
    private: bool | None = None
    advised: bool | None = None
    line: int | None = None

    def over(self) -> GameOver | None:
        """Return the event that ended the game, or None if the game was closed or stopped without a result (L5)."""
        over = (event for event in reversed(self.events) if isinstance(event, GameOver) and event.why != End.STOPPED)
        return next(over, None)

    def people(self) -> dict[int, int]:
        """Return the ids of the people for whom the game counts, by seat.

        Forgotten people (ids below 0) are left out.
        """
        return {seat: player.user for seat, player in enumerate(self.players) if player.user and player.user > 0}

    def counts(self) -> bool:
        """Return whether the game counts on boards, which needs at least two people who played from its start (L4)."""
        return sum(not player.computer and not player.since for player in self.players) >= 2


E = TypeVar("E", bound=Event)


class Finished(msgspec.Struct, frozen=True):
    """A game with its result, its talk and its highlights.

    Talk and highlights are computed only once for all figures.
    """

    game: Game
    over: GameOver
    talk: Talk
    moments: AnyHighlights

    def each(self, kind: type[E]) -> Iterator[E]:
        """Return the game's events of one kind, in order."""
        return (event for event in self.game.events if isinstance(event, kind))

    def by_round(self) -> Iterator[tuple[int, Event]]:
        """Yield the game's events, each with the number of its round.

        Events that the clock caused (L2) are left out.
        """
        number, by_clock = 0, False
        for event in self.game.events:
            number = event.number if isinstance(event, RoundBegan) else number
            if not by_clock:
                yield number, event
            by_clock = isinstance(event, PlayedFor)

    def spoke(self) -> frozenset[tuple[int, int]]:
        """Return the (round, seat) pairs in which a player bid, claimed or called.

        Acts played by the clock (L2) do not count.
        """
        said, called = self.talk.said, self.talk.called
        return frozenset({(word.round, word.seat) for word in said} | {(word.round, word.seat) for word in called})

    def stayed(self) -> frozenset[int]:
        """Return the seats of the people who played from the first throw to the end."""
        gone, players = {event.seat for event in self.each(Left)}, self.game.players
        return frozenset(seat for seat in self.game.people() if seat not in gone and not players[seat].since)


def driest(scored: Iterable[bid_events.Scored], seats: int, out: Collection[int]) -> tuple[int, ...]:
    """Return the seats with the best score (P3) of a firehouse game.

    `out` are the seats of players who washed up or left. They are not among the driest.
    """
    scores = dict.fromkeys((seat for seat in range(seats) if seat not in out), 0)
    for each in scored:
        if each.seat in scores:
            scores[each.seat] += each.change
    return tuple(seat for seat, score in scores.items() if score == max(scores.values()))


def finished(game: Game) -> Finished | None:
    """Return the game with its result, or None if it does not count (L4) or has no result (L5)."""
    over = game.over()
    if over is None or not game.counts():
        return None
    said, moments = games.talk(game.rules, game.events), games.highlights(game.rules, game.events)
    return Finished(game, over, said, moments)
