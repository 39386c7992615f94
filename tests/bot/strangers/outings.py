"""Define the outings of the test: which stranger visits which channel, and what the stranger tries there."""

from typing import NamedTuple

from bot.presses.codec import PRESSES
from tests.bot.stage import Stage
from tests.bot.strangers.exploring import NEVER, Walk
from tests.bot.strangers.forging import Forger, Subject
from tests.bot.strangers.leaks import Hidden, rows_of, secrets_of
from tests.bot.strangers.server import EVERYWHERE, FOREIGN, FORMER, PLAIN, House
from tests.bot.strangers.visiting import Visitor
from tests.effort import LONG, at_length

GARDEN, SQUARE, ABROAD, DM = "garden", "square", "abroad", "a DM"


class Outing(NamedTuple):
    """Describe a stranger's visit to a channel.

    `each` is the number of times that the stranger presses each control. `types` says whether the stranger types
    commands, and `forges` says whether they forge presses.
    """

    name: str
    room: str
    each: int
    types: bool = True
    forges: bool = True


SHORT = (
    Outing(PLAIN, GARDEN, 1),
    Outing(PLAIN, DM, 1),
    Outing(FORMER, GARDEN, 1, types=False),
    Outing(FORMER, DM, 1),
    Outing(FOREIGN, ABROAD, 1),
    Outing(FOREIGN, DM, 1, types=False),
    Outing(PLAIN, SQUARE, 1, types=False, forges=False),
)
"""The outings of a short run. Each stranger forges half of the presses on one outing, and the others on another one."""
EVERYTHING = tuple(Outing(name, room, 6) for name in (PLAIN, FORMER) for room in (GARDEN, SQUARE, DM)) + tuple(
    Outing(FOREIGN, room, 6) for room in (ABROAD, DM)
)
OUTINGS = EVERYTHING if LONG else SHORT


async def visitor_on(stage: Stage, house: House, outing: Outing) -> Visitor:
    """Return a visitor for an outing, in the outing's channel."""
    rooms = {GARDEN: house.garden, SQUARE: house.square, ABROAD: house.abroad, DM: None}
    return Visitor(stage, house, outing.name, rooms[outing.room], await secrets_of(stage, house, outing.name))


async def go(visitor: Visitor, outing: Outing, turn: int) -> list[str]:
    """Carry out an outing. Return the forged presses whose answers revealed that a private table exists."""
    walk = Walk(visitor, outing.each)
    await (walk.all() if outing.types else walk.press_all())
    if not outing.forges:
        return []
    told = (await visitor.type("help")).response
    assert told is not None
    forger, of = Forger(visitor, told), await subjects(visitor.stage, visitor.house, visitor.secrets.rows)
    for at, (name, kind) in enumerate(PRESSES.items()):
        for number in range(at_length((at + turn) % 2, 4)):
            if name not in NEVER:
                await forger.forge(kind, of[(at + turn + number) % len(of)], at + turn)
    return forger.unlike


async def show_off(stage: Stage, house: House) -> list[Visitor]:
    """Have players of private places forge presses about these places in a public channel, and return the players."""
    of = await subjects(stage, house, None)
    names = (EVERYWHERE, *(place.people[0] for place in house.private.values()))
    insiders = [
        Visitor(stage, house, name, house.garden, await secrets_of(stage, house, PLAIN), insider=True) for name in names
    ]
    forgers = [Forger(each, (await each.type("help")).response or stage.panel()) for each in insiders]
    for turn, (name, kind) in enumerate(PRESSES.items()):
        for each in range(at_length(1, 4)):
            if name not in NEVER:
                subject = of[(turn + each) % len(of)]
                who = next(forger for forger in forgers if stage.people[forger.visitor.name].id == subject.user)
                await (who if (turn + each) % 3 else forgers[0]).forge(kind, subject, turn)
    return insiders


async def subjects(stage: Stage, house: House, of: frozenset[tuple[str, int]] | None) -> list[Subject]:
    """Return the tables of private places as subjects of forged presses.

    If `of` is not None, leave out tables whose rows are not in it.
    """
    rows, _ = await rows_of(stage, house)
    rows = [row for row in rows if of is None or row.kind == "rules" or (row.kind, row.number) in of]
    tables = [row for row in rows if row.kind == "table"]
    return [_subject(stage, house, table, rows, turn) for turn, table in enumerate(tables)]


def _subject(stage: Stage, house: House, table: Hidden, rows: list[Hidden], turn: int) -> Subject:
    there = [row for row in rows if row.channel == table.channel]
    forfeits = [row.number for row in there if row.kind == "forfeit"] or [table.number]
    rules = [row.number for row in there if row.kind == "rules"] or [table.number]
    place = next(place for place in house.private.values() if place.channel.id == table.channel)
    who = stage.people[place.people[0]].id
    forfeit = forfeits[turn % len(forfeits)]
    return Subject(table.number, table.version, forfeit, rules[0], table.number, table.channel, who)
