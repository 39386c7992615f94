"""The cards of what is chosen: by a person for themselves (/me), and by a server for its tables (/settings)."""

from collections.abc import Sequence
from typing import assert_never

from bot.people.preferences import ASKS, NEWCOMER, DmStyle, Hints, OthersSee, Preferences, Theme
from bot.people.servers import MONTHS, MOST_CHANNELS, ServerSettings
from bot.presses.base import Press
from bot.presses.history import PaintProfile
from bot.presses.preferences import (
    AllowChannels,
    ChooseDms,
    ChooseHints,
    ChooseOthersSee,
    KeepReplays,
    MyDefaults,
    OpenKeptWords,
    PaintCharts,
    SendKeptWords,
    ServerDefaults,
    SwitchForServer,
    SwitchPings,
    UsualClock,
    UsualGame,
    UsualPace,
    WearDice,
)
from bot.screens import option_values, variants
from bot.screens.model import Box, Button, ChannelMenu, Choice, Field, Form, Menu, Part, Row, Style, Text, Tone
from bot.tables.model import LONGEST_LUCKY
from bot.tables.pace import PaceName
from bot.words.cleaning import escaped
from bot.words.dice import LOOKS, Look, die, look_names
from bot.words.language import _, joined, ngettext


def switch(name: str, on: bool, press: Press) -> Button:
    """Return the button of a switch that is `on` or off now; `press` turns it the other way."""
    words = _("{switch}: on") if on else _("{switch}: off")
    return Button(words.format(switch=name), press, style=Style.GOOD if on else Style.PLAIN)


def other_theme(theme: Theme) -> Theme:
    """Return light for dark, and dark for light."""
    return Theme.LIGHT if theme is Theme.DARK else Theme.DARK


def theme_button(press: PaintCharts | PaintProfile) -> Button:
    """Return the button of a press that has charts drawn dark or light."""
    if press.charts is Theme.LIGHT:
        return Button(_("Light charts"), press, "☀️")
    return Button(_("Dark charts"), press, "🌙")


def my_preferences(mine: Preferences) -> tuple[Part, ...]:
    """Return the card of what a person has chosen for themselves, with everything that changes it."""
    is_default = mine == Preferences(games=mine.games, achievements=mine.achievements)
    parts: tuple[Text | Menu | Row, ...] = (
        Text("\n".join([_("## 🙋 You at the table"), *_my_lines(mine), _("-# On every server. Only you see this.")])),
        _dms(mine),
        _hints(mine),
        _others_see(mine),
        _dice(mine),
        Row(
            (
                switch(_("Pings"), mine.pings, SwitchPings(not mine.pings)),
                theme_button(PaintCharts(other_theme(mine.charts))),
                Button(_("Lucky words"), OpenKeptWords(), "🍀"),
                Button(_("Back to defaults"), MyDefaults(), "↩️", disabled=is_default),
            )
        ),
    )
    return (Box(parts, Tone.FELT),)


def lucky_form(mine: Preferences) -> Form:
    """Return the form for the lucky words that a person keeps, filled with those they have."""
    about = _("They go into the dice whenever you sit down. Leave it empty for none.")
    field = Field("words", _("Lucky words"), about, mine.lucky, "", LONGEST_LUCKY, required=False)
    return Form(SendKeptWords(), _("Your lucky words"), (field,))


def _my_lines(mine: Preferences) -> list[str]:
    """Return what a person's choices are now and what each means."""
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
    """Return whether a look of the dice is theirs, and otherwise how many achievements it asks for."""
    if mine.may_wear(look):
        return _("Yours") if ASKS[look] else _("Everybody’s")
    words = ngettext("🔒 With {n} achievement; you have {has}", "🔒 With {n} achievements; you have {has}", ASKS[look])
    return words.format(n=ASKS[look], has=mine.achievements)


def server_settings(chosen: ServerSettings, there: Sequence[int]) -> tuple[Part, ...]:
    """Return the card of what a server has chosen; `there` are those of its channels that still exist."""
    parts: tuple[Text | Menu | ChannelMenu | Row, ...] = (
        Text("\n".join([_("## ⚙️ This server’s tables"), *_server_lines(chosen, there)])),
        _games(chosen),
        _paces(chosen),
        _clocks(chosen),
        ChannelMenu(AllowChannels(), _("Where may tables be opened? (everywhere)"), tuple(there), most=MOST_CHANNELS),
        _replays(chosen),
        _switches(chosen),
        Row((Button(_("Back to defaults"), ServerDefaults(), "↩️", disabled=chosen == ServerSettings()),)),
    )
    return (Box(parts),)


