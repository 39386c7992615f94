"""Guard the connection against gateway events that discord.py cannot read.

discord.py reads each event with a parser. An exception in a parser would end the connection, and therefore the
process, for all servers. This module prevents that by guarding each parser.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from traceback import extract_tb
from typing import Any

from bot.outbox.client import Client
from bot.outbox.failures import TROUBLE, UNREADABLE, in_short
from bot.outbox.internals import Parser, described_channel, is_known_channel, parsers, read_server, request
from bot.outbox.waiting import within

log = logging.getLogger(__name__)


NEVER_SWALLOWED = ("READY", "RESUMED")
"""Events that a connection cannot do without. Errors in their parsers end the connection."""

LISTS = ("GUILD_CREATE", "GUILD_UPDATE", "THREAD_LIST_SYNC")
"""Events that describe many parts of one server. If one is unreadable, only its unreadable parts are left out."""

INTERACTION = "INTERACTION_CREATE"
"""The event that Discord sends for a press, a form, a command or a completion."""

WITH_A_CHANNEL = (INTERACTION, "CHANNEL_CREATE", "CHANNEL_UPDATE")
"""Events that contain the description of one channel."""

COMPLETION = 4
"""Discord's type of an interaction that asks for suggestions while somebody types."""

MESSAGE, PROPOSALS = 4, 8
"""Discord's types of answers to an interaction."""

ONLY_FOR_THEM = 64
"""The flag of a message that only one person sees."""

LOOKS_UP_FOR = 1.0
"""Seconds for looking up a channel. An answer is due within three seconds, and is deferred after 1.5 seconds."""

Hear = Callable[[Mapping[str, Any]], None]
"""A function that is called with each raw interaction."""

Sorry = Callable[[str, str], str]
"""A function that returns an apology for an unreadable request, from the locale and a reference to the log."""


