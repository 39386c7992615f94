"""A game that was played to its end, and what figures and achievements ask of it more than once."""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from bot.history.game import Game
from engine import games
from engine.core.events import Event, GameOver, Left, PlayedFor, RoundBegan
from engine.core.talk import Talk
from engine.games import AnyHighlights

E = TypeVar("E", bound=Event)


class Finished(msgspec.Struct, frozen=True):
    """The game, how it ended, what was said in it, and its moments: each worked out once for all that counts it."""

    game: Game
    over: GameOver
    talk: Talk
    moments: AnyHighlights

    def each(self, kind: type[E]) -> Iterator[E]:
        """Its events of one kind, in order."""
        return (event for event in self.game.events if isinstance(event, kind))

    def by_round(self) -> Iterator[tuple[int, Event]]:
        """Its events, each with the round in which it happened, what the clock played for somebody left out (L2)."""
        number, by_clock = 0, False
        for event in self.game.events:
            number = event.number if isinstance(event, RoundBegan) else number
            if not by_clock:
                yield number, event
            by_clock = isinstance(event, PlayedFor)

    def spoke(self) -> frozenset[tuple[int, int]]:
        """Each round with a seat that said or called something in it, and did so itself (L2)."""
        said, called = self.talk.said, self.talk.called
        return frozenset({(word.round, word.seat) for word in said} | {(word.round, word.seat) for word in called})

    def stayed(self) -> frozenset[int]:
        """The people who sat there from its first throw to its end."""
        gone, players = {event.seat for event in self.each(Left)}, self.game.players
        return frozenset(seat for seat in self.game.people() if seat not in gone and not players[seat].since)


def finished(game: Game) -> Finished | None:
    """The game as it is counted; None where it counts for nothing (L4), or has no result (L5)."""
    over = game.over()
    if over is None or not game.counts():
        return None
    said, moments = games.talk(game.rules, game.events), games.highlights(game.rules, game.events)
    return Finished(game, over, said, moments)
