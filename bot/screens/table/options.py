"""Write texts about the set-up of a table, and build the form with which the host changes it."""

import re

from msgspec.structs import replace

from bot.presses.lobby import SendOptions
from bot.screens.elements import option_values
from bot.screens.elements.cards import Choice, Field, Form, Menu
from bot.screens.elements.labels import PACE
from bot.screens.elements.option_values import length, length_in_words, read_length, time_per_turn, turn_time
from bot.screens.elements.widths import height
from bot.screens.families import variants
from bot.screens.families.presenters import presenter
from bot.screens.families.variants import Switch, wording
from bot.screens.table.house_rules import IN_THE_LOBBY, differences, rule_name
from bot.tables.asking import forfeit_waits
from bot.tables.dares import DRAW, with_deck
from bot.tables.model import (
    LONG_CLOCK,
    LONGEST_CLOCK,
    OWN,
    SHORTEST_CLOCK,
    WAIT_SETTLED,
    Deck,
    HouseRules,
    Setup,
    Status,
    TableView,
)
from bot.tables.pace import PaceName
from bot.tables.trouble import Code, Trouble
from bot.words.chips import chips_or_words
from bot.words.cleaning import clean, escaped
from bot.words.language import N_, _, either, ngettext, number
from engine.games import AnyRules
from engine.options import OPTIONS, FreeText, Likelihood, Option, Whole


def table_title(setup: Setup) -> str:
    """Return the title of a table: the game, with the name of its saved rules if it has one."""
    game = wording(setup.variant).title
    # Translators: {name} is the name that somebody gave to these house rules.
    return _("*{name}* · {game}").format(name=name, game=game) if (name := escaped(setup.called)) else game


def terms(setup: Setup, rules: AnyRules) -> list[str]:
    """Return the lines about the set-up of a table: length, clock, pace, house rules, and what losers owe."""
    shown = presenter(rules)
    ends, played_for = shown.ends_and_stakes(setup, rules) if shown is not None else ([], [])
    length = _length(rules, ends)
    said = [length, _clock(setup.clock, length), *_unusual_pace(setup), *_extras(setup)]
    return [*_in_lines(said), *played_for]


def _clock(seconds: int | None, length: str) -> str:
    """Return the turn clock for the lobby, in minutes and seconds if it is short: "⏳ 1:30 a turn".

    It is shorter still, "⏳ 1:30", if only then it has room on the line of the game's length.
    """
    if not seconds or seconds >= LONG_CLOCK:
        return turn_time(seconds)
    time = f"{seconds // 60}:{seconds % 60:02}"
    ways = (_("⏳ {time} a turn").format(time=time), f"⏳ {time}")
    return next((each for each in ways if height(f"{length} · {each}") == 1), ways[0])


def agreed(table: TableView) -> Setup:
    """Return the set-up of this table, without stakes if its game has begun as practice (L4)."""
    may_owe = table.game is None or table.forfeit() is not None
    return table.setup if may_owe else replace(table.setup, stakes=False)


def _in_lines(said: list[str]) -> list[str]:
    """Join the phrases into lines that fit on a phone. A line break comes only between two phrases.

    If one text with all phrases takes fewer lines, return that text instead.
    """
    lines = said[:1]
    for each in said[1:]:
        longer = f"{lines[-1]} · {each}"
        lines = [*lines[:-1], longer] if height(longer) == 1 else [*lines, each]
    flowing = " · ".join(said)
    return lines if sum(map(height, lines)) <= height(flowing) else [flowing]


def course(table: TableView) -> tuple[str, ...]:
    """Return the lines that describe the course of this table's game. The lobby shows the first two.

    While people may still join, the lines describe the game for the greatest possible number of players.
    """
    setup, is_lobby = agreed(table), table.status is Status.LOBBY
    players = setup.most() if is_lobby or table.view is None else len(table.view.state.seats_in())
    return wording(setup.variant).describe(table.rules, players, setup.stakes)


def pot(rules: AnyRules) -> list[str]:
    """Return the line about everybody's ante (E6), or [] if there is none."""
    if not rules.ante:
        return []
    words = ngettext(
        "🪙 Ante: {n} play chip each",
        "🪙 Ante: {n} play chips each",
        rules.ante,
    )
    return [words.format(n=number(rules.ante))]


def _unusual_pace(setup: Setup) -> list[str]:
    """Return the name of the pace, or [] if it is the usual one."""
    words = option_values.pace_words(setup.pace)
    return [f"{words.emoji} {words.label}"] if setup.pace is not PaceName.EASY else []


