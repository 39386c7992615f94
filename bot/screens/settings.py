"""What a server chooses for its tables: one card, which every choice changes."""

from collections.abc import Sequence

from bot.preferences.model import MONTHS, MOST_CHANNELS, ServerSettings
from bot.presses.preferences import (
    AllowChannels,
    KeepReplays,
    ServerDefaults,
    SwitchForServer,
    UsualClock,
    UsualGame,
    UsualPace,
)
from bot.screens import clocks, paces, variants
from bot.screens.model import Box, Button, ChannelMenu, Choice, Menu, Part, Row, Text
from bot.screens.switching import switch
from bot.tables.pace import PaceName
from bot.words.language import _, ngettext
from bot.words.lists import joined


def settings(chosen: ServerSettings, there: Sequence[int]) -> tuple[Part, ...]:
    """The card; `there` are those of the chosen channels that are still there."""
    parts: tuple[Text | Menu | ChannelMenu | Row, ...] = (
        Text("\n".join([_("## ⚙️ This server’s tables"), *_lines(chosen, there)])),
        _games(chosen),
        _paces(chosen),
        _clocks(chosen),
        ChannelMenu(AllowChannels(), _("Where may tables be opened? (everywhere)"), tuple(there), most=MOST_CHANNELS),
        _replays(chosen),
        _switches(chosen),
        Row((Button(_("Back to defaults"), ServerDefaults(), "↩️", disabled=chosen == ServerSettings()),)),
    )
    return (Box(parts),)


def _lines(chosen: ServerSettings, there: Sequence[int]) -> list[str]:
    """What holds now, and what it means."""
    clock = _("{time} a turn").format(time=clocks.span(chosen.clock)) if chosen.clock else _("no clock")
    new = _("🎲 A new table: {game}, {clock}, {pace}. Its host may change that.").format(
        game=variants.told(chosen.game).title, clock=clock, pace=paces.told(chosen.pace).name
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
        told = variants.told(name)
        choices.append(Choice(UsualGame(name), told.title, told.story, told.emoji, name == chosen.game))
    return Menu("game", _("Which game does /play open?"), tuple(choices))


def _paces(chosen: ServerSettings) -> Menu:
    choices = []
    for pace in PaceName:
        told = paces.told(pace)
        choices.append(Choice(UsualPace(pace), told.label, told.about, told.emoji, pace is chosen.pace))
    return Menu("pace", _("At what pace?"), tuple(choices))


def _clocks(chosen: ServerSettings) -> Menu:
    lengths = sorted({*clocks.CLOCKS, *([chosen.clock] if chosen.clock else [])})
    choices = []
    for seconds in lengths:
        words = _("⏳ {time} a turn").format(time=clocks.span(seconds))
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
