"""Everybody's dice side by side: under the cup or lifted, with those that count set apart."""

import msgspec

from bot.screens.cast import Cast
from bot.screens.dice import covered_dice, digits_side_by_side, marked, pictures
from engine.core.dice import Hand, counted

LARGE = 6
"""Up to so many hands are shown with large dice."""


class Cups(msgspec.Struct, frozen=True):
    """The hands by seat, empty where a seat threw none; `face` is the one of the bid, 0 for none, `wild` the number."""

    hands: tuple[Hand, ...]
    face: int
    wild: int

    def thrown(self) -> tuple[int, ...]:
        """The seats that have dice."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    def are_few(self) -> bool:
        """Whether there are few enough hands for large dice."""
        return len(self.thrown()) <= LARGE


def hands(cast: Cast, cups: Cups, lifted: frozenset[int], judged: bool, large: bool) -> str:
    """Everybody's dice: covered but for the hands `lifted`; those that count stand out once it is `judged`.

    Small hands say how many that are; large ones leave it to the tally.
    """
    return "\n".join(_hand(cast, cups, seat, seat in lifted, judged, large) for seat in cups.thrown())


def _hand(cast: Cast, cups: Cups, seat: int, is_lifted: bool, judged: bool, large: bool) -> str:
    hand, name, look = cups.hands[seat], cast.brief(seat), cast.seats[seat].look
    if not is_lifted:
        dice, figures = covered_dice(len(hand)), ""
    else:
        dice = marked(hand, cups.face, cups.wild, look) if judged else pictures(hand, look)
        figures = digits_side_by_side(hand)
    if large:
        return f"-# **{name}** {figures}\n# {dice}"
    count = f"**{counted((hand,), cups.face, cups.wild)}**" if judged and is_lifted else ""
    return " ".join(part for part in (dice, figures, name, count) if part)
