"""The live panel of a game: where it stands, whose move it is, and the moves within one tap."""

from bot.presses.game import (
    CallExactly,
    CallLie,
    CallQuits,
    CastVote,
    GiveGift,
    LeaveTable,
    OpenBidForm,
    OpenGifts,
    PlaceBid,
    SendBid,
    SettleForfeit,
)
from bot.presses.private import ShowDice, ShowRules
from bot.screens.cast import Cast
from bot.screens.model import Box, Button, Choice, Field, Form, Menu, Part, Row, Style, Text, Tone, rows
from bot.screens.showdown import bads
from bot.screens.terms import forfeit_words
from bot.tables.model import TableInfo
from bot.words.faces import DIE, bid_spoken, bid_words, face_and_nickname, face_name
from bot.words.language import _, ngettext
from engine.common_hand.rules import Challengers, Price
from engine.common_hand.view import View
from engine.core.actions import How

FACES = range(1, 7)


def panel(table: TableInfo, view: View, bid_told: bool) -> tuple[Part, ...]:
    """The panel for everybody, from an onlooker's view; `bid_told`: the standing bid stands right above it."""
    asked = " · ".join(said for said in (_asked(table, view), _until(table, view)) if said)
    words = Text("\n".join(line for line in (*_state(table, view, bid_told), asked) if line))
    return (Box((words, *buttons(table, view)), Tone.FELT),)


def _state(table: TableInfo, view: View, bid_told: bool) -> list[str]:
    cast = Cast(table.seats)
    lines = []
    if view.state.phase.value in ("bidding", "poll"):
        pool = ngettext("{n} die in play", "{n} dice in play", view.state.pool).format(n=view.state.pool)
        facts = [_("Round {n}").format(n=_of(view)), pool]
        if view.state.wild():
            facts.append(_("{die} {faces} wild").format(die=DIE[view.state.wild()], faces=face_name(view.state.wild())))
        lines.append(f"-# {' · '.join(facts)}")
    if view.state.standing is not None and not bid_told:
        bid = bid_spoken(view.state.standing.quantity, view.state.standing.face)
        die, name = DIE[view.state.standing.face], cast.quiet(view.state.standing.bidder)
        lines.append(_("### {bid} {die}\n-# bid by {name}").format(bid=bid, die=die, name=name))
    return [*lines, sheet(cast, view)]


def _of(view: View) -> str:
    return str(view.state.round) if view.state.rules.rounds is None else f"{view.state.round}/{view.state.rules.rounds}"


def recap(table: TableInfo, view: View) -> Text:
    """The line that stays of a panel posted anew, which has no news."""
    cast = Cast(table.seats)
    if view.state.debtors:
        waits = ngettext("📝 {names} has yet to settle.", "📝 {names} have yet to settle.", len(view.state.debtors))
        return Text(waits.format(names=cast.names(view.state.debtors)))
    if view.state.standing is None:
        return Text(_("🥁 **Round {n}**: the dice are down.").format(n=view.state.round))
    bid, die = bid_spoken(view.state.standing.quantity, view.state.standing.face), DIE[view.state.standing.face]
    return Text(_("🗣️ {name}: **{bid}** {die}").format(name=cast.quiet(view.state.standing.bidder), bid=bid, die=die))


def sheet(cast: Cast, view: View) -> str:
    """How everybody stands: bads and goods, forfeits, or dice left."""
    return f"-# {' · '.join(f'{cast.quiet(seat)} {_standing(view, seat)}' for seat in range(len(view.state.players)))}"


def _standing(view: View, seat: int) -> str:
    player = view.state.players[seat]
    if player.left:
        return _("(left)")
    if view.state.rules.price is Price.BADS:
        return bads(player.score)
    if view.state.rules.price is Price.FORFEIT:
        return f"📝 {player.forfeits}"
    return f"🎲 {player.dice}"


def _until(table: TableInfo, view: View) -> str:
    """When the time is up, where somebody is asked and there is a clock."""
    if table.deadline is None or not (view.state.debtors or (view.awaited and table.setup.clock)):
        return ""
    return f"⏳ <t:{int(table.deadline.timestamp())}:R>"


def _asked(table: TableInfo, view: View) -> str:
    cast = Cast(table.seats)
    if view.state.debtors:
        forfeit = forfeit_words(table.setup)
        names = cast.pings(view.state.debtors)
        words = ngettext("👉 {names} owes **{forfeit}**.", "👉 {names} owe **{forfeit}**.", len(view.state.debtors))
        return words.format(names=names, forfeit=forfeit)
    if not view.awaited:
        return ""
    name = cast.ping(view.awaited[0])
    if view.state.phase.value == "poll":
        return _("🗳️ {name}, do you believe it?").format(name=name)
    if view.state.standing is None:
        return _("👉 {name}, your opening bid.").format(name=name)
    return _("👉 {name}, raise it or call the lie.").format(name=name)


