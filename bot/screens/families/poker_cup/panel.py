"""Build the message of a round of the poker cup.

While the round runs, the message is a panel of at most eight lines on a phone.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.presses.game import CallLie, ShowDice
from bot.presses.poker_cup import AskToBlame, GiveUpRound, LookUnder, OpenBlind, PeekUnder, ShakeCup
from bot.screens.elements.amounts import countdown
from bot.screens.elements.cards import Box, Button, Card, Part, Row, Style, Text, Tone, newest
from bot.screens.elements.cast import Cast
from bot.screens.elements.controls import arrivals, dozers, late_row, more_button, pause_buttons, quit_news, what_holds
from bot.screens.elements.labels import BLIND, CALL_LIAR, IS_THINKING, MY_CUP, ROUND_IN_BOLD, THEN_NAME
from bot.screens.elements.widths import height
from bot.screens.families.headlines import BEFORE_THE_ROUND, last_two, told_at_the_start
from bot.screens.families.poker_cup import narrator
from bot.screens.families.poker_cup.narrator import CupNarrator, RoundSummary, narrator_of, summarized
from bot.screens.families.poker_cup.ranking import words
from bot.screens.families.poker_cup.showdown import fresh, record
from bot.screens.families.poker_cup.standing import sheet
from bot.tables.model import TableView
from bot.tables.pending import Chapter
from bot.words.dice import covered_dice, on_table
from bot.words.language import _
from engine.core.events import Event, Opens, QuitVoiced
from engine.core.state import PASSING
from engine.poker_cup.legal import steps
from engine.poker_cup.rules import Accepts, CupRules, TopCosts
from engine.poker_cup.view import CupView


def live(table: TableView, view: CupView, chapter: Chapter) -> Card:
    """Return the newest message of a table, from an onlooker's view. `chapter` contains the events of the round."""
    if view.state.phase is PASSING:
        return Card((panel(table, view, chapter),), buttons(table, view))
    if not view.state.round:  # before the first deal
        return Card(record(table, chapter), (Row((more_button(table),)),))
    held = what_holds(table, view)
    waits = (Text(f"-# {held}"),) if held else ()
    return Card(
        _with_scores(table, view, fresh(table, chapter)), (*waits, *protest(table, view), *pause_buttons(table, view))
    )


