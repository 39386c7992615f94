"""Play short games with given dice and moves."""

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
"""Each player's dice. Ann has two sixes, and nobody else has a six."""


class Told:
    """Dice that fall as the test has chosen.

    `hands` has each seat's dice for a round. `bent` has the seats whose next throw is crooked.
    """

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
    """A game among the first of `NAMES`, who sit in this order. The first player opens."""

    def __init__(
        self, variant: str, players: int = 3, holds: Sequence[int] = (), scores: Sequence[int] = (), **options: str
    ) -> None:
        self.variant, self.players, self.dice = variant, players, Told()
        words = {name.replace("_", "-"): value for name, value in options.items()}
        self.rules = rules_for(variant, {"seating": "joined", **words})
        events, self.game = games.start(self.rules, players, self.dice, holds, scores)
        self.events: list[Event] = [*events]

    def round(self, *moves: str, hands: Sequence[str] = HANDS, crooked: str = "") -> "ShortGame":
        """Play a round with these hands and moves, such as "ann bid 4x6".

        Forfeits that are still unsettled go on the tab first.
        """
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
        """Let the time limit of the game run out (E1)."""
        self._play(None, TimeUp())

    def kept(self, players: Mapping[str, Player] | None = None, number: int = 1) -> Game:
        """Return the finished game as the history stores it.

        All players are people, except for the seats that have another player in `players`.
        """
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
    """Play a game in which bob makes a false bid in every round, and nobody challenges this bid.

    Cid raises it, and ann challenges cid. The game has `rounds` rounds. If `length` is greater, more rounds may
    follow.
    """
    game = ShortGame("common", opens="loser", rounds=str(length or rounds))
    said = ("ann bid 2x6", "bob bid 4x6", "cid bid 5x6", "ann liar")
    game.round(*said)
    for _ in range(rounds - 1):
        game.round("cid bid 1x6", *said)
    return game
