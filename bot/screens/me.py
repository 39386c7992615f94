"""What a person chooses for themselves: one card, which every choice changes."""

from typing import assert_never

from bot.preferences.model import ASKS, NEWCOMER, DmStyle, Hints, OthersSee, Preferences
from bot.presses.preferences import (
    ChooseDms,
    ChooseHints,
    ChooseOthersSee,
    MyDefaults,
    OpenKeptWords,
    PaintCharts,
    SendKeptWords,
    SwitchPings,
    WearDice,
)
from bot.screens.looks import look_names
from bot.screens.model import Box, Button, Choice, Field, Form, Menu, Part, Row, Text, Tone
from bot.screens.switching import switch
from bot.screens.themes import other, painted
from bot.tables.model import LONGEST_LUCKY
from bot.words.cleaning import escaped
from bot.words.language import _, ngettext
from bot.words.pictures import LOOKS, Look, die


def me(mine: Preferences) -> tuple[Part, ...]:
    """The card."""
    is_default = mine == Preferences(games=mine.games, achievements=mine.achievements)
    parts: tuple[Text | Menu | Row, ...] = (
        Text("\n".join([_("## 🙋 You at the table"), *_lines(mine), _("-# On every server. Only you see this.")])),
        _dms(mine),
        _hints(mine),
        _others_see(mine),
        _dice(mine),
        Row(
            (
                switch(_("Pings"), mine.pings, SwitchPings(not mine.pings)),
                painted(PaintCharts(other(mine.charts))),
                Button(_("Lucky words"), OpenKeptWords(), "🍀"),
                Button(_("Back to defaults"), MyDefaults(), "↩️", disabled=is_default),
            )
        ),
    )
    return (Box(parts, Tone.FELT),)


def lucky_form(mine: Preferences) -> Form:
    """The form for the lucky words that one keeps, as they are."""
    about = _("They go into the dice whenever you sit down. Leave it empty for none.")
    field = Field("words", _("Lucky words"), about, mine.lucky, "", LONGEST_LUCKY, required=False)
    return Form(SendKeptWords(), _("Your lucky words"), (field,))


def _lines(mine: Preferences) -> list[str]:
    """What holds now, and what it means."""
    looks = look_names()
    lucky = (
        _("🍀 You bring “{words}” to every table.").format(words=escaped(mine.lucky))
        if mine.lucky
        else _("🍀 You bring no lucky words.")
    )
    return [
        _dm_line(mine.dms),
        _hint_line(mine),
        _("🔔 You are mentioned when the table waits for you.") if mine.pings else _("🔕 You are never mentioned."),
        lucky,
        _others_see_line(mine.others_see),
        _("{die} Your dice are **{look}**, from the next table on.").format(
            die=die(6, mine.dice), look=looks[mine.dice]
        ),
    ]


def _dm_line(style: DmStyle) -> str:
    match style:
        case DmStyle.EACH_ROUND:
            return _("✉️ Your dice come by DM each round; the message before goes.")
        case DmStyle.ONE:
            return _("✉️ Your dice stand in one DM, which changes from round to round.")
        case DmStyle.NONE:
            return _("✉️ You get no DMs: **My dice** shows them.")
        case kind:
            assert_never(kind)


def _hint_line(mine: Preferences) -> str:
    match mine.hints:
        case Hints.ON:
            return _("💡 **My dice** tells you how likely a bid is.")
        case Hints.OFF:
            return _("💡 **My dice** shows your dice and no more.")
        case Hints.FIRST_GAMES if mine.hinted():
            return ngettext(
                "💡 **My dice** tells you how likely a bid is, in your first {n} game.",
                "💡 **My dice** tells you how likely a bid is, in your first {n} games.",
                NEWCOMER,
            ).format(n=NEWCOMER)
        case Hints.FIRST_GAMES:
            return _("💡 **My dice** told you how likely a bid is, in your first games. You know the game now.")
        case kind:
            assert_never(kind)


def _others_see_line(what: OthersSee) -> str:
    match what:
        case OthersSee.EVERYTHING:
            return _("👀 Others may see your `/profile`.")
        case OthersSee.BOARDS:
            return _("👀 Others see you on boards; your `/profile` is yours alone.")
        case OthersSee.NOTHING:
            return _("🙈 Boards leave your name out; your `/profile` is yours alone.")
        case kind:
            assert_never(kind)


def _dms(mine: Preferences) -> Menu:
    ways = (
        (DmStyle.EACH_ROUND, _("A new DM each round"), _("So that your phone tells you; the one before is deleted")),
        (DmStyle.ONE, _("One DM"), _("It changes from round to round, quietly")),
        (DmStyle.NONE, _("No DMs"), _("My dice, on the panel, shows them to you alone")),
    )
    choices = tuple(Choice(ChooseDms(way), label, about, "", way is mine.dms) for way, label, about in ways)
    return Menu("dms", _("How do your dice come to you?"), choices)


def _hints(mine: Preferences) -> Menu:
    words = ngettext("Hints in my first {n} game", "Hints in my first {n} games", NEWCOMER).format(n=NEWCOMER)
    ways = ((Hints.FIRST_GAMES, words), (Hints.ON, _("Hints always")), (Hints.OFF, _("No hints")))
    choices = tuple(Choice(ChooseHints(way), label, chosen=way is mine.hints) for way, label in ways)
    return Menu("hints", _("Hints: how likely is that bid?"), choices)


def _others_see(mine: Preferences) -> Menu:
    ways = (
        (OthersSee.EVERYTHING, _("Others see all"), _("Your profile, your rivalries, and you on boards")),
        (OthersSee.BOARDS, _("Others see boards"), _("You on boards; your profile is yours alone")),
        (OthersSee.NOTHING, _("Others see nothing"), _("Boards leave your name out, too")),
    )
    now = mine.others_see
    choices = tuple(Choice(ChooseOthersSee(what), label, about, "", what is now) for what, label, about in ways)
    return Menu("others", _("What may others see of your games?"), choices)


def _dice(mine: Preferences) -> Menu:
    names = look_names()
    choices = tuple(
        Choice(WearDice(look), names[look], _unlocked(mine, look), die(6, look), look == mine.dice) for look in LOOKS
    )
    return Menu("dice", _("Which dice do you bring?"), choices)


def _unlocked(mine: Preferences, look: Look) -> str:
    """Whether a look is theirs, and what it asks otherwise."""
    if mine.may_wear(look):
        return _("Yours") if ASKS[look] else _("Everybody’s")
    words = ngettext("🔒 With {n} achievement; you have {has}", "🔒 With {n} achievements; you have {has}", ASKS[look])
    return words.format(n=ASKS[look], has=mine.achievements)
