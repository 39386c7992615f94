"""Build the cards with settings: a person's own (/me), and a server's for its tables (/settings)."""

from collections.abc import Sequence

from bot.people.preferences import ASKS, NEWCOMER, DmStyle, Hints, OthersSee, Preferences, Reminders, Theme
from bot.people.servers import MONTHS, MOST_CHANNELS, ServerSettings
from bot.presses.base import Press
from bot.presses.history import PaintProfile
from bot.presses.preferences import (
    AllowChannels,
    ChooseDms,
    ChooseHints,
    ChooseLanguage,
    ChooseMisclicks,
    ChooseOthersSee,
    ChooseReminders,
    ChooseRole,
    KeepReplays,
    MyDefaults,
    MyPage,
    OpenDeck,
    OpenKeptWords,
    PaintCharts,
    PuzzleChannel,
    PuzzleHour,
    SendKeptWords,
    ServerDefaults,
    ServerPage,
    SwitchForServer,
    SwitchPings,
    UsualClock,
    UsualGame,
    UsualLanguage,
    UsualPace,
    WearDice,
)
from bot.screens.elements import option_values
from bot.screens.elements.cards import (
    Box,
    Button,
    ChannelMenu,
    Choice,
    Field,
    Form,
    Menu,
    Part,
    RoleMenu,
    Row,
    Style,
    Text,
    Tone,
)
from bot.screens.elements.controls import switch
from bot.screens.elements.labels import BACK, LUCKY_WORDS, MORE, NO, PACE, SERVERS_DARES, TALK, YOUR_LUCKY_WORDS
from bot.screens.families import variants
from bot.screens.table.roles import cannot_call
from bot.tables.model import LONGEST_LUCKY
from bot.tables.pace import PaceName
from bot.words.cleaning import escaped
from bot.words.dice import LOOKS, Look, die, look_names
from bot.words.language import N_, _, ngettext, offered

BACK_TO_DEFAULTS = N_("Reset to defaults")
PINGS = N_("Pings")

DISCORDS = "discord"
"""The choice that means the language of the person's Discord."""


def other_theme(theme: Theme) -> Theme:
    """Return the light theme for the dark one, and the dark theme for the light one."""
    return Theme.LIGHT if theme is Theme.DARK else Theme.DARK


def theme_button(press: PaintCharts | PaintProfile) -> Button:
    """Return the button that makes charts dark or light. `press` is the press that it makes."""
    if press.charts is Theme.LIGHT:
        return Button(_("Light charts"), press, "☀️")
    return Button(_("Dark charts"), press, "🌙")


def my_preferences(mine: Preferences, page: int = 0) -> tuple[Part, ...]:
    """Return a page (0 to 2) of a person's settings. The settings that people change most often are on page 0."""
    head = [_("## 🙋 Your table settings"), _("-# On every server. Only you see this.")]
    if page > 1:
        last = (_misclicks(mine), _reminders(mine), Row(_my_last(mine)))
        return (Box((Text("\n".join(head)), *last), Tone.FELT),)
    if page:
        chosen = (*_my_language(mine), _others_see(mine), _dice(mine))
        return (Box((Text("\n".join(head)), *chosen, Row(_my_rest(mine))), Tone.FELT),)
    usual = (
        switch(_(PINGS), mine.pings, SwitchPings(not mine.pings)),
        Button(_(LUCKY_WORDS), OpenKeptWords(), "🍀"),
        Button(_(MORE), MyPage(1), "➕"),
    )
    return (Box((Text("\n".join([*head, *_lucky(mine)])), _dms(mine), _hints(mine), Row(usual)), Tone.FELT),)


def _my_rest(mine: Preferences) -> tuple[Button, ...]:
    return (
        theme_button(PaintCharts(other_theme(mine.charts))),
        Button(_(MORE), MyPage(2), "➕"),
        Button(_(BACK), MyPage(0), "◀️"),
    )


