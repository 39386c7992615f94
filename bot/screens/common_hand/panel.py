"""The live panel of a game of bids: where it stands, whose move it is, and the moves within one tap."""

from collections.abc import Sequence

from bot.presses.game import CallExact, CallLie, CastVote, OpenBidForm
from bot.presses.private import ShowDice
from bot.screens.cast import Cast
from bot.screens.common_hand.bids import raises
from bot.screens.common_hand.standing import sheet
from bot.screens.forfeit import forfeit_words
from bot.screens.model import Box, Button, Part, Row, Style, Text, Tone, rows
from bot.screens.settling import always, settling
from bot.tables.model import TableInfo
from bot.words.faces import bid_spoken, face_name
from bot.words.language import _, ngettext
from bot.words.pictures import die
from bot.words.pictures import wild as wild_die
from engine.common_hand.events import BidMade
from engine.common_hand.rules import Challengers
from engine.common_hand.view import View
from engine.core.events import Event
from engine.core.state import BIDDING, POLL


def panel(table: TableInfo, view: View, news: Sequence[Event]) -> tuple[Part, ...]:
    """The panel for everybody, from an onlooker's view; `news` is told right above it."""
    bid_told = not news or any(isinstance(event, BidMade) for event in news)
    asked = " · ".join(said for said in (_asked(table, view), _until(table, view)) if said)
    lines = (*_state(table, view, bid_told), sheet(Cast(table.seats), view), asked)
    words = Text("\n".join(line for line in lines if line))
    return (Box((words, *_buttons(table, view)), Tone.FELT),)


def recap(cast: Cast, view: View) -> Text:
    """The line that stays of a panel posted anew, which has no news."""
    state = view.state
    if state.debtors:
        waits = ngettext("📝 {names} has yet to settle.", "📝 {names} have yet to settle.", len(state.debtors))
        return Text(waits.format(names=cast.names(state.debtors)))
    if state.standing is None:
        return Text(_("🥁 **Round {n}**: the dice are down.").format(n=state.round))
    bid, picture = bid_spoken(state.standing.quantity, state.standing.face), die(state.standing.face)
    return Text(_("🗣️ {name}: **{bid}** {die}").format(name=cast.quiet(state.standing.bidder), bid=bid, die=picture))


def _state(table: TableInfo, view: View, bid_told: bool) -> list[str]:
    lines, state = [], view.state
    if state.phase in (BIDDING, POLL):
        pool = ngettext("{n} die in play", "{n} dice in play", state.pool).format(n=state.pool)
        facts = [_("Round {n}").format(n=_of(view)), pool]
        if wild := state.wild():
            facts.append(_("{die} {faces} wild").format(die=wild_die(wild), faces=face_name(wild)))
        lines.append(f"-# {' · '.join(facts)}")
    if state.standing is not None and not bid_told:
        bid = bid_spoken(state.standing.quantity, state.standing.face)
        name = Cast(table.seats).quiet(state.standing.bidder)
        lines.append(_("### {bid} {die}\n-# bid by {name}").format(bid=bid, die=die(state.standing.face), name=name))
    return lines


def _of(view: View) -> str:
    number, rounds = view.state.round, view.state.rules.rounds
    return str(number) if rounds is None else f"{number}/{rounds}"


def _until(table: TableInfo, view: View) -> str:
    """When the time is up, where somebody is asked and there is a clock."""
    if table.deadline is None or not (view.state.debtors or (view.awaited and table.setup.clock)):
        return ""
    return f"⏳ <t:{int(table.deadline.timestamp())}:R>"


def _asked(table: TableInfo, view: View) -> str:
    cast, state = Cast(table.seats), view.state
    if state.debtors:
        words = ngettext("👉 {names} owes **{forfeit}**.", "👉 {names} owe **{forfeit}**.", len(state.debtors))
        return words.format(names=cast.pings(state.debtors), forfeit=forfeit_words(table.setup))
    if not view.awaited:
        return ""
    name = cast.ping(view.awaited[0])
    if _thinks(table, view):
        return _("💭 {name} is thinking…").format(name=name)
    if state.phase is POLL:
        return _("🗳️ {name}, do you believe it?").format(name=name)
    if state.standing is None:
        return _("👉 {name}, your opening bid.").format(name=name)
    return _("👉 {name}, raise it or call the lie.").format(name=name)


def _buttons(table: TableInfo, view: View) -> tuple[Row, ...]:
    """Everything that can be pressed on the panel."""
    if view.state.debtors:
        return (*settling(table, view), Row(always(table, view)))
    if _thinks(table, view):
        return (Row(_while_thinking(table, view)), Row(always(table, view)))
    if view.state.phase is POLL:
        believe = Button(_("I believe it"), CastVote(table.id, table.version, True), "👍", Style.GOOD)
        doubt = Button(_("I doubt it"), CastVote(table.id, table.version, False), "👎", Style.BAD)
        return (Row((believe, doubt, *always(table, view))),)
    if not view.awaited:
        return (Row(always(table, view)),)
    return (*rows(raises(table, view), 3), Row(_calls(table, view)), Row(always(table, view)))


def _calls(table: TableInfo, view: View) -> tuple[Button, ...]:
    version, made = table.version, []
    if any(view.bids_in_turn()):
        made.append(Button(_("Other bid"), OpenBidForm(table.id, version), "✏️"))
    if view.state.standing is not None:
        made.append(_call(table, view.state.rules.challenge is Challengers.ANYONE))
        if view.state.round_rules.exact:
            made.append(Button(_("Exactly!"), CallExact(table.id, version), "🎯"))
    return (*made, _my_dice(table))


def _thinks(table: TableInfo, view: View) -> bool:
    """Whether it is a computer player's turn."""
    return bool(view.awaited) and table.seats[view.awaited[0]].user is None


def _while_thinking(table: TableInfo, view: View) -> tuple[Button, ...]:
    """What people can do meanwhile: look at their dice, and bang where that may be done out of turn (C1)."""
    bang = view.state.standing is not None and view.state.rules.challenge is Challengers.ANYONE
    return (_call(table, bang), _my_dice(table)) if bang else (_my_dice(table),)


def _my_dice(table: TableInfo) -> Button:
    return Button(_("My dice"), ShowDice(table.id), "🎲", Style.MAIN)


def _call(table: TableInfo, bang: bool) -> Button:
    """The challenge, by the word that the table has for it."""
    label, fist = (_("Bang!"), "💥") if bang else (_("Liar!"), "🫵")
    return Button(label, CallLie(table.id, table.version), fist, Style.BAD)
