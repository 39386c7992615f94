"""The variants in words: what each is called, its house rules in two lines, and the options a host may change."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from bot.tables.model import Setup
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext
from engine.common_hand.rules import Price, Rules


class Described(msgspec.Struct, frozen=True):
    """A variant as a player knows it."""

    name: str
    emoji: str
    title: str
    rules: tuple[str, str]


def described(variant: str) -> Described:
    """The words for one variant."""
    match variant:
        case "firehouse":
            return Described(variant, "🚒", _("Firehouse"), (
                _("A red die names the wild number; every bid must raise the quantity, any face."),
                _("Anybody may bang out of turn: two goods if right, two bads if wrong. Too many bads wash you up."),
            ))  # fmt: skip
        case _:
            return Described("common", "🎲", _("Common hand"), (
                _("Five dice each, nothing wild. A raise needs more dice, and a face that is no lower."),
                _("Next in turn may call “liar”. Whoever was wrong owes a forfeit; the winner opens."),
            ))  # fmt: skip


OFFERED = ("common", "firehouse")
"""The variants a host may choose from."""


def forfeit_words(setup: Setup) -> str:
    """What a loser owes at this table."""
    return escaped(setup.forfeit) or _("one forfeit")


def span(seconds: int) -> str:
    """A length of time in words: "3 minutes", "2 days"."""
    whole = timedelta(seconds=seconds)
    if seconds % 86400 == 0:
        return ngettext("{n} day", "{n} days", whole.days).format(n=whole.days)
    if seconds % 3600 == 0:
        return ngettext("{n} hour", "{n} hours", seconds // 3600).format(n=seconds // 3600)
    if seconds % 60 == 0:
        return ngettext("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)
    return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)


def terms(setup: Setup, rules: Rules) -> str:
    """What this table has agreed on, in one line."""
    said = [_length(rules), _("⏳ {time} a turn").format(time=span(setup.clock)) if setup.clock else _("⏳ no clock")]
    if rules.price is Price.FORFEIT:
        said.append(_("📝 {forfeit}").format(forfeit=forfeit_words(setup)))
    return " · ".join([part for part in said if part] + _extras(setup))


def _length(rules: Rules) -> str:
    ends = []
    if rules.rounds is not None:
        ends.append(ngettext("{n} round", "{n} rounds", rules.rounds).format(n=rules.rounds))
    if rules.minutes is not None:
        ends.append(ngettext("{n} minute", "{n} minutes", rules.minutes).format(n=rules.minutes))
    if rules.price is Price.BADS:
        ends.append(_("{bads} bads, or two players at {pair}").format(bads=rules.bads, pair=rules.pair_bads))
    return _("🏁 {ends}").format(ends=_(" or ").join(ends)) if ends else _("🏁 until you call it quits")


def _extras(setup: Setup) -> list[str]:
    shown = [switch.label for switch in switches(setup.variant) if switch.is_on(setup)]
    numbers = {"dice": _("{v} dice each"), "ante": _("ante {v}")}
    shown += [words.format(v=setup.options[word]) for word, words in numbers.items() if word in setup.options]
    return shown


class Switch(msgspec.Struct, frozen=True):
    """A house rule that a host turns on or off: an option of RECORD.md and its value when it is on."""

    option: str
    value: str
    label: str
    about: str

    def is_on(self, setup: Setup) -> bool:
        """Whether the table plays it so."""
        return setup.options.get(self.option) == self.value


def switches(variant: str) -> Sequence[Switch]:
    """The house rules that make sense for a variant."""
    every = [
        Switch("direction", "counterclockwise", _("Counterclockwise"), _("Turns go the other way round")),
        Switch("exact", "on", _("Exact calls"), _("Say “exactly!” instead of raising or doubting")),
        Switch("crooked", "0.02", _("Crooked dice"), _("Once in fifty throws a die lands crooked for all to see")),
    ]
    if variant == "firehouse":
        return [*every, Switch("playoff", "on", _("Play-off"), _("Two at three bads play it out"))]
    return [
        *every,
        Switch("challenge", "anyone", _("Anyone may doubt"), _("Not only the next in turn")),
        Switch("raising", "quantity", _("Any face"), _("A raise needs more dice, of any face")),
        Switch("gift", "on", _("Winner’s gift"), _("The winner may name one more who owes a forfeit")),
    ]
