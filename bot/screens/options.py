"""The host's form: how long, how fast, for what, and which house rules; and the set-up that it asks for."""

import re

from msgspec.structs import replace

from bot.presses.lobby import SendOptions
from bot.screens import clocks, paces, terms, variants
from bot.screens.families import presenter
from bot.screens.house_rules import belonging
from bot.screens.length import length_in_words, read_length
from bot.screens.model import Choice, Field, Form, Menu
from bot.tables.model import LONGEST_CLOCK, SHORTEST_CLOCK, WAIT_SETTLED, Setup, TableInfo
from bot.tables.pace import PaceName
from bot.tables.trouble import Code, Trouble
from bot.words.cleaning import clean
from bot.words.language import _


def options(table: TableInfo) -> Form:
    """The form as the table stands."""
    setup, shown = table.setup, presenter(table.rules)
    about = _("“10 rounds”, “45 minutes” or both; empty: until you call it quits")
    fields = [
        Field("rounds", _("How long?"), about, length_in_words(table.rules), _("10 rounds"), 40, False),
        Field("clock", _("Time for a turn"), menu=_clock_menu(setup)),
        Field("pace", _("Pace"), required=False, menu=_pace_menu(setup)),
    ]
    fields += shown.questions(setup, table.rules) if shown is not None else ()
    fields.append(Field("switches", _("House rules"), _("As many as you like"), required=False, menu=_switches(setup)))
    return Form(SendOptions(table.id), _("This table’s options"), tuple(fields))


def _clock_menu(setup: Setup) -> Menu:
    lengths = sorted({*clocks.CLOCKS, *([setup.clock] if setup.clock else [])})
    choices = [Choice(str(seconds), clocks.span(seconds), chosen=seconds == setup.clock) for seconds in lengths]
    choices.append(Choice("none", _("no clock"), chosen=setup.clock is None))
    return Menu("clock", _("Time for a turn"), tuple(choices))


def _pace_menu(setup: Setup) -> Menu:
    told = [(pace, paces.told(pace)) for pace in PaceName]
    choices = tuple(Choice(pace, its.label, its.about, its.emoji, pace is setup.pace) for pace, its in told)
    return Menu("pace", _("Pace"), choices)


def _switches(setup: Setup) -> Menu:
    choices = tuple(
        Choice(f"{switch.option}={switch.value}", switch.label, switch.about, chosen=terms.is_on(switch, setup))
        for switch in variants.told(setup.variant).switches
        if setup.stakes or switch.option != WAIT_SETTLED
    )
    return Menu("switches", _("None"), choices, 0, len(choices))


def changed(setup: Setup, typed: dict[str, str], chosen: dict[str, tuple[str, ...]]) -> Setup:
    """The set-up that a filled-in form asks for; the rules check it.

    What the form does not ask for stays, but what belongs to a house rule that is switched off goes with it.

    Raises `Trouble` for words that name no length.
    """
    switches = variants.told(setup.variant).switches
    asked = {
        *_of_the_length(setup, typed),
        *(each.option for each in switches if setup.options.get(each.option, each.value) == each.value),
    }
    new = {word: value for word, value in setup.options.items() if word not in asked}
    new |= read_length(typed.get("rounds", ""))
    new |= {option: value for option, _equals, value in (pair.partition("=") for pair in chosen.get("switches", ()))}
    settled = new.pop(WAIT_SETTLED, "") != ""
    switched_off = {each.option for each in switches if terms.is_on(each, setup)} - set(new)
    new = {word: value for word, value in new.items() if word not in belonging(setup, switched_off)}
    clock = (chosen.get("clock") or ("none",))[0]
    forfeit = clean(typed.get("forfeit", setup.forfeit))
    if "stake" in typed or "stake" in chosen:
        new = {word: value for word, value in new.items() if word != "stake"}
        new |= {"stake": stake} if (stake := clean(typed.get("stake", ""))) else {}
    pace = _pace((chosen.get("pace") or (setup.pace,))[0])
    agreed = replace(setup, forfeit=forfeit, clock=_seconds(clock), pace=pace)
    return agreed.with_rules(setup.variant, new, settled)


def _of_the_length(setup: Setup, typed: dict[str, str]) -> tuple[str, ...]:
    """The options that the form asks for in one field; where other bads wash up one (E4), two are as usual."""
    bads = read_length(typed.get("rounds", "")).get("bads")
    return ("rounds", "minutes", "bads", *(() if bads == setup.options.get("bads") else ("pair-bads",)))


def _pace(word: str) -> PaceName:
    """What the menu of paces says. Raises `Trouble` for any other word."""
    try:
        return PaceName(word)
    except ValueError:
        raise Trouble(Code.NO_PACE) from None


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
    setup = Setup(variants.played_here(variant), variants.told(variant).proposed)
    return setup if before is None else before.with_rules(variant, setup.options)
