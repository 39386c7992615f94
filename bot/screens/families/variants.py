"""The variants in words, beside `engine/variants.py`: their descriptions for players, and their switches."""

from collections.abc import Callable

import msgspec

from bot.screens.elements.labels import THE_CUP
from bot.screens.families import common_house_rules as common
from bot.screens.families.bids import house_rules as bids
from bot.screens.families.bids.rules_in_words import described as bids_described
from bot.screens.families.common_house_rules import HouseRule
from bot.screens.families.poker_cup.rules_in_words import described as cup_described
from bot.tables.model import FACE_NAMES, WAIT_SETTLED
from bot.tables.trouble import Code, Trouble
from bot.words.language import _
from engine.variants import VARIANTS


class Switch(msgspec.Struct, frozen=True):
    """A house rule that a host turns on or off: an option of RECORD.md and its value when it is on.

    `off` describes the off state, if a new table has it on.
    """

    option: str
    value: str
    label: str
    about: str
    off: str = ""


class Wording(msgspec.Struct, frozen=True):
    """A variant for players.

    `story` is its difference to others, in a line of a menu; `describe` words its course by a table's own rules, by
    how many may play, and by whether anybody owes a forfeit: two lines for a lobby, and everything else worth knowing.
    `proposed` are the options that a new table starts with beside the preset's own, and `own` the table's own switches
    that are on then. A usual game takes about `minutes`, and is `best` with these numbers of players, at least and at
    most.
    """

    emoji: str
    title: str
    story: str
    describe: Callable[..., tuple[str, ...]]
    minutes: int
    best: tuple[int, int]
    switches: tuple[Switch, ...] = ()
    proposed: dict[str, str] = {}
    own: tuple[str, ...] = ()

    def in_menu(self) -> str:
        """Return its difference to others, its length and its best number of players, for a line of a menu."""
        # Translators: from one number to another: “3–6”.
        best = _("{low}–{high}").format(low=self.best[0], high=self.best[1])
        # Translators: the line of a menu below a game’s name: {best} is such as “3–6”, minutes and players are numbers.
        words = _("{story} · {minutes} min, {best} players")
        return words.format(story=self.story, minutes=self.minutes, best=best)


