"""Tests that tokens, threads and direct messages behave as on Discord.

The local Discord must allow the same requests, and refuse the others with the same error codes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.adapter import Interaction, LocalDiscord, Request
from bot.sandbox.errors import NotPossibleError, RefusalError
from bot.sandbox.strict import check

QUARTER_OF_AN_HOUR = 15 * 60
EPHEMERAL = 1 << 6


class Place:
    """Holds a server with Ann, its owner, and Ben. Makes requests as the bot does."""

    def __init__(self, folder: Path) -> None:
        self.discord = LocalDiscord(folder, "http://127.0.0.1:1/key", "Probe")
        self.ann = self.discord.new_user("ann", "Ann").id
        self.ben = self.discord.new_user("ben", "Ben").id
        self.discord.found_server("Server", self.ann, "table", "topic", "thread")
        for person in (self.ann, self.ben):
            self.discord.join(person)
        self.table = next(c.id for c in self.discord.channels.values() if c.name == "table")
        self.thread = next(c.id for c in self.discord.channels.values() if c.name == "thread")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        request = Request(method, path, body)
        check(self.discord, request)
        return self.discord.dispatch(request)

    def send(self, channel: int, **body: Any) -> int:
        return int(self.ask("POST", f"/channels/{channel}/messages", {"content": "hello", **body})["id"])

    def press(self, message: int, channel: int | None = None, who: int | None = None) -> Interaction:
        where = channel or self.table
        source = self.discord.messages(where)[message]
        return self.discord.interact(3, where, who or self.ann, {"custom_id": "x", "component_type": 2}, source)

    def answer(self, asked: Interaction, kind: int, **data: Any) -> Any:
        body = {"type": kind, **({"data": data} if data else {})}
        return self.ask("POST", f"/interactions/{asked.id}/{asked.token}/callback", body)

    def hook(self, asked: Interaction, method: str, rest: str = "", **body: Any) -> Any:
        return self.ask(method, f"/webhooks/{self.discord.application_id}/{asked.token}{rest}", body or None)

    def text(self, message: int, channel: int | None = None) -> str:
        return self.discord.messages(channel or self.table)[message].content

    def later(self, seconds: float) -> None:
        self.discord._b.advance_clock(seconds)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def refused(act: Callable[[], Any]) -> tuple[int, int]:
    """Return the status and the code of Discord's error."""
    with pytest.raises(RefusalError) as caught:
        act()
    return caught.value.status, caught.value.code


# ---------------------------------------------------------------- the last message
def test_an_interaction_names_the_last_message_of_the_channel(place: Place) -> None:
    told: list[dict[str, Any]] = []
    place.discord.watch(lambda _, payload: told.append(payload), lambda _: None, lambda *_: None)
    panel = place.send(place.table)
    place.press(panel)
    assert told[-1]["channel"]["last_message_id"] == str(panel)
    chat = place.discord.post(place.ben, place.table, "who is winning?")
    asked = place.press(panel)
    assert told[-1]["channel"]["last_message_id"] == str(chat.id)
    place.answer(asked, 4, content="only you see this", flags=EPHEMERAL)
    place.hook(asked, "POST", content="nor this", flags=EPHEMERAL)
    place.press(panel)
    assert told[-1]["channel"]["last_message_id"] == str(chat.id)  # ephemeral messages do not count
    place.ask("PATCH", f"/channels/{place.table}/messages/{panel}", {"content": "edited"})
    place.ask("DELETE", f"/channels/{place.table}/messages/{place.send(place.table)}")
    place.press(panel)
    last = int(told[-1]["channel"]["last_message_id"])
    assert last > chat.id  # the id may be that of a deleted message
    assert last not in place.discord.messages(place.table)


def test_an_interaction_names_the_last_message_of_a_dm_or_thread_too(place: Place) -> None:
    told: list[dict[str, Any]] = []
    place.discord.watch(lambda _, payload: told.append(payload), lambda _: None, lambda *_: None)
    for channel in (place.discord.dm_channel(place.ann), place.thread):
        sent = place.send(channel)
        place.press(sent, channel)
        assert told[-1]["channel"]["last_message_id"] == str(sent)


