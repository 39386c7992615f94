"""Tests with an unmodified discord.py bot in its own process. It uses real HTTP and a real gateway."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests import commands
from tests.sandbox.running import Play, texts, until

pytestmark = pytest.mark.xdist_group("sandbox-wire")


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    with Play(tmp_path_factory.mktemp("world")) as running:
        yield running


@pytest.fixture(autouse=True)
def calm(play: Play) -> Iterator[None]:
    yield
    play.trouble()


def last(play: Play, who: str = "ann", kind: str = "text") -> dict[str, Any]:
    return play.messages(who, kind)[-1]


def counting(play: Play) -> dict[str, Any]:
    """Post a new panel with a button that counts its presses, and return it."""
    play.slash("panel")
    return next(m for m in reversed(play.messages()) if "Count is" in texts(m))


def test_commands_with_their_options_are_listed(play: Play) -> None:
    found = {c["name"]: c for c in play.act("commands", channel=play.channel())["commands"]}
    assert {"panel", "ping", "say", "gallery"} <= found.keys()
    assert [o["name"] for o in found["say"]["options"]] == ["who", "tone", "word", "loud"]


def test_a_second_start_shows_the_address_of_the_first(play: Play) -> None:
    done = commands.run("bot", "sandbox", "--data", str(play.data), "--no-open")
    assert f"{play.address}?as=ann" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


def test_stored_files_can_be_read_only_by_their_owner(play: Play) -> None:
    """The files contain everybody's direct messages with their dice, and the key that opens the page."""
    play.slash("gallery")
    until(lambda: list((play.data / "files").iterdir()))
    kept = [play.data / "world.json", play.data / "key", play.data / "address", *(play.data / "files").iterdir()]
    assert [path.name for path in kept if path.stat().st_mode & 0o077] == []


def test_a_click_edits_the_panel_and_posts_a_reply_to_it(play: Play) -> None:
    panel = counting(play)
    assert play.click(panel, "count:0", "ben") == {}
    until(lambda: "pressed <strong>0" in texts(last(play)))
    assert any("Count is 1" in texts(m) for m in play.messages() if m["id"] == panel["id"])
    assert last(play)["reply"]["id"] == panel["id"]
    assert play.click(panel, "count:0") == {"refused": "That is not there any more."}


def test_a_private_answer_is_seen_by_one_person_who_can_dismiss_it(play: Play) -> None:
    play.slash("ping", "cleo")
    seen = last(play, "cleo")
    assert seen["private"]
    assert "pong" in seen["html"]
    assert all(m["id"] != seen["id"] for m in play.messages("ann"))
    where = {"channel": seen["channel"], "message": seen["id"]}
    assert "refused" in play.act("dismiss", "ann", **where)
    assert play.act("dismiss", "cleo", **where) == {}
    assert all(m["id"] != seen["id"] for m in play.messages("cleo"))


def answered(play: Play, words: str) -> bool:
    """Return whether Ann's newest message contains these words."""
    return words in last(play)["html"]


def test_each_window_has_the_language_that_its_address_names(play: Play) -> None:
    here = play.channel()
    for who, expected in (("ann&lang=de", "de"), ("ann&lang=pt-BR", "pt-BR"), ("ann", "en-US")):
        play.act("slash", who, channel=here, name="tongue", options={})
        until(partial(answered, play, expected))


def test_a_form_is_opened_checked_and_sent(play: Play) -> None:
    shown = play.click(counting(play), "act:form", "ben")
    assert shown["modal"]["title"] == "A form"
    form = {"interaction": shown["interaction"]}
    assert "2 to 20" in play.act("modal", "ben", **form, values={"word": "x", "which": ["One"]})["refused"]
    assert "Which" in play.act("modal", "ben", **form, values={"word": "dice"})["refused"]
    assert "no longer open" in play.act("modal", "ann", **form, values={"word": "dice", "which": ["One"]})["refused"]
    assert play.act("modal", "ben", **form, values={"word": "dice", "which": ["Two"]}) == {}
    assert "Heard dice and Two" in last(play, "ben")["html"]


