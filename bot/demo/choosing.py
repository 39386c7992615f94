"""Choose the presses of the demo's three people. The presses are legal, keep a game short, and show its features."""

from typing import Any

from bot.presses.bids import CallExact, PlaceBid
from bot.presses.codec import decode
from bot.presses.game import Call, CallLie, CastVote, SettleForfeit
from bot.presses.poker_cup import KeepAndShake, LookUnder, MakeClaim, MarkDice, PeekUnder, PullOut, ShakeCup
from engine.games import AnyView

Part = dict[str, Any]
"""A button, as Discord receives it."""

TOO_MANY = 3
"""When the highest raise on offer exceeds the opening bid by this many dice, the three people doubt the current bid."""
TOO_MUCH = 3
"""The number of claims in a round after which the three people doubt the claim."""
UNDER = 1
"""The style of the button of a die that is under the cup and unmarked."""
AT_ONCE = (SettleForfeit, LookUnder, ShakeCup, MakeClaim, PeekUnder)
"""Presses that a person makes if there is no bid to make."""


class Choosing:
    """Chooses the next press and the person who makes it.

    It remembers who has bid or claimed since the last call, and the quantity of the opening bid.
    """

    def __init__(self) -> None:
        self._said: list[int] = []
        self._opened = 0

    def choose(self, parts: list[Part], view: AnyView, reader: int | None = None) -> tuple[int, Part] | None:
        """Return the seat that presses one of these buttons, and the button, given the public view of the game.

        `reader` is the only seat that sees these buttons, or None if everybody sees them. Return None if no button is
        worth pressing.
        """
        found = self._found([(decode(part["custom_id"]), part) for part in parts], view)
        if found is None:
            return None
        press, seat = decode(found["custom_id"]), view.awaited[0] if reader is None else reader
        if isinstance(press, PlaceBid | MakeClaim):
            self._opened = press.quantity if isinstance(press, PlaceBid) and not self._said else self._opened
            self._said.append(seat)
        elif isinstance(press, CallLie) and reader is None:
            seat = self._quickest(seat, view) if found["label"] == "Bang!" else seat
        if isinstance(press, Call | CallExact):
            self._said.clear()
        return seat, found

    def _found(self, offered: list[tuple[Any, Part]], view: AnyView) -> Part | None:
        def first(*kinds: type) -> Part | None:
            return next((part for press, part in offered if isinstance(press, kinds)), None)

        bids = [(press.quantity, part) for press, part in offered if isinstance(press, PlaceBid)]
        votes = [part for press, part in offered if isinstance(press, CastVote)]
        most = max((quantity for quantity, _part in bids), default=0)
        if votes:
            return votes[view.awaited[0] % len(votes)]
        if first(ShakeCup, KeepAndShake) is not None and (kept := _keeping(offered)) is not None:
            return kept
        is_enough = most >= self._opened + TOO_MANY if bids else len(self._said) >= TOO_MUCH
        if (liar := first(CallLie)) is not None and is_enough:
            exact = first(CallExact) if view.state.round > 1 else None
            return exact or liar
        highest = [part for quantity, part in bids if quantity == most]
        return highest[len(highest) // 2] if highest else first(*AT_ONCE) or first(Call)

    def _quickest(self, asked: int, view: AnyView) -> int:
        """Return a player who calls out of turn (C1).

        In the first round, return `asked`, the player whose turn it is.
        """
        others = [seat for seat in range(len(view.state.players)) if seat not in (asked, *self._said[-1:])]
        return others[0] if others and view.state.round > 1 else asked


def _keeping(offered: list[tuple[Any, Part]]) -> Part | None:
    """Return the next button to press in order to keep equal dice that are under the cup.

    It marks one of these dice, or pulls the marked dice out. Return None if there are no such dice. Without uploaded
    emojis the face is the last character of a die's label.
    """
    dice = [part for press, part in offered if isinstance(press, MarkDice)]
    faces = [part["label"][-1] for part in dice]
    alike = [part for part in dice if faces.count(part["label"][-1]) > 1]
    hidden = [part for part in alike if part["style"] == UNDER]
    if len(alike) == len(dice):
        return None  # at least one die must be rolled (K4)
    return hidden[0] if hidden else next((part for press, part in offered if isinstance(press, PullOut)), None)
