"""Test what the health port answers to operators and their monitoring, over real HTTP."""

import asyncio
import json
import math
import re
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text, update
from yarl import URL

from bot.health import Watch
from bot.metrics import REGISTRY, family
from bot.operating.maintenance import back_up
from bot.outbox.connection import address
from bot.sandbox.adapter import Message
from bot.sandbox.faults import Fault, Plan
from bot.sandbox.supervisor import free_port
from bot.settings import CannotStart, Port
from bot.storage import facts, schema
from bot.storage.backup_notes import NEWEST
from tests.databases import postgresql_server, postgresql_url, sqlite_url
from tests.faults.conftest import wire
from tests.faults.wire import Wire, buttons
from tests.processes import local_discord, started
from tests.tables.house import House

pytestmark = pytest.mark.real_clock

__all__ = ["postgresql_server", "postgresql_url", "sqlite_url", "wire"]

ALL = {"gateway", "clock", "database", "loop_lag", "duties", "showing"}


class Asking:
    """A client that sends requests to a health port."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"

    async def get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self.address + path) as answer:
            return answer.status, await answer.text()

    async def ails(self) -> set[str]:
        """Return the names of the failing checks, and assert that the HTTP status agrees with them."""
        status, body = await self.get("/healthz")
        told = json.loads(body)
        bad = {name for name, check in told["checks"].items() if not check["ok"]}
        assert told["checks"].keys() == ALL
        assert (status, told["ok"]) == ((503, False) if bad else (200, True))
        return bad

    async def samples(self) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
        """Return the value of every sample of /metrics, by name and labels."""
        status, body = await self.get("/metrics")
        assert status == 200
        found = [sample for family in text_string_to_metric_families(body) for sample in family.samples]
        return {(each.name, tuple(sorted(each.labels.items()))): each.value for each in found}


@pytest.fixture
async def asking(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Asking]:
    """Open a health port for the bot of a wire. The results of its checks are never cached."""
    monkeypatch.setattr("bot.health.watch.FRESH", 0.0)
    port = free_port(0)
    async with Watch(Port(port)).open() as watch:
        watch.bot, watch.store = wire.bot, wire.bot._store
        yield Asking(port)


async def ask_until(asking: Asking, wanted: set[str]) -> None:
    async with asyncio.timeout(20):
        while True:
            if await asking.ails() == wanted:
                return
            await asyncio.sleep(0.05)


async def test_a_healthy_bot_passes_all_checks(asking: Asking) -> None:
    await ask_until(asking, set())
    assert await asking.get("/livez") == (200, "ok\n")
    assert (await asking.get("/"))[0] == 404


async def test_a_lost_gateway_fails_two_checks_but_not_liveness(wire: Wire, asking: Asking) -> None:
    await ask_until(asking, set())
    wire.server.gateway.up = False
    await wire.server.gateway.close(4000)
    await ask_until(asking, {"gateway", "clock"})
    assert (await asking.get("/livez"))[0] == 200, "another start would mend nothing"
    wire.server.gateway.up = True
    await ask_until(asking, set())


async def test_a_discord_that_does_not_answer_fails_the_clock_check(wire: Wire, asking: Asking) -> None:
    wire.trouble(Fault("503", "/users/@me"))
    await ask_until(asking, {"clock"})
    wire.calm()
    await ask_until(asking, set())


async def test_a_database_error_fails_the_database_check(wire: Wire, asking: Asking) -> None:
    assert wire.bot._store is not None
    await wire.bot._store.write(lambda c: c.execute(text("ALTER TABLE tables RENAME TO elsewhere")))
    try:
        assert "database" in await asking.ails()
        samples = await asking.samples()
        assert samples["liars_dice_database_up", ()] == 0
        assert ("liars_dice_backup_age_seconds", ()) not in samples, "nobody knows it, so it is not 0"
    finally:
        await wire.bot._store.write(lambda c: c.execute(text("ALTER TABLE elsewhere RENAME TO tables")))
    await ask_until(asking, set())


async def test_an_overdue_duty_fails_the_duty_check(wire: Wire, asking: Asking) -> None:
    table = await wire.table(wire.new_channel("one"), "ann", "ben", clock=3600)
    await wire.until(wire.is_shown, table)
    await wire.until(wire.is_told, table)
    wire.bot.driver._tasks[table] = asyncio.create_task(
        asyncio.sleep(3600)
    )  # as if the bot were still carrying out the duty
    assert wire.bot._store is not None
    past = wire.bot.now() - timedelta(seconds=90)
    this = update(schema.tables).where(schema.tables.c.id == table)
    await wire.bot._store.write(lambda c: c.execute(this.values(due=past, writes=schema.tables.c.writes + 1)))
    await ask_until(asking, {"duties"})
    samples = await asking.samples()
    assert samples["liars_dice_duties_overdue", ()] == 1
    assert 90 <= samples["liars_dice_duty_overdue_seconds", ()] < 150
    wire.bot.driver._tasks.pop(table).cancel()
    await wire.move(table)
    await ask_until(asking, set())


async def test_the_health_port_reports_a_change_that_is_not_shown(wire: Wire, asking: Asking) -> None:
    channel = wire.new_channel("one")
    table = await wire.table(channel, "ann", "ben", clock=3600)
    await wire.until(wire.is_shown, table)
    await wire.until(wire.is_told, table)
    wire.trouble(Fault("503", f"/channels/{channel}/*"))
    await wire.move(table)
    assert wire.bot._store is not None
    this = update(schema.tables).where(schema.tables.c.id == table)
    then = this.values(changed=wire.bot.now() - timedelta(seconds=150), writes=schema.tables.c.writes + 1)
    await wire.bot._store.write(lambda c: c.execute(then))
    await ask_until(asking, {"showing"})
    assert (await asking.samples())["liars_dice_unshown", ()] == 1


async def test_the_age_of_the_newest_backup_is_a_figure(wire: Wire, asking: Asking, tmp_path: Path) -> None:
    """The age is infinite before the first backup, so the alarm also rings if no backup was ever made."""
    assert (await asking.samples())["liars_dice_backup_age_seconds", ()] == math.inf
    await asyncio.to_thread(back_up, wire.url, tmp_path / "backup")
    assert 0 <= (await asking.samples())["liars_dice_backup_age_seconds", ()] < 300
    assert wire.bot._store is not None
    yesterday = wire.bot.now() - timedelta(hours=27)
    await wire.bot._store.write(lambda c: facts.set_fact(c, NEWEST, yesterday.isoformat()))
    assert 27 * 3600 <= (await asking.samples())["liars_dice_backup_age_seconds", ()] < 28 * 3600
    assert await asking.ails() == set()


async def test_a_blocked_event_loop_fails_the_loop_check(asking: Asking) -> None:
    await ask_until(asking, set())
    time.sleep(1.5)  # noqa: ASYNC251 - this is the fault
    await ask_until(asking, {"loop_lag"})


async def pressed_by(wire: Wire, key: str, message: Message, custom_id: str) -> None:
    """Press a button as this person, even if the message no longer has it, and wait for the answer."""
    data = {"custom_id": custom_id, "component_type": 2}
    person = wire.server.world.person(key)
    record = wire.server.world.discord.interact(3, message.channel_id, person.id, data, message)
    await wire.until(lambda: record.response_kind is not None and wire.has_answered())


async def test_presses_requests_moves_and_tables_are_counted(wire: Wire, asking: Asking) -> None:
    before = await asking.samples()

    async def more(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return (await asking.samples()).get(key, 0.0) - before.get(key, 0.0)

    channel = wire.new_channel("one")
    table = await wire.table(channel, "ann", "ben", computers=1, game="dudo")
    await wire.until(wire.asked, table)
    await wire.until(wire.is_shown, table)
    key, panel = await wire.asked(table), wire.panel(channel)
    bids = [part["custom_id"] for part in buttons(panel.components) if not part.get("disabled")]
    for who in (key, "cleo"):  # dan has no seat there
        await pressed_by(wire, who, panel, bids[0])
    pressed = {"way": "press", "kind": "PlaceBid"}
    assert await more("liars_dice_interactions_total", **pressed, outcome="done") == 1
    assert await more("liars_dice_interactions_total", **pressed, outcome="refused") == 1
    assert await more("liars_dice_answer_seconds_count", way="press") == 2
    callback = {"route": "POST /interactions/*/*/callback", "status": "200"}
    answered = await more("liars_dice_discord_requests_total", **callback)
    callback["status"] = "204"
    assert answered + await more("liars_dice_discord_requests_total", **callback) >= 2
    assert await more("liars_dice_discord_requests_total", route="POST /channels/*/messages", status="200") >= 1
    assert await more("liars_dice_moves_total", by="person") >= 1, "the bid; the throw is a duty of the table"
    assert await more("liars_dice_statement_seconds_count") > 20
    assert await more("liars_dice_transaction_seconds_count", kind="write") > 5
    samples = await asking.samples()
    assert samples["liars_dice_tables", (("game", "dudo"), ("status", "playing"))] == 1
    assert samples["liars_dice_servers", ()] == 1
    assert samples["liars_dice_gateway_up", ()] == 1

    async def lag_is_measured() -> bool:
        return (await asking.samples())["liars_dice_loop_lag_seconds_count", ()] > 0

    await wire.until(lag_is_measured)  # the first measurement comes after a quarter of a second


async def test_no_figure_names_a_person_or_a_place(wire: Wire, asking: Asking) -> None:
    """All values of labels come from the bot's code.

    They include no id, no token, no name, and no text that a person typed.
    """
    channel = wire.new_channel("a secret channel")
    table = await wire.table(channel, "ann", "ben")
    await wire.until(wire.is_shown, table)
    panel = wire.panel(channel)
    for custom_id in ("forged:12345678901234567", *(part["custom_id"] for part in buttons(panel.components))):
        await pressed_by(wire, "ann", panel, custom_id)
    allowed = re.compile(r"[A-Za-z_ /*@-]{1,60}|[2-5]\d\d|\+Inf|\d(\.\d+)?|[\d.]+|CPython|[a-z0-9_.]+")
    for name, labels in await asking.samples():
        for label, value in labels:
            assert allowed.fullmatch(value), (name, label, value)
            assert not re.search(r"\d{6,}", value), (name, label, value)
            assert not {"ann", "ben", "secret"} & set(re.split(r"\W", value.casefold())), (name, label, value)


async def test_the_health_port_is_open_before_discord_can_be_reached(tmp_path: Path, sqlite_url: str) -> None:
    port = free_port(0)
    settings: dict[str, Any] = {"DATABASE_URL": sqlite_url, "HEALTH_PORT": str(port)}
    async with local_discord(tmp_path) as server:
        server.faults.use(Plan([Fault("503", "/users/@me")]))
        async with started(server.port, "run", **settings) as bot:
            await bot.says("Trying again in 1 s.")
            assert await Asking(port).ails() == {"gateway", "clock"}
            server.faults.use(Plan())
            await bot.says("Ready")
            await ask_until(Asking(port), set())
            async with started(server.port, "run", **settings) as second:
                assert await second.ends() == 2
                assert len(second.lines) == 1
                assert "games.sqlite is in use by another process of the bot; stop that one first" in second.log
            assert await bot.told_to_stop() == 0
    with pytest.raises(aiohttp.ClientError):
        await Asking(port).get("/livez")


async def test_each_of_several_processes_counts_the_tables_of_its_own_servers(postgresql_url: str) -> None:
    """A sum over all processes counts each table once. No process is unhealthy because of another process's tables."""
    house = await House(postgresql_url).open()
    await house.game("common", "ann", "bob")
    await house.close()
    counted = []
    for shard in range(2):
        settings: dict[str, Any] = {
            "DATABASE_URL": postgresql_url,
            "SHARDS": f"{shard}/2",
            "HEALTH_PORT": str(free_port(0)),
        }
        async with started(free_port(0), "run", **settings) as bot:
            await bot.says("Trying again in 1 s.")
            asking = Asking(int(settings["HEALTH_PORT"]))
            overdue = "duties" in await asking.ails()
            counted.append((overdue, (await asking.samples())["liars_dice_duties", ()]))
    assert sorted(counted) == [(False, 0), (True, 1)]