def test_a_command_has_suggestions_choices_and_a_person_to_mention(play: Play) -> None:
    channel = play.channel()
    ben = next(p["id"] for p in play.hello()["people"] if p["key"] == "ben")
    ask: dict[str, Any] = {"channel": channel, "name": "say", "option": "word", "typed": "he", "options": {"who": ben}}
    assert [c["value"] for c in play.act("autocomplete", **ask)["choices"]] == ["hello", "help"]
    assert "tone is required" in play.slash("say", who="ann")["refused"] or "who" in play.slash("say")["refused"]
    body: dict[str, Any] = {
        "channel": channel,
        "name": "say",
        "options": {"who": ben, "tone": "kind", "word": "hello", "loud": True},
    }
    assert play.act("slash", **body) == {}
    assert last(play)["pings"] == [ben]
    assert "kindly: HELLO" in last(play)["html"]
    body["options"] = {**body["options"], "tone": "shrill"}
    assert "refused" in play.act("slash", **body)


def test_text_for_a_number_option_is_refused_with_a_sentence(play: Play) -> None:
    assert play.slash("pick", number="the last") == {"refused": "number: give a whole number, such as 12."}
    assert play.slash("pick", number=" #12 ") == {}


def test_menus_pictures_and_files_arrive(play: Play) -> None:
    panel = counting(play)
    chosen = {"channel": panel["channel"], "message": panel["id"], "custom_id": "colour"}
    assert play.act("select", **chosen, values=["red", "blue"]) == {}
    assert "Chosen: red, blue" in last(play)["html"]
    assert "refused" in play.act("select", **chosen, values=["pink"])
    play.slash("gallery")
    parts = last(play)["components"][0]["components"]
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
        play.address + parts[1]["items"][0]["media"]["url"]
    ) as answer:
        assert answer.read().startswith(b"\x89PNG")
    assert parts[2]["name"] == "record.txt"


def test_the_bot_is_shown_as_thinking_before_a_slow_answer(play: Play) -> None:
    assert play.slash("slow", seconds="0.5") == {}
    assert last(play)["thinking"]
    until(lambda: "at last" in last(play)["html"])
    assert not last(play)["thinking"]


def test_a_follow_up_points_to_the_answer_before_it(play: Play) -> None:
    play.slash("twice")
    until(lambda: "second" in last(play)["html"])
    first, second = play.messages()[-2:]
    assert first["command"]["name"] == "twice"
    assert first["reply"] is None
    assert second["command"] is None
    assert second["reply"]["id"] == first["id"]


def test_an_interaction_without_an_answer_fails_after_three_seconds(play: Play) -> None:
    panel = counting(play)
    began = time.monotonic()
    assert play.click(panel, "act:silent") == {"failed": True}
    assert 2.5 < time.monotonic() - began < 4


def test_requests_that_discord_refuses_are_refused_over_the_wire(play: Play) -> None:
    play.slash("wrong")
    assert "400 50035" in last(play)["html"]
    assert "This field is required" in last(play)["html"]


def test_a_person_can_close_and_reopen_direct_messages(play: Play) -> None:
    play.act("dms", "cleo", closed=True)
    assert [p["closed"] for p in play.hello()["people"] if p["key"] == "cleo"] == [True]
    play.slash("write", "cleo", word="psst")
    until(lambda: any("403 50007" in m["html"] for m in play.messages("cleo")))
    play.act("dms", "cleo", closed=False)
    play.slash("write", "cleo", word="psst again")
    until(lambda: any("sent sent" in m["html"] for m in play.messages("cleo")))
    assert "psst again" in last(play, "cleo", "dm")["html"]
    assert not play.messages("ben", "dm")


def test_every_window_shows_a_change_within_half_a_second(play: Play) -> None:
    panel = counting(play)

    async def watch() -> list[float]:
        async with aiohttp.ClientSession() as session:
            sockets = [await session.ws_connect(f"{play.address}live?as={who}") for who in ("ann", "ben", "cleo")]
            for socket in sockets:
                await socket.receive_json()
            began = time.monotonic()
            body = {"channel": panel["channel"], "message": panel["id"], "custom_id": "count:0"}
            click = asyncio.create_task(session.post(f"{play.address}act/click?as=ben", json=body))

            async def heard(socket: aiohttp.ClientWebSocketResponse) -> float:
                while True:
                    told = await socket.receive_json()
                    if told["t"] == "message" and "Count is 1" in json.dumps(told):
                        return time.monotonic() - began

            delays = await asyncio.gather(*map(heard, sockets))
            (await click).close()
            for socket in sockets:
                await socket.close()
            return list(delays)

    assert max(asyncio.run(watch())) < 0.5


def test_many_people_press_at_once(play: Play) -> None:
    panels = [counting(play) for _ in range(3)]

    async def press() -> list[Any]:
        async with aiohttp.ClientSession() as session:

            async def one(panel: dict[str, Any], who: str) -> Any:
                body = {"channel": panel["channel"], "message": panel["id"], "custom_id": "act:whisper"}
                async with session.post(f"{play.address}act/click?as={who}", json=body) as answer:
                    return await answer.json()

            return await asyncio.gather(*(one(p, w) for p in panels for w in ("ann", "ben", "cleo")))

    assert asyncio.run(press()) == [{}] * 9


