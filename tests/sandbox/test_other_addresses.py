"""Test a bot whose settings name another server with Discord's API, such as a REST proxy for several processes."""

import asyncio
import re
import signal
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.outbox import connection
from bot.outbox.connection import address, point_where_set
from bot.sandbox.supervisor import free_port
from bot.settings import CannotStart, Settings
from tests.faults.wire import discord_put_back
from tests.processes import Process, child, local_discord
from tests.proxy import Proxy

pytestmark = pytest.mark.real_clock


def bot(*words: str, **settings: str) -> AbstractAsyncContextManager[Process]:
    """Run `python -m bot` as an operator does, with these settings."""
    return child((sys.executable, "-m", "bot", *words), settings)


async def test_the_bot_sends_its_requests_by_a_proxy_and_connects_to_another_gateway(tmp_path: Path) -> None:
    async with local_discord(tmp_path) as discord, Proxy(discord.address).running() as proxy:
        settings = {
            "DISCORD_API_URL": proxy.address,
            "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{discord.port}/gateway",
            "DATABASE_URL": f"sqlite:///{tmp_path / 'games.sqlite'}",
        }
        async with bot("run", **settings) as runs:
            await runs.says("Ready.")
            assert discord.gateway.identified == 1
            assert await runs.told_to_stop() == 0
        assert proxy.passed
        assert all(path.startswith("/api/v10/") for path in proxy.passed)
        proxy.passed.clear()
        async with bot("doctor", **settings) as asks:
            assert b"takes the token" in (await asks.process.communicate())[0]
        assert "/api/v10/users/@me" in proxy.passed


REFUSED = {
    "a public address": ({"api_url": "http://93.184.216.34"}, "the bot's token in clear"),
    "a public gateway": ({"gateway_url": "ws://93.184.216.34/gateway"}, "the bot's token in clear"),
    "another scheme": ({"api_url": "ftp://127.0.0.1"}, "DISCORD_API_URL is the address of a server"),
    "a scheme for the other": ({"gateway_url": "http://127.0.0.1"}, "DISCORD_GATEWAY_URL is the address of a server"),
    "a password": ({"api_url": "https://me:hunter2@example.org"}, "without a name, a password"),
    "a query": ({"api_url": "https://example.org?a=b"}, "without a name, a password"),
    "no host": ({"api_url": "http:///api"}, "DISCORD_API_URL is the address of a server"),
    "a port that is a word": ({"api_url": "http://127.0.0.1:port"}, "DISCORD_API_URL is the address of a server"),
    "no such host": ({"api_url": "http://nowhere.invalid"}, "cannot be found"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_an_address_that_cannot_be_used_is_refused_with_the_reason(what: str) -> None:
    settings, said = REFUSED[what]
    before = address()
    with discord_put_back(), pytest.raises(CannotStart, match=said) as refused:
        point_where_set(Settings(**settings))  # type: ignore[arg-type]
    assert "hunter2" not in str(refused.value)
    assert address() == before


@pytest.mark.parametrize(
    ("url", "api"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/api/v10"),
        ("http://10.0.0.7:8080/shared/", "http://10.0.0.7:8080/shared/api/v10"),
        ("http://[fd00::7]:8080", "http://[fd00::7]:8080/api/v10"),
        ("http://localhost:8080/api/v10", "http://localhost:8080/api/v10"),
        ("https://93.184.216.34", "https://93.184.216.34/api/v10"),
        ("", connection.address().api),
    ],
)
def test_the_token_goes_in_clear_only_to_this_machine_or_a_private_address(url: str, api: str) -> None:
    with discord_put_back():
        gateway = address().gateway
        point_where_set(Settings(api_url=url))
        assert (address().api, address().gateway) == (api, gateway)


async def test_the_local_discord_runs_alone_and_prints_the_settings_for_a_bot(tmp_path: Path) -> None:
    words = ("sandbox", "--alone", "--no-open", f"--data={tmp_path / 'alone'}", f"--port={free_port(0)}")
    async with bot(*words) as alone:
        assert alone.process.stdout is not None
        found = dict[str, str]()
        async with asyncio.timeout(60):
            while "DISCORD_TOKEN" not in found:
                line = (await alone.process.stdout.readline()).decode()
                assert line, "it ends without its addresses"
                found |= dict(re.findall(r"(DISCORD_\w+)=(\S+)", line))
        async with bot("run", **found, DATABASE_URL=f"sqlite:///{tmp_path / 'games.sqlite'}") as runs:
            await runs.says("Ready.")
            assert await runs.told_to_stop() == 0
        alone.process.send_signal(signal.SIGINT)
        assert await alone.ends() == 0
