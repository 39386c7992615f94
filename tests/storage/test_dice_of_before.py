"""Tests of the dice of games that an earlier version began. That version made the salts before the seal.

Such games keep their dice. Lobbies that the earlier version opened get new salts at the start.
"""

import io

from msgspec import json

from bot.storage import table_rows
from engine.fairness import salt, share
from engine.record import verified
from tests.storage.test_migrations import as_it_was
from tests.tables.house import LINE, House, Sitting, person


async def test_an_old_game_keeps_its_old_salts_to_its_end(database_url: str) -> None:
    await as_it_was(database_url, "0001")
    house = await House(database_url).open()
    sitting = Sitting(house, 1)
    await sitting.liar("bob")
    table = await house.tables.lobbies.end(1, person("ann"), house.key(), manager=True)
    assert [seat.salt for seat in table.seats] == ["1400000000000000001", "ab12", "ab12"]
    text = await house.tables.queries.record(1)
    assert text is not None
    done, throws, *_ = verified(io.BytesIO(text.encode()))
    assert done.rounds() == 3, "the third is thrown by this version"
    assert throws > len(table.seats) * 2
    assert "brought" not in text, "nobody stored the parts of those salts"
    await house.close()


async def test_an_old_lobby_starts_with_new_salts(house: House) -> None:
    """The old salt of the host was known before the seed was drawn."""
    sitting = await house.lobby("common", "ann", "bob")
    seats = [{"user": person(name).id, "name": name, "salt": "ab12"} for name in ("ann", "bob")]
    await house.store.write(lambda c: table_rows.patch_table(c, sitting.id, seats=json.encode(seats)))
    table = await house.start(sitting.id, person("ann"), "i:77")
    assert {seat.salt for seat in table.seats} == {salt(share("", ""), str(LINE))}