# ---------------------------------------------------------------- tokens
@pytest.mark.parametrize("kind", [6, 7])
@pytest.mark.parametrize("where", ["channel", "thread", "direct messages"])
def test_the_token_of_a_press_edits_its_message_for_fifteen_minutes(place: Place, kind: int, where: str) -> None:
    channel = {"channel": place.table, "thread": place.thread}.get(where) or place.discord.dm_channel(place.ann)
    asked = place.press(panel := place.send(channel), channel)
    place.answer(asked, kind, **({"content": "seven"} if kind == 7 else {}))
    assert place.text(panel, channel) == ("seven" if kind == 7 else "hello")
    place.later(QUARTER_OF_AN_HOUR - 5)
    place.hook(asked, "PATCH", "/messages/@original", content="later")
    assert place.text(panel, channel) == "later"
    assert place.hook(asked, "GET", "/messages/@original")["content"] == "later"
    place.later(6)
    for method, rest in (("PATCH", "/messages/@original"), ("DELETE", "/messages/@original"), ("POST", "")):
        assert refused(partial(place.hook, asked, method, rest, content="late")) == (401, 50027)
    assert place.text(panel, channel) == "later"


def test_a_token_allows_changes_to_its_own_messages_only(place: Place) -> None:
    panel, other = place.send(place.table), place.send(place.table)
    asked = place.press(panel)
    assert refused(lambda: place.hook(asked, "POST", content="too early")) == (404, 10015)
    place.answer(asked, 6)
    follow = int(place.hook(asked, "POST", content="a follow-up")["id"])
    place.hook(asked, "PATCH", f"/messages/{follow}", content="changed")
    assert place.text(follow) == "changed"
    assert refused(lambda: place.hook(asked, "PATCH", f"/messages/{other}", content="mine?")) == (404, 10008)
    place.hook(asked, "DELETE", f"/messages/{follow}")
    place.hook(asked, "DELETE", "/messages/@original")
    assert list(place.discord.messages(place.table)) == [other]
    assert refused(lambda: place.hook(asked, "PATCH", "/messages/@original", content="gone")) == (404, 10008)


def test_private_answers_are_read_edited_and_deleted_with_their_token(place: Place) -> None:
    gone: list[tuple[int, int]] = []
    place.discord.watch(lambda *_: None, lambda _: None, lambda *where: gone.append(where))
    asked = place.press(place.send(place.table))
    place.answer(asked, 4, content="your dice", flags=EPHEMERAL)
    private = int(place.hook(asked, "GET", "/messages/@original")["id"])
    place.hook(asked, "PATCH", "/messages/@original", content="your new dice")
    assert place.text(private) == "your new dice"
    assert (
        refused(lambda: place.ask("PATCH", f"/channels/{place.table}/messages/{private}", {"content": "x"}))[0] == 404
    )
    place.hook(asked, "DELETE", "/messages/@original")
    assert gone == [(place.table, private)]


def test_a_wrong_token_is_refused(place: Place) -> None:
    path = f"/webhooks/{place.discord.application_id}/wrong/messages/@original"
    assert refused(lambda: place.ask("PATCH", path, {"content": "x"})) == (401, 50027)


# ---------------------------------------------------------------- deleting
def test_the_bot_deletes_its_own_messages_but_nobody_elses_in_direct_messages(place: Place) -> None:
    private = place.discord.dm_channel(place.ann)
    for channel in (place.table, private, place.thread):
        sent = place.send(channel)
        place.ask("DELETE", f"/channels/{channel}/messages/{sent}")
        assert sent not in place.discord.messages(channel)
        assert refused(partial(place.ask, "DELETE", f"/channels/{channel}/messages/{sent}")) == (404, 10008)
    theirs = place.discord.post(place.ann, private, "mine")
    assert refused(lambda: place.ask("DELETE", f"/channels/{private}/messages/{theirs.id}")) == (403, 50003)


# ---------------------------------------------------------------- threads
def test_a_thread_is_opened_and_its_opening_is_announced_in_the_channel(place: Place) -> None:
    events: list[str] = []
    place.discord.watch(lambda event, _: events.append(event), lambda _: None, lambda *_: None)
    body = {"name": "Ann's table", "type": 11, "auto_archive_duration": 60}
    made = place.ask("POST", f"/channels/{place.table}/threads", body)
    assert events[:2] == ["THREAD_CREATE", "MESSAGE_CREATE"]
    assert (made["parent_id"], made["name"], made["type"]) == (str(place.table), "Ann's table", 11)
    assert [m.type for m in place.discord.messages(place.table).values()] == [18]
    panel = place.send(int(made["id"]))
    assert place.discord.sees(place.ben, place.discord.messages(int(made["id"]))[panel])
    place.answer(place.press(panel, int(made["id"]), place.ben), 7, content="pressed in the thread")
    assert place.text(panel, int(made["id"])) == "pressed in the thread"


