"""Short games as they are told: who throws what, and who says what."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bot.history.game import Game, Player
from engine import games
from engine.core.actions import Deal, How, Settle, TimeUp
from engine.core.dice import Hand
from engine.core.events import Event
from engine.games import family
from engine.options import rules_for

NAMES = ("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal")
PEOPLE = {name: 11 + seat for seat, name in enumerate(NAMES)}
GUILD = 5
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HANDS = ("66123", "12345", "12345", "12345", "12345", "12345", "12345", "12345")
"""Two sixes, both of them ann's; of the others' faces one each."""


class Told:
    """Dice that fall as they are told: each seat's for the round, and a crooked die for some, once."""

    def __init__(self) -> None:
        self.hands: Sequence[str] = HANDS
        self.bent: set[int] = set()

    def roll_off(self, at: int, seats: Sequence[int]) -> Hand:
        raise AssertionError("everybody sits as they joined")

    def red(self, at: int) -> int:
        return 4

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        was = seat in self.bent
        self.bent.discard(seat)
        return was

    def roll(self, at: int, seat: int, count: int) -> Hand:
        return tuple(int(face) for face in self.hands[seat][:count])

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        return None


class ShortGame:
    """A game among so many of `NAMES`, in the order in which they are named; the first opens."""

    def __init__(
        self, variant: str, players: int = 3, holds: Sequence[int] = (), scores: Sequence[int] = (), **options: str
    ) -> None:
        self.variant, self.players, self.dice = variant, players, Told()
        words = {name.replace("_", "-"): value for name, value in options.items()}
        self.rules = rules_for(variant, {"seating": "joined", **words})
        events, self.game = games.start(self.rules, players, self.dice, holds, scores)
        self.events: list[Event] = [*events]

    def round(self, *moves: str, hands: Sequence[str] = HANDS, crooked: str = "") -> "ShortGame":
        """A round: what waited goes on the tab, everybody throws, and this is said, "ann bid 4x6"."""
        while debtors := self.game.state.debtors:
            self._play(debtors[0], Settle(debtors[0], How.TAB))
        self.dice.hands, self.dice.bent = hands, {NAMES.index(crooked)} if crooked else set()
        self._play(None, Deal())
        for move in moves:
            who, *words = move.split()
            seat, action = family(self.game).notation.read_move(
                self.game, NAMES.index(who), tuple(words), NAMES[: self.players]
            )
            self._play(seat, action)
        return self

    def ends_at_once(self) -> None:
        """The time is over (E1)."""
        self._play(None, TimeUp())

    def kept(self, players: Mapping[str, Player] | None = None, number: int = 1) -> Game:
        """The game as history knows it, of people but for these `players`."""
        there = {name: Player(PEOPLE[name], name) for name in NAMES[: self.players]} | dict(players or {})
        return Game(
            id=number,
            guild=GUILD,
            channel=7,
            number=number,
            variant=self.variant,
            began=NOON,
            ended=NOON,
            players=tuple(there.values()),
            events=tuple(self.events),  # type: ignore[arg-type]
            rules=self.rules,
        )

    def _play(self, seat: int | None, action: object) -> None:
        events, self.game = games.play(self.game, seat, action, self.dice)  # type: ignore[arg-type]
        self.events += events


def evening(rounds: int, length: int = 0) -> ShortGame:
    """Cid goes too far each round, after a lie of bob's that got by, and ann calls it.

    The game has so many rounds, or for a longer one its `length`.
    """
    game = ShortGame("common", opens="loser", rounds=str(length or rounds))
    said = ("ann bid 2x6", "bob bid 4x6", "cid bid 5x6", "ann liar")
    game.round(*said)
    for _ in range(rounds - 1):
        game.round("cid bid 1x6", *said)
    return game