def test_a_heartbeat_is_acknowledged_after_a_short_delay(play: Play) -> None:
    async def beat() -> float:
        address = f"http://127.0.0.1:{play.port}/gateway"
        async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
            assert (await socket.receive_json())["op"] == 10
            began = time.monotonic()
            await socket.send_json({"op": 1, "d": None})
            assert (await socket.receive_json())["op"] == 11
            return time.monotonic() - began

    assert 0.03 < asyncio.run(beat()) < 1


def test_the_page_is_served_only_to_this_machine_and_with_the_key(play: Play) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    root = f"http://127.0.0.1:{play.port}/"

    def status(url: str, **headers: str) -> int:
        try:
            with opener.open(urllib.request.Request(url, headers=headers)) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    assert status(play.address) == 200
    assert status(play.address, Host="evil.example") == 403
    assert status(play.address, Origin="http://evil.example") == 403
    assert status(root) == 404
    assert status(root + "wrong-key/") == 404
    assert status(root + "api/v10/users/@me") == 401
    assert status(play.address + "..%2fserver.py") == 404


def test_after_a_429_the_bot_waits_and_answers(play: Play) -> None:
    play.trouble({"kind": "429", "path": "/interactions/*", "seconds": 0.4, "times": 1})
    began = time.monotonic()
    assert play.slash("ping") == {}
    assert time.monotonic() - began > 0.4
    assert play.hits()["429"] == 1


def test_a_message_is_posted_even_if_discords_answer_is_lost(play: Play) -> None:
    play.trouble({"kind": "lost", "path": "/channels/*/messages", "method": "POST", "times": 1})
    play.slash("write", word="lost-or-not")
    until(lambda: any("lost-or-not" in m["html"] for m in play.messages()))
    assert play.hits()["lost"] == 1


def test_the_bot_repeats_a_request_after_a_502_but_not_after_a_reset(play: Play) -> None:
    play.trouble({"kind": "502", "path": "/interactions/*", "times": 1})
    assert play.slash("ping") == {}
    assert play.hits()["502"] == 1
    play.trouble({"kind": "reset", "path": "/interactions/*", "times": 1})
    assert play.slash("ping") == {"failed": True}


def test_a_session_is_resumed_after_the_gateway_has_closed(play: Play) -> None:
    before = play.ask("POST", "gateway", {})
    play.ask("POST", "gateway", {"code": 4000})
    until(lambda: play.ask("POST", "gateway", {})["resumed"] == before["resumed"] + 1)
    assert play.slash("ping") == {}
    play.trouble({"kind": "close", "path": "/interactions/*", "code": 1001, "times": 1})
    assert play.slash("ping") == {}
    until(lambda: play.ask("POST", "gateway", {})["resumed"] == before["resumed"] + 2)
    play.ask("POST", "gateway", {"code": 4000, "forget": True})
    until(lambda: play.ask("POST", "gateway", {})["identified"] == before["identified"] + 1)
    assert play.slash("ping") == {}


def test_old_buttons_work_after_both_processes_were_killed(play: Play) -> None:
    panel = counting(play)
    before = play.messages()
    play.kill("bot.sandbox.launch")
    until(lambda: not play.online())
    play.wait_for_bot()
    assert play.click(panel, "count:0", "ben") == {}
    play.kill("bot.sandbox.server")
    time.sleep(0.1)
    until(play.online)
    assert [m["id"] for m in play.messages()][: len(before)] == [m["id"] for m in before]
    until(lambda: play.click(panel, "count:1", "cleo") == {})
    ids = [int(m["id"]) for m in play.messages()]
    assert ids == sorted(set(ids))


def test_a_new_person_joins_and_a_fresh_start_erases_everything(play: Play) -> None:
    assert play.act("add-person", name="Dora Dee")["key"] == "dora-dee"
    assert "is here already" in play.act("add-person", name="dora dee")["refused"]
    assert play.slash("ping", "dora-dee") == {}
    (Path(play.data) / "bot.sqlite").write_bytes(b"the bot's memory")
    play.act("afresh")
    until(lambda: not play.online())
    play.wait_for_bot()
    assert play.messages() == []
    assert [p["key"] for p in play.hello()["people"]] == ["ann", "ben", "cleo"]
    assert not (Path(play.data) / "bot.sqlite").exists()
