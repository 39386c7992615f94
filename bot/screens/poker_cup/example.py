"""One round of the cup for How to play: played by the engine by a table's own rules, and told step by step."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from bot.screens import narration
from bot.screens.cast import Cast
from bot.screens.narration import Narrator
from bot.screens.poker_cup import showdown
from bot.screens.poker_cup.claims import spoken
from bot.tables.model import Seat
from bot.words.dice import covered_dice, on_table, under
from bot.words.language import _
from engine import games
from engine.core import events as e
from engine.core.actions import Action, Challenge, Deal
from engine.core.dice import Hand
from engine.core.events import Event
from engine.poker_cup.actions import Look, MakeClaim, PassBlind, Peek, Shake, Show
from engine.poker_cup.events import CupLifted
from engine.poker_cup.hands import Claim, Kind
from engine.poker_cup.rules import DICE, CupRules

PLAYERS = ("Ann", "Ben", "Cleo")
"""Who plays it, in joining order."""

THROWS = {5: (1, 2, 2, 5, 6), 3: (1, 2, 4)}
"""How the dice fall, by their number."""

KEPT = (2, 2)
"""What the second player pulls out before the shake."""

FIRST, SECOND, LIE = Claim(Kind.PAIR, (2,)), Claim(Kind.TRIPS, (2,)), Claim(Kind.FULL, (4, 2))
"""What is claimed: two claims that are true, and one that is not."""

STEPS: tuple[tuple[Action, ...], ...] = (
    (Look(), MakeClaim(FIRST)),
    (Peek(), Show(KEPT), Shake(), Look(), MakeClaim(SECOND)),
    (PassBlind(LIE),),
    (Challenge(),),
)
"""What is done in each turn."""


class _Throws:
    """The dice of the example; nothing slips in it."""

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return 1

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def roll(self, _at: int, _seat: int, count: int) -> Hand:
        return THROWS[count]

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


class Example(msgspec.Struct, frozen=True):
    """The example as the engine played it: who had the cup in each turn, and all that happened."""

    seats: tuple[int, ...]
    events: tuple[Event, ...]

    def shown(self) -> CupLifted:
        """The showdown."""
        return next(event for event in self.events if isinstance(event, CupLifted))


@lru_cache(maxsize=64)
def played(rules: CupRules) -> Example:
    """A round by these rules, in the table's direction: a look, a peek and a shake, a blind pass, a challenge."""
    chance = _Throws()
    happened, game = games.start(rules, len(PLAYERS), chance)
    events, game = games.play(game, None, Deal(), chance)
    happened, seats = (*happened, *events), []
    for acts in STEPS:
        seats.append(games.awaited(game)[0])
        for act in acts:
            events, game = games.play(game, seats[-1], act, chance)
            happened = (*happened, *events)
    return Example(tuple(seats), happened)


def example_round(rules: CupRules, forfeit: str | None) -> tuple[str, ...]:
    """The example in steps, a paragraph each.

    `forfeit` is what a loser must do, "" for the usual one; None where nobody owes anything.
    """
    cast = Cast(tuple(Seat(number, name) for number, name in enumerate(PLAYERS, 1)))
    by, story = Narrator(cast, rules, forfeit), played(rules)
    return tuple(
        "\n".join(step(by, story)) for step in (_tell_throw, _tell_believe, _tell_blind, _tell_doubt, _tell_price)
    )


def _tell_throw(by: Narrator, story: Example) -> Iterator[str]:
    """The first step: the throw and its claim (K1, K8, K9)."""
    words = _("**1. Roll.** {name} rolls all five under the cup and peeks:")
    yield words.format(name=by.name(story.seats[0]))
    yield f"## {_under(THROWS[DICE])}"
    yield _("{name} claims **{claim}** and passes the cup.").format(name=by.name(story.seats[0]), claim=spoken(FIRST))


def _tell_believe(by: Narrator, story: Example) -> Iterator[str]:
    """The second step: somebody believes the claim, and makes a better hand (K2, K4, K5, K7)."""
    name, rolled = by.name(story.seats[1]), THROWS[DICE - len(KEPT)]
    # Translators: {kept} are pictures of the dice that {name} leaves on the table.
    words = _("**2. Believe and beat it.** {name} peeks, pulls out {kept} and shakes the rest:")
    yield words.format(name=name, kept=_table(KEPT))
    yield f"## {_under(rolled)} {_table(KEPT)}"
    yield _("{name} claims **{claim}**. That’s true.").format(name=name, claim=spoken(SECOND))


def _tell_blind(by: Narrator, story: Example) -> Iterator[str]:
    """The third step: a pass without a look (K3)."""
    name, hidden = by.name(story.seats[2]), covered_dice(DICE - len(KEPT))
    # Translators: {dice} are pictures of covered dice.
    words = _("**3. Or pass it on blind.** {dice} {name} doesn’t look, and claims **{claim}**.")
    yield words.format(name=name, dice=f"{hidden} {_table(KEPT)}", claim=spoken(LIE))


def _tell_doubt(by: Narrator, story: Example) -> Iterator[str]:
    """The fourth step: the doubt, and what lies under the cup (K12)."""
    shown = story.shown()
    yield _("**4. Call.** “Liar!” says {name}. Cup up:").format(name=by.name(shown.challenger))
    yield f"## {showdown.shown_dice(shown, len(shown.under))}"
    # Translators: {found} is the hand under the cup: “a pair of fours”.
    words = _("**{found}!** {name} claimed more: a lie!")
    yield words.format(found=spoken(Claim(shown.hand.kind, shown.hand.faces)), name=by.name(shown.passer))


def _tell_price(by: Narrator, story: Example) -> Iterator[str]:
    """The last step: what it costs (P1)."""
    yield _("**5. Pay.**")
    for event in story.events:
        if isinstance(event, e.ForfeitOwed):
            yield narration.owed(by, event)


def _under(dice: Hand) -> str:
    return " ".join(under(face) for face in dice)


def _table(dice: Hand) -> str:
    return " ".join(on_table(face) for face in dice)


def to_press(rules: CupRules) -> tuple[str, ...]:
    """How the cup is handled, what one sees of it, and how hands rank."""
    return (
        _("🥤 Your cup? Press **Peek** or **Blind**; **My cup** shows you the dice."),
        _("🎲 Tap dice to pull out, put under or roll. Peek and you must roll at least one."),
        _("🗣️ Tap your claim, or type `/claim` and “pair of twos” or “trips 5”."),
        ranks(rules),
    )


def ranks(rules: CupRules) -> str:
    """K10: the hands, low to high, in a small line."""
    if rules.straights:
        return _("-# high card · pair · two pair · three · straight · full house · four · five of a kind; ones are low")
    return _("-# high card · pair · two pair · three · full house · four · five of a kind; ones are low")
