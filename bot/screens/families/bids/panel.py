"""Build the message of a round.

While the round runs, it is a panel of at most eight lines on a phone, with buttons.
"""

from bot.presses.bids import CallExact
from bot.presses.game import CallLie, ShowDice
from bot.screens.elements import amounts
from bot.screens.elements.cards import Box, Button, Card, Part, Row, Style, Text, Tone, newest
from bot.screens.elements.controls import (
    all_doze,
    arrivals,
    dozers,
    late_row,
    more_button,
    pause_buttons,
    quit_news,
    vote_buttons,
    what_holds,
)
from bot.screens.elements.labels import CALL_LIAR, EXACTLY, IS_THINKING, MY_DICE, ROUND_IN_BOLD, THEN_NAME
from bot.screens.elements.widths import height
from bot.screens.families.bids import narrator
from bot.screens.families.bids.hands import in_the_open
from bot.screens.families.bids.inputs import another_bid, face_rows
from bot.screens.families.bids.narrator import (
    BANG,
    BidsNarrator,
    RoundSummary,
    fitting_ladder,
    narrator_of,
    summarized,
    votes,
)
from bot.screens.families.bids.pure import switch
from bot.screens.families.bids.showdown import fresh, record
from bot.screens.families.bids.standing import sheet
from bot.screens.families.headlines import BEFORE_THE_ROUND, last_two, told_at_the_start
from bot.tables.model import TableView
from bot.tables.pending import Chapter
from bot.words.dice import PURE_SIGN, bid_with_its_die, bid_words, die, red
from bot.words.language import _, listed
from engine.bids.actions import Bid
from engine.bids.events import BidMade, Crooked
from engine.bids.odds import typical
from engine.bids.rules import Challengers, ExactBy
from engine.bids.view import View
from engine.core.dice import NOTHING, Called
from engine.core.events import Event, Opens, QuitVoiced
from engine.core.state import BIDDING, POLL


def live(table: TableView, view: View, chapter: Chapter) -> Card:
    """Return the newest message of a table, from an onlooker's view. `chapter` contains the events of the round."""
    if view.state.phase in (BIDDING, POLL):
        return Card((panel(table, view, chapter),), buttons(table, view))
    if view.state.showdown is None:  # before the first deal
        return Card(record(table, chapter), (Row((more_button(table),)),))
    held = what_holds(table, view)
    return Card(fresh(table, chapter), (*((Text(f"-# {held}"),) if held else ()), *pause_buttons(table, view)))


MOST_LINES = 8
"""The maximum number of lines of a panel on a phone, without its buttons."""

MOST_CROOKED = 2
"""The number of newest crooked throws that the panel shows (T2). The record of the round shows all of them."""

MOST_LATER = 3
"""The maximum number of later voters of a poll whom the panel names."""

MOST_RUNGS = 3
"""The maximum number of lines that the ladder of bids takes."""

MOST_VOTES = 2
"""The maximum number of lines that the votes of a poll take."""


def panel(table: TableView, view: View, chapter: Chapter) -> Box:
    """Return the panel of a running round, from an onlooker's view.

    `chapter` contains the events of the round so far.
    """
    by, summary = narrator_of(table), summarized(chapter)
    top = "\n".join([*last_two(by, view.state), head(by, view)])
    stands = sheet(by.cast, view)
    opened = in_the_open(by.cast, view, 1 if height(stands) > 1 else 2)
    below = [line for line in (opened, _asked(by, table, view), _then(by, table, view), stands) if line]
    special = newest(_special_rules(by, view), MOST_LINES - 1 - sum(map(height, (top, *below))), height)
    room = MOST_LINES - sum(map(height, (top, *special, *below)))
    made = tuple(BidMade.of(bid.seat, bid) for bid in summary.bids)  # the dice shown with them have a line
    made = made or tuple(BidMade.of(bid.bidder, bid) for bid in view.state.bids)
    said = votes(by, summary, max(1, min(MOST_VOTES, room - 1)))
    rungs = [
        line for line in (fitting_ladder(by, made, summary.call, min(MOST_RUNGS, room - height(said))), said) if line
    ]
    besides = newest(_besides(by, table, view, summary), room - sum(map(height, rungs)), height)
    return Box((Text("\n".join((top, *besides, *special, *rungs, *below))),), Tone.FELT)