def _with_scores(table: TableView, view: CupView, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the box of a showdown with a line about all positions at its foot."""
    (box,) = parts
    assert isinstance(box, Box)
    return (replace(box, parts=(*box.parts, Text(sheet(Cast(table.seats), view, lines=1)))),)


MOST_LINES = 8
"""The maximum number of lines of a panel on a phone, without its buttons."""


def panel(table: TableView, view: CupView, chapter: Chapter) -> Box:
    """Return the panel of a running round, from an onlooker's view. `chapter` contains the events of the round so far.

    If there is too little room, parts are left out in this order: older claims, the next player, all positions, and
    other news. If older claims have no line of their own, they share the first line, so that players still see what
    they claimed. Before the first claim, the news is only about the beginning, and after the highest claim a player has
    to decide what to risk, so positions come first then.
    """
    by, summary = narrator_of(table), summarized(chapter)
    asleep = f"-# {line}" if (line := dozers(table, view)) else ""
    top, asked = (head(by, view), f"# {dice(view)}"), [line for line in (_asked(by, table, view), asleep) if line]
    last = last_two(by, view.state)
    room = _Room(MOST_LINES - sum(map(height, (*last, *top, *asked))))
    standing = room.first(_standing(by, summary))
    now = room.first(_turn(by, view, summary))
    sheets = [sheet(by.cast, view), sheet(by.cast, view, lines=1)]
    stand = room.first(sheets) if not view.state.claims or view.state.at_top() else []
    besides = room.newest(_besides(by, table, view, summary))
    stand = stand or room.first(sheets[1:])
    then = room.first([_then(by, table, view)])
    order = room.first([words(by.rules.ranking).order()])
    chains = narrator.chains(by, summary)
    older = room.first([f"-# {chain}" for chain in chains])
    if not older:
        top = (next((line for each in chains if height(line := f"{top[0]} · {each}") == 1), top[0]), top[1])
    told = (*last, *top, *besides, *older, *standing, *now, *asked, *then, *stand, *order)
    return Box((Text("\n".join(told)),), Tone.FELT)


class _Room:
    """Counts the lines of a panel that are still free."""

    def __init__(self, lines: int) -> None:
        self._lines = lines

    def first(self, ways: Sequence[str]) -> list[str]:
        """Use up the lines for the first wording that fits. Return that wording in a list, or [] if none fits."""
        said = next(([way] for way in ways if way and height(way) <= self._lines), [])
        self._lines -= sum(map(height, said))
        return said

    def newest(self, lines: Sequence[str]) -> list[str]:
        """Use up the lines for as many of the last texts as fit, and return these texts."""
        said = newest(lines, self._lines, height)
        self._lines -= sum(map(height, said))
        return said


def _standing(by: CupNarrator, summary: RoundSummary) -> list[str]:
    """Return wordings of the current claim, the longest first, or [] if there is none."""
    claims, beaten = summary.claims(), summary.beaten()
    if not claims:
        return []
    return [say(by, claims[-1], True, beaten) for say in (narrator.rung, narrator.claim)]


def _turn(by: CupNarrator, view: CupView, summary: RoundSummary) -> list[str]:
    """Return wordings of what the player with the cup has done so far, the longest first."""
    turn = summary.going_on()
    if turn is None or turn.seat != view.state.turn:
        return []
    return [narrator.so_far(by, turn), narrator.so_far_in_short(by, turn)]


def head(by: CupNarrator, view: CupView) -> str:
    """Return the line with the number of the round. The row of dice below it shows where the dice are."""
    number = _(ROUND_IN_BOLD).format(n=by.of_rounds(view.state.round))
    return f"-# {number}"


def dice(view: CupView) -> str:
    """Return the dice as everybody sees them: covered under the cup, and grey on the table."""
    state = view.state
    hidden = [covered_dice(state.under)] if state.under else []
    return " ".join([*hidden, *(on_table(face) for face in state.on_table())])


def _asked(by: CupNarrator, table: TableView, view: CupView) -> str:
    """Return the line about the player with the cup and their possible moves.

    It does not mention the player, because an edited message notifies nobody.
    """
    if not view.awaited:
        return ""
    seat, may, standing = view.awaited[0], steps(view.state), view.state.standing
    name = by.name(seat)
    if table.seats[seat].user is None:
        return _(IS_THINKING).format(name=name)
    if view.state.at_top():
        return _at_top(view.state.rules, "fold" in may).format(name=name)
    if standing is None and "look" in may:
        return _("👉 {name}, look or claim").format(name=name)
    if standing is None:
        return _("👉 {name}, what do you claim?").format(name=name)
    if "peek" in may:
        return _("👉 {name}, call Liar!, peek, or pass it on blind").format(name=name)
    if "shake" in may and "liar" in may:
        return _("👉 {name}, call Liar!, believe it, or pass it on blind").format(name=name)
    if "claim" not in may and view.state.thrown:
        return _("👉 {name} is rolling").format(name=name)
    if "claim" not in may:
        return _("👉 {name} believes it and must roll").format(name=name)
    more = _("👉 {name}, claim at least that") if view.state.may_equal(seat) else _("👉 {name}, claim more than that")
    return more.format(name=name)


def _at_top(rules: CupRules, gives_up: bool) -> str:
    """Return the line for the player `name` who has got the highest claim and perhaps `gives_up` (K13, K18)."""
    if gives_up and rules.mia is not TopCosts.SINGLE:
        return _("👉 {name}, nothing beats that: call Liar! (two if it’s real), or give up (one)")
    if gives_up:
        return _("👉 {name}, nothing beats that: call Liar!, or give up")
    return _("👉 {name}, nothing beats that: call Liar!")


def _then(by: CupNarrator, table: TableView, view: CupView) -> str:
    """Return the line about the next player and the deadline of the player with the cup."""
    facts, state = [], view.state
    goes_on = state.turn >= 0 and not state.at_top()  # after a call nobody has the cup next
    following = state.next_in(state.turn) if goes_on else -1
    if following >= 0:
        facts.append(_(THEN_NAME).format(name=by.cast.brief(following)))
    if table.deadline is not None and table.setup.clock and view.awaited:
        facts.append(f"⏳ <t:{countdown(table.deadline)}:R>")
    return f"-# {' · '.join(facts)}" if facts else ""


def _besides(by: CupNarrator, table: TableView, view: CupView, summary: RoundSummary) -> list[str]:
    """Return small lines about other events of the round, people who join, and votes to quit."""
    before = BEFORE_THE_ROUND if view.state.claims else told_at_the_start(by)
    past: tuple[type[Event], ...] = (Opens, QuitVoiced, *before)
    lines = narrator.other_news(by, [each for each in summary.besides if not isinstance(each, past)])
    lines += [line for line in (arrivals(table, view.state.round), quit_news(table, view)) if line]
    return [f"-# {line}" for line in lines]


def buttons(table: TableView, view: CupView) -> tuple[Part, ...]:
    """Return all buttons of a running round. Buttons that nobody can press now keep their places and are disabled."""
    is_asked = bool(view.awaited) and table.seats[view.awaited[0]].user is not None
    may = steps(view.state) if is_asked else ()
    buttons = (
        challenge(table, "liar" in may),
        _second(table, view, may),
        Button(_(BLIND), OpenBlind(table.id, table.version), "🙈", disabled="blind" not in may),
        Button(_(MY_CUP), ShowDice(table.id), "🥤", Style.MAIN),
        more_button(table),
    )
    return (Row(buttons), *late_row(table))


def _second(table: TableView, view: CupView, may: Sequence[str]) -> Button:
    """Return the button beside Liar!: to look at the opening roll, to believe a claim, or to give up (K18)."""
    state = view.state
    if state.standing is None:
        return look(table, "look" in may)
    if state.at_top() and state.rules.give_up:
        return give_up(table, "fold" in may)
    is_peek = state.rules.accepts is Accepts.PEEK
    return peek(table, "peek" in may) if is_peek else believe(table, "liar" in may and "shake" in may)


def challenge(table: TableView, is_legal: bool = True) -> Button:
    """Return the button that challenges the claim (K2)."""
    return Button(_(CALL_LIAR), CallLie(table.id, table.version), "🫵", Style.BAD, disabled=not is_legal)


def peek(table: TableView, is_legal: bool = True) -> Button:
    """Return the button that accepts the claim and shows the dice under the cup (K4)."""
    return Button(_("Peek (believe it)"), PeekUnder(table.id, table.version), "👀", Style.GOOD, disabled=not is_legal)


def believe(table: TableView, is_legal: bool = True) -> Button:
    """Return the button that accepts the claim, throws all dice again and shows them to the player (K17)."""
    return Button(_("Believe"), ShakeCup(table.id, table.version, looks=True), "👀", Style.GOOD, disabled=not is_legal)


def give_up(table: TableView, is_legal: bool = True) -> Button:
    """Return the button with which a player gives up on the highest claim (K18)."""
    return Button(_("Give up"), GiveUpRound(table.id, table.version), "🏳️", disabled=not is_legal)


def look(table: TableView, is_legal: bool = True) -> Button:
    """Return the button that shows the dice that were rolled (K8)."""
    return Button(_("Look"), LookUnder(table.id, table.version), "👀", Style.GOOD, disabled=not is_legal)


def protest(table: TableView, view: CupView) -> tuple[Text | Row, ...]:
    """Return the button with which a player who was caught blames the pass of the cup (K15), or ().

    A player who passed the cup can press it once, while the forfeit is open. A line above the button explains it, and
    the button names the price.
    """
    shown = view.state.showdown
    may_be_blamed = view.state.rules.opens_dice()  # K17
    caught = may_be_blamed and shown is not None and not shown.holds and shown.passer in view.state.debtors
    if shown is None or not caught or view.state.protested or table.seats[shown.passer].user is None:
        return ()
    # Translators: a button for a player who was caught. They say that a die turned over during the pass of the cup.
    words = _("It was the pass! (+1 forfeit)")
    # Translators: {name} was caught, and may blame the pass of the cup.
    joke = _("-# 🙄 {name} may blame the pass: a joke that helps nothing and costs a second forfeit.")
    explained = Text(joke.format(name=narrator_of(table).name(shown.passer)))
    return (explained, Row((Button(words, AskToBlame(table.id, table.version), "🙄"),)))