def _server_lines(chosen: ServerSettings, there: Sequence[int]) -> list[str]:
    """Return what a server's choices are now and what each means."""
    clock = _("{time} a turn").format(time=option_values.span(chosen.clock)) if chosen.clock else _("no clock")
    new = _("🎲 A new table: {game}, {clock}, {pace}. Its host may change that.").format(
        game=variants.wording(chosen.game).title, clock=clock, pace=option_values.pace_words(chosen.pace).name
    )
    return [
        new,
        _where(chosen, there),
        _("📝 Losers owe forfeits.") if chosen.stakes else _("📝 No stakes: nobody owes anything here."),
        _("🧵 Each game has a thread of its own.") if chosen.threads else _("🧵 Games stand in the channel itself."),
        _("💡 Newcomers get hints.") if chosen.hints else _("💡 Nobody gets hints."),
        _("🔔 Who is slow to move is mentioned.") if chosen.pings else _("🔕 Nobody is mentioned."),
        _kept(chosen.replays),
    ]


def _kept(months: int | None) -> str:
    if months is None:
        return _("🗄️ Replays of games are kept for good.")
    return ngettext(
        "🗄️ Replays of games go after {n} month; what they count for stays.",
        "🗄️ Replays of games go after {n} months; what they count for stays.",
        months,
    ).format(n=months)


def _where(chosen: ServerSettings, there: Sequence[int]) -> str:
    if not chosen.channels:
        return _("📍 Tables may be opened everywhere.")
    if not there:
        return _("📍 Tables may be opened nowhere: the channels that were chosen are gone.")
    return _("📍 Tables may be opened in {channels}.").format(channels=joined([f"<#{each}>" for each in there]))


def _games(chosen: ServerSettings) -> Menu:
    choices = []
    for name in variants.offered():
        wording = variants.wording(name)
        choices.append(Choice(UsualGame(name), wording.title, wording.story, wording.emoji, name == chosen.game))
    return Menu("game", _("Which game does /play open?"), tuple(choices))


def _paces(chosen: ServerSettings) -> Menu:
    choices = []
    for pace in PaceName:
        words = option_values.pace_words(pace)
        choices.append(Choice(UsualPace(pace), words.label, words.about, words.emoji, pace is chosen.pace))
    return Menu("pace", _("At what pace?"), tuple(choices))


def _clocks(chosen: ServerSettings) -> Menu:
    lengths = sorted({*option_values.CLOCKS, *([chosen.clock] if chosen.clock else [])})
    choices = []
    for seconds in lengths:
        words = _("⏳ {time} a turn").format(time=option_values.span(seconds))
        choices.append(Choice(UsualClock(seconds), words, chosen=seconds == chosen.clock))
    choices.append(Choice(UsualClock(0), _("⏳ no clock"), chosen=chosen.clock is None))
    return Menu("clock", _("How long may a turn take?"), tuple(choices))


def _replays(chosen: ServerSettings) -> Menu:
    choices = []
    for months in MONTHS:
        words = ngettext("🗄️ Replays for {n} month", "🗄️ Replays for {n} months", months).format(n=months)
        about = _("Older ones go for good, within a day")
        choices.append(Choice(KeepReplays(months), words, about, chosen=months == chosen.replays))
    choices.append(Choice(KeepReplays(0), _("🗄️ Replays for good"), chosen=chosen.replays is None))
    return Menu("replays", _("How long are replays kept?"), tuple(choices))


def _switches(chosen: ServerSettings) -> Row:
    return Row(
        (
            switch(_("Stakes"), chosen.stakes, SwitchForServer("stakes", not chosen.stakes)),
            switch(_("Threads"), chosen.threads, SwitchForServer("threads", not chosen.threads)),
            switch(_("Hints"), chosen.hints, SwitchForServer("hints", not chosen.hints)),
            switch(_("Pings"), chosen.pings, SwitchForServer("pings", not chosen.pings)),
        )
    )