class Guard:
    """Keeps unreadable events from ending the connection. Each such event is logged in one line and counted."""

    def __init__(self, client: Client, hear: Hear, sorry: Sorry, count: Callable[[str], None]) -> None:
        """Guard all parsers of `client`. `count` is called with the name of each unreadable event."""
        self._client, self._hear, self._sorry, self._count = client, hear, sorry, count
        self._under_way: set[asyncio.Task[None]] = set()
        guarded = parsers(client)
        for event, parser in guarded.items():
            if event not in NEVER_SWALLOWED:
                guarded[event] = partial(self._parse, event, parser)

    def _parse(self, event: str, parser: Parser, data: Any) -> None:
        """Read an event. If the channel of an interaction is unknown, look the channel up first."""
        if event == INTERACTION and (channel := self._unknown_channel(data)):
            self._begin(self._look_up(channel, parser, data))
        else:
            self._read(event, parser, data)

    def _unknown_channel(self, data: Any) -> int:
        """Return the id of an interaction's channel if nothing describes the channel, otherwise 0.

        Neither the interaction nor discord.py's cache describes an archived thread.
        """
        try:
            guild = self._client.get_guild(int(data["guild_id"]))
            channel = int(data["channel_id"])
            is_known = bool(data.get("channel")) or guild is None or guild.get_channel_or_thread(channel) is not None
        except UNREADABLE:
            return 0
        return 0 if is_known else channel

    async def _look_up(self, channel: int, parser: Parser, data: Mapping[str, Any]) -> None:
        """Read an interaction with Discord's description of its channel.

        If that comes too late, read it without one.
        """
        try:
            described = await within(LOOKS_UP_FOR, described_channel(self._client, channel))
        except TROUBLE as error:
            log.debug("Where an interaction comes from could not be looked up: %s", in_short(error))
        else:
            data = {**data, "channel": described}
        self._read(INTERACTION, parser, data)

    def _read(self, event: str, parser: Parser, data: Any) -> None:
        """Read an event. If its parser fails, read as much of the event as possible."""
        try:
            if event == INTERACTION:
                data = _with_channel(data)
                self._hear(data)
            parser(data)
        except Exception as error:
            self._count(event)
            reference = secrets.token_hex(3)
            outcome = self._make_do(event, parser, data, reference)
            log.warning("Fault %s: %s cannot be read (%s). %s", reference, event, _where(error), outcome)

    def _make_do(self, event: str, parser: Parser, data: Any, reference: str) -> str:
        """Read as much as possible of an unreadable event, and return a sentence for the log about the result."""
        if event in LISTS:
            return self._parse_the_rest(parser, data)
        if (whole := _with_position(event, data)) is not None:
            with contextlib.suppress(Exception):
                parser(whole)
                return "It is read with a position of 0."
        if event == INTERACTION:
            self._answer(data, reference)
        return "It is left out."

    def _parse_the_rest(self, parser: Parser, data: Any) -> str:
        """Read an event without its unreadable parts, and return a sentence for the log that counts those parts."""
        try:
            readable, left_out = self._readable(data)
            parser(readable)
        except Exception as error:
            return f"Nor can the rest ({_where(error)})."
        parts = ", ".join(f"{number} of {name}" for name, number in sorted(left_out.items()))
        return f"Left out of server {data.get('guild_id') or data['id']}: {parts or 'nothing'}."

    def _readable(self, data: Mapping[str, Any]) -> tuple[dict[str, Any], Counter[str]]:
        """Return the readable part of a server's description, and how many parts of each field were left out."""
        server = {name: data[name] for name in ("id", "guild_id") if name in data}
        probed = {"id": data.get("guild_id") or data["id"]}
        readable, left_out = dict(server), Counter[str]()
        for name in data.keys() - server.keys():
            value = data[name]
            if isinstance(value, list):
                forms = ([part, _placed(part)] if name == "channels" else [part] for part in value)
                found = [next((one for one in each if self._can_read(probed | {name: [one]})), None) for each in forms]
                readable[name] = [part for part in found if part is not None]
                left_out[name] = len(value) - len(readable[name])
            elif self._can_read(probed | {name: value}):
                readable[name] = value
            else:
                left_out[name] = 1
        return readable, +left_out

    def _can_read(self, data: Any) -> bool:
        """Return whether discord.py can read this part of a server's description. The result is discarded."""
        try:
            read_server(self._client, data)
        except Exception:
            return False
        return True

    def _answer(self, data: Any, reference: str) -> None:
        """Answer an unreadable interaction by its token, if the interaction has one and was not answered before."""
        if not isinstance(data, dict) or not str(data.get("id")).isdecimal() or not data.get("token"):
            return
        if self._client.arrivals.note(int(data["id"])):
            return
        if data.get("type") == COMPLETION:
            answer: dict[str, Any] = {"type": PROPOSALS, "data": {"choices": []}}
        else:
            said = self._sorry(str(data.get("locale") or ""), reference)
            answer = {"type": MESSAGE, "data": {"content": said, "flags": ONLY_FOR_THEM}}
        self._begin(self._send(data["id"], data["token"], answer))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _send(self, interaction: str, token: str, answer: dict[str, Any]) -> None:
        where = "/interactions/{id}/{token}/callback"
        try:
            await request(self._client, "POST", where, answer, id=interaction, token=token)
        except Exception as error:
            log.debug("Somebody whose request cannot be read got no answer: %s", type(error).__name__)


def _with_channel(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an interaction with a description of its channel that discord.py can read.

    Discord may give only the channel's id. discord.py would then find no channel, so this function adds a description.
    In a server, discord.py finds a cached channel by the id, and treats any other channel as a text channel without a
    name. If the interaction has a `user`, the channel becomes a direct message between the bot and that person. A
    channel of an unknown type counts as a text channel.
    """
    named = data.get("channel")
    if named and is_known_channel(named.get("type", 0)):
        return data
    channel = dict(named or ({"id": data["channel_id"]} if data.get("channel_id") else {}))
    if channel and data.get("user"):
        channel |= {"type": 1, "recipients": [data["user"]]}
    elif channel:
        channel = {"name": "", "position": 0} | channel | {"type": 0}
    return {**data, "channel": channel}


def _placed(channel: Any) -> Any:
    """Return a channel with a position. Discord sometimes omits the position, and discord.py requires it."""
    return {"position": 0} | channel if isinstance(channel, dict) else channel


def _with_position(event: str, data: Any) -> Any:
    """Return an event after adding a position to its channel, or None if no position is missing."""
    channel = data.get("channel") if event == INTERACTION and isinstance(data, dict) else data
    if event not in WITH_A_CHANNEL or not isinstance(channel, dict) or "position" in channel:
        return None
    return {**data, "channel": _placed(channel)} if event == INTERACTION else _placed(channel)


def _where(error: BaseException) -> str:
    """Return, for the log, the exception's type and the function of discord.py that raised it, but not its message."""
    steps = extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {steps[-1].name}" if steps else type(error).__name__
