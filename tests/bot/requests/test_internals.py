"""Test that only one file of the bot uses internals of discord.py, and replaces them where discord.py looks them up."""

import ast
import asyncio
import inspect
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.gateway import DiscordWebSocket
from discord.http import Route, json_or_text
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter

import bot
from bot.app import Bot
from bot.outbox import internals
from bot.outbox.drawn import Buttons, Question, Sheet
from bot.settings import Settings
from tests.bot.stage import Stage

HERE = Path(bot.__file__).parent
LIBRARY = Path(discord.__file__).parent
HOME = HERE / "outbox/internals.py"

DOCUMENTED = ("discord", "discord.app_commands", "discord.ext", "discord.ui", "discord.abc", "discord.utils")
"""The modules from which others may import names."""

UNDOCUMENTED = ("http", "parsers", "to_components", "dispatch")
"""Names in discord.py that have no underscore although they are undocumented."""

NOT_DISCORDS = {"os._exit", "row._mapping"}
"""Private names that belong to other libraries, each with its object."""


@cache
def private_names_of_discord() -> frozenset[str]:
    """Return all names of functions, classes and attributes in discord.py that begin with one underscore.

    It takes seconds to read discord.py, so this is not done while tests are collected, which each worker does.
    """
    found = set[str]()
    for path in LIBRARY.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    found.add(name)
                case ast.Attribute(attr=name) | ast.Name(id=name):
                    found.add(name)
    return frozenset(name for name in found if name.startswith("_") and not name.startswith("__"))


def touched(text: str) -> Iterator[str]:
    """Yield the internals of discord.py that a file uses: undocumented imports and attributes, and private names."""
    private = private_names_of_discord()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.split(".")[0] == "discord":
                known = module in DOCUMENTED or module.startswith("discord.ext.")
                yield from (f"{module}.{each.name}" for each in names if not known or each.name.startswith("_"))
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.startswith("discord."))
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass  # a name of the bot itself
            case ast.Attribute(attr=name) if name in private and ast.unparse(node) not in NOT_DISCORDS:
                yield ast.unparse(node)
            case ast.Call(func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]):
                if name in private:
                    yield ast.unparse(node)
        if isinstance(node, ast.Attribute) and node.attr in UNDOCUMENTED and _is_of_discord(node):
            yield ast.unparse(node)


def _is_of_discord(node: ast.Attribute) -> bool:
    """Return whether an attribute belongs to a client or a view, judging by the name of the variable."""
    return ast.unparse(node.value).split(".")[-1] in ("self", "client", "_client", "bot", "view", "super()")


def test_only_one_file_uses_internals_of_discord_py() -> None:
    assert set(touched(HOME.read_text()))
    others = {path: set(touched(path.read_text())) for path in HERE.rglob("*.py") if path != HOME}
    assert {path.name: found for path, found in others.items() if found} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from discord.http import Route",
        "from discord.channel import _threaded_channel_factory",
        "import discord.gateway",
        "client._connection.parsers",
        "client.http.request(route)",
        "self._client.http.get_channel(1)",
        "discord.utils._from_json = f",
        "getattr(interaction, '_state')",
        "super()._call(interaction)",
        "super().dispatch(event)",
    ],
)
def test_a_line_that_uses_internals_of_discord_py_is_found(line: str) -> None:
    assert list(touched(line))


def test_the_client_replaces_no_name_of_discord_py_by_accident(tmp_path: Path) -> None:
    client = discord.Client(intents=discord.Intents.none())
    ours = Bot(Settings(token="t", database_url=f"sqlite:///{tmp_path}/none.sqlite"))
    theirs = {name for name in {*dir(client), *vars(client)} if not name.startswith("__")}
    replaced = {name for kind in type(ours).__mro__ if kind.__module__.startswith("bot.") for name in vars(kind)}
    known = {name for name in replaced & theirs if not name.startswith("on_")}
    assert known == {"dispatch", "setup_hook", "close", "before_identify_hook"}
    assert {name for name in vars(ours).keys() - vars(client).keys() if name in dir(client)} == set()


def test_the_json_reader_is_replaced_where_discord_py_looks_it_up() -> None:
    internals.read_fast()
    assert discord.utils._from_json is internals._decoded
    for reader in (DiscordWebSocket.received_message, json_or_text):
        assert "utils._from_json(" in inspect.getsource(reader)


