"""Tests that the local Discord refuses and accepts the same requests as Discord, with the same error codes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.adapter import LocalDiscord, Request
from bot.sandbox.errors import RefusalError
from bot.sandbox.strict import check

V2 = 1 << 15


@pytest.fixture
def discord(tmp_path: Path) -> LocalDiscord:
    made = LocalDiscord(tmp_path / "files", "http://127.0.0.1:1/key", "Probe")
    made.found_server("Server", made.new_user("ann", "Ann").id, "table", "topic", "thread")
    return made


def table(discord: LocalDiscord) -> int:
    return next(c.id for c in discord.channels.values() if c.name == "table")


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(parts)}]}


def button(**fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": "x", **fields}


def menu(**fields: Any) -> dict[str, Any]:
    options = [{"label": "a", "value": "a", "default": True}, {"label": "b", "value": "b", "default": True}]
    return {"type": 3, "custom_id": "x", "options": options, **fields}


MESSAGES: dict[str, tuple[dict[str, Any], str]] = {
    "an empty field": (
        {"embeds": [{"title": "t", "fields": [{"name": "n", "value": " "}]}]},
        "embeds.0.fields.0.value",
    ),
    "a field without a name": ({"embeds": [{"fields": [{"name": "", "value": "v"}]}]}, "embeds.0.fields.0.name"),
    "an embed of nothing": ({"embeds": [{"color": 3}]}, "embeds.0.description"),
    "an empty footer": ({"embeds": [{"title": "t", "footer": {"text": ""}}]}, "embeds.0.footer.text"),
    "a bare button": (row(button()), "components.0.components.0.label"),
    "a word as emoji": (row(button(emoji={"name": "dice"})), "components.0.components.0.emoji.name"),
    "a link to a script": (
        row({"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"}),
        "components.0.components.0.url",
    ),
    "more to choose than there is": (row(menu(max_values=3)), "components.0.components.0.max_values"),
    "two defaults where one may be": (row(menu()), "components.0.components.0.options"),
    "a blank text": ({"flags": V2, "components": [{"type": 10, "content": "  "}]}, "components.0.content"),
    "an empty container": ({"flags": V2, "components": [{"type": 17, "components": []}]}, "components.0.components"),
    "a section's bare button": (
        {"flags": V2, "components": [{"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": button()}]},
        "components.0.accessory.label",
    ),
    "a long nonce": ({"content": "x", "nonce": "n" * 26}, "nonce"),
}


def where(errors: dict[str, Any] | None) -> str:
    path = []
    while errors is not None and "_errors" not in errors:
        key, errors = next(iter(errors.items()))
        path.append(key)
    return ".".join(path)


@pytest.mark.parametrize(("body", "path"), MESSAGES.values(), ids=MESSAGES.keys())
def test_an_invalid_message_is_refused(discord: LocalDiscord, body: dict[str, Any], path: str) -> None:
    for address in (f"/channels/{table(discord)}/messages", "/webhooks/1/token"):
        with pytest.raises(RefusalError) as caught:
            check(discord, Request("POST", address, body))
        assert (caught.value.status, caught.value.code) == (400, 50035)
        assert where(caught.value.errors) == path
    with pytest.raises(RefusalError) as caught:
        check(discord, Request("POST", "/interactions/1/token/callback", {"type": 4, "data": body}))
    assert where(caught.value.errors) == f"data.{path}"


@pytest.mark.parametrize(
    "body",
    [
        {"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}]}]},
        row(button(emoji={"name": "🎲"}), button(emoji={"name": "1️⃣"})),
        row(menu(max_values=2)),
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]},
    ],
)
def test_a_valid_message_is_accepted(discord: LocalDiscord, body: dict[str, Any]) -> None:
    check(discord, Request("POST", f"/channels/{table(discord)}/messages", body))


@pytest.mark.parametrize(("permission", "embed"), [("attach_files", False), ("embed_links", True)])
def test_files_and_embeds_need_their_permission(discord: LocalDiscord, permission: str, embed: bool) -> None:
    import discord as library

    body = {"embeds": [{"title": "t"}]} if embed else {"content": "x"}
    files: list[Any] = [] if embed else [("a.txt", io.BytesIO(b"x"), None)]
    request = Request("POST", f"/channels/{table(discord)}/messages", body, {}, files)
    check(discord, request)
    guild = next(iter(discord.guilds.values()))
    for role in guild.roles.values():
        role.permissions &= ~getattr(library.Permissions, permission).flag
    with pytest.raises(RefusalError) as caught:
        check(discord, request)
    assert (caught.value.status, caught.value.code) == (403, 50013)


def test_a_file_that_is_too_large_is_refused(discord: LocalDiscord) -> None:
    files: list[Any] = [("a.bin", io.BytesIO(b"x" * (10 << 20)), None)]
    request = Request("POST", f"/channels/{table(discord)}/messages", {}, {}, files)
    check(discord, request)
    files[0] = ("a.bin", io.BytesIO(b"x" * ((10 << 20) + 1)), None)
    with pytest.raises(RefusalError) as caught:
        check(discord, request)
    assert caught.value.code == 40005


def command(**fields: Any) -> dict[str, Any]:
    return {"type": 1, "name": "bid", "description": "d", **fields}


def option(name: str, kind: int = 3, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "d", **fields}


BAD_COMMANDS: dict[str, list[dict[str, Any]]] = {
    "capitals": [command(name="Bid")],
    "a space": [command(name="my bid")],
    "a long name": [command(name="b" * 33)],
    "no description": [command(description="")],
    "a long description": [command(description="d" * 101)],
    "twice the same": [command(), command()],
    "26 options": [command(options=[option(f"o{n}") for n in range(26)])],
    "two options of one name": [command(options=[option("a"), option("a")])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "26 choices": [command(options=[option("a", choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
    "choices and autocomplete": [
        command(options=[option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])])
    ],
    "a word for a number": [command(options=[option("a", 4, choices=[{"name": "x", "value": "x"}])])],
    "an option in capitals": [command(options=[option("Who")])],
    "101 commands": [command(name=f"c{n}") for n in range(101)],
    "too much in all": [
        command(
            options=[option(f"o{n}", choices=[{"name": f"{m:099}", "value": "v"} for m in range(25)]) for n in range(4)]
        )
    ],
}


@pytest.mark.parametrize("commands", BAD_COMMANDS.values(), ids=BAD_COMMANDS.keys())
def test_invalid_commands_are_refused(discord: LocalDiscord, commands: list[dict[str, Any]]) -> None:
    with pytest.raises(RefusalError) as caught:
        check(discord, Request("PUT", "/applications/1/commands", commands))
    assert caught.value.code == 50035


def test_valid_commands_are_accepted(discord: LocalDiscord) -> None:
    good = [
        command(name="würfel", options=[option("wer", 6, required=True), option("was", autocomplete=True)]),
        command(name="table", options=[option("set", 2, options=[option("dice", 1, options=[option("n", 4)])])]),
        {"type": 2, "name": "Show stats", "description": ""},
    ]
    check(discord, Request("PUT", "/applications/1/guilds/2/commands", good))
