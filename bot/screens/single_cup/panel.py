"""The live panel of a round of the cup: what lies on the table, what is claimed, who has the cup and what they did."""

from bot.screens.dice import covered_dice
from bot.screens.fitting import newest
from bot.screens.latecomers import arrivals
from bot.screens.model import Box, Text, Tone
from bot.screens.phone import height
from bot.screens.settling import night
from bot.screens.single_cup import did, news
from bot.screens.single_cup.claims import spoken
from bot.screens.single_cup.reading import Round, read
from bot.screens.single_cup.record import rungs
from bot.screens.single_cup.standing import sheet
from bot.screens.single_cup.telling import Telling, telling
from bot.tables.model import Chapter, TableInfo
from bot.words.language import _, ngettext
from bot.words.pictures import on_table
from engine.core.events import Opens, QuitVoiced
from engine.single_cup.legal import steps
from engine.single_cup.view import CupView

MOST_LINES = 10
"""The lines of a panel on a phone, its buttons aside."""
MOST_RUNGS = 3
"""The claims that it shows."""


def panel(table: TableInfo, view: CupView, chapter: Chapter) -> Box:
    """The panel for everybody, from an onlooker's view; `chapter` are the events of the round so far."""
    by, told = telling(table), read(chapter)
    top = (head(by, view), f"# {dice(view)}")
    turn = told.going_on()
    now = (did.so_far(by, turn) if turn is not None and turn.seat == view.state.turn else "", _asked(by, table, view))
    below = [line for line in (*now, _then(by, table, view), sheet(by.cast, view)) if line]
    room = MOST_LINES - sum(map(height, (*top, *below)))
    made = rungs(by, told, MOST_RUNGS)
    claims = newest(made, room, height) or made[-1:]
    besides = newest(_besides(by, table, view, told), room - sum(map(height, claims)), height)
    return Box((Text("\n".join((*top, *besides, *claims, *below))),), Tone.FELT)


def head(by: Telling, view: CupView) -> str:
    """Which round it is, and where the five dice are."""
    state = view.state
    facts = [
        _("**Round {n}**").format(n=by.of_rounds(state.round)),
        _("{n} under the cup").format(n=state.under),
        _("{n} on the table").format(n=len(state.on_table())),
    ]
    return f"-# {' · '.join(facts)}"


def dice(view: CupView) -> str:
    """The five as everybody sees them: covered under the cup, grey on the table."""
    state = view.state
    hidden = [covered_dice(state.under)] if state.under else []
    return " ".join([*hidden, *(on_table(face) for face in state.on_table())])


def _asked(by: Telling, table: TableInfo, view: CupView) -> str:
    """Who has the cup, and what they are to do. Edits notify nobody, so nobody is mentioned."""
    if not view.awaited:
        return ""
    seat, may, standing = view.awaited[0], steps(view.state), view.state.standing
    name = by.name(seat)
    if table.seats[seat].user is None:
        return _("💭 {name} is thinking…").format(name=name)
    if may == ("liar",):
        return _("👉 {name}, nothing beats five sixes: call it").format(name=name)
    if standing is None:
        return _("👉 {name} has rolled all five: look if you like, and claim").format(name=name)
    claim = spoken(standing.claim)
    if "peek" in may:
        return _("👉 {name}, call **{claim}** a lie, peek, or pass it on blind").format(name=name, claim=claim)
    if "claim" not in may and view.state.thrown:
        return _("👉 {name} rolls on, with **{claim}** to beat").format(name=name, claim=claim)
    if "claim" not in may:
        return _("👉 {name} believes **{claim}**, and must roll at least one die").format(name=name, claim=claim)
    return _("👉 {name}, claim more than **{claim}**").format(name=name, claim=claim)


def _then(by: Telling, table: TableInfo, view: CupView) -> str:
    """Who comes next, and until when whoever has the cup has time."""
    facts, state = [], view.state
    following = state.next_in(state.turn) if state.turn >= 0 else -1
    if following >= 0:
        facts.append(_("then {name}").format(name=by.cast.brief(following)))
    if table.deadline is not None and table.setup.clock and view.awaited:
        facts.append(f"⏳ <t:{int(table.deadline.timestamp())}:R>")
    return f"-# {' · '.join(facts)}" if facts else ""


def _besides(by: Telling, table: TableInfo, view: CupView, told: Round) -> list[str]:
    """What else is to be known: what happened in this round, who dozes, who sat down, voices for quitting."""
    lines = news.happened(by, [each for each in told.besides if not isinstance(each, Opens | QuitVoiced)])
    if dozing := table.meanwhile.dozing:
        names = by.cast.names(dozing)
        lines.append(ngettext("💤 {names} dozes", "💤 {names} doze", len(dozing)).format(names=names))
    lines += [line for line in (arrivals(table, view.state.round), night(table, view)) if line]
    return [f"-# {line}" for line in lines]