def _my_last(mine: Preferences) -> tuple[Button, ...]:
    is_default = mine == Preferences(games=mine.games, achievements=mine.achievements)
    return (
        Button(_(BACK_TO_DEFAULTS), MyDefaults(), "↩️", disabled=is_default),
        Button(_(BACK), MyPage(1), "◀️"),
    )


def ask_for_defaults(yes: Press, no: Press) -> tuple[Part, ...]:
    """Return the question that a person confirms before all settings on a card are replaced by the defaults."""
    buttons = (Button(_(BACK_TO_DEFAULTS), yes, "↩️", Style.BAD), Button(_(NO), no))
    return (Text(_("↩️ Reset to defaults? Everything you chose here will be lost.")), Row(buttons))


def ask_for_fewer_replays(months: int, yes: Press, no: Press) -> tuple[Part, ...]:
    """Return the question that a person confirms before replays older than `months` are deleted."""
    asked = ngettext(
        "🗄️ Keep replays for {n} month? Older ones are deleted within a day, for good.",
        "🗄️ Keep replays for {n} months? Older ones are deleted within a day, for good.",
        months,
    )
    buttons = (Button(_("Yes, delete older ones"), yes, "🗑️", Style.BAD), Button(_(NO), no))
    return (Text(asked.format(n=months)), Row(buttons))


def lucky_form(mine: Preferences) -> Form:
    """Return the form for the lucky words that a person uses at every table, filled with their current ones."""
    about = _("They’re mixed into the dice whenever you sit down. Leave this empty for none.")
    field = Field("words", _(LUCKY_WORDS), about, mine.lucky, "", LONGEST_LUCKY, required=False)
    return Form(SendKeptWords(), _(LUCKY_WORDS), (field,))


def _lucky(mine: Preferences) -> list[str]:
    """Return a line with the lucky words that a person uses at every table, or [] if they have none."""
    return [_(YOUR_LUCKY_WORDS).format(words=words)] if (words := escaped(mine.lucky)) else []


def _dms(mine: Preferences) -> Menu:
    ways = (
        (DmStyle.EACH_ROUND, _("A new DM each round"), _("Your phone buzzes; the old DM is deleted")),
        (DmStyle.ONE, _("One DM"), _("It changes every round, quietly")),
        (DmStyle.NONE, _("No DMs"), _("Press My dice at the table")),
    )
    choices = tuple(Choice(ChooseDms(way), label, about, "", way is mine.dms) for way, label, about in ways)
    return Menu("dms", _("Your dice"), choices)


def _hints(mine: Preferences) -> Menu:
    # Translators: a line of a menu.
    words = ngettext("Hints in my first game", "Hints in my first {n} games", NEWCOMER).format(n=NEWCOMER)
    ways = ((Hints.FIRST_GAMES, words), (Hints.ON, _("Hints always")), (Hints.OFF, _("No hints")))
    choices = tuple(Choice(ChooseHints(way), label, chosen=way is mine.hints) for way, label in ways)
    return Menu("hints", _("Hints: how likely is a bid?"), choices)


def _misclicks(mine: Preferences) -> Menu:
    # Translators: a line of a menu: the bot asks about misclicks.
    words = ngettext("Ask in my first game", "Ask in my first {n} games", NEWCOMER).format(n=NEWCOMER)
    ways = ((Hints.FIRST_GAMES, words), (Hints.ON, _("Always ask")), (Hints.OFF, _("Never ask")))
    about = _("Before a bid that’s very likely a lie, or a call on a bid that’s very likely true")
    choices = tuple(
        Choice(ChooseMisclicks(way), label, "" if way is Hints.OFF else about, "", way is mine.misclicks)
        for way, label in ways
    )
    return Menu("misclicks", _("Misclicks"), choices)


def _reminders(mine: Preferences) -> Menu:
    ways = (
        (Reminders.HALF, _("Remind me when half the time is left")),
        (Reminders.TENTH, _("Remind me when a tenth of the time is left")),
        (Reminders.BOTH, _("Remind me both times")),
    )
    about = _("In games with an hour or more per turn")
    choices = tuple(Choice(ChooseReminders(way), label, about, "", way is mine.reminders) for way, label in ways)
    return Menu("reminders", _("Reminders in slow games"), choices)


