"""Define visitors. They type commands, press buttons and forge presses, and search every answer for secrets."""

from collections import Counter
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any, NamedTuple

from simcord import ChannelHandle, InteractionResult, ResponseMessage
from simcord.actors import _autocomplete_result, _dispatch_actor_interaction, _slash
from simcord.backend import serializers

from bot.presses.codec import decode, plain_id, tag
from tests.bot.stage import Stage
from tests.bot.strangers.leaks import Found, Secrets, addressed, numbers, offered, read, text_of
from tests.bot.strangers.server import OPEN, House
from tests.clock import utc_now

PRESSES, SENDS = 3, 5
"""The types of interactions."""
SERVER = {
    *("/leaderboard", "/profile", "/forfeits", "/table rules", "/settings", "overview"),
    *("board", "boards", "share", "tab", "tabshare", "profile", "paint", "profpost", "rivals", "rivpost"),
    *("named", "namedopen", "nameddel", "nameddelyes"),
}
"""Controls for pages about the whole server, which may name its players but not the places where they play."""
POSTS = {"share", "tabshare", "profpost", "rivpost", "showstep", "moment"}
"""Controls that post a message. The bot limits how often a person may use them."""
A_WHILE = timedelta(minutes=1, seconds=1)


class Deed(NamedTuple):
    """A visitor's action: its kind, its control's tag or command, its full text, and the ids that the visitor sent."""

    kind: str
    control: str
    said: str
    asked: frozenset[str] = frozenset()

    def is_about_the_server(self) -> bool:
        """Return whether the answer may name people who play in private places."""
        return self.control.startswith(tuple(f"{each}" for each in SERVER if each[0] == "/")) or self.control in SERVER


def deed(kind: str, data: dict[str, Any], asked: frozenset[str] = frozenset()) -> Deed:
    """Return the deed for pressing a button or choosing from a menu."""
    press = decode(data["custom_id"], data.get("values", ()))
    control = tag(type(press)) if press is not None else plain_id(data["custom_id"])
    return Deed(kind, control, f"{data['custom_id']} {data.get('values', '')}".strip(), asked)


class Visitor:
    """A person in a channel, or in their DM with the bot if `room` is None, who searches every answer for secrets.

    For an `insider`, only the public messages of the channel are searched.
    """

    def __init__(
        self, stage: Stage, house: House, name: str, room: ChannelHandle | None, secrets: Secrets, insider: bool = False
    ) -> None:
        self.stage, self.house, self.name, self.secrets, self.insider = stage, house, name, secrets, insider
        person = stage.people[name]
        self.actor: Any = person if room is not None else person.user
        self.dm = person.user.dm_channel
        self.room = room or self.dm
        self.found, self.counts = list[Found](), Counter[str]()
        self._private = {place.channel.id for place in house.private.values()}
        self._files = set(stage.env.backend.cdn._blobs)
        self._seen = dict[int, str]()

    def __str__(self) -> str:
        return f"{self.name} in {self.room._channel.name or 'a DM'}"

    async def type(self, command: str, asked: frozenset[str] = frozenset(), /, **options: Any) -> InteractionResult:
        """Type a command."""
        done = Deed("commands", f"/{command}", f"/{command} {options}", asked)
        return await self._do(done, _slash(self.actor, self.room, command, options))

    async def complete(self, command: str, option: str, typed: str) -> InteractionResult:
        """Type into an option of a command that has autocompletion."""
        done = Deed("completions", f"/{command}", f"/{command} {option}: {typed!r}")
        return await self._do(done, _autocomplete_result(self.actor, self.room, command, option, typed, {}))

    async def press(self, done: Deed, message: ResponseMessage, data: dict[str, Any]) -> InteractionResult:
        """Press a button or choose from a menu of a message, even if the message has no such control."""
        return await self._do(done, self._send(PRESSES, data, message))

    async def submit(self, done: Deed, custom_id: str, typed: list[dict[str, Any]]) -> InteractionResult:
        """Send a form, even if it was never opened."""
        return await self._do(done, self._send(SENDS, {"custom_id": custom_id, "components": typed}))

    async def _send(self, kind: int, data: dict[str, Any], on: ResponseMessage | None = None) -> InteractionResult:
        backend, more = self.stage.env.backend, dict[str, Any]()
        if on is not None:
            stored = backend.get_message(on.channel_id, on.id)
            more = {"extra": {"message": dict(serializers.message_payload(backend, stored))}}
            more["source_message_id"] = stored.id
        return await _dispatch_actor_interaction(self.actor, kind, self.room, data, **more)

    async def _do(self, done: Deed, sent: Awaitable[InteractionResult]) -> InteractionResult:
        before = self.stage.requests()
        if done.control in POSTS:
            self._wait()
        try:
            result = await sent
        except TimeoutError as error:
            error.add_note(f"{self}: {done}")
            raise
        assert result.acknowledged, f"{self} got no answer to {done}"
        self.counts[done.kind] += 1
        if self.insider:
            self._look_around(done)
        else:
            self._listen(done, before)
            self._open_files(done)
        return result

    def _wait(self) -> None:
        ahead = self.stage.bot.now() - utc_now() + A_WHILE
        self.stage.bot.now = lambda: utc_now() + ahead

    # Reading -----------------------------------------------------------------------------------------------

    def _listen(self, done: Deed, before: int) -> None:
        """Search everything that this person or a public place has received since the first `before` requests."""
        for entry in self.stage.env.http_requests[before:]:
            channel = addressed(self.stage, entry)
            if entry.method == "GET" or entry.json is None:
                continue
            there = self.stage.env.backend.channels.get(channel)
            if channel not in self._private and (there is None or there.guild_id is not None or channel == self.dm.id):
                self._read_body(done, entry.json)

    def _look_around(self, done: Deed) -> None:
        """Search the public messages of this channel that have changed since the last search."""
        for message in self.stage.public(self.room):
            told = [message.content, message.components, [each.to_dict() for each in message.attachments]]
            if self._seen.get(message.id) != (text := text_of(told)):
                self._seen[message.id] = text
                self._read_body(done, told)

    def _open_files(self, done: Deed) -> None:
        blobs = self.stage.env.backend.cdn._blobs
        for url in blobs.keys() - self._files:
            self._files.add(url)
            if not any(f"/{place}/" in url for place in self._private):
                self.counts["files"] += 1
                self._read(done, blobs[url].decode("utf-8", "replace"))

    def _read_body(self, done: Deed, body: Any) -> None:
        self.counts["bodies"] += 1
        self._read(done, text := text_of(body))
        self.counts["open words"] += OPEN in text
        for press in offered(body):
            for row in set(numbers(press)) & self.secrets.rows:
                if str(row[1]) not in done.asked:
                    self._note(done, f"{row[0]} {row[1]}", str(press))

    def _read(self, done: Deed, text: str) -> None:
        people = self.stage.people.items()
        asked = done.asked | {name for name, who in people if str(who.id) in done.asked}
        for what in read(text, self.secrets, not (self.insider or done.is_about_the_server()), asked):
            at = max(text.casefold().find(what.casefold()) - 120, 0)
            self._note(done, what, text[at : at + 300])

    def _note(self, done: Deed, what: str, around: str) -> None:
        self.found.append(Found(str(self), f"{done.kind}: {done.said}", what, around))