async def test_without_a_port_nothing_listens_and_nothing_is_measured() -> None:
    before = REGISTRY.get_sample_value("liars_dice_loop_lag_seconds_count")
    async with Watch(None).open():
        await asyncio.sleep(0.6)
    assert REGISTRY.get_sample_value("liars_dice_loop_lag_seconds_count") == before


async def test_a_port_that_is_in_use_is_reported_in_one_sentence() -> None:
    port = free_port(0)
    async with Watch(Port(port)).open():
        with pytest.raises(CannotStart, match=f"HEALTH_PORT {port} on 127.0.0.1 cannot be opened"):
            async with Watch(Port(port)).open():
                pass


def test_discords_routes_are_counted_without_the_ids_in_them() -> None:
    base = address().api
    for path, wanted in {
        "/channels/123/messages/456": "/channels/*/messages/*",
        "/webhooks/12/aW-5_0.x/messages/@original": "/webhooks/*/*/messages/@original",
        "/interactions/12/aW-5_0/callback": "/interactions/*/*/callback",
        "/users/@me": "/users/@me",
        "/applications/1/guilds/2/commands": "/applications/*/guilds/*/commands",
        "/channels/1/messages/2/reactions/%F0%9F%8E%B2/@me": "other",
    }.items():
        assert family(URL(base + path)) == wanted
    assert family(URL("wss://gateway.discord.gg/?v=10")) == "gateway"