def _my_language(mine: Preferences) -> tuple[Menu, ...]:
    """Return the menu of languages for a person, or () if the bot has only one language."""
    names = {DISCORDS: _("Same as Discord"), **offered()}
    now = mine.language or DISCORDS
    choices = tuple(Choice(ChooseLanguage(key), name, chosen=key == now) for key, name in names.items())
    return (Menu("language", _("Your language"), choices),) if len(offered()) > 1 else ()


def _others_see(mine: Preferences) -> Menu:
    ways = (
        (OthersSee.EVERYTHING, _("Everything is public"), _("Profile, rivals and leaderboards")),
        (OthersSee.BOARDS, _("Leaderboards are public"), _("Your profile is private")),
        (OthersSee.NOTHING, _("Everything is private"), _("Leaderboards leave your name out too")),
    )
    now = mine.others_see
    choices = tuple(Choice(ChooseOthersSee(what), label, about, "", what is now) for what, label, about in ways)
    return Menu("others", _("What others see"), choices)


def _dice(mine: Preferences) -> Menu:
    names = look_names()
    choices = tuple(
        Choice(WearDice(look), names[look], _unlocked(mine, look), die(6, look), look == mine.dice) for look in LOOKS
    )
    return Menu("dice", _("How your dice look"), choices)


def _unlocked(mine: Preferences, look: Look) -> str:
    """Return a text that says whether a person has unlocked a set of dice.

    If they have not, it says how many achievements the set takes.
    """
    if mine.may_wear(look):
        return _("Yours") if ASKS[look] else _("Open to everyone")
    # Translators: a set of dice that takes {n} achievements; you have {has} of them.
    words = ngettext(
        "🔒 Needs {n} achievement; you have {has}", "🔒 Needs {n} achievements; you have {has}", ASKS[look]
    )
    return words.format(n=ASKS[look], has=mine.achievements)


def page_of(switch: str) -> int:
    """Return the number of the settings page that has this switch."""
    return {"stakes": 0, "quiet": 3}.get(switch, 1)


def server_settings(
    chosen: ServerSettings, there: Sequence[int], page: int = 0, is_silent: bool = False
) -> tuple[Part, ...]:
    """Return a page (0 to 3) of a server's settings. `there` contains the chosen channels that still exist.

    `is_silent` is whether the bot may not mention the chosen role.
    """
    head = Text("\n".join([_("## ⚙️ This server’s tables"), *_nowhere(chosen, there)]))
    back = Button(_(BACK), ServerPage(max(page - 1, 0)), "◀️")
    if page > 2:
        is_default = chosen == ServerSettings(language=chosen.language)
        defaults = Button(_(BACK_TO_DEFAULTS), ServerDefaults(), "↩️", disabled=is_default)
        talk = switch(_(TALK), not chosen.quiet, SwitchForServer("quiet", not chosen.quiet))
        return (Box((head, _replays(chosen), *_role(chosen, is_silent), Row((talk, defaults, back)))),)
    if page > 1:
        where = ChannelMenu(
            PuzzleChannel(), _("Channel for the puzzle of the day (default: none)"), _puzzle_channel(chosen)
        )
        last = Button(_(MORE), ServerPage(3), "➕")
        return (Box((head, *_language(chosen), where, _puzzle_hours(chosen), Row((last, back)))),)
    if page:
        rest = (Button(_(SERVERS_DARES), OpenDeck(), "🃏"), Button(_(MORE), ServerPage(2), "➕"), back)
        return (Box((head, Row(_switches(chosen)), Row(rest))),)
    where = ChannelMenu(AllowChannels(), _("Channels for tables (default: all)"), tuple(there), most=MOST_CHANNELS)
    stakes = switch(_("Stakes"), chosen.stakes, SwitchForServer("stakes", not chosen.stakes))
    more = Button(_(MORE), ServerPage(1), "➕")
    return (Box((head, _games(chosen), _paces(chosen), _clocks(chosen), where, Row((stakes, more)))),)


