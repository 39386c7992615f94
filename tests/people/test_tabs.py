"""Test the pages of debts.

Each pair of people has a row. The pair with the oldest debt comes first, and a page has ten rows.
"""

from functools import partial

from msgspec.structs import replace

from bot.people.tabs import PAGE, Tab
from bot.storage import Connection, ledger
from bot.storage.ledger import ForfeitRow
from bot.storage.sight import Sight
from tests.tables.house import CHANNEL, GUILD, House, person

PAIRS = 25
NOBODY = Sight(1, frozenset())


def owe(connection: Connection, house: House) -> None:
    """Store three debts of each pair of people. Some debts belong to private places."""
    for number in range(3 * PAIRS):
        debtor, creditor = 1_000 + number % PAIRS, 2_000 + number % PAIRS
        row = ForfeitRow(GUILD, CHANNEL, 1 + number, debtor, creditor, "sing", "common", house.now, ledger.OWED)
        ledger.owe(connection, replace(row, private=bool(number % 2)))


async def test_pages_of_debts_are_full_and_sorted_even_if_some_are_hidden(sqlite_house: House) -> None:
    house = sqlite_house
    await house.store.write(partial(owe, house=house))
    pages, after = list[Tab](), 0
    while not pages or pages[-1].more is not None:
        after = (pages[-1].more or 0) if pages else 0
        pages.append(await house.debts.tab(GUILD, "all", person("ann").id, NOBODY, after))
    assert [len(page.pairs) for page in pages] == [PAGE, PAGE, PAIRS - 2 * PAGE]
    found = [pair for page in pages for pair in page.pairs]
    assert [pair.debtor.id for pair in found] == [1_000 + number for number in range(PAIRS)]
    assert {pair.many for pair in found} == {3}
    assert not any(pair.lines for pair in found), "somebody who sees no place reads no word"
