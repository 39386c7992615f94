"""A stage: the real bot, real discord.py and a real database in a Discord in memory, driven as people would."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from gettext import GNUTranslations
from hashlib import sha256
from typing import Any

import simcord
from discord.utils import snowflake_time
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.types import HttpLogEntry

from bot.app import Bot
from bot.driver.seconds import rehearsed
from bot.presses.base import AtTable, Press
from bot.presses.codec import AnyPress, decode, encode
from bot.presses.game import PlaceBid
from bot.presses.lobby import AddComputer, Join, OpenOptions, Start
from bot.settings import Settings
from bot.tables.lobby import COMPUTERS
from bot.tables.model import Seen, TableInfo
from bot.tables.pace import AT_ONCE
from bot.words.cleaning import escaped
from bot.words.language import catalogue
from engine.common_hand.view import View
from engine.games import AnyView
from tests.bot.payloads import check, check_request
from tests.bot.pseudo import texts, untranslated, without_brackets
from tests.databases import newest_table

NAMES = ("Ann", "Ben", "Cleo", "Dan")
BUTTON, SELECT, TEXT = 2, 3, 10

# The pause after which simcord looks again whether the bot is at rest; its own costs a test 50 ms a step.
_PAUSES: dict[str, Any] = simcord.Env._settle_internal.__kwdefaults__ or {}
_PAUSES["idle"] = 0.005


def make_bot(url: str, luck: str) -> Bot:
    """The bot as it runs on Discord, but for its seeds, which `luck` decides."""
    numbers = iter(range(10_000))
    seeds = (sha256(f"{luck} {number}".encode()).digest() for number in numbers)
    settings = Settings(token="in.memory", database_url=url)
    return Bot(settings, entropy=lambda _: next(seeds), pace=AT_ONCE, seconds=rehearsed)


class Stage:
    """A server with a channel and four people; every helper acts as one of them, by name."""

    def __init__(self, env: simcord.Env, url: str) -> None:
        self.env, self.url = env, url
        self.guild = env.create_guild("The Anchor")
        self.channel = self.guild.create_text_channel("dice")
        self.people: dict[str, MemberActor] = {}
        self.private: dict[str, list[str]] = {}
        self.typed: set[str] = set()
        self.unreachable: set[str] = set()
        self.come(*NAMES)

    @property
    def bot(self) -> Bot:
        assert isinstance(self.env.bot, Bot)
        return self.env.bot

    async def restart(self) -> None:
        """The process ends and another one starts on the same database."""
        await self.bot.close()
        await self.env.restart_bot(make_bot(self.url, "another"))

    def come(self, *names: str) -> None:
        """More people are on the server."""
        for name in names:
            self.people[name] = self.guild.add_member(self.env.create_user(name.lower(), global_name=name))
            self.private[name] = []

    # What people do ---------------------------------------------------------------------------------------

    async def slash(self, name: str, command: str, /, channel: ChannelHandle | None = None, **options: Any) -> "Answer":
        return self._heard(name, await self.people[name].slash(channel or self.channel, command, **options))

    async def press(
        self,
        name: str,
        kind: type[Press],
        message: ResponseMessage | None = None,
        channel: ChannelHandle | None = None,
        **fields: Any,
    ) -> "Answer":
        """Press the first button of this kind (and with these fields), on the newest panel if no message is given."""
        where = message or self.panel(channel)
        found = [made for made in self.presses(where) if _is(made, kind, fields)]
        assert found, f"no {kind.__name__} {fields} among {self.presses(where)}"
        return self._heard(name, await self.people[name].click(where, custom_id=encode(found[0])))

    async def surely(self, name: str, asked: "Answer") -> "Answer":
        """Say yes where the bot asked "Sure?"."""
        (whisper,) = asked.whispers
        return self._heard(name, await self.people[name].click(whisper, custom_id=encode(self.presses(whisper)[0])))

    async def pick(self, name: str, message: ResponseMessage, kind: type[Press], **fields: Any) -> "Answer":
        """Choose from the menus of a message the first choice of this kind, with these fields."""
        menus = [part for part in walk(message.components) if part["type"] == SELECT]
        values = [(menu["custom_id"], option["value"]) for menu in menus for option in menu["options"]]
        found = [(menu, value) for menu, value in values if _is(decode(value), kind, fields)]
        assert found, f"no {kind.__name__} {fields} among {values}"
        menu, value = found[0]
        return self._heard(name, await self.people[name].select(message, [value], custom_id=menu))

    async def pick_channels(
        self, name: str, message: ResponseMessage, press: Press, *channels: ChannelHandle
    ) -> "Answer":
        """Choose these channels, and no others, from Discord's own menu of them."""
        return self._heard(name, await self.people[name].select(message, list(channels), custom_id=encode(press)))

    async def forge(
        self, name: str, press: Press | str, *chosen: str, message: ResponseMessage | None = None
    ) -> "Answer":
        """Press what nobody offered: any id, with any choices, as a client that was tampered with may send it."""
        data = {
            "custom_id": press if isinstance(press, str) else encode(press),
            "component_type": SELECT if chosen else BUTTON,
        }
        return await self._send(name, 3, data | ({"values": list(chosen)} if chosen else {}), message)

    async def forge_form(self, name: str, press: Press | str, /, **typed: str | list[str]) -> "Answer":
        """Send a form that nobody opened."""
        fields = [
            {"type": 3, "custom_id": field, "values": value}
            if isinstance(value, list)
            else {"type": 4, "custom_id": field, "value": value}
            for field, value in typed.items()
        ]
        values = [word for value in typed.values() for word in ([value] if isinstance(value, str) else value)]
        self.typed |= {part for value in values for part in value.split("=")} - {""}
        labels = [{"type": 18, "id": number, "component": field} for number, field in enumerate(fields)]
        return await self._send(
            name, 5, {"custom_id": press if isinstance(press, str) else encode(press), "components": labels}
        )

    async def _send(
        self, name: str, kind: int, data: dict[str, Any], message: ResponseMessage | None = None
    ) -> "Answer":
        where = message or self.public()[-1]
        stored = self.env.backend.get_message(where.channel_id, where.id)
        extra = {"message": dict(serializers.message_payload(self.env.backend, stored))}
        sent = self.people[name]._dispatch_interaction(
            kind, self.channel, data, extra=extra, source_message_id=stored.id
        )
        return self._heard(name, await sent)

    async def fill(self, name: str, form: "Answer", /, **values: Any) -> "Answer":
        assert form.result.modal is not None, f"no form but {form.words!r}"
        self.typed |= {value for value in values.values() if isinstance(value, str)}
        return self._heard(name, await self.people[name].submit_modal(form.result, values))

    async def sit(self, *names: str, game: str = "common", computers: int = 0, **options: str) -> None:
        """A lobby of these people, the first the host, not yet started."""
        await self.slash(names[0], "play", game=game)
        for name in names[1:]:
            await self.press(name, Join)
        for _ in range(computers):
            await self.press(names[0], AddComputer)
        if options:
            form = await self.press(names[0], OpenOptions)
            await self.fill(names[0], form, clock=[options.pop("clock", "180")], **options)

    async def start(self, *names: str, **options: Any) -> None:
        """A running game of these people."""
        await self.sit(*names, **options)
        await self.press(names[0], Start)

    async def chat(self, name: str, words: str = "Anybody for pizza?") -> None:
        """Say something in the channel that is not for the bot."""
        await self.people[name].send(self.channel, words)

    async def nobody_owes(self) -> None:
        """This server plays for nothing, so that no forfeit is waited for between rounds."""
        await self.bot.services.settings.change(self.guild.id, stakes=False)

    # What stands there -------------------------------------------------------------------------------------

    def messages(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        """Everything in a channel, the oldest first, what one person alone sees included."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return [ResponseMessage(self.env, message) for message in sorted(stored, key=lambda each: each.id)]

    def public(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        return [message for message in self.messages(channel) if not message.ephemeral]

    def panel(self, channel: ChannelHandle | None = None) -> ResponseMessage:
        """The newest message that everybody sees and that has buttons; where one is a table's, the newest of those."""
        found = [m for m in self.public(channel) if any(part["type"] == BUTTON for part in walk(m.components))]
        of_tables = [m for m in found if any(issubclass(kind, AtTable) for kind in self.kinds(m))]
        return (of_tables or found)[-1]

    def text(self, message: ResponseMessage | None = None) -> str:
        return words(message or self.panel())

    def buttons(self, message: ResponseMessage | None = None) -> list[dict[str, Any]]:
        """The buttons of a message as Discord has them."""
        return [part for part in walk((message or self.panel()).components) if part["type"] == BUTTON]

    def presses(self, message: ResponseMessage | None = None) -> list[AnyPress]:
        """What the buttons of a message stand for, those that cannot be pressed left out."""
        parts = walk((message or self.panel()).components)
        buttons = [
            part for part in parts if part["type"] == BUTTON and "custom_id" in part and not part.get("disabled")
        ]
        made = [decode(button["custom_id"]) for button in buttons]
        return [each for each in made if each is not None]

    def kinds(self, message: ResponseMessage | None = None) -> list[type[AnyPress]]:
        return [type(made) for made in self.presses(message)]

    def letters(self, name: str) -> list[str]:
        """The DMs that this person got, those included that were taken back since."""
        where = f"/channels/{self.people[name].user.dm_channel.id}/messages"
        sent = [each for each in self.env.http_requests if (each.method, each.path) == ("POST", where)]
        arrived = [] if name in self.unreachable else [each.json for each in sent]
        return [without_brackets(body["content"]) for body in arrived if isinstance(body, dict)]

    def close_dm(self, name: str, code: int = 50007) -> None:
        dm = self.people[name].user.dm_channel
        self.unreachable.add(name)
        self.env.inject_error(
            "POST", f"/channels/{dm.id}/messages", status=403, code=code, message="Cannot send", times=None
        )

    # What is so --------------------------------------------------------------------------------------------

    async def table(self, channel: ChannelHandle | None = None) -> TableInfo:
        found = await self.newest((channel or self.channel).id)
        assert found is not None
        return found

    async def newest(self, channel: int) -> TableInfo | None:
        store = self.bot._store
        assert store is not None
        table = await store.read(lambda connection: newest_table(connection, channel))
        return await self.bot.services.tables.looking.table(table) if table is not None else None

    async def seen(self, name: str | None = None) -> AnyView:
        """The running game, whichever it is, as this person, or an onlooker, sees it."""
        user = self.people[name].id if name is not None else None
        seen: Seen = await self.bot.services.tables.looking.see((await self.table()).id, user)
        assert seen.view is not None
        return seen.view

    async def view(self, name: str | None = None) -> View:
        """The same of a game of bids."""
        seen = await self.seen(name)
        assert isinstance(seen, View)
        return seen

    async def to_move(self) -> str:
        """Who is asked to do something."""
        table, view = await self.table(), await self.seen()
        return table.seats[view.awaited[0]].name

    async def others(self, *but: str) -> list[str]:
        seats = (await self.table()).seats
        return [seat.name for seat in seats if seat.user is not None and seat.name not in but]

    async def dice(self, name: str) -> tuple[int, ...]:
        return (await self.seen(name)).mine

    async def raise_once(self) -> str:
        """Whoever is to move takes the first raise within one tap; who it was."""
        name = await self.to_move()
        await self.press(name, PlaceBid)
        return name

    def stands_for(self, seconds: float) -> None:
        """It is now so long after the newest panel was posted; that time stands in its id."""
        moment = snowflake_time(self.panel().id) + timedelta(seconds=seconds)
        self.bot.now = lambda: moment

    async def time_passes(self, **time: float) -> None:
        """Put the tables' clock forward, and let the driver look at it."""
        ahead = timedelta(**time)
        self.bot.now = lambda: datetime.now(UTC) + ahead
        with self.env._bot_scope():  # else settling would not wait for what this begins
            await self.bot.driver.poll()
        await self.env.settle()

    def requests(self) -> int:
        return len(self.env.http_requests)

    def calls_since(self, before: int) -> list[str]:
        """The calls to Discord since then that count against a bot's 50 a second: answers to interactions do not."""
        since = [f"{entry.method} {entry.path}" for entry in self.env.http_requests[before:]]
        return [call for call in since if "/interactions/" not in call and "/webhooks/" not in call]

    def _heard(self, name: str, result: InteractionResult) -> "Answer":
        answer = Answer(self, result)
        self.private[name] += answer.private
        return answer

    def check_registry(self) -> None:
        """discord.py keeps nothing of what was sent: presses come in by the door."""
        kept = self.bot._connection._view_store
        assert not kept._views
        assert not kept._modals

    def check_payloads(self) -> None:
        """Nothing was sent that Discord would have refused, and nothing stands anywhere."""
        for sent in self.env.http_requests:
            check_request(sent.method, sent.path, sent.json)
            self._check_permission(sent)
        for channel in self.env.backend.messages.values():
            for message in channel.values():
                check(message.components, message.content)

    def _check_permission(self, sent: HttpLogEntry) -> None:
        """Files need a permission of their own in a server's channel, which a Discord in memory does not ask for."""
        found = re.fullmatch(r"/channels/(\d+)/messages(/\d+)?", sent.path)
        if found and isinstance(sent.json, dict) and sent.json.get("attachments"):
            bot, channel = self.env.backend.bot_user.id, self.env.backend.get_channel(int(found[1]))
            if channel.guild_id is not None:
                self.env.backend.require_permissions(channel.guild_id, bot, channel.id, "attach_files")

    def check_language(self) -> None:
        """Where a language was spoken that is not English, every sentence that was ever shown is of that language."""
        if not isinstance(catalogue("en-US"), GNUTranslations):
            return
        names = {*NAMES, *COMPUTERS, self.guild.name, *self.typed, *map(escaped, self.typed)}
        names |= {name.partition(" ")[0] for name in COMPUTERS}
        names |= {channel.name for channel in self.env.backend.channels.values() if channel.name}
        shown = [text for sent in self.env.http_requests for text in texts(sent.path, sent.json)]
        bare = {each: text for text in shown if (each := untranslated(text, names))}
        assert not bare, f"not translated: {bare}"


class Answer:
    """What came of one thing that a person did."""

    def __init__(self, stage: Stage, result: InteractionResult) -> None:
        self.result = result
        sent: Sequence[ResponseMessage | None] = (result.response, *result.followups)
        self.whispers = [message for message in sent if message is not None and message.ephemeral]
        self.private = [words(message) for message in self.whispers]
        assert result.acknowledged, "the interaction failed"

    @property
    def words(self) -> str:
        """What was said to that person alone."""
        return "\n".join(self.private)


def _is(press: AnyPress | None, kind: type[Press], fields: dict[str, Any]) -> bool:
    """Whether a press is of this kind, with these fields."""
    return isinstance(press, kind) and all(getattr(press, field) == value for field, value in fields.items())


def walk(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, the nested ones too."""
    for part in components:
        yield part
        yield from walk(part.get("components", ()))


def words(message: ResponseMessage) -> str:
    """All that a message says, buttons aside, as an English reader has it: where no line may break is not seen."""
    return without_brackets(raw_words(message)).replace("\u00a0", " ").replace("\u2060", "")


def raw_words(message: ResponseMessage) -> str:
    """All that a message says, buttons aside, in the language in which it was said."""
    said = [part["content"] for part in walk(message.components) if part["type"] == TEXT]
    return "\n".join([message.content, *said]).strip()
