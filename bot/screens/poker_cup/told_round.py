"""The example of How to play the cup, step by step: the throw, believing, a blind pass, the doubt, the price."""

from collections.abc import Iterator

from bot.screens import narration
from bot.screens.cast import Cast
from bot.screens.dice import covered_dice
from bot.screens.narration import Telling
from bot.screens.poker_cup import showdown
from bot.screens.poker_cup.claims import spoken
from bot.screens.poker_cup.example import FIRST, KEPT, LIE, PLAYERS, SECOND, THROWS, Round, played
from bot.tables.model import Seat
from bot.words.language import _
from bot.words.pictures import on_table, under
from engine.core import events as e
from engine.core.dice import Hand
from engine.poker_cup.rules import DICE, CupRules


def told_round(rules: CupRules, forfeit: str | None) -> tuple[str, ...]:
    """The example in steps, a paragraph each.

    `forfeit` is what a loser must do, "" for the usual one; None where nobody owes anything.
    """
    cast = Cast(tuple(Seat(number, name) for number, name in enumerate(PLAYERS, 1)))
    by, story = Telling(cast, rules, forfeit), played(rules)
    return tuple("\n".join(step(by, story)) for step in (_throw, _believe, _blind, _doubt, _price))


def _throw(by: Telling, story: Round) -> Iterator[str]:
    """K1, K8, K9."""
    words = _("**1. The throw.** {name} rolls all five under the cup, looks, and sees:")
    yield words.format(name=by.name(story.seats[0]))
    yield f"## {_under(THROWS[DICE])}"
    yield _("{name} claims **{claim}**, and the cup goes on.").format(name=by.name(story.seats[0]), claim=spoken(FIRST))


def _believe(by: Telling, story: Round) -> Iterator[str]:
    """K2, K4, K5, K7."""
    name, rolled = by.name(story.seats[1]), THROWS[DICE - len(KEPT)]
    words = _("**2. Believe and do better.** {name} peeks, pulls out {kept} for all to see, and shakes the others:")
    yield words.format(name=name, kept=_table(KEPT))
    yield f"## {_under(rolled)} {_table(KEPT)}"
    yield _("{name} looks, and claims **{claim}**. That is true.").format(name=name, claim=spoken(SECOND))


def _blind(by: Telling, story: Round) -> Iterator[str]:
    """K3."""
    name, hidden = by.name(story.seats[2]), covered_dice(DICE - len(KEPT))
    words = _("**3. Or pass it on blind.** {name} sees {dice}, looks at nothing, and claims **{claim}**.")
    yield words.format(name=name, dice=f"{hidden} {_table(KEPT)}", claim=spoken(LIE))


def _doubt(by: Telling, story: Round) -> Iterator[str]:
    """K12."""
    shown = story.shown()
    yield _("**4. The doubt.** “Liar!” says {name}, and the cup is lifted:").format(name=by.name(shown.challenger))
    yield f"## {showdown.dice(shown, len(shown.under))}"
    words = _("That makes **{found}**, less than {name} claimed: it was a lie!")
    yield words.format(found=spoken(shown.hand), name=by.name(shown.passer))


def _price(by: Telling, story: Round) -> Iterator[str]:
    """P1, O1."""
    yield _("**5. The price.**")
    for event in story.events:
        if isinstance(event, e.ForfeitOwed):
            yield narration.owed(by, event)
        elif isinstance(event, e.Opens):
            yield narration.opens(by, event)


def _under(dice: Hand) -> str:
    return " ".join(under(face) for face in dice)


def _table(dice: Hand) -> str:
    return " ".join(on_table(face) for face in dice)


def to_press() -> tuple[str, ...]:
    """How the cup is handled, and what one sees of it."""
    return (
        _("🥤 The cup is yours? **Peek** on the panel, or **Blind**. What you see under it, only you see: **My cup**."),
        _("🎲 Tap dice to mark them, then pull them out, put them under or roll them. Who peeks rolls at least one."),
        _("🗣️ Tap your claim, or type it: `/claim` reads “pair of twos” and “trips 5”. `/cup` does all the rest."),
        ranks(),
    )


def ranks() -> str:
    """K10: the hands, low to high, in a small line."""
    return _(
        "-# high card · pair · two pairs · three alike · full house · four alike · five alike; ones are the lowest"
    )