def head(by: BidsNarrator, view: View) -> str:
    """Return the line with the round, the dice in play, the wild face, and the expected number of dice of each face."""
    state, facts = view.state, [_(ROUND_IN_BOLD).format(n=by.of_rounds(view.state.round))]
    facts.append(amounts.dice(state.pool))
    usual = typical(state)
    about = round(usual.each)
    if state.wild() and not usual.wild:
        # Translators: {die} is a picture of the face that counts as any other face, but not for a pure bid.
        words = _("pure: {die} not wild").format(die=die(state.wild()))
        facts.append(f"{PURE_SIGN} {words}")
    if about and usual.wild:
        # Translators: {die} is a picture of the face that counts as any other face. {n} is the average number of dice
        # that count for a bid on another face, wild dice included.
        wild = red(usual.wild) if state.red else die(usual.wild)
        facts.append(_("{die} wild, about {n} of each").format(n=about, die=wild))
    elif about:
        # Translators: {n} is the average number of dice of each face under the cups. The same line has “12 dice”.
        facts.append(_("about {n} of each").format(n=about))
    return f"-# {' · '.join(facts)}"


def _asked(by: BidsNarrator, table: TableView, view: View) -> str:
    """Return the line about the player to move.

    It does not mention the player, because an edited message notifies nobody.
    """
    if not view.awaited:
        return ""
    seat, state = view.awaited[0], view.state
    name = by.name(seat)
    if table.seats[seat].user is None:
        return _(IS_THINKING).format(name=name)
    if state.phase is POLL:
        # Translators: a public question to {name}, who has to vote.
        return _("🗳️ {name}, do you believe it?").format(name=name)
    if state.standing is None:
        return _("👉 {name} opens").format(name=name)
    bid = bid_with_its_die(state.standing)
    if not view.bids_in_turn():
        return _("👉 {name}, nothing beats **{bid}**: call it!").format(name=name, bid=bid)
    call = _(BANG) if by.is_bang() else _(CALL_LIAR)
    if state.round_rules.exact:
        # Translators: {call} is “Liar!” or “Bang!”; {exact} is “Exactly!”.
        words = _("👉 {name}, beat **{bid}**, or call {call} or {exact}")
        return words.format(name=name, bid=bid, call=call, exact=_(EXACTLY))
    # Translators: {call} is “Liar!” or “Bang!”.
    return _("👉 {name}, beat **{bid}**, or call {call}").format(name=name, bid=bid, call=call)


def _then(by: BidsNarrator, table: TableView, view: View) -> str:
    """Return one line about the next player and the current deadline.

    If everyone dozes, return a line about the pause instead.
    """
    if all_doze(table, view):
        return f"-# {dozers(table, view)}"
    state = view.state
    following = state.next_in(state.turn) if view.bids_in_turn() else -1  # after a call nobody moves next
    until: list[str] = []
    if table.deadline is not None and table.setup.clock and view.awaited:
        until.append(f"⏳ <t:{amounts.countdown(table.deadline)}:R>")
    ways = [""]
    if state.phase is POLL:
        ways = _asked_later(by, view)
    elif following >= 0:
        then = _(THEN_NAME).format(name=by.cast.brief(following))
        ways = [f"{then} · {called}" if (called := _called_by_anyone(view)) else then, then]
    wordings = [" · ".join(filter(None, (way, *until))) for way in ways]
    lines = [f"-# {each}" if each else "" for each in wordings]
    return next((line for line in lines if height(line) <= 1), lines[-1])


def _called_by_anyone(view: View) -> str:
    """Return a text with the calls that anyone may make (C1, C5): "💥🎯 anyone".

    Return "" if only the player in turn may call, if there is no bid yet, or if only two players are left.
    """
    rules, state = view.state.round_rules, view.state
    if state.standing is None or len(state.seats_in()) <= 2:
        return ""
    bang = "💥" if rules.challenge is Challengers.ANYONE else ""
    calza = "🎯" if rules.exact and rules.exact_by is ExactBy.ANYONE else ""
    # Translators: {calls} are the emojis of calls that anyone may make, such as 💥 and 🎯.
    return _("{calls} anyone").format(calls=f"{bang}{calza}") if bang or calza else ""


def _asked_later(by: BidsNarrator, view: View) -> list[str]:
    """Return wordings of the line about the players who vote later in the poll, the longest first.

    They may vote in advance (C4).
    """
    later = view.asked_later()
    if not later:
        return [""]
    names = [by.cast.brief(seat) for seat in later]
    some = [_some_of(names, most) for most in range(MOST_LATER, 0, -1)]
    # Translators: {names} vote next, and can vote already.
    ahead = [_("then {names}: you can vote early").format(names=each) for each in some]
    # Translators: after this player, {n} more players vote.
    return [*ahead, *(_("then {names}").format(names=each) for each in some), _("then {n} more").format(n=len(later))]


