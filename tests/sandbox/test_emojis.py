"""Tests of the application's emojis in the local Discord, which creates, lists, refuses and shows them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from bot.pictures import pictures
from bot.sandbox.adapter import LocalDiscord, Request
from bot.sandbox.emojis import MOST, MOST_BYTES, check_emoji, keep, kind_of
from bot.sandbox.errors import RefusalError
from bot.sandbox.strict import check
from tests.sandbox.test_strict import button, discord, menu, row, table, where

__all__ = ["discord"]
PNG = pictures()[0].png()


def told(data: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def ask(discord: LocalDiscord, method: str, emoji: int | None = None, **body: Any) -> Any:
    """Make a request as the bot would, with the REST API's checks."""
    path = f"/applications/{discord.application_id}/emojis" + (f"/{emoji}" if emoji else "")
    request = Request(method, path, body or None)
    check(discord, request)
    done = discord.dispatch(request)
    keep(discord, request, done)
    return done


def make(discord: LocalDiscord, name: str = "die6") -> int:
    return int(ask(discord, "POST", name=name, image=told(PNG))["id"])


def test_an_emoji_can_be_made_listed_read_renamed_and_deleted(discord: LocalDiscord) -> None:
    number = make(discord)
    assert discord.emoji_picture(number).read_bytes() == PNG
    assert kind_of(discord.emoji_picture(number)) == "image/png"
    assert [item["name"] for item in ask(discord, "GET")["items"]] == ["die6"]
    assert ask(discord, "GET", number)["id"] == str(number)
    assert ask(discord, "PATCH", number, name="die6")["name"] == "die6"
    assert ask(discord, "PATCH", number, name="six")["name"] == "six"
    ask(discord, "DELETE", number)
    assert not discord.emoji_picture(number).exists()
    with pytest.raises(RefusalError) as caught:
        ask(discord, "GET", number)
    assert (caught.value.status, caught.value.code) == (404, 10014)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": "d", "image": told(PNG)}, "name"),
        ({"name": "d" * 33, "image": told(PNG)}, "name"),
        ({"name": "die-6", "image": told(PNG)}, "name"),
        ({"name": "taken", "image": told(PNG)}, "name"),
        ({"name": "die6"}, "image"),
        ({"name": "die6", "image": "die6.png"}, "image"),
        ({"name": "die6", "image": "data:image/png;base64,?"}, "image"),
        ({"name": "die6", "image": told(b"<svg/>", "image/svg+xml")}, "image"),
        ({"name": "die6", "image": told(b"no picture")}, "image"),
        ({"name": "die6", "image": told(PNG + b" " * MOST_BYTES)}, "image"),
    ],
    ids=str,
)
def test_an_invalid_emoji_is_refused(discord: LocalDiscord, body: dict[str, Any], path: str) -> None:
    make(discord, "taken")
    with pytest.raises(RefusalError) as caught:
        ask(discord, "POST", **body)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    assert where(caught.value.errors) == path
    assert len(discord.emojis) == 1


def test_the_number_of_emojis_is_limited(discord: LocalDiscord) -> None:
    first = make(discord)
    for number in range(MOST - 1):
        discord.emojis[number] = discord.emojis[first]
    with pytest.raises(RefusalError) as caught:
        check_emoji(discord, Request("POST", "/applications/1/emojis", {"name": "one_more", "image": told(PNG)}))
    assert caught.value.code == 30008


def test_buttons_and_menus_accept_only_existing_emojis(discord: LocalDiscord) -> None:
    """In a text, a missing emoji is shown as a word. In a button or a menu, it makes the whole message invalid."""
    number = make(discord)
    channel = f"/channels/{table(discord)}/messages"
    options = [{"label": "a", "value": "a", "emoji": {"id": "7", "name": "gone"}}]
    check(discord, Request("POST", channel, row(button(emoji={"id": str(number), "name": "die6"}))))
    check(discord, Request("POST", channel, {"content": "<:gone:7>"}))
    for body, path in (
        (row(button(emoji={"id": "7", "name": "gone"})), "components.0.components.0.emoji.id"),
        (row(menu(options=options)), "components.0.components.0.options.0.emoji.id"),
    ):
        with pytest.raises(RefusalError) as caught:
            check(discord, Request("POST", channel, body))
        assert caught.value.code == 50035
        assert where(caught.value.errors) == path
        assert "Invalid emoji" in str(caught.value.errors)
        with pytest.raises(RefusalError) as caught:
            check(discord, Request("POST", "/interactions/1/token/callback", {"type": 7, "data": body}))
        assert where(caught.value.errors) == f"data.{path}"


def test_emojis_are_kept_when_the_process_ends(discord: LocalDiscord, tmp_path: Path) -> None:
    number = make(discord)
    again = LocalDiscord(tmp_path / "files", "http://127.0.0.1:1/key", "Probe")
    again.thaw(discord.freeze())
    assert again.emojis[number].name == "die6"
    assert again.emoji_picture(number).read_bytes() == PNG
