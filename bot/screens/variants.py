"""The variants in words, read beside `engine/variants.py`: how each is described to players, and its switches."""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.screens.bids.rules_in_words import described as bids_described
from bot.screens.poker_cup.rules_in_words import described as cup_described
from bot.tables.model import WAIT_SETTLED
from bot.tables.trouble import Code, Trouble
from bot.words.language import _
from engine.variants import VARIANTS


class Switch(msgspec.Struct, frozen=True):
    """A house rule that a host turns on or off: an option of RECORD.md and its value when it is on.

    `off` says what holds while it is off, where a new table has it on.
    """

    option: str
    value: str
    label: str
    about: str
    off: str = ""


class Wording(msgspec.Struct, frozen=True):
    """A variant as a player knows it.

    `story` is what sets it apart, in a line of a menu; `describe` tells how it goes by a table's own rules: two lines
    for a lobby, and what else there is to know; `proposed` are the options that a new table starts with beside the
    preset's own.
    """

    emoji: str
    title: str
    story: str
    describe: Callable[[Any], tuple[str, ...]]
    switches: tuple[Switch, ...] = ()
    proposed: dict[str, str] = {}


def _common() -> Wording:
    """Common hand: the game of source 000."""
    return Wording(
        emoji="🎲",
        title=_("Common hand"),
        story=_("More dice, no lower face; the loser must do as agreed"),
        describe=bids_described,
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _anyone_may_doubt(),
            _any_face(),
            _winners_gift(),
            _who_is_away_sits_out(),
            _wait_until_settled(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
    )


def _dudo() -> Wording:
    """Dudo: the game of source 001 with its pot."""
    return Wording(
        emoji="🪙",
        title=_("Dudo"),
        story=_("Ones are wild; the last one with dice takes the pot"),
        describe=bids_described,
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _who_is_away_sits_out(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
    )


def _cup() -> Wording:
    """The cup: the poker hands of source 002, passed round the table."""
    return Wording(
        emoji="🥤",
        title=_("The cup"),
        story=_("One cup, five dice, poker hands: better it or call it"),
        describe=cup_described,
        switches=(
            _counterclockwise(),
            _winners_gift(),
            _who_is_away_sits_out(),
            _wait_until_settled(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
    )


def _firehouse() -> Wording:
    """Firehouse: the game of source 002 with its red die."""
    return Wording(
        emoji="🚒",
        title=_("Firehouse"),
        story=_("A red die names the wild number; anybody may bang"),
        describe=bids_described,
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _play_off(),
            _who_is_away_sits_out(),
        ),
        proposed={"absence": "sit-out"},
    )


def _bar() -> Wording:
    """The bar game of source 002."""
    return Wording(
        emoji="🍺",
        title=_("Bar dice"),
        story=_("Nothing wild; lose your dice one by one, the last wins"),
        describe=bids_described,
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _anyone_may_doubt(),
            _who_is_away_sits_out(),
        ),
        proposed={"absence": "sit-out"},
    )


def _joker() -> Wording:
    """Joker: the game of source 003 with its vote."""
    return Wording(
        emoji="🃏",
        title=_("Joker"),
        story=_("Ones are worth double, everybody votes, the right ones shed"),
        describe=bids_described,
        switches=(
            _counterclockwise(),
            _crooked_dice(),
            _who_is_away_sits_out(),
        ),
        proposed={"absence": "sit-out"},
    )


def _perudo() -> Wording:
    """Perudo, beside the source documents."""
    return Wording(
        emoji="🏺",
        title=_("Perudo"),
        story=_("Dudo with exact calls, and a round of your own at one die"),
        describe=bids_described,
        switches=(
            _counterclockwise(),
            _crooked_dice(),
            _who_is_away_sits_out(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
    )


def _counterclockwise() -> Switch:
    """Turns go the other way round (S3)."""
    return Switch("direction", "counterclockwise", _("Counterclockwise"), _("Turns go the other way round"))


def _exact_calls() -> Switch:
    """Exact calls are played (C5)."""
    about = _("Say “exactly!” instead of raising or doubting")
    return Switch("exact", "on", _("Exact calls"), about)


def _crooked_dice() -> Switch:
    """A die may land crooked (T2)."""
    about = _("Once in fifty throws a die lands crooked for all to see")
    return Switch("crooked", "0.02", _("Crooked dice"), about)


def _anyone_may_doubt() -> Switch:
    """Anybody may challenge, in turn or not (C1)."""
    return Switch("challenge", "anyone", _("Anyone may doubt"), _("Not only the next in turn"))


def _winners_gift() -> Switch:
    """The winner may give a forfeit away (P5)."""
    about = _("The winner may name one more who gets a forfeit")
    return Switch("gift", "on", _("Winner’s gift"), about)


def _play_off() -> Switch:
    """Two who would wash up together play it off (E4)."""
    return Switch("playoff", "on", _("Play-off"), _("Two who would wash up together play it out"))


def _any_face() -> Switch:
    """A raise may be on any face: the other reading of source 000 (B4)."""
    return Switch("raising", "quantity", _("Any face"), _("A raise needs more dice, of any face"))


def _who_is_away_sits_out() -> Switch:
    """Who is away sits out; every new table starts with it (L2)."""
    about = _("Somebody asleep is played for; else they are out after two turns")
    return Switch("absence", "sit-out", _("Who is away sits out"), about, _("away for two turns is out"))


def _wait_until_settled() -> Switch:
    """The next round waits while a forfeit waits (P1)."""
    about = _("The next round waits for the forfeit, and the clock alone ends that")
    return Switch(WAIT_SETTLED, "on", _("Forfeits first"), about)


WORDINGS: dict[str, Callable[[], Wording]] = {
    "common": _common,
    "dudo": _dudo,
    "cup": _cup,
    "firehouse": _firehouse,
    "bar": _bar,
    "joker": _joker,
    "perudo": _perudo,
}
"""The wording of each variant, by its name in `engine/variants.py`; one that is missing here is not offered."""


def wording(variant: str) -> Wording:
    """How `variant` is described to players, in the present language. Raises `KeyError` for an unknown one."""
    return WORDINGS[variant]()


def offered() -> tuple[str, ...]:
    """The names of the variants that a host may choose from."""
    return tuple(name for name in VARIANTS if name in WORDINGS)


def played_here(variant: str) -> str:
    """The given name, where a host may choose that variant. Raises `Trouble` (NOT_PLAYED_HERE) for any other."""
    if variant not in offered():
        raise Trouble(Code.NOT_PLAYED_HERE)
    return variant