def _length(rules: AnyRules, own: list[str]) -> str:
    ends = []
    if rules.rounds is not None:
        ends.append(length("rounds", rules.rounds))
    if rules.minutes is not None:
        ends.append(length("minutes", rules.minutes))
    ends += own
    # Translators: {ends} is a phrase such as “10 rounds or 45 minutes”.
    return _("🏁 {ends}").format(ends=either(ends)) if ends else _("🏁 until you stop")


# Translators: the name of an option: after a call, either only the two players pay, or a vote decides who pays.
_WITHOUT_A_PAGE = {"verdict": N_("Who pays after a call"), "variant": N_("This game")}
"""The names of options that can clash with a house rule but are not on the pages of house rules."""


def option_name(word: str) -> str:
    """Return the name of an option for players, or the word that game records use if it has no such name."""
    return rule_name(word) or (_(_WITHOUT_A_PAGE[word]) if word in _WITHOUT_A_PAGE else f"`{word}`")


def allowed_values(option: Option) -> str:
    """Return the values that an option takes, as text: "1 to 100, or “none”".

    Some values are shown as game records write them.
    """
    match option.takes:
        case Likelihood():
            return _("a chance from 0 to 1, such as “1 in 50”, “2%” or “0.02”")
        case FreeText(longest=longest):
            return _("up to {n} characters").format(n=longest)
        case Whole(low=low, high=high, none="" | "none" as none):
            # Translators: the numbers that may be typed for an option; “none” means that there is no limit.
            words = _("{low} to {high}, or “none”") if none else _("{low} to {high}")
            return words.format(low=number(low), high=number(high))
        case others:
            return f"`{others}`"


def is_on(switch: Switch, setup: Setup) -> bool:
    """Return whether a table plays by the house rule of a switch."""
    if switch.option in OWN:
        return switch.option in setup.own()
    return setup.options.get(switch.option) == switch.value


def _extras(setup: Setup) -> list[str]:
    """Return the house rules that differ from the proposed set-up.

    Those that the lobby shows in other lines are left out.
    """
    return [*differences(setup, IN_THE_LOBBY), *_own(setup), *_advised(setup), *_invited_only(setup)]


def _invited_only(setup: Setup) -> list[str]:
    """Return the phrase for a table at which people sit down only if invited, or []."""
    return [_("✉️ invite-only")] if setup.invited_only else []


def _advised(setup: Setup) -> list[str]:
    """Return the phrase for a table where everybody sees the best move and nobody is rated, or []."""
    return [_("💡 advice for everyone, not rated")] if setup.advice else []


def differing(setup: Setup) -> list[str]:
    """Return all house rules of a table that differ from the set-up proposed for its game."""
    return [*differences(setup), *_own(setup)]


def _own(setup: Setup) -> list[str]:
    """Return the names of the table's own switches that are on. All of them are off in the proposed set-up.

    Without stakes nobody owes a forfeit, so the switch for waiting until it is settled is left out.
    """
    words, without = wording(setup.variant), () if setup.stakes else (WAIT_SETTLED,)
    on = [each for each in words.switches if each.option in setup.own()]
    return [each.label for each in on if each.option not in without]


def options_form(table: TableView) -> Form:
    """Return the host's form for the options, filled with the table's set-up."""
    setup, shown = table.setup, presenter(table.rules)
    about = _("“10 rounds”, “45 minutes” or both; leave it empty to play until you stop")
    fields = [
        Field("rounds", _("How long?"), about, length_in_words(table.rules), _("10 rounds"), 60, False),
        Field("clock", time_per_turn(), menu=_clock_menu(setup)),
        Field("pace", _(PACE), required=False, menu=_pace_menu(setup)),
    ]
    fields += shown.questions(setup, table.rules) if shown is not None else ()
    fields.append(Field("switches", _("House rules"), _("As many as you like"), required=False, menu=_switches(setup)))
    return Form(SendOptions(table.id), _("Table options"), tuple(fields))


def _clock_menu(setup: Setup) -> Menu:
    lengths = sorted({*option_values.CLOCKS, *([setup.clock] if setup.clock else [])})
    choices = [Choice(str(seconds), option_values.span(seconds), chosen=seconds == setup.clock) for seconds in lengths]
    choices.append(Choice("none", turn_time(None), chosen=setup.clock is None))
    return Menu("clock", time_per_turn(), tuple(choices))


def _pace_menu(setup: Setup) -> Menu:
    paces = [(pace, option_values.pace_words(pace)) for pace in PaceName]
    choices = tuple(Choice(pace, its.label, its.about, its.emoji, pace is setup.pace) for pace, its in paces)
    return Menu("pace", _(PACE), choices)


