"""Tests of the local Discord's data.

The data outlives the process, and the numbers of people and files are limited.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from bot.sandbox import world as worlds
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.faults import Fault, Faults, Plan
from bot.sandbox.world import World, kept_secret


def load(directory: Path) -> World:
    return World(directory, "http://127.0.0.1:1/key", "key")


def table(world: World) -> int:
    return next(c.id for c in world.discord.channels.values() if c.parent_id is None and c.guild_id is not None)


def test_a_new_world_has_people_a_channel_and_a_thread(tmp_path: Path) -> None:
    world = load(tmp_path)
    assert [person.name for person in world.people] == ["Ann", "Ben", "Cleo"]
    kinds = {channel.type for channel in world.discord.channels.values()}
    assert kinds == {0, 1, 11}


def test_a_saved_world_comes_back(tmp_path: Path) -> None:
    world = load(tmp_path)
    dora = world.add_person("Dora")
    world.set_dms(dora, closed=True)
    said = world.discord.post(dora.id, table(world), "hello")
    world.dismissed.add(said.id)
    world.changed()

    async def save() -> None:
        await asyncio.gather(*(world.saved() for _ in range(5)))

    asyncio.run(save())
    again = load(tmp_path)
    frozen = msgspec.structs.replace(again.discord.freeze(), last_id=world.discord.freeze().last_id)
    assert frozen == world.discord.freeze()
    assert again.person("dora") == dora
    assert again.closed_dms == {dora.id}
    assert again.dismissed == {said.id}
    assert again.discord.post(dora.id, table(again), "again").id > said.id
    assert not list(tmp_path.glob("*.new"))


def test_changes_are_sent_only_after_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = load(tmp_path)
    written: list[int] = []
    write = world._write

    def slowly(data: bytes) -> None:
        time.sleep(0.05)
        write(data)
        written.append(len(data))

    monkeypatch.setattr(world, "_write", slowly)

    async def race() -> None:
        world.changed()
        first = asyncio.create_task(world.saved())
        world.changed()  # the first write also has this change
        await asyncio.sleep(0.01)
        await world.saved()
        assert written
        world.changed()
        await asyncio.gather(first, world.saved())
        assert len(written) == 2

    asyncio.run(race())


@pytest.mark.parametrize("broken", [b'{"version": 1, "disc', b"{}", b"\xff"])
def test_an_unreadable_world_is_set_aside_and_a_new_one_begins(tmp_path: Path, broken: bytes) -> None:
    load(tmp_path)
    (tmp_path / "world.json").write_bytes(broken)
    assert len(load(tmp_path).people) == 3
    assert (tmp_path / "world.unreadable").read_bytes() == broken


def test_a_world_of_another_version_is_set_aside_and_a_new_one_begins(tmp_path: Path) -> None:
    load(tmp_path).add_person("Dora")
    path = tmp_path / "world.json"
    load(tmp_path).save()
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2', 1))
    assert len(load(tmp_path).people) == 3
    assert (tmp_path / "world.unreadable").exists()


@pytest.mark.parametrize(
    ("name", "why"), [("", "1 to 32"), ("🎲", "letter"), ("x" * 33, "1 to 32"), ("ann", "already")]
)
def test_an_invalid_name_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(NotPossibleError, match=why):
        load(tmp_path).add_person(name)


def test_the_number_of_people_is_limited(tmp_path: Path) -> None:
    world = load(tmp_path)
    for number in range(worlds.MOST_PEOPLE - len(world.people)):
        world.add_person(f"Guest {number}")
    with pytest.raises(NotPossibleError, match="all that fit"):
        world.add_person("One more")
    assert len(world.people) == worlds.MOST_PEOPLE


def test_in_a_long_run_the_file_stays_small(tmp_path: Path) -> None:
    world = load(tmp_path)
    for number in range(worlds.KEEP_MESSAGES + 50):
        world.discord.post(world.people[0].id, table(world), f"message {number}")
    world.save()
    kept = world.discord.messages(table(world))
    assert len(kept) == worlds.KEEP_MESSAGES
    assert (tmp_path / "world.json").stat().st_size < 1 << 20


@pytest.mark.parametrize("name", ["key", "token"])
def test_a_secret_is_made_once_and_can_be_read_only_by_its_owner(tmp_path: Path, name: str) -> None:
    secret = kept_secret(tmp_path, name)
    assert kept_secret(tmp_path, name) == secret
    assert len(secret) >= 20
    assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_faults_hit_their_share_of_requests_in_a_reproducible_way() -> None:
    plan = Plan([Fault("503", path="/channels/*", method="POST", share=0.3)], seed=5)
    runs = []
    for _ in range(2):
        faults = Faults(plan)
        runs.append([faults.strike("POST", "/channels/1/messages") is not None for _ in range(400)])
        assert faults.strike("GET", "/channels/1") is None
        assert faults.strike("POST", "/interactions/1") is None
    assert runs[0] == runs[1]
    assert 80 < sum(runs[0]) < 160


def test_a_fault_hits_only_the_given_number_of_requests() -> None:
    faults = Faults(Plan([Fault("reset", times=2)]))
    assert [faults.strike("GET", "/x") is not None for _ in range(4)] == [True, True, False, False]
    assert faults.hits == {"reset": 2}
    with pytest.raises(ValueError, match="share"):
        faults.use(Plan([Fault("reset", share=2)]))


def test_requests_are_counted_by_their_route() -> None:
    faults = Faults()
    for path in (
        "/channels/12/messages",
        "/channels/13/messages",
        "/webhooks/1/tok-en",
        "/interactions/5/x_y/callback",
    ):
        faults.strike("POST", path)
    faults.strike("PATCH", "/webhooks/1/t/messages/@original")
    assert faults.seen == {
        "POST /channels/*/messages": 2,
        "POST /webhooks/*": 1,
        "POST /interactions/*/callback": 1,
        "PATCH /webhooks/*/messages/@original": 1,
    }