@pytest.mark.parametrize(
    ("body", "where", "refusal"),
    [
        ({"name": "", "type": 11}, "table", (400, 50035)),
        ({"name": "x" * 101, "type": 11}, "table", (400, 50035)),
        ({"name": "x", "type": 11, "auto_archive_duration": 61}, "table", (400, 50035)),
        ({"name": "x", "type": 0}, "table", (400, 50035)),
        ({"name": "x", "type": 11}, "thread", (400, 50024)),
    ],
)
def test_an_invalid_thread_is_refused(place: Place, body: dict[str, Any], where: str, refusal: tuple[int, int]) -> None:
    channel = getattr(place, where)
    assert refused(lambda: place.ask("POST", f"/channels/{channel}/threads", body)) == refusal


def test_an_archived_thread_cannot_be_changed_until_somebody_writes(place: Place) -> None:
    panel = place.send(place.thread)
    asked = place.press(panel, place.thread)
    place.answer(asked, 6)
    path = f"/channels/{place.thread}"
    place.ask("PATCH", path, {"archived": True})
    assert refused(lambda: place.ask("PATCH", f"{path}/messages/{panel}", {"content": "x"})) == (400, 50083)
    assert refused(lambda: place.ask("DELETE", f"{path}/messages/{panel}")) == (400, 50083)
    assert refused(lambda: place.hook(asked, "PATCH", "/messages/@original", content="x")) == (400, 50083)
    assert refused(lambda: place.ask("PATCH", path, {"name": "other"})) == (400, 50083)
    events: list[str] = []
    place.discord.watch(lambda event, _: events.append(event), lambda _: None, lambda *_: None)
    place.discord.post(place.ben, place.thread, "one more?")
    assert events == ["THREAD_UPDATE", "MESSAGE_CREATE"]
    assert place.ask("GET", path)["thread_metadata"]["archived"] is False
    place.ask("PATCH", f"{path}/messages/{panel}", {"content": "awake"})
    assert place.text(panel, place.thread) == "awake"


def test_only_people_who_manage_threads_may_write_in_a_locked_thread(place: Place) -> None:
    panel = place.send(place.thread)
    place.ask("PATCH", f"/channels/{place.thread}", {"archived": True, "locked": True})
    with pytest.raises(NotPossibleError, match="may not write"):
        place.discord.post(place.ben, place.thread, "one more?")
    asked = place.press(panel, place.thread, place.ben)
    assert refused(lambda: place.answer(asked, 4, content="hello")) == (400, 50083)
    assert place.discord.writable(place.ann, place.thread)  # the owner of a server may do everything
    place.answer(place.press(panel, place.thread, place.ann), 4, content="back")
    told = place.ask("GET", f"/channels/{place.thread}")["thread_metadata"]
    assert (told["archived"], told["locked"]) == (False, True)
    place.send(place.thread)  # the bot manages threads


# ---------------------------------------------------------------- mentions
def test_an_edit_notifies_nobody(place: Place) -> None:
    sent = place.send(place.table, content=f"<@{place.ann}>, your move")
    message = place.discord.messages(place.table)[sent]
    assert place.discord.notified(message) == [place.ann]
    place.ask("PATCH", f"/channels/{place.table}/messages/{sent}", {"content": f"<@{place.ben}>, your move"})
    assert message.ping_user_ids == [place.ben]
    assert place.discord.notified(message) == [place.ann]
    quiet = place.send(place.table, content=f"<@{place.ben}>", allowed_mentions={"parse": []})
    assert place.discord.notified(place.discord.messages(place.table)[quiet]) == []


def test_a_deferred_answer_notifies_people_when_it_comes(place: Place) -> None:
    asked = place.press(place.send(place.table))
    place.answer(asked, 5)
    place.hook(asked, "PATCH", "/messages/@original", content=f"<@{place.ben}>")
    last = list(place.discord.messages(place.table).values())[-1]
    assert place.discord.notified(last) == [place.ben]


# ---------------------------------------------------------------- permissions
def test_only_managers_are_offered_a_command_for_managers(place: Place) -> None:
    manage_server = str(1 << 5)
    commands = [
        {"name": "settings", "description": "y", "type": 1, "default_member_permissions": manage_server},
        {"name": "play", "description": "y", "type": 1},
        {"name": "nobody", "description": "y", "type": 1, "default_member_permissions": "0"},
    ]
    place.ask("PUT", f"/applications/{place.discord.application_id}/commands", commands)

    def names(who: int, channel: int) -> list[str]:
        return [command["name"] for command in place.discord.commands(who, channel)]

    for channel in (place.table, place.thread):
        assert names(place.ann, channel) == ["nobody", "play", "settings"]
        assert names(place.ben, channel) == ["play"]
