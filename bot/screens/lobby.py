"""The lobby: what will be played, who sits, and the buttons that change it."""

import re

from msgspec.structs import replace

from bot.presses.lobby import (
    AddComputer,
    Cancel,
    ChooseVariant,
    Join,
    OpenLuckyWords,
    OpenOptions,
    RemoveComputer,
    SendOptions,
    StandUp,
    Start,
)
from bot.presses.private import ShowRules
from bot.screens import fairness, terms, variants
from bot.screens.cast import Cast
from bot.screens.families import presenter
from bot.screens.model import Box, Button, Card, Choice, Field, Form, Menu, Row, Rule, Style, Text, Tone
from bot.tables.model import LONGEST_CLOCK, MOST_SEATS, SHORTEST_CLOCK, Code, Setup, Status, TableInfo, Trouble, Who
from bot.words.cleaning import clean, person, plain_person
from bot.words.language import _, ngettext
from bot.words.lists import listed


def lobby(table: TableInfo) -> Card:
    """The invitation, and everything that can be pressed on it."""
    return Card(lasting=(_invitation(table),), live=_controls(table))


def thread_name(setup: Setup, host: Who) -> str:
    """What the thread of a table of its own is called."""
    told = variants.told(setup.variant)
    return _("{emoji} {title} with {host}").format(emoji=told.emoji, title=told.title, host=plain_person(host.name))


def thread_line(setup: Setup, host: Who, thread: int = 0) -> Text:
    """What stands in the channel for a table in a thread; with the link once there is one."""
    told, name = variants.told(setup.variant), person(host.name)
    if not thread:
        return Text(
            _("{emoji} **{host}** opens a table: {title}.").format(emoji=told.emoji, host=name, title=told.title)
        )
    words = _("{emoji} **{host}** opens a table: {title}. Sit down in <#{thread}>!")
    return Text(words.format(emoji=told.emoji, host=name, title=told.title, thread=thread))


def closed(table: TableInfo) -> Card:
    """A lobby that came to nothing."""
    words = _("🧹 {title}: the table is cleared away. `/play` sets up another.").format(
        title=variants.told(table.setup.variant).title
    )
    return Card(lasting=(Box((Text(words), fairness.fair_button(table)), Tone.GREY),))


def not_played_here(table: TableInfo) -> Card:
    """A table of a game that has no presenter: another version of the bot began it."""
    words = _("🧩 {title}: this game cannot be played here yet. `/table end` clears the table away.").format(
        title=variants.told(table.setup.variant).title
    )
    return Card(lasting=(Box((Text(words),), Tone.GREY),))


def _invitation(table: TableInfo) -> Box:
    told = variants.told(table.setup.variant)
    cast = Cast(table.seats)
    head = [f"## {told.emoji} {told.title}", *told.rules, terms.terms(table.setup, table.rules)]
    tone = Tone.BRASS if table.status is Status.LOBBY else Tone.GREY
    return Box((Text("\n".join(head)), Rule(), Text(_seats(table, cast)), Text(fairness.sealed(table))), tone)


def _seats(table: TableInfo, cast: Cast) -> str:
    count = len(table.seats)
    head = ngettext("🪑 **{n} at the table**", "🪑 **{n} at the table**", count).format(n=count)
    names = []
    for number, seat in enumerate(table.seats):
        crown = " 👑" if seat.user == table.host.id else ""
        lucky = " 🍀" if seat.brought.lucky else ""
        names.append(cast.quiet(number) + crown + lucky)
    wait = _("One more and you can start: a friend, or a computer player.")
    return "\n".join([head, listed(names)] + ([wait] if count < 2 and table.status is Status.LOBBY else []))


def _controls(table: TableInfo) -> tuple[Row | Menu, ...]:
    full = len(table.seats) >= MOST_SEATS
    sit = (
        Button(_("Join"), Join(table.id), "🪑", Style.GOOD, disabled=full),
        Button(_("Leave"), StandUp(table.id), "🚪"),
        Button(_("Add computer player"), AddComputer(table.id), "🤖", disabled=full),
        Button(_("Lucky words"), OpenLuckyWords(table.id), "🍀"),
        Button(_("How to play"), ShowRules(table.id), "❓"),
    )
    host = (
        Button(_("Start"), Start(table.id), "▶️", Style.MAIN, disabled=len(table.seats) < 2),
        Button(_("Options"), OpenOptions(table.id), "⚙️"),
        *([Button(_("Remove computer"), RemoveComputer(table.id), "➖")] if _has_robot(table) else []),
        Button(_("Cancel"), Cancel(table.id), "✖️", Style.BAD),
    )
    return (Row(sit), Row(host), _variants(table))


