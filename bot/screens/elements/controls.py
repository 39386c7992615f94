"""Build the buttons that every game has besides its moves: votes, forfeits, the pause after a showdown, and others."""

import re
from datetime import datetime

from bot.presses.base import Press
from bot.presses.game import (
    AskToLetOff,
    CastVote,
    Clap,
    GiveGift,
    HoldOn,
    NextRound,
    OpenGifts,
    OpenMore,
    SettleForfeit,
    Stay,
    SwapDare,
    WakeUp,
)
from bot.screens.elements.amounts import countdown
from bot.screens.elements.cards import Button, Choice, Ephemeral, Menu, Part, Row, Style, Text, ephemeral
from bot.screens.elements.cast import Cast, Handle, unknown
from bot.screens.elements.labels import DONE, LET_OFF, MORE, NO, WINNERS_GIFT, YES_LET_OFF
from bot.tables.dares import open_swap
from bot.tables.model import TableView
from bot.words.cleaning import clean
from bot.words.language import N_, _, joined, ngettext, pgettext, sentences
from engine.core.actions import How
from engine.core.debts import gifts
from engine.games import AnyView

I_BELIEVE_IT = N_("I believe it")
I_DOUBT_IT = N_("I doubt it")


def back_to_more(table: int) -> Button:
    """Return the button that leads from a private page about a table back to More."""
    return Button(_(MORE), OpenMore(table), "◀️")


