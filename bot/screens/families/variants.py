"""Write texts about the variants of `engine/variants.py`: their descriptions for players, and their switches."""

from collections.abc import Callable, Sequence

import msgspec

from bot.screens.elements.labels import THE_CUP
from bot.screens.families import common_house_rules as common
from bot.screens.families.bids import house_rules as bids
from bot.screens.families.bids.rules_in_words import described as bids_described
from bot.screens.families.common_house_rules import HouseRule
from bot.screens.families.poker_cup.rules_in_words import described as cup_described
from bot.screens.families.poker_cup.two_dice import mia
from bot.tables.model import FACE_NAMES, WAIT_SETTLED
from bot.tables.trouble import Code, Trouble
from bot.words.language import _
from engine.variants import VARIANTS


class Switch(msgspec.Struct, frozen=True):
    """A house rule that a host switches on or off: an option of RECORD.md, and its value when it is on.

    `off` describes the rule when it is off, for a switch that is on at a new table.
    """

    option: str
    value: str
    label: str
    about: str
    off: str = ""


class Wording(msgspec.Struct, frozen=True):
    """The texts about a variant for players.

    - `story`: how the variant differs from the others, in one line of a menu.
    - `describe`: returns the course of a game, from a table's own rules, the number of players, and whether anybody
      owes a forfeit. The first two lines are for the lobby. The other lines have everything else worth knowing.
    - `minutes`: the usual length of a game. `best`: the smallest and the largest number of players that suit it well.
    - `switches`: the house rules in the host's form.
    - `proposed`: options of a new table that differ from the preset's.
    - `also`: other names of the game, in any language, that people may type.
    """

    emoji: str
    title: str
    story: str
    describe: Callable[..., tuple[str, ...]]
    minutes: int
    best: tuple[int, int]
    switches: tuple[Switch, ...] = ()
    proposed: dict[str, str] = {}
    also: tuple[str, ...] = ()

    def in_menu(self) -> str:
        """Return a line for a menu: how the variant differs, how long a game takes, and how many players are best."""
        # Translators: a range of numbers: “3–6”.
        best = _("{low}–{high}").format(low=self.best[0], high=self.best[1])
        # Translators: a line below a game’s name in a menu: {best} is a number of players such as “3–6”.
        words = _("{story} · {minutes} min, {best} players")
        return words.format(story=self.story, minutes=self.minutes, best=best)


def _common() -> Wording:
    """Return the texts about common hand, the game of source document 000."""
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
    """Return the texts about dudo, the game with a pot in source document 001."""
    return Wording(
        emoji="🪙",
        title=_("Dudo"),
        story=_("Ones wild; last player with dice takes the pot"),
        describe=bids_described,
        minutes=20,
        best=(3, 6),
        switches=(_counterclockwise(), _exact_calls(), _who_is_away_sits_out(), _faces_by_name()),
        proposed={"ante": "10", "absence": "sit-out"},
    )


def _cup() -> Wording:
    """Return the texts about the poker cup, a game of source document 002."""
    return Wording(
        emoji="🥤",
        title=_(THE_CUP),
        story=_("One cup, poker hands: beat it or call Liar!"),
        describe=cup_described,
        minutes=15,
        best=(3, 6),
        switches=(_counterclockwise(), _winners_gift(), _who_is_away_sits_out(), _wait_until_settled()),
        proposed={"rounds": "10", "absence": "sit-out"},
        also=("Poker", "Poker dice", "Liar’s poker"),
    )


def _firehouse() -> Wording:
    """Return the texts about firehouse, the game with a red die in source document 002."""
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
    """Return the texts about bar dice, a game of source document 002."""
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
    """Return the texts about joker, the game with a vote in source document 003."""
    return Wording(
        emoji="🃏",
        title=_("Joker"),
        story=_("Be right, shed a die: fewer is better"),
        describe=bids_described,
        minutes=15,
        best=(4, 8),
        switches=(_counterclockwise(), _crooked_dice(), _who_is_away_sits_out(), _faces_by_name()),
        proposed={"absence": "sit-out"},
    )


def _perudo() -> Wording:
    """Return the texts about perudo, which is in none of the source documents."""
    return Wording(
        emoji="🏺",
        title=_("Perudo"),
        story=_("Dudo with exact calls and palifico; ones take half as many dice"),
        describe=bids_described,
        minutes=20,
        best=(3, 6),
        switches=(_counterclockwise(), _crooked_dice(), _who_is_away_sits_out(), _faces_by_name()),
        proposed={"ante": "10", "absence": "sit-out"},
    )


def _mia() -> Wording:
    """Return the texts about Mia, which is in none of the source documents."""
    return Wording(
        emoji="✌️",
        title=mia(),
        story=_("Two dice, one cup: beat the claim or call Liar!"),
        describe=cup_described,
        minutes=10,
        best=(3, 8),
        switches=(_counterclockwise(), _who_is_away_sits_out()),
        proposed={"ante": "10", "absence": "sit-out"},
        also=(
            *("Mäxchen", "Maexchen", "Mäxle", "Lügenmäxchen", "Lügenmax", "Meier", "Meyer", "Meiern"),
            *("Einundzwanzig", "21", "ミア"),
        ),
    )