def _has_robot(table: TableInfo) -> bool:
    return any(seat.user is None for seat in table.seats)


def _variants(table: TableInfo) -> Menu:
    choices = []
    for name in variants.offered():
        told = variants.told(name)
        choose, chosen = ChooseVariant(table.id, name), name == table.setup.variant
        choices.append(Choice(choose, told.title, told.rules[0][:100], told.emoji, chosen))
    return Menu("variant", _("Another game?"), tuple(choices))


def options(table: TableInfo) -> Form:
    """The host's form: how long, how fast, for what, and which house rules."""
    setup, rules, shown = table.setup, table.rules, presenter(table.rules)
    fields = [
        Field("rounds", _("Rounds"), _("1 to 100, or empty to play on"), _number(rules.rounds), "10", 3, False),
        Field("minutes", _("Minutes"), _("Stop after so many, or empty"), _number(rules.minutes), "", 5, False),
        Field("clock", _("Time for a turn"), menu=_clock_menu(setup)),
    ]
    fields += shown.questions(setup, rules) if shown is not None else ()
    fields.append(Field("switches", _("House rules"), _("As many as you like"), required=False, menu=_switches(setup)))
    return Form(SendOptions(table.id), _("This table’s options"), tuple(fields))


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _clock_menu(setup: Setup) -> Menu:
    lengths = sorted({*terms.CLOCKS, *([setup.clock] if setup.clock else [])})
    choices = [Choice(str(seconds), terms.span(seconds), chosen=seconds == setup.clock) for seconds in lengths]
    choices.append(Choice("none", _("no clock"), chosen=setup.clock is None))
    return Menu("clock", _("Time for a turn"), tuple(choices))


def _switches(setup: Setup) -> Menu:
    choices = tuple(
        Choice(f"{switch.option}={switch.value}", switch.label, switch.about, chosen=terms.is_on(switch, setup))
        for switch in variants.told(setup.variant).switches
    )
    return Menu("switches", _("None"), choices, 0, len(choices))


def changed(setup: Setup, typed: dict[str, str], chosen: dict[str, tuple[str, ...]]) -> Setup:
    """The set-up that a filled-in form asks for; the rules check it."""
    kept = {"dice", "pair-bads", "ante", "stake"}
    new = {word: value for word, value in setup.options.items() if word in kept}
    for word in ("rounds", "minutes"):
        if value := typed.get(word, "").strip():
            new[word] = value
    if (bads := typed.get("bads", "").strip()) and bads != "5":
        new["bads"] = bads
        if bads == "2":
            new["pair-bads"] = bads  # E4: two players together never need more bads than one alone
    new |= {option: value for option, _equals, value in (pair.partition("=") for pair in chosen.get("switches", ()))}
    clock = (chosen.get("clock") or ("none",))[0]
    forfeit = clean(typed.get("forfeit", setup.forfeit))
    return replace(setup, options=new, forfeit=forfeit, clock=_seconds(clock))


def _seconds(clock: str) -> int | None:
    """What the menu of clocks says: a number of seconds, or none. Raises `Trouble` for any other words."""
    if clock == "none":
        return None
    if not re.fullmatch("[0-9]{1,9}", clock):
        raise Trouble(Code.CLOCK_RANGE, low=SHORTEST_CLOCK, high=LONGEST_CLOCK)
    return int(clock)


def proposed(variant: str, before: Setup | None = None) -> Setup:
    """The set-up that is proposed for a variant; clock, pace, stakes and the forfeit are kept from `before`.

    Raises `Trouble` for a variant that is not offered.
    """
    if variant not in variants.offered():
        raise Trouble(Code.NOT_PLAYED_HERE)
    setup = Setup(variant, variants.told(variant).proposed)
    return setup if before is None else replace(before, variant=variant, options=setup.options)
