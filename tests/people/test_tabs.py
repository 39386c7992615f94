"""Reading tabs costs the database as much however many people stand in them."""

from functools import partial

from sqlalchemy import event

from bot.people.tabs import PAGE
from bot.storage import Connection, ledger, personal
from bot.storage.ledger import OWED, ForfeitRow
from bot.storage.sight import Sight
from tests.tables.house import GUILD, House, person

ANN = person("ann")


def owe(connection: Connection, house: House, creditors: int, guild: int = GUILD) -> None:
    """Ann owes something to so many people, whose names are known on that server."""
    for number in range(1, creditors + 1):
        personal.remember_name(connection, guild, 1000 + number, f"friend {number} of {guild}")
        ledger.owe(connection, ForfeitRow(guild, 7, number, ANN.id, 1000 + number, "", "common", house.now, state=OWED))
    personal.remember_name(connection, guild, ANN.id, "Ann")


def asked(house: House) -> list[str]:
    """What the reading side of the database is asked from here on."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.extend([statement] if statement.startswith("SELECT") else [])

    event.listen(house.store.engines[-1], "before_cursor_execute", note)
    return seen


async def test_a_page_of_a_tab_reads_all_its_names_at_once(house: House) -> None:
    """Pairs, their forfeits, how many, their tables, their names, whose tab it is, and how many in all."""
    await house.store.write(partial(owe, house=house, creditors=PAGE + 2))
    seen = asked(house)
    tab = await house.people.tab(GUILD, "owes", ANN.id, Sight(ANN.id, frozenset()))
    assert len(seen) == 7, seen
    assert (tab.name, tab.many, len(tab.pairs)) == ("Ann", PAGE + 2, PAGE)
    assert [pair.creditor.name for pair in tab.pairs if pair.creditor] == [
        f"friend {number} of {GUILD}" for number in range(1, PAGE + 1)
    ]
    seen.clear()
    everybodys = await house.people.tab(GUILD, "all", ANN.id, Sight(ANN.id, frozenset()), tab.more or 0)
    assert len(seen) == 5, "nobody's name is at the head of it, and nobody counts it"
    assert (everybodys.name, everybodys.many, len(everybodys.pairs)) == ("", None, 2)


async def test_what_one_owes_everywhere_has_the_names_of_each_server(house: House) -> None:
    """As in a direct message: the same people are called otherwise elsewhere."""
    await house.store.write(partial(owe, house=house, creditors=2))
    await house.store.write(partial(owe, house=house, creditors=2, guild=GUILD + 1))
    found = await house.people.forfeits(None, ANN.id)
    assert [(line.guild, line.creditor.name) for line in found if line.creditor] == [
        (guild, f"friend {number} of {guild}") for guild in (GUILD, GUILD + 1) for number in (1, 2)
    ]