def deck_kept(many: int) -> tuple[Part, ...]:
    """Return the answer to the person who has saved the server's dares, with the number of dares."""
    if not many:
        return (Text(_("🃏 Deleted: this server no longer has its own deck.")),)
    return (Text(ngettext("🃏 Saved: {n} dare.", "🃏 Saved: {n} dares.", many).format(n=many)),)


def _nowhere(chosen: ServerSettings, there: Sequence[int]) -> list[str]:
    """Return a warning if tables are allowed only in channels that no longer exist, or [] otherwise."""
    gone = chosen.channels and not there
    return [_("📍 No table can be opened: the chosen channels are gone.")] if gone else []


def _games(chosen: ServerSettings) -> Menu:
    choices = []
    for name in variants.offered():
        wording = variants.wording(name)
        choices.append(Choice(UsualGame(name), wording.title, wording.story, wording.emoji, name == chosen.game))
    return Menu("game", _("Default game for /play"), tuple(choices))


def _paces(chosen: ServerSettings) -> Menu:
    choices = []
    for pace in PaceName:
        words = option_values.pace_words(pace)
        choices.append(Choice(UsualPace(pace), words.label, words.about, words.emoji, pace is chosen.pace))
    return Menu("pace", _(PACE), tuple(choices))


def _clocks(chosen: ServerSettings) -> Menu:
    lengths = sorted({*option_values.CLOCKS, *([chosen.clock] if chosen.clock else [])})
    choices = []
    for seconds in (*lengths, None):
        words = option_values.turn_time(seconds)
        choices.append(Choice(UsualClock(seconds or 0), words, chosen=seconds == chosen.clock))
    return Menu("clock", option_values.time_per_turn(), tuple(choices))


def _puzzle_channel(chosen: ServerSettings) -> tuple[int, ...]:
    return (chosen.puzzle_channel,) if chosen.puzzle_channel is not None else ()


def _role(chosen: ServerSettings, is_silent: bool) -> tuple[RoleMenu | Text, ...]:
    """Return the menu for the role that hosts may call, and a warning if the bot may not mention it."""
    menu = RoleMenu(
        ChooseRole(), _("Role that hosts may ping (default: none)"), () if chosen.role is None else (chosen.role,)
    )
    return (menu, Text(f"-# {cannot_call(chosen.role)}")) if chosen.role is not None and is_silent else (menu,)


def _puzzle_hours(chosen: ServerSettings) -> Menu:
    words = _("🧩 Puzzle at {hour}:00 UTC")
    choices = tuple(
        Choice(PuzzleHour(hour), words.format(hour=hour), chosen=hour == chosen.puzzle_hour) for hour in range(24)
    )
    return Menu("puzzle", _("Puzzle time"), choices)


def _language(chosen: ServerSettings) -> tuple[Menu, ...]:
    """Return the menu of languages for a server, or () if the bot has only one language."""
    choices = tuple(
        Choice(UsualLanguage(key), _("🗣️ {language}").format(language=name), chosen=key == chosen.language)
        for key, name in offered().items()
    )
    return (Menu("language", _("Language in the channels"), choices),) if len(choices) > 1 else ()


def _replays(chosen: ServerSettings) -> Menu:
    choices = []
    for months in MONTHS:
        words = ngettext("🗄️ Keep replays for {n} month", "🗄️ Keep replays for {n} months", months).format(n=months)
        about = _("Older ones are deleted within a day")
        choices.append(Choice(KeepReplays(months), words, about, chosen=months == chosen.replays))
    choices.append(Choice(KeepReplays(0), _("🗄️ Keep replays for good"), chosen=chosen.replays is None))
    return Menu("replays", _("How long replays are kept"), tuple(choices))


def _switches(chosen: ServerSettings) -> tuple[Button, ...]:
    return (
        switch(_("Threads"), chosen.threads, SwitchForServer("threads", not chosen.threads)),
        switch(_("Hints"), chosen.hints, SwitchForServer("hints", not chosen.hints)),
        switch(_(PINGS), chosen.pings, SwitchForServer("pings", not chosen.pings)),
    )
