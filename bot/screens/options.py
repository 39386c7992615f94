"""The host's form: how long, how fast, for what, and which house rules; and the set-up that it asks for."""

import re

from bot.presses.lobby import SendOptions
from bot.screens import terms, variants
from bot.screens.families import presenter
from bot.screens.length import length_in_words, read_length
from bot.screens.model import Choice, Field, Form, Menu
from bot.screens.variants.switches import WAIT_SETTLED
from bot.tables.model import LONGEST_CLOCK, SHORTEST_CLOCK, Code, Setup, TableInfo, Trouble
from bot.words.cleaning import clean
from bot.words.language import _

CLOCKS = (30, 60, 180, 600, 3600, 86400, 604800)
"""The lengths of a turn that are offered, in seconds."""
ASKED = ("rounds", "minutes", "bads", "pair-bads")
"""The options that the form asks for in one field, beside the house rules."""


def options(table: TableInfo) -> Form:
    """The form as the table stands."""
    setup, shown = table.setup, presenter(table.rules)
    about = _("“10 rounds”, “45 minutes” or both; empty: until you call it quits")
    fields = [
        Field("rounds", _("How long?"), about, length_in_words(table.rules), _("10 rounds"), 40, False),
        Field("clock", _("Time for a turn"), menu=_clock_menu(setup)),
    ]
    fields += shown.questions(setup, table.rules) if shown is not None else ()
    fields.append(Field("switches", _("House rules"), _("As many as you like"), required=False, menu=_switches(setup)))
    return Form(SendOptions(table.id), _("This table’s options"), tuple(fields))


def _clock_menu(setup: Setup) -> Menu:
    lengths = sorted({*CLOCKS, *([setup.clock] if setup.clock else [])})
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
    """The set-up that a filled-in form asks for; the rules check it. What the form does not ask for stays.

    Raises `Trouble` for words that name no length.
    """
    asked = {*ASKED, *(switch.option for switch in variants.told(setup.variant).switches)}
    new = {word: value for word, value in setup.options.items() if word not in asked}
    new |= read_length(typed.get("rounds", ""))
    new |= {option: value for option, _equals, value in (pair.partition("=") for pair in chosen.get("switches", ()))}
    settled = new.pop(WAIT_SETTLED, "") != ""
    clock = (chosen.get("clock") or ("none",))[0]
    forfeit = clean(typed.get("forfeit", setup.forfeit))
    return Setup(setup.variant, new, forfeit, _seconds(clock), wait_settled=settled)


def _seconds(clock: str) -> int | None:
    """What the menu of clocks says: a number of seconds, or none. Raises `Trouble` for any other words."""
    if clock == "none":
        return None
    if not re.fullmatch("[0-9]{1,9}", clock):
        raise Trouble(Code.CLOCK_RANGE, low=SHORTEST_CLOCK, high=LONGEST_CLOCK)
    return int(clock)


def proposed(variant: str, before: Setup | None = None) -> Setup:
    """The set-up that is proposed for a variant; the clock and the forfeit are kept from `before`.

    Raises `Trouble` for a variant that is not offered.
    """
    if variant not in variants.offered():
        raise Trouble(Code.NOT_PLAYED_HERE)
    setup = Setup(variant, variants.told(variant).proposed)
    if before is None:
        return setup
    return Setup(variant, setup.options, before.forfeit, before.clock)