def _bluff() -> Wording:
    """Return the texts about bluff, which is in none of the source documents."""
    return Wording(
        emoji="⭐",
        title=_("Bluff"),
        story=_("Sixes are stars; show dice to roll the rest again"),
        describe=bids_described,
        minutes=15,
        best=(3, 6),
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _crooked_dice(),
            _who_is_away_sits_out(),
            _faces_by_name(),
        ),
        proposed={"ante": "10", "absence": "sit-out"},
        also=("Call My Bluff",),
    )


def _dahua() -> Wording:
    """Return the texts about dahua, the Chinese bar game, which is in none of the source documents."""
    return Wording(
        emoji="🏮",
        title=_("Dahua"),
        story=_("The Chinese game: ones wild, until a bid is pure"),
        describe=bids_described,
        minutes=10,
        best=(2, 8),
        switches=(
            _counterclockwise(),
            _exact_calls(),
            _anyone_may_doubt(),
            _who_is_away_sits_out(),
            _wait_until_settled(),
            _faces_by_name(),
        ),
        proposed={"rounds": "10", "absence": "sit-out"},
        also=("大話骰", "大话骰", "吹牛", "吹牛骰", "吹牛皮", "大話", "dahuatou", "chui niu", "Chinese liar’s dice"),
    )


def _switch(rule: HouseRule, value: str, label: str = "", about: str | None = None) -> Switch:
    """Return a switch for one value of a house rule. By default it has the value's own label and description."""
    chosen = rule.value(value)
    assert chosen is not None
    return Switch(rule.option, value, label or chosen.label, chosen.about if about is None else about)


def _counterclockwise() -> Switch:
    """Return the switch for counterclockwise turns (S3)."""
    return _switch(common.direction(), "counterclockwise")


def _exact_calls() -> Switch:
    """Return the switch for exact calls (C5)."""
    return _switch(bids.exact(), "on")


def _crooked_dice() -> Switch:
    """Return the switch for crooked dice (T2)."""
    crooked = bids.crooked()
    return _switch(crooked, "0.02", crooked.name, _("One roll in fifty lands cocked"))


def _anyone_may_doubt() -> Switch:
    """Return the switch that lets anybody challenge, even out of turn (C1)."""
    return _switch(bids.challenge(), "anyone")


def _winners_gift() -> Switch:
    """Return the switch for the winner's gift (P5)."""
    return _switch(common.gift(), "on")


def _play_off() -> Switch:
    """Return the switch for a playoff between two players who would wash up together (E4)."""
    return _switch(bids.playoff(), "on")


def _any_face() -> Switch:
    """Return the switch for raises to any face. Source document 000 can also be read as allowing them (B4)."""
    return _switch(bids.raising(), "quantity", about="")


def _who_is_away_sits_out() -> Switch:
    """Return the switch that lets absent players sit out (L2). It is on at every new table."""
    sits_out, leaves = common.absence().values
    about = _("Otherwise they’re out after two missed turns")
    return Switch("absence", sits_out.value, sits_out.label, about, leaves.label)


def _wait_until_settled() -> Switch:
    """Return the switch that makes the next round wait while a forfeit is open (P1)."""
    # Translators: {time} is a phrase such as “3 minutes”.
    about = _("The next round waits until the forfeit is settled, {time} at most")
    return Switch(WAIT_SETTLED, "on", _("Forfeits first"), about)


def _faces_by_name() -> Switch:
    """Return the switch for the names of faces in sentences. It is off at a new table."""
    return Switch(FACE_NAMES, "on", _("Faces by name"), _("“5 horses” for “5 fives”"))


WORDINGS: dict[str, Callable[[], Wording]] = {
    "common": _common,
    "dudo": _dudo,
    "cup": _cup,
    "firehouse": _firehouse,
    "bar": _bar,
    "joker": _joker,
    "perudo": _perudo,
    "mia": _mia,
    "bluff": _bluff,
    "dahua": _dahua,
}
"""The wording of each variant, by its name in `engine/variants.py`."""


def wording(variant: str) -> Wording:
    """Return the texts about a variant, in the current language. Raises `KeyError` for an unknown variant."""
    return WORDINGS[variant]()


def offered(first: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the variants that a host can choose. Those of `first` come first, in that order."""
    return tuple(name for name in dict.fromkeys((*first, *VARIANTS)) if name in WORDINGS and name in VARIANTS)


def played_here(variant: str) -> str:
    """Return `variant` if a host can choose it. Raises `Trouble` (NOT_PLAYED_HERE) otherwise."""
    if variant not in offered():
        raise Trouble(Code.NOT_PLAYED_HERE)
    return variant
