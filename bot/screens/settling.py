"""The buttons that every game has beside its moves: settling forfeits, the winner's gift, and what is always right."""

from bot.presses.game import BringDown, CallQuits, GiveGift, LeaveTable, OpenGifts, SettleForfeit, WakeUp
from bot.presses.learning import ShowRules
from bot.screens.cast import Cast
from bot.screens.model import Button, Choice, Menu, Part, Row, Style, Text
from bot.tables.model import TableInfo
from bot.words.language import _, ngettext
from engine.core.actions import How
from engine.games import AnyView


def always(table: TableInfo, view: AnyView) -> tuple[Button, ...]:
    """What can be pressed at any time; with a way back for who dozes (L2), and how many would call it quits (E2)."""
    said, people = voices(table, view)
    quits = _("Call it quits {said}/{people}").format(said=said, people=people) if said else _("Call it quits")
    back = (Button(_("I’m back"), WakeUp(table.id), "💤", Style.GOOD),) if table.meanwhile.dozing else ()
    return (
        *back,
        Button(_("Bring it down"), BringDown(table.id)),
        Button(quits, CallQuits(table.id)),
        Button(_("Leave"), LeaveTable(table.id)),
    )


def dozers(table: TableInfo, view: AnyView) -> str:
    """L2: who dozes, and that nothing happens while all do; "" where nobody does."""
    dozing = table.meanwhile.dozing
    if not dozing:
        return ""
    if all_doze(table, view):
        return _("💤 Everybody dozes: the game pauses until somebody is back.")
    words = ngettext("💤 {names} dozes", "💤 {names} doze", len(dozing))
    return words.format(names=Cast(table.seats).names(dozing))


def all_doze(table: TableInfo, view: AnyView) -> bool:
    """L2: whether nobody is there to play with."""
    return all(seat in table.meanwhile.dozing for seat in view.state.seats_in() if table.seats[seat].user is not None)


def rules(table: TableInfo) -> Button:
    """How this game goes."""
    return Button(_("Rules"), ShowRules(table.id))


def voices(table: TableInfo, view: AnyView) -> tuple[int, int]:
    """E2: how many of how many people still in would call it quits; computer players follow them (L4)."""
    people = [seat for seat in view.state.seats_in() if table.seats[seat].user is not None]
    return sum(view.state.players[seat].quits for seat in people), len(people)


def night(table: TableInfo, view: AnyView) -> str:
    """The same in a sentence for everybody; "" where nobody would."""
    said, people = voices(table, view)
    return _("🌙 {said}/{people} would call it a night.").format(said=said, people=people) if said else ""


def settling(table: TableInfo, view: AnyView) -> tuple[Row, ...]:
    """While forfeits wait (P1): a row for each debtor, and the gift."""
    several = len(view.state.debtors) > 1
    # A loser, and one that the winner's gift may name (P5).
    rows = [Row(_ways(table, debtor, several)) for debtor in view.state.debtors[:2]]
    if view.state.gift_open and view.state.creditor >= 0:
        rows.append(Row((Button(_("Winner’s gift"), OpenGifts(table.id), "🎁"),)))
    return tuple(rows)


def _ways(table: TableInfo, debtor: int, several: bool) -> tuple[Button, ...]:
    ways = ((How.PAID, _("Paid"), "✅"), (How.WAIVED, _("Let off"), "🕊️"), (How.TAB, _("On the tab"), "📌"))
    words, name = _("{way} ({name})") if several else "{way}", Cast(table.seats).label(debtor)
    return tuple(
        Button(words.format(way=way, name=name)[:80], SettleForfeit(table.id, table.version, debtor, how), emoji)
        for how, way, emoji in ways
    )


def gift_menu(table: TableInfo, view: AnyView) -> tuple[Part, ...]:
    """P5: whom the winner may name, for the winner alone."""
    cast = Cast(table.seats)
    choices = tuple(Choice(GiveGift(table.id, table.version, seat), cast.label(seat)) for seat in view.legal.gift)[:25]
    return (Text(_("Who takes a forfeit, too?")), Menu("gift", _("Pick one"), choices))


def given(table: TableInfo, to: int) -> tuple[Part, ...]:
    """P5: it is done."""
    return (Text(_("🎁 Given: {name} takes a forfeit, too.").format(name=Cast(table.seats).name(to))),)