def _common() -> Wording:
    """Return common hand: the game of source 000."""
    return Wording(
        emoji="🎲",
        title=_("Common hand"),
        story=_("The plain game: lose and you owe a forfeit"),
        describe=bids_described,
        minutes=15,
        best=(3, 6),
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _anyone_may_doubt(),
            _any_face(),
            _winners_gift(),
            _who_is_away_sits_out(),
            _wait_until_settled(),
            _faces_by_name(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
    )


def _dudo() -> Wording:
    """Return dudo: the game of source 001 with its pot."""
    return Wording(
        emoji="🪙",
        title=_("Dudo"),
        story=_("Ones wild; last player with dice takes the pot"),
        describe=bids_described,
        minutes=20,
        best=(3, 6),
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _who_is_away_sits_out(),
            _faces_by_name(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
        own=(FACE_NAMES,),
    )


def _cup() -> Wording:
    """Return the cup: the poker hands of source 002, passed round the table."""
    return Wording(
        emoji="🥤",
        title=_(THE_CUP),
        story=_("One cup, poker hands: beat it or call it"),
        describe=cup_described,
        minutes=15,
        best=(3, 6),
        switches=(
            _counterclockwise(),
            _winners_gift(),
            _who_is_away_sits_out(),
            _wait_until_settled(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
    )


def _firehouse() -> Wording:
    """Return firehouse: the game of source 002 with its red die."""
    return Wording(
        emoji="🚒",
        title=_("Firehouse"),
        story=_("A red die is wild; anyone may call Bang!"),
        describe=bids_described,
        minutes=10,
        best=(3, 8),
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _play_off(),
            _who_is_away_sits_out(),
            _faces_by_name(),
        ),
        proposed={"absence": "sit-out"},
    )


def _bar() -> Wording:
    """Return the bar game of source 002."""
    return Wording(
        emoji="🍺",
        title=_("Bar dice"),
        story=_("Nothing wild; last player with dice wins"),
        describe=bids_described,
        minutes=15,
        best=(3, 6),
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _anyone_may_doubt(),
            _who_is_away_sits_out(),
            _faces_by_name(),
        ),
        proposed={"absence": "sit-out"},
    )


def _joker() -> Wording:
    """Return joker: the game of source 003 with its vote."""
    return Wording(
        emoji="🃏",
        title=_("Joker"),
        story=_("Be right, shed a die: fewer is better"),
        describe=bids_described,
        minutes=15,
        best=(4, 8),
        switches=(
            _counterclockwise(),
            _crooked_dice(),
            _who_is_away_sits_out(),
            _faces_by_name(),
        ),
        proposed={"absence": "sit-out"},
    )


def _perudo() -> Wording:
    """Return perudo, which is in none of the sources."""
    return Wording(
        emoji="🏺",
        title=_("Perudo"),
        story=_("Dudo with exact calls and palifico"),
        describe=bids_described,
        minutes=20,
        best=(3, 6),
        switches=(
            _counterclockwise(),
            _crooked_dice(),
            _who_is_away_sits_out(),
            _faces_by_name(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
    )


def _switch(rule: HouseRule, value: str, label: str = "", about: str | None = None) -> Switch:
    """Return a house rule in one of its values, by default in that value's own words."""
    chosen = rule.value(value)
    assert chosen is not None
    return Switch(rule.option, value, label or chosen.label, chosen.about if about is None else about)


def _counterclockwise() -> Switch:
    """Return the switch for turns that go the other way round (S3)."""
    return _switch(common.direction(), "counterclockwise")


def _exact_calls() -> Switch:
    """Return the switch for exact calls (C5)."""
    return _switch(bids.exact(), "on")


def _crooked_dice() -> Switch:
    """Return the switch for crooked dice (T2)."""
    crooked = bids.crooked()
    return _switch(crooked, "0.02", crooked.name, _("One roll in fifty lands crooked"))


def _anyone_may_doubt() -> Switch:
    """Return the switch for challenges by anybody, in turn or not (C1)."""
    return _switch(bids.challenge(), "anyone")


def _winners_gift() -> Switch:
    """Return the switch for the winner's gift (P5)."""
    return _switch(common.gift(), "on")


def _play_off() -> Switch:
    """Return the switch for a playoff between two players who would wash up together (E4)."""
    return _switch(bids.playoff(), "on")


def _any_face() -> Switch:
    """Return the switch for raises on any face: the other reading of source 000 (B4)."""
    return _switch(bids.raising(), "quantity", about="")


def _who_is_away_sits_out() -> Switch:
    """Return the switch for absent players who sit out; every new table starts with it (L2)."""
    sits_out, leaves = common.absence().values
    about = _("Otherwise they’re out after two missed turns")
    return Switch("absence", sits_out.value, sits_out.label, about, leaves.label)


def _wait_until_settled() -> Switch:
    """Return the switch for a next round that waits while a forfeit is open (P1)."""
    # Translators: {time} is such as “3 minutes”.
    about = _("The next round waits until the forfeit is settled, {time} at most")
    return Switch(WAIT_SETTLED, "on", _("Forfeits first"), about)


def _faces_by_name() -> Switch:
    """Return the switch for the faces' names in words; a new table of dudo starts with it."""
    return Switch(FACE_NAMES, "on", _("Faces by name"), _("“5 horses” for “5 fives”"))


WORDINGS: dict[str, Callable[[], Wording]] = {
    "common": _common,
    "dudo": _dudo,
    "cup": _cup,
    "firehouse": _firehouse,
    "bar": _bar,
    "joker": _joker,
    "perudo": _perudo,
}
"""The wording of each variant, by its name in `engine/variants.py`; a variant without one is not offered."""


def wording(variant: str) -> Wording:
    """Return the description of `variant`, in the present language. Raises `KeyError` for an unknown one."""
    return WORDINGS[variant]()


def offered() -> tuple[str, ...]:
    """Return the names of the variants that a host may choose from."""
    return tuple(name for name in VARIANTS if name in WORDINGS)


def played_here(variant: str) -> str:
    """Return the given name if a host may choose that variant. Raises `Trouble` (NOT_PLAYED_HERE) for any other."""
    if variant not in offered():
        raise Trouble(Code.NOT_PLAYED_HERE)
    return variant
