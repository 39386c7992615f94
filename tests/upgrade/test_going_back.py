"""Test that people can go back to version 0.2 and forward again, with games in the middle.

The code of 0.2 is taken from git. It does not check the form of a table's row.
"""

import json
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, select

from bot.history.past import Replays
from bot.storage import schema
from tests.swarm.health import ails
from tests.tables.house import GUILD, House, Sitting, person
from tests.upgrade.releases import release, said_by

COMMIT = "e0b5fff9"
"""Version 0.2."""
FRESH = 1_000_000
"""The first key of the requests that version 0.2 carries out."""

ITS_DAY = f"""
import asyncio, json, sys
from datetime import datetime
from random import Random
from bot.people.privacy import Privacy
from tests.tables.house import House, Sitting, person

def failed(why):
    return type(why).__name__

async def tried(what):
    try:
        await what
    except Exception as why:
        return failed(why)
    return ""

async def main():
    url, now, ids = sys.argv[1], datetime.fromisoformat(sys.argv[2]), json.loads(sys.argv[3])
    house = await House(url, luck="theirs", first_key={FRESH}).open()
    house.now = now
    timers, said = house.tables.timers, dict()
    await house.tables.time.resume()
    await house.tables.time.catch_up()
    await house.tables.time.beat()
    for name, table in ids.items():  # the driver postpones a duty that fails
        said[name] = await tried(Sitting(house, table).info())
    for _ in range(8):
        house.wait(hours=1)
        for table, _at in await timers.due(house.now):
            if table in (ids["mia"], ids["lobby"], ids["lives"]):
                due = await tried(timers.next(table))
                said["duty"] = due or await tried(timers.carry_out(await timers.next(table)))
                assert said["duty"], "it carries out a duty of a game that it does not know"
                await timers.put_off(table)
    await Sitting(house, ids["dudo"]).play_on(Random(3))
    said["over"] = str((await Sitting(house, ids["dudo"]).info()).status)
    again = await house.game("dudo", "eve", "fay", channel=8)
    await again.play_on(Random(4), 3)
    said["prune"] = await tried(house.tables.time.prune())
    said["live"] = len(await house.tables.queries.live())
    said["end"] = await tried(house.tables.moves.end(ids["mia"], person("ann"), house.key(), manager=True))
    said["close"] = await tried(house.tables.lobbies.cancel(ids["lobby"], person("cid"), house.key()))
    said["leave"] = await tried(house.tables.moves.leave(ids["mia"], person("ann").id, house.key()))
    said["of"] = await tried(house.tables.queries.of(person("ann").id))
    said["forget"] = await tried(Privacy(house.tables.changes, house.tables.queries).forget(person("ann").id))
    await house.tables.time.beat()
    await house.close()
    print(json.dumps(dict(said=said, now=house.now.isoformat(), again=again.id)))

asyncio.run(main())
"""


def of_tables(connection: Connection, *ids: int) -> list[dict[str, Any]]:
    """Return what is stored of these tables, apart from the times of their duties."""
    own = [each for each in schema.tables.c if each.name not in ("writes", "tries", "not_before", "due", "outage")]
    rows = [dict(row) for row in connection.execute(select(*own).where(schema.tables.c.id.in_(ids))).mappings()]
    for others in (schema.events, schema.seated):
        query = select(others).where(others.c.table_id.in_(ids))
        rows += [dict(row) for row in connection.execute(query).mappings()]
    return rows


async def test_games_that_0_2_knows_go_on_under_it_and_others_wait(database_url: str, releases: Path) -> None:
    """A running game of Mia, its lobby, and a game for lives are as they were when this version starts again.

    0.2 answers their presses with an error, and fails to carry out their duties. Nobody loses a turn.
    """
    house = await House(database_url).open()
    dudo = await house.game("dudo", "ann", "bob", "cid", channel=1)
    mia = await house.game("mia", "ann", "bob", channel=2, clock=180)
    lives = await house.game("bar", "bob", "cid", channel=3, computers=1, price="lives")
    lobby = await house.lobby("mia", "cid", "dora", channel=4)
    for sitting in (dudo, mia, lives):
        await sitting.play_on(Random(1), 3)
    unknown = (mia.id, lives.id, lobby.id)
    before = await house.store.read(lambda c: of_tables(c, *unknown))
    await house.tables.time.beat()
    await house.close()
    ids = json.dumps({"dudo": dudo.id, "mia": mia.id, "lives": lives.id, "lobby": lobby.id})
    done = await said_by(release(releases, COMMIT), ITS_DAY, database_url, house.now.isoformat(), ids)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    said = told["said"]
    assert said["dudo"] == said["prune"] == ""
    assert said["over"] == "over"
    assert said["live"] == 4, "the three that wait, and a new one"
    refused = ("mia", "lives", "lobby", "duty", "end", "close", "leave", "of", "forget")
    assert all(said[each] for each in refused), said
    house = await House(database_url, luck="ours", first_key=2 * FRESH).open()
    house.now = datetime.fromisoformat(told["now"])
    assert await house.store.read(lambda c: of_tables(c, *unknown)) == before
    await house.tables.time.resume()
    await house.tables.time.catch_up()
    waits = Sitting(house, mia.id)
    version = (await waits.info()).version
    for table, _ in await house.tables.timers.due(house.now):
        await house.show(table)
    assert mia.id not in [table.id for table in await house.clock_strikes()]
    assert (await waits.info()).version == version, "nobody lost a turn meanwhile"
    proof = await Replays(house.store).proof(GUILD, dudo.id)
    assert proof is not None
    assert not proof.fault, "0.2 has not kept the line that sealed the game"
    await house.start(lobby.id, person("cid"))
    running = [Sitting(house, table) for table in (mia.id, lives.id, lobby.id, told["again"])]
    for sitting in running:
        await sitting.play_on(Random(sitting.id), 1)
    assert [sentence async for sentence in ails(house.store, house.tables)] == []
    for sitting in running:
        await sitting.play_on(Random(sitting.id))
        assert (await sitting.info()).status == "over"
    await house.close()