def _some_of(names: list[str], most: int) -> str:
    """Return a list of the first `most` names. If there are more names, the list ends with their number."""
    more = len(names) - most
    # Translators: {n} more players, at the end of a list of names.
    return listed([*names[:most], _("{n} more").format(n=more)]) if more > 0 else listed(names)


def _besides(by: BidsNarrator, table: TableView, view: View, summary: RoundSummary) -> list[str]:
    """Return small lines about other events of the round, the poll, dozing players and votes to quit."""
    state = view.state
    known: tuple[type[Event], ...] = (Opens, QuitVoiced, *(BEFORE_THE_ROUND if summary.bids else told_at_the_start(by)))
    crooked = [each for each in summary.besides if isinstance(each, Crooked)][:-MOST_CROOKED]
    lines = narrator.other_news(
        by, [each for each in summary.besides if not isinstance(each, known) and each not in crooked]
    )
    if (asleep := dozers(table, view)) and not all_doze(table, view):
        lines.append(asleep)
    if sat_down := arrivals(table, state.round):
        lines.append(sat_down)
    if said := quit_news(table, view):
        lines.append(said)
    if shown := narrator.shown_now(by, view):
        lines.append(shown)
    if state.phase is POLL and state.standing is not None:
        bid = bid_words(state.standing)
        words = _("🫵 {caller} doubts {bid}").format(caller=by.name(state.challenger), bid=f"**{bid}**")
        lines.append(words)
    return [f"-# {line}" for line in lines]


def _special_rules(by: BidsNarrator, view: View) -> list[str]:
    """Return small lines about rules that hold only in this round, or that the first round explains.

    They are shown as long as they hold.
    """
    state, lines = view.state, list[str]()
    if state.palifico:
        lines.append(narrator.palifico(state.rules))
    if state.phase is POLL and state.rules.costs.sheds:
        lines.append(_("🃏 Vote right and shed a die."))
    is_out_of_turn = by.is_bang() and len(state.seats_in()) > 2  # two players never call out of turn (C1)
    if state.round == 1 and state.round_rules.counts_bads() and is_out_of_turn and state.bids:
        lines.append(_("Out of turn: 2 goods (+2) or 2 bads (−2)."))
    return [f"-# {line}" for line in lines]


def buttons(table: TableView, view: View) -> tuple[Part, ...]:
    """Return all buttons of a running round. Buttons that nobody can press now keep their places and are disabled."""
    return (*own_moves(table, view, (_my_dice(table), more_button(table))), *late_row(table))


def own_moves(
    table: TableView,
    view: View,
    besides: tuple[Button, ...] = (),
    word: Called = NOTHING,
    best: Bid | None = None,
) -> tuple[Part, ...]:
    """Return only the buttons for moves. The buttons in `besides` are added to the row of calls or votes.

    The buttons for bids make bids with this `word` (B4). The bid `best`, if given, has the button of its face.
    """
    is_asked = bool(view.awaited) and table.seats[view.awaited[0]].user is not None
    if view.state.phase is POLL:
        return (Row((*vote_buttons(table, view.state.round), *besides)),)
    calls = Row((*_calls(table, view, is_asked), *switch(table, view, is_asked, word), *besides))
    return (*face_rows(table, view, is_asked, word, best), calls, *another_bid(table, view, is_asked))


def _calls(table: TableView, view: View, is_asked: bool) -> tuple[Button, ...]:
    """Return the button for a challenge, and the button for an exact call if the rules have exact calls (C1, C5).

    `is_asked` is True if it is a person's turn.
    """
    by, played, stands = narrator_of(table), view.state.round_rules, view.state.standing is not None
    label, fist = (_(BANG), "💥") if by.is_bang() else (_(CALL_LIAR), "🫵")
    liar = Button(label, CallLie(table.id, table.version), fist, Style.BAD, disabled=not stands)
    made = [liar if is_asked or played.challenge is Challengers.ANYONE else _off(liar)]
    if played.exact:
        exact = Button(_(EXACTLY), CallExact(table.id, table.version), "🎯", disabled=not stands)
        made.append(exact if is_asked or played.exact_by is ExactBy.ANYONE else _off(exact))
    return tuple(made)


def _off(button: Button) -> Button:
    return Button(button.label, button.press, button.emoji, button.style, disabled=True)


def _my_dice(table: TableView) -> Button:
    return Button(_(MY_DICE), ShowDice(table.id), "🎲", Style.MAIN)
