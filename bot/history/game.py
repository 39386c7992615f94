"""A finished game as history has it; and one with a result, as it is counted."""

from collections.abc import Iterator
from datetime import datetime
from typing import TypeVar

import msgspec

from engine import games
from engine.core.events import End, Event, GameOver, Left, PlayedFor, RoundBegan
from engine.core.talk import Talk
from engine.games import AnyEvent, AnyHighlights, AnyRules


class Player(msgspec.Struct, frozen=True):
    """The player of a seat; `user` is None for a computer player, and below 0 for a forgotten person.

    `brought` is the input to the seat's share (engine/FAIRNESS.md): the digits of Join, and lucky words; in a game that
    no line sealed also the digits of Start, and then there is no `share`. The player took the seat in round `since` (0:
    at the start); a computer player had it before.
    """

    user: int | None
    name: str
    computer: bool = False
    brought: tuple[str, str, str] | None = None
    since: int = 0
    share: str = ""


class Game(msgspec.Struct, frozen=True):
    """One game from its first event to its last, hidden ones included; `players` by seat.

    `id` is its table's; `guild`, `channel`, `began` and `ended` say where and when it was played. `number` counts the
    games in a series of rematches. `season` was running when it ended. `parent` is the channel of a thread, and
    `private` is whether the thread was private.

    `line` is the id of the message that sealed it; None in games before there were such messages.

    A game is `advised` if the best moves were shown to everybody; then it rates nobody.

    If its replay was cleared away (`purging.py`), there are no `events`, the rules are those of its preset, and `worth`
    is what it counts for, packed.
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
        """Return how it ended; None if it was closed or stopped, without a result (L5)."""
        over = (event for event in reversed(self.events) if isinstance(event, GameOver) and event.why != End.STOPPED)
        return next(over, None)

    def people(self) -> dict[int, int]:
        """Return the people it counts for, by seat, without computer players and forgotten people (below 0)."""
        return {seat: player.user for seat, player in enumerate(self.players) if player.user and player.user > 0}

    def counts(self) -> bool:
        """Return whether the game counts on boards (L4): at least two people were there at its start."""
        return sum(not player.computer and not player.since for player in self.players) >= 2


E = TypeVar("E", bound=Event)


class Finished(msgspec.Struct, frozen=True):
    """A game with its end, its talk, and its highlights, each computed once for all that counts it."""

    game: Game
    over: GameOver
    talk: Talk
    moments: AnyHighlights

    def each(self, kind: type[E]) -> Iterator[E]:
        """Return its events of one kind, in order."""
        return (event for event in self.game.events if isinstance(event, kind))

    def by_round(self) -> Iterator[tuple[int, Event]]:
        """Yield its events with their rounds, except those that the clock played for somebody (L2)."""
        number, by_clock = 0, False
        for event in self.game.events:
            number = event.number if isinstance(event, RoundBegan) else number
            if not by_clock:
                yield number, event
            by_clock = isinstance(event, PlayedFor)

    def spoke(self) -> frozenset[tuple[int, int]]:
        """Return the (round, seat) pairs in which a player, not the clock (L2), bid, claimed or called."""
        said, called = self.talk.said, self.talk.called
        return frozenset({(word.round, word.seat) for word in said} | {(word.round, word.seat) for word in called})

    def stayed(self) -> frozenset[int]:
        """Return the people who were there from the first throw to the end."""
        gone, players = {event.seat for event in self.each(Left)}, self.game.players
        return frozenset(seat for seat in self.game.people() if seat not in gone and not players[seat].since)


def finished(game: Game) -> Finished | None:
    """Return the game as it is counted; None if it does not count (L4), or has no result (L5)."""
    over = game.over()
    if over is None or not game.counts():
        return None
    said, moments = games.talk(game.rules, game.events), games.highlights(game.rules, game.events)
    return Finished(game, over, said, moments)