async def test_the_components_of_a_received_message_are_not_read_at_once(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    channel = stage.bot.get_channel(stage.channel.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.fetch_message(stage.panel().id)
    components: Any = message.components
    assert isinstance(components, internals.Components)
    assert "_read" not in vars(components)
    assert len(components)


async def test_reading_a_server_does_not_add_it_to_the_cache(stage: Stage) -> None:
    data = {"id": "77", "name": "The Anchor"}
    assert internals.read_server(stage.bot, data).name == "The Anchor"
    assert stage.bot.get_guild(77) is None
    parsers = internals.parsers(stage.bot)
    assert isinstance(parsers, dict)
    assert parsers is stage.bot._connection.parsers
    assert {f"parse_{event.lower()}" for event in parsers} <= set(dir(ConnectionState))


@pytest.mark.parametrize(("kind", "is_known"), [(0, True), (1, True), (11, True), (15, True), (77, False)])
def test_the_bot_knows_the_same_types_of_channels_as_discord_py(kind: int, is_known: bool) -> None:
    assert internals.is_known_channel(kind) is is_known


def test_discords_address_is_replaced_where_discord_py_looks_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    api, gateway = internals.addresses()
    assert (api, gateway) == (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY))
    monkeypatch.setattr(Route, "BASE", api)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    internals.set_addresses("http://127.0.0.1:1/api", "ws://127.0.0.1:1/gateway")
    assert Route("GET", "/users/@me").url == "http://127.0.0.1:1/api/users/@me"
    assert internals.addresses()[1] == "ws://127.0.0.1:1/gateway"


def test_the_first_answer_is_called_original_in_the_path_of_a_request() -> None:
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
    assert Route("GET", path, webhook_id=1, webhook_token="t", message_id=internals.ORIGINAL).url.endswith("@original")


async def test_a_post_with_a_token_that_fails_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    async def fail(request: web.Request) -> web.Response:
        asked.append(request.method)
        return web.Response(status=500)

    app = web.Application()
    app.router.add_post("/{tail:.*}", fail)
    internals.post_once()
    async with TestServer(app) as server, ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        route = Route("POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=1, webhook_token="t")
        adapter = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
        with pytest.raises(discord.DiscordServerError):
            await adapter.request(route, session)
    assert asked == ["POST"]


async def test_requests_continue_after_one_was_cancelled_during_the_global_rate_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py alone would send nothing more, so the bot would be silent at every table."""
    asked = list[str]()

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        limited = {"retry_after": 60.0, "global": True}
        bot_itself = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None}
        is_first = request.path.endswith("/a")
        body = json.dumps(limited if is_first else bot_itself).encode()
        headers = {"Via": "1.1 discord", "Content-Type": "application/json"}
        return web.Response(body=body, status=429 if is_first else 200, headers=headers)

    app = web.Application()
    app.router.add_get("/{tail:.*}", answer)
    internals.outlast_cancelled_requests()
    monkeypatch.setattr(internals, "GLOBAL_LIMIT", 0.01)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        client = discord.Client(intents=discord.Intents.none())
        await client._async_setup_hook()
        await client.http.static_login("token")
        first = asyncio.create_task(internals.request(client, "GET", "/a"))
        async with asyncio.timeout(10):
            while client.http._global_over.is_set():  # noqa: ASYNC110 # discord.py has no event for its beginning
                await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.wait_for(internals.request(client, "GET", "/b"), 10)
        await client.close()
    assert asked[-1].endswith("/b")


def test_views_and_forms_are_serialized_by_the_function_that_is_replaced() -> None:
    for ours, theirs in (
        (Sheet, discord.ui.LayoutView),
        (Buttons, discord.ui.View),
        (Question, discord.ui.Modal),
    ):
        assert ours.__mro__.index(internals.Outgoing) < ours.__mro__.index(theirs)
        assert callable(theirs.to_components)
    for sender in (discord.http.handle_message_parameters, discord.ui.Modal.to_dict):
        assert ".to_components()" in inspect.getsource(sender)


async def test_a_closed_client_reports_no_event() -> None:
    heard = list[str]()

    class Listening(internals.LivelyClient):
        async def on_ready(self) -> None:
            heard.append("ready")

    client = Listening(intents=discord.Intents.none())
    await client._async_setup_hook()
    client.dispatch("ready")
    (task,) = [each for each in asyncio.all_tasks() if each.get_name() == "discord.py: on_ready"]
    await task
    await client.close()
    client.dispatch("ready")
    assert not [each for each in asyncio.all_tasks() if each.get_name() == "discord.py: on_ready"]
    assert heard == ["ready"]
