"""The lobby: what will be played, who sits, and the buttons that change it."""

from collections.abc import Sequence

from bot.presses.learning import ShowRules
from bot.presses.lobby import (
    AddComputer,
    Cancel,
    ChooseVariant,
    Join,
    OpenHouseRules,
    OpenLuckyWords,
    OpenOptions,
    RemoveComputer,
    StandUp,
    Start,
)
from bot.screens import fairness, options, variants
from bot.screens.cast import Cast
from bot.screens.model import Box, Button, Card, Choice, Menu, Row, Style, Text, Tone
from bot.tables.model import MOST_SEATS, Seat, Status, TableInfo
from bot.words.cleaning import person
from bot.words.language import _
from bot.words.lists import listed


def lobby(table: TableInfo) -> Card:
    """The invitation, and everything that can be pressed on it."""
    return Card(lasting=(_invitation(table),), live=_controls(table))


def begun(table: TableInfo, seating: Sequence[str]) -> Card:
    """What stays of a lobby once the game is on: what was agreed on, and how the seats were rolled off."""
    rolled = (Text("\n".join(f"-# {line}" for line in seating)),) if seating else ()
    return Card(lasting=(_invitation(table), *rolled))


def closed(table: TableInfo) -> Card:
    """A lobby that came to nothing: the invitation as it stood, and below it who cleared it away."""
    if table.ended_by:
        words = _("🧹 {name} cleared the table away. `/play` sets up another.").format(name=person(table.ended_by))
    else:
        words = _("🧹 Nobody came for a while, so the table is cleared away. `/play` sets up another.")
    return Card(lasting=(_invitation(table), Text(words), Row((fairness.fair_button(table),))))


def not_played_here(table: TableInfo) -> Card:
    """A table of a game that has no presenter: another version of the bot began it."""
    words = _("🧩 {title}: this game cannot be played here yet. `/table end` clears the table away.").format(
        title=variants.told(table.setup.variant).title
    )
    return Card(lasting=(Box((Text(words),), Tone.GREY),))


def _invitation(table: TableInfo) -> Box:
    told = variants.told(table.setup.variant)
    story = (f"-# {line}" for line in told.describe(table.rules)[:2])
    agreed = [f"## {told.emoji} {options.table_title(table.setup)}", *story, *options.terms(table.setup, table.rules)]
    agreed += [f"-# {line}" for line in options.pot(table.rules)]
    tone = Tone.BRASS if table.status is Status.LOBBY else Tone.GREY
    return Box((Text("\n".join(agreed)), Text(f"{_seats(table)}\n{fairness.seal_line(table)}")), tone)


def _seats(table: TableInfo) -> str:
    count, cast = len(table.seats), Cast(table.seats)
    names = listed([cast.quiet(number) + _marks(table, seat) for number, seat in enumerate(table.seats)])
    lines = [_("🪑 **{n}:** {names}").format(n=count, names=names)]
    if count < 2 and table.status is Status.LOBBY:
        lines.append(_("One more and you can start: a friend, or a computer player."))
    return "\n".join(lines)


def _marks(table: TableInfo, seat: Seat) -> str:
    """Who is host, and who brought lucky words."""
    return (" 👑" if seat.user == table.host.id else "") + (" 🍀" if seat.brought.lucky else "")


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
        Button(_("House rules"), OpenHouseRules(table.id), "📜"),
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
        choices.append(Choice(choose, told.title, told.story, told.emoji, chosen))
    return Menu("variant", _("Another game?"), tuple(choices))