def with_receipt(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts of a page below a line that says "Saved"."""
    return (Text(_("✔️ Saved.")), *parts)


def more_button(table: TableView) -> Button:
    """Return the button "More", which shows less frequent actions."""
    return Button(_(MORE), OpenMore(table.id), "➕")


def late_row(table: TableView) -> tuple[Row, ...]:
    """Return the row with the button "I'm back" (L2), or () if nobody dozes."""
    back = Button(_("I’m back"), WakeUp(table.id), "💤", Style.GOOD)
    return (Row((back,)),) if table.annotations.dozing else ()


def dozers(table: TableView, view: AnyView) -> str:
    """Return a line that names the players who are dozing (L2), or "" if nobody is.

    If everyone in the game is dozing, the line says that the game is paused.
    """
    dozing = table.annotations.dozing
    if not dozing:
        return ""
    if all_doze(table, view):
        return _("💤 Everyone’s dozing: the game pauses until somebody’s back.")
    words = ngettext("💤 {names} is dozing", "💤 {names} are dozing", len(dozing))
    return words.format(names=Cast(table.seats).names(dozing))


def all_doze(table: TableView, view: AnyView) -> bool:
    """Return whether all people in the game are dozing (L2)."""
    people = [seat for seat in view.state.seats_in() if table.seats[seat].user is not None]
    return bool(people) and all(seat in table.annotations.dozing for seat in people)


def quit_voices(table: TableView, view: AnyView) -> tuple[int, int]:
    """Return how many people in the game have voted to quit (E2), and how many people there are.

    Computer players do not count, because they vote as most of the people do (L4).
    """
    people = [seat for seat in view.state.seats_in() if table.seats[seat].user is not None]
    return sum(view.state.players[seat].quits for seat in people), len(people)


def quit_news(table: TableView, view: AnyView) -> str:
    """Return a line about the number of votes to quit (E2), or "" if there are none."""
    said, people = quit_voices(table, view)
    # Translators: {said} and {people} are numbers of people; the plural form depends on {said}.
    words = ngettext("🌙 Votes to stop: {said} of {people}.", "🌙 Votes to stop: {said} of {people}.", said)
    return words.format(said=said, people=people) if said else ""


def settle_rows(table: TableView, view: AnyView) -> tuple[Row | Menu, ...]:
    """Return the controls for open forfeits (P1).

    A debtor has a row of buttons. Several debtors share a menu. If the winner may give another player a forfeit (P5),
    the last row has a button for that. The page "More" has the buttons that put forfeits on the tab.
    """
    debtors = view.state.debtors
    # After an exact call (C5) there may be more debtors. The menu offers them when others have settled.
    ways = [way for debtor in debtors[:MOST_DEBTORS] for way in _ways(table, debtor, len(debtors) > 1)]
    found: list[Row | Menu] = []
    if len(debtors) > 1:
        choices = tuple(Choice(way.press, way.label, "", way.emoji) for way in ways if way.press is not None)
        found = [Menu(f"owed{table.version}", _("Settle a forfeit"), choices)]
    elif debtors:
        found = [Row((*ways, *_swap(table, view)))]
    if view.state.creditor >= 0 and gifts(view.state, view.state.creditor):
        found.append(Row((Button(_(WINNERS_GIFT), OpenGifts(table.id), "🎁"),)))
    return tuple(found)


MOST_DEBTORS = 12
"""The maximum number of debtors in a menu. Each takes two of its 25 lines."""


def _ways(table: TableView, debtor: int, several: bool) -> tuple[Button, ...]:
    ways = (
        (SettleForfeit(table.id, table.version, debtor, How.PAID), _(DONE), "✅"),
        (AskToLetOff(table.id, table.version, debtor), _(LET_OFF), "🕊️"),
    )
    return tuple(Button(_way(table, debtor, way, several), press, emoji) for press, way, emoji in ways)


def _way(table: TableView, debtor: int, way: str, several: bool) -> str:
    """Return the label of a way to settle a forfeit. It names the debtor if there are several."""
    # Translators: a button: {way} is “Done”, “Let off” or “On the tab”; {name} is the player who owes the forfeit.
    words, name = _("{way} ({name})") if several else "{way}", Cast(table.seats).label(debtor)
    return words.format(way=way, name=name)[:80]


def on_the_tab(table: TableView, view: AnyView) -> tuple[Button, ...]:
    """Return the buttons with which the viewer puts open forfeits on the tab (P1), at most four."""
    mine = [debtor for debtor, way in view.legal.settle if way == How.TAB] if table.forfeit() is not None else []
    label = _("On the tab")
    return tuple(
        Button(_way(table, debtor, label, len(mine) > 1), SettleForfeit(table.id, table.version, debtor, How.TAB), "📌")
        for debtor in mine[:4]
    )


def _swap(table: TableView, view: AnyView) -> tuple[Button, ...]:
    """Return the button with the other dare, for which the winner may swap the loser's dare; otherwise ()."""
    swap = open_swap(view, table.annotations)
    if swap is None:
        return ()
    # Translators: a button: {dare} is another dare, which the winner may choose instead.
    words = _("Or: {dare}").format(dare=swap.instead)
    return (Button(clean(words, 80), SwapDare(table.id, swap.number), "🔁"),)


def clapped() -> tuple[Part, ...]:
    """Return the private answer to somebody who has clapped for a dare."""
    return (Text(_("👏 Noted. The night card names the dare with most claps, two at least.")),)


def ask_to_let_off(table: TableView, press: AskToLetOff) -> Ephemeral:
    """Return the question whether the winner waives a forfeit of this round (P1)."""
    asked = _("🕊️ Let {name} off for good?").format(name=Cast(table.seats).name(press.debtor))
    yes = Button(_(YES_LET_OFF), press.surely(), "🕊️", Style.BAD)
    return Ephemeral((Text(asked), Row((yes, Button(_(NO), Stay(table.id))))))


def gift_menu(table: TableView, view: AnyView, handle: Handle = unknown) -> tuple[Part, ...]:
    """Return the private menu in which the winner chooses another player who gets a forfeit too (P5)."""
    cast = Cast(table.seats)
    choices = tuple(
        Choice(GiveGift(table.id, table.version, seat), cast.label(seat), handle(table.seats[seat].user))
        for seat in view.legal.gift
    )[:25]
    return (Text(asked := _("Who else gets a forfeit?")), Menu("gift", asked, choices))


def gift_given(table: TableView, to: int) -> tuple[Part, ...]:
    """Return the text that replaces the menu after the winner has given another player a forfeit (P5)."""
    return (Text(_("🎁 Done: {name} gets a forfeit too.").format(name=Cast(table.seats).name(to))),)


def pause_buttons(table: TableView, view: AnyView) -> tuple[Row | Menu, ...]:
    """Return the controls below a showdown, including those that settle open forfeits."""
    owed = settle_rows(table, view) if table.forfeit() is not None else ()
    done = table.annotations.done == view.state.round and not view.state.debtors
    clap = (Button(_("Clap"), Clap(table.id, 0), "👏"),) if done else ()
    hold = (hold_on(table),) if table.next_round is not None else ()
    return (Row((_next(table, view), *hold, *clap, more_button(table))), *owed, *late_row(table))


def what_holds(table: TableView, view: AnyView) -> str:
    """Return a line about what the next round waits for.

    Either everyone dozes, or a player has paused the game, or a forfeit is open. If the round waits for none of these,
    return lines about the dozing players and about the time of the next round.
    """
    if all_doze(table, view):
        return dozers(table, view)
    held = table.annotations.held_until
    if held is not None:
        # Translators: {t} is a time, which Discord writes out.
        return _("✋ Paused for a closer look, until <t:{t}:T>").format(t=int(held.timestamp()))
    if view.state.debtors and table.deadline is not None:
        return sentences(_waits(table.deadline), _else_on_the_tab(table, view))
    return "\n-# ".join(filter(None, (dozers(table, view), _goes_on_at(table, view))))


def _goes_on_at(table: TableView, view: AnyView) -> str:
    """Return a text with the time of the next round, or "" if that time is not known.

    If a forfeit is open, the text also says that the forfeit goes on the tab at that time.
    """
    if table.next_round is None:
        return ""
    # Translators: {t} is a time, which Discord writes as “in 10 seconds”.
    words = _("▶️ Next round <t:{t}:R>.").format(t=countdown(table.next_round))
    return sentences(words, _else_on_the_tab(table, view))


def _else_on_the_tab(table: TableView, view: AnyView) -> str:
    """Return the sentence "If it’s not settled by then, it goes on the tab." (P1), or "" if no forfeit is open."""
    is_open = bool(view.state.debtors) and table.forfeit() is not None
    return _("If it’s not settled by then, it goes on the tab.") if is_open else ""


def _waits(until: datetime) -> str:
    """Return the line that says that the next round waits for a forfeit, at most `until` (L2)."""
    # Translators: {t} is a moment that Discord writes: “in 3 minutes”.
    return _("📝 The next round starts once that’s settled, or <t:{t}:R> at the latest.").format(t=countdown(until))


def _next(table: TableView, view: AnyView) -> Button:
    """Return the button "Next". If more than one person is awake, it shows how many of them have pressed it."""
    people = [seat for seat in view.state.seats_in() if table.seats[seat].user is not None]
    here = [seat for seat in people if seat not in table.annotations.dozing]
    ready = sum(seat in table.annotations.ready for seat in here)
    # Translators: a button: {n} people of {all} have pressed it.
    label = _("Next ({n}/{all})").format(n=ready, all=len(here)) if len(here) > 1 else _("Next")
    return Button(label, NextRound(table.id, table.version), "▶️", Style.GOOD)


def hold_on(table: TableView) -> Button:
    """Return the button "Hold on", which keeps a showdown on the screen."""
    return Button(_("Hold on"), HoldOn(table.id, table.version), "✋")


def vote_buttons(table: TableView, number: int) -> tuple[Button, Button]:
    """Return the two buttons for voting on the bid of round `number`, now or in advance."""
    return (
        Button(_(I_BELIEVE_IT), CastVote(table.id, number, believes=True), "👍", Style.GOOD),
        Button(_(I_DOUBT_IT), CastVote(table.id, number, believes=False), "👎", Style.BAD),
    )


def vote_kept(press: CastVote) -> Ephemeral:
    """Return the private answer to a vote that was given in advance."""
    vote = _(I_BELIEVE_IT) if press.believes else _(I_DOUBT_IT)
    return ephemeral(_("🤫 **{vote}**: noted. You can still change your mind.").format(vote=vote))


def arrivals(table: TableView, number: int) -> str:
    """Return a line about the people who took over computer players' seats in round `number`, or ""."""
    cast = Cast(table.seats)
    told = [
        # Translators: one item of a list: the person {name} takes the seat of the computer player {computer}.
        _("{name} for {computer}").format(name=cast.name(at), computer=f"🤖 {seat.instead_of}")
        for at, seat in enumerate(table.seats)
        if seat.since == number and seat.instead_of
    ]
    # Translators: {who} is a list of phrases such as “Ann for Domino”.
    return _("🪑 Next in: {who}").format(who=joined(told)) if told else ""


def page_before(press: Press, is_first: bool) -> Button:
    """Return the button that shows the previous page. It is disabled on the first page."""
    return Button(pgettext("the page before", "Back"), press, "◀️", disabled=is_first)


def page_after(press: Press, is_last: bool) -> Button:
    """Return the button that shows the next page. It is disabled on the last page."""
    return Button(pgettext("the page that follows", "More"), press, "▶️", disabled=is_last)


def switch(name: str, on: bool, press: Press) -> Button:
    """Return a button that shows whether a setting is on. `press` changes the setting."""
    # Translators: a button; {switch} is the name of a setting.
    words = _("{switch}: on") if on else _("{switch}: off")
    return Button(words.format(switch=name), press, style=Style.GOOD if on else Style.PLAIN)


def without_controls(shown: Ephemeral) -> Ephemeral:
    """Return what is left of a private page while a showdown is being shown: its rows of dice, and a line about that.

    Everything else on it was about a move, and is no longer true once the call is in.
    """
    lines = [line for part in shown.parts if isinstance(part, Text) for line in part.words.split("\n")]
    dice = [line for line in lines if _DICE.match(line)]
    return Ephemeral((Text("\n".join((*dice, _("🥁 The call’s in. Watch the table!")))),))


_DICE = re.compile(r"##? |-# [1-6 ]+$")
"""Matches a row of dice, which is a heading so that they are large, or the same dice as small digits."""