def _switches(setup: Setup) -> Menu:
    choices = tuple(
        Choice(f"{switch.option}={switch.value}", switch.label, _about(switch, setup), chosen=is_on(switch, setup))
        for switch in variants.wording(setup.variant).switches
        if setup.stakes or switch.option != WAIT_SETTLED
    )
    # Translators: shown while no house rule is chosen.
    return Menu("switches", _("None"), choices, 0, len(choices))


def _about(switch: Switch, setup: Setup) -> str:
    """Return the description of a switch. It may name the longest time that the table waits for a forfeit (L2)."""
    return switch.about.format(time=option_values.span(forfeit_waits(setup.clock)))


def changed(setup: Setup, typed: dict[str, str], chosen: dict[str, tuple[str, ...]]) -> Setup:
    """Return the set-up after the host has filled in the form. The rules check it later.

    Options that are not in the form keep their values, unless they belong to a house rule that was switched off.
    Raises `Trouble` if a length, a pace or a clock cannot be read.
    """
    switches = variants.wording(setup.variant).switches
    asked = {
        *_of_the_length(setup, typed),
        *(each.option for each in switches if setup.options.get(each.option, each.value) == each.value),
    }
    new = {word: value for word, value in setup.options.items() if word not in asked}
    new |= read_length(typed.get("rounds", ""))
    new |= {option: value for option, _equals, value in (pair.partition("=") for pair in chosen.get("switches", ()))}
    own = {word for word in OWN if new.pop(word, "")}
    switched_off = {each.option for each in switches if is_on(each, setup)} - set(new)
    new = {
        word: value for word, value in new.items() if word not in OPTIONS or not OPTIONS[word].goes_with(switched_off)
    }
    clock = (chosen.get("clock") or ("none",))[0]
    forfeit = chips_or_words(clean(typed.get("forfeit", setup.forfeit)))
    if "stake" in typed or "stake" in chosen:
        new = {word: value for word, value in new.items() if word != "stake"}
        new |= {"stake": stake} if (stake := chips_or_words(clean(typed.get("stake", "")))) else {}
    pace = _chosen_pace((chosen.get("pace") or (setup.pace,))[0])
    wrote = forfeit not in ("", setup.forfeit) or new.get("stake", DRAW) not in (DRAW, setup.options.get("stake"))
    draws = setup.rules().owes_forfeits() or setup.options.get("stake") == DRAW  # a deck may be left of another game
    deck = setup.deck if draws and not wrote else None
    agreed = replace(setup, forfeit=forfeit, clock=_seconds(clock), pace=pace, deck=deck)
    return with_deck(agreed.with_rules(setup.variant, new, own), deck)


def _of_the_length(setup: Setup, typed: dict[str, str]) -> tuple[str, ...]:
    """Return the names of the options that the form's field for the length sets.

    If the number of bads changes, `pair-bads` (the bads of the last two players) is one of them. So `pair-bads`
    returns to its usual value (E4).
    """
    bads = read_length(typed.get("rounds", "")).get("bads")
    return ("rounds", "minutes", "bads", *(() if bads == setup.options.get("bads") else ("pair-bads",)))


def _chosen_pace(word: str) -> PaceName:
    """Return the pace with this name. Raises `Trouble` if there is none."""
    try:
        return PaceName(word)
    except ValueError:
        raise Trouble(Code.NO_PACE) from None


def _seconds(clock: str) -> int | None:
    """Return the seconds of a chosen clock, or None for no clock. Raises `Trouble` for any other word."""
    if clock == "none":
        return None
    if not re.fullmatch("[0-9]{1,9}", clock):
        raise Trouble(Code.CLOCK_RANGE, low=SHORTEST_CLOCK, high=LONGEST_CLOCK)
    return int(clock)


def with_dares(setup: Setup) -> Setup:
    """Return the set-up with the gentle deck, if losers owe forfeits and the host has chosen nothing that they owe."""
    is_open = setup.stakes and not setup.forfeit and setup.deck is None and setup.rules().owes_forfeits()
    return replace(setup, deck=Deck.GENTLE) if is_open else setup


def proposed_setup(variant: str, before: Setup | None = None) -> Setup:
    """Return the set-up proposed for a variant.

    The clock, the pace, the stakes and the forfeit are taken from `before` if it is given. Raises `Trouble` if the bot
    does not offer the variant.
    """
    words = variants.wording(variants.played_here(variant))
    return (before or Setup(variant)).with_rules(variant, words.proposed)


def with_another_game(variant: str, before: Setup) -> Setup:
    """Return the set-up of a lobby after the host has chosen another variant.

    Its house rules are those that the variant last had in this lobby, or else the proposed ones. Raises `Trouble` if
    the bot does not offer the variant.
    """
    words = variants.wording(variants.played_here(variant))
    return with_dares(before.with_game(variant, HouseRules(words.proposed)))