def buttons(table: TableInfo, view: View) -> tuple[Row, ...]:
    """Everything that can be pressed on the panel."""
    if view.state.debtors:
        return (*_settling(table, view), Row(_aside(table)))
    if view.state.phase.value == "poll":
        believe = Button(_("I believe it"), CastVote(table.id, table.version, True), "👍", Style.GOOD)
        doubt = Button(_("I doubt it"), CastVote(table.id, table.version, False), "👎", Style.BAD)
        return (Row((believe, doubt, *_aside(table))),)
    if not view.awaited:
        return (Row(_aside(table)),)
    return (*rows(raises(table, view), 3), Row(_calls(table, view)), Row(_aside(table)))


def raises(table: TableInfo, view: View) -> tuple[Button, ...]:
    """The least legal raise for every face, one tap each; short, so that three stand side by side on a phone."""
    return tuple(
        Button(bid_words(least, face), PlaceBid(table.id, table.version, least, face))
        for face in FACES
        if (least := view.bids_in_turn()[face])
    )


def _calls(table: TableInfo, view: View) -> tuple[Button, ...]:
    version, made = table.version, []
    if any(view.bids_in_turn()):
        made.append(Button(_("Other bid"), OpenBidForm(table.id, version), "✏️"))
    if view.state.standing is not None:
        bang = view.state.rules.challenge is Challengers.ANYONE
        made.append(Button(_("Bang!") if bang else _("Liar!"), CallLie(table.id, version), _fist(bang), Style.BAD))
        if view.state.round_rules.exact:
            made.append(Button(_("Exactly!"), CallExactly(table.id, version), "🎯"))
    made.append(Button(_("My dice"), ShowDice(table.id), "🎲", Style.MAIN))
    return tuple(made)


def _fist(bang: bool) -> str:
    return "💥" if bang else "🫵"


def _aside(table: TableInfo) -> tuple[Button, ...]:
    return (
        Button(_("Rules"), ShowRules(table.id)),
        Button(_("Call it quits"), CallQuits(table.id)),
        Button(_("Leave"), LeaveTable(table.id)),
    )


def _settling(table: TableInfo, view: View) -> tuple[Row, ...]:
    cast, made = Cast(table.seats), []
    for debtor in view.state.debtors[:2]:  # a loser, and one that the winner's gift may name (P5)
        whose = _("{way} ({name})") if len(view.state.debtors) > 1 else "{way}"
        ways = ((How.PAID, _("Paid"), "✅"), (How.WAIVED, _("Waive"), "🕊️"), (How.TAB, _("On the tab"), "📌"))
        row = [
            Button(
                whose.format(way=way, name=cast.label(debtor))[:80],
                SettleForfeit(table.id, table.version, debtor, how),
                emoji,
            )
            for how, way, emoji in ways
        ]
        made.append(Row(tuple(row)))
    if view.state.gift_open and view.state.creditor >= 0:
        made.append(Row((Button(_("Winner’s gift"), OpenGifts(table.id), "🎁"),)))
    return tuple(made)


def other_bid(table: TableInfo, view: View) -> Form:
    """The form for any other bid: quantity and face."""
    bids = view.legal.bids
    choices = tuple(
        Choice(str(face), face_and_nickname(face), _("from {n}").format(n=bids[face]), f"{face}\ufe0f\u20e3")
        for face in FACES
        if bids[face]
    )
    least = min((bids[face] for face in FACES if bids[face]), default=1)
    hint = _("{least} to {most}").format(least=least, most=view.legal.most)
    menu = Menu("face", _("Which face?"), choices)
    fields = (
        Field("quantity", _("How many?"), hint, hint=str(least), longest=12),
        Field("face", _("Which face?"), menu=menu),
    )
    return Form(SendBid(table.id, table.version), _("Your bid"), fields)


def gift_menu(table: TableInfo, view: View) -> tuple[Part, ...]:
    """P5: whom the winner may name, for the winner alone."""
    cast = Cast(table.seats)
    choices = tuple(Choice(GiveGift(table.id, table.version, seat), cast.label(seat)) for seat in view.legal.gift)[:25]
    return (Text(_("Who shares the forfeit?")), Menu("gift", _("Pick one"), choices))
