"""Provide a stage, on which tests use the real bot as people would.

The bot, discord.py and the database are real. Discord is in memory.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import simcord
from discord.utils import snowflake_time
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage, RoleHandle, UserHandle
from simcord._clock import Clock
from simcord.backend import serializers

from bot.app import Bot
from bot.driver.clock import rehearsed
from bot.outbox.answer_token import GOOD_FOR
from bot.people.preferences import Hints
from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.codec import decode, encode
from bot.presses.game import OpenMore
from bot.presses.history import MoreBoards
from bot.presses.lobby import AddComputer, Join, OpenOptions, Start
from bot.presses.preferences import MyPage, ServerPage
from bot.settings import Settings
from bot.tables.model import TableView
from bot.tables.pace import AT_ONCE
from engine.bids.view import View
from engine.games import AnyView
from tests.bot import controls, copies, nonces, unkind
from tests.bot.answers import BUTTON, SELECT, SELECTS, Answer, is_this, walk
from tests.bot.scenery import Scenery
from tests.bot.transit import Transit
from tests.clock import Unhurried, utc_now
from tests.databases import newest_table

# The pause before simcord checks again whether the bot is idle. With simcord's default, each step takes 50 ms.
_PAUSES: dict[str, Any] = simcord.Env._settle_internal.__kwdefaults__ or {}
_PAUSES["idle"] = 0.005
copies.install()
nonces.install()


MORE = (OpenMore, MoreBoards, MyPage, ServerPage)
"""Presses that open a page of further buttons."""


def make_bot(url: str, luck: str) -> Bot:
    """Return the bot as it runs on Discord, except that `luck` decides its seeds and that it makes no pauses."""
    numbers = iter(range(10_000))
    seeds = (sha256(f"{luck} {number}".encode()).digest() for number in numbers)
    settings = Settings(token="in.memory", database_url=url)
    bot = Bot(settings, entropy=lambda _: next(seeds), now=Unhurried(), pace=AT_ONCE, seconds=rehearsed)
    unkind.install(bot)
    controls.watch(bot)
    return bot


class _ClockOfTheBot(Clock):
    """The clock of the in-memory Discord, which follows the bot's clock and never goes back."""

    def __init__(self, env: simcord.Env) -> None:
        super().__init__()
        self.env, self._latest = env, utc_now()

    def now(self) -> datetime:
        assert isinstance(self.env.bot, Bot)
        self._latest = max(self._latest, self.env.bot.now() + timedelta(seconds=self.elapsed))
        return self._latest


class _Patient(simcord.Env):
    """An in-memory Discord that waits for up to `settle_timeout` seconds when the bot starts or restarts.

    simcord itself waits for only 5 s.
    """

    async def _settle_internal(self, *, timeout: float | None = None, **others: Any) -> None:  # noqa: ASYNC109
        await super()._settle_internal(timeout=timeout and max(timeout, self.settle_timeout), **others)


def discord_in_memory(bot: Bot, patience: float = 30.0) -> simcord.Env:
    """Return an in-memory Discord for a bot. Its ids and timestamps follow the bot's clock.

    It is not started yet. The bot may take `patience` seconds to become idle, because simcord's five seconds are too
    few on a busy machine.
    """
    env = _Patient(bot, settle_timeout=patience)
    env.backend.clock = _ClockOfTheBot(env)
    return env


class Stage(Scenery):
    """A server with a channel and four people. Most methods act as the person with the given name."""

    def __init__(self, env: simcord.Env, url: str) -> None:
        super().__init__(env, url)
        self.transit = Transit(env.backend)
        self.chosen: dict[tuple[str, int, str], tuple[Any, ...]] = {}
        self.kept: list[str] = []

    @property
    def bot(self) -> Bot:
        assert isinstance(self.env.bot, Bot)
        return self.env.bot

    async def restart(self) -> None:
        """Stop the bot and start another one on the same database. The bot's clock keeps its time."""
        before, after = self.bot, make_bot(self.url, "another")
        after.now = before.now
        await before.close()
        await self.env.restart_bot(after)

    # People's actions -------------------------------------------------------------------------------------

    async def slash(self, name: str, command: str, /, channel: ChannelHandle | None = None, **options: Any) -> Answer:
        return self._heard(name, await self.people[name].slash(channel or self.channel, command, **options))

    async def press(
        self,
        name: str,
        kind: type[Press],
        message: ResponseMessage | None = None,
        channel: ChannelHandle | None = None,
        **fields: Any,
    ) -> Answer:
        """Press the first button of this kind that has these fields, or choose it from a menu.

        Look for it on `message`, which by default is the newest panel, and on the pages behind its More button.
        """
        where = await self._where(name, message or self.panel(channel), kind, fields)
        found = [made for made in self.presses(where) if is_this(made, kind, fields)]
        if not found:
            return await self.pick(name, where, kind, **fields)
        return self._heard(name, await self.people[name].click(where, custom_id=encode(found[0])))

    async def _where(
        self, name: str, message: ResponseMessage, kind: type[Press], fields: dict[str, Any]
    ) -> ResponseMessage:
        """Return the message that offers a press: the given one, or a page behind its More button."""
        there = message
        for _page in range(4):
            offered = [*self.presses(there), *self.offered(there)]
            if any(is_this(made, kind, fields) for made in offered):
                return there
            more = next((made for made in offered if isinstance(made, MORE)), None)
            if more is None:
                break
            answer = self._heard(name, await self.people[name].click(there, custom_id=encode(more)))
            there = next(iter(answer.ephemerals), None) or next(m for m in self.messages() if m.id == there.id)
        raise AssertionError(f"no {kind.__name__} {fields} among {self.presses(message)}")

    def offered(self, message: ResponseMessage) -> list[Press | None]:
        """Return the press of each choice in a message's menus. If a choice is not a press, return None for it."""
        menus = [part for part in walk(message.components) if part["type"] == SELECT and not part.get("disabled")]
        return [decode(option["value"]) for menu in menus for option in menu["options"]]

    async def surely(self, name: str, asked: Answer) -> Answer:
        """Confirm an action about which the bot has asked."""
        (ephemeral,) = asked.ephemerals
        return self._heard(name, await self.people[name].click(ephemeral, custom_id=encode(self.presses(ephemeral)[0])))

    async def pick(self, name: str, message: ResponseMessage, kind: type[Press], **fields: Any) -> Answer:
        """Choose the first option of this kind that has these fields from a message's menus."""
        message = await self._where(name, message, kind, fields)
        menus = [part for part in walk(message.components) if part["type"] == SELECT]
        values = [(menu["custom_id"], option["value"]) for menu in menus for option in menu["options"]]
        found = [(menu, value) for menu, value in values if is_this(decode(value), kind, fields)]
        assert found, f"no {kind.__name__} {fields} among {values}"
        menu, value = found[0]
        return await self._choose(name, message, menu, value)

    async def _choose(self, name: str, message: ResponseMessage, menu: str, *chosen: Any) -> Answer:
        """Choose from a menu.

        Fail if the person made the same choice in this menu before, because Discord would send nothing.
        """
        assert self.chosen.get((name, message.id, menu)) != chosen, f"{name} has chosen {chosen} there: nothing is sent"
        self.chosen[name, message.id, menu] = chosen
        answer = self._heard(name, await self.people[name].select(message, list(chosen), custom_id=menu))
        if menu in self.menus(message):
            self.kept.append(f"{chosen} in {menu}")
        return answer

    def menus(self, message: ResponseMessage) -> list[str]:
        """Return the ids of a message's menus in its current state, or an empty list if it was deleted."""
        stored = self.env.backend.messages.get(message.channel_id, {}).get(message.id)
        parts = walk(stored.components) if stored is not None else ()
        return [part["custom_id"] for part in parts if part["type"] in SELECTS]

    async def pick_from(
        self,
        name: str,
        message: ResponseMessage,
        press: Press,
        *chosen: ChannelHandle | MemberActor | UserHandle | RoleHandle,
    ) -> Answer:
        """Choose exactly these channels or people from one of Discord's own menus."""
        (menu,) = (each for each in self.menus(message) if decode(each) == press)
        return await self._choose(name, message, menu, *chosen)

    async def forge(
        self, name: str, press: Press | str, *chosen: str, message: ResponseMessage | None = None
    ) -> Answer:
        """Send a press that the bot never offered, with any id and choices, as a modified client could."""
        data = {
            "custom_id": press if isinstance(press, str) else encode(press),
            "component_type": SELECT if chosen else BUTTON,
        }
        return await self._send(name, 3, data | ({"values": list(chosen)} if chosen else {}), message)

    async def forge_form(self, name: str, press: Press | str, /, **typed: str | list[str]) -> Answer:
        """Send a form that the bot never opened."""
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

    async def _send(self, name: str, kind: int, data: dict[str, Any], message: ResponseMessage | None = None) -> Answer:
        where = message or self.public()[-1]
        stored = self.env.backend.get_message(where.channel_id, where.id)
        extra = {"message": dict(serializers.message_payload(self.env.backend, stored))}
        sent = self.people[name]._dispatch_interaction(
            kind, self.channel, data, extra=extra, source_message_id=stored.id
        )
        return self._heard(name, await sent)

    async def fill(self, name: str, form: Answer, /, **values: Any) -> Answer:
        assert form.result.modal is not None, f"the answer is not a form but {form.words!r}"
        self.typed |= {line for value in values.values() if isinstance(value, str) for line in value.splitlines()}
        return self._heard(name, await self.people[name].submit_modal(form.result, values))

    async def sit(self, *names: str, game: str = "common", computers: int = 0, **options: str) -> None:
        """Open a lobby for these people, of whom the first is the host. Do not start the game."""
        await self.mean_it(*names)
        await self.slash(names[0], "play", game=game)
        for name in names[1:]:
            await self.press(name, Join)
        for _ in range(computers):
            await self.press(names[0], AddComputer)
        if options:
            form = await self.press(names[0], OpenOptions)
            await self.fill(names[0], form, clock=[options.pop("clock", "180")], **options)

    async def mean_it(self, *names: str) -> None:
        """Let these people never be asked whether a move is a misclick."""
        for name in names:
            await self.bot.services.preferences.change(self.people[name].id, misclicks=Hints.OFF)

    async def start(self, *names: str, **options: Any) -> None:
        """Start a game of these people."""
        await self.sit(*names, **options)
        await self.press(names[0], Start)

    async def chat(self, name: str, words: str = "Anybody for pizza?") -> None:
        """Write a message to other people in the channel, as this person."""
        await self.people[name].send(self.channel, words)

    async def nobody_owes(self) -> None:
        """Turn off stakes on this server, so that no round waits for a forfeit."""
        await self.bot.services.settings.change(self.guild.id, stakes=False)

    # The state of the game ---------------------------------------------------------------------------------

    async def table(self, channel: ChannelHandle | None = None) -> TableView:
        found = await self.newest((channel or self.channel).id)
        assert found is not None
        return found

    async def newest(self, channel: int) -> TableView | None:
        store = self.bot._store
        assert store is not None
        table = await store.read(lambda connection: newest_table(connection, channel))
        return await self.bot.services.tables.queries.table(table) if table is not None else None

    async def seen(self, name: str | None = None) -> AnyView:
        """Return the running game as this person sees it, or as an onlooker does if `name` is None."""
        user = self.people[name].id if name is not None else None
        seen: TableView = await self.bot.services.tables.queries.see((await self.table()).id, user)
        assert seen.view is not None
        return seen.view

    async def view(self, name: str | None = None) -> View:
        """Return the running game of bids as this person sees it, or as an onlooker does if `name` is None."""
        seen = await self.seen(name)
        assert isinstance(seen, View)
        return seen

    async def to_move(self) -> str:
        """Return the name of the player whose turn it is, or of the first if several can act."""
        table, view = await self.table(), await self.seen()
        return table.seats[view.awaited[0]].name

    async def others(self, *but: str) -> list[str]:
        seats = (await self.table()).seats
        return [seat.name for seat in seats if seat.user is not None and seat.name not in but]

    async def dice(self, name: str) -> tuple[int, ...]:
        return (await self.seen(name)).mine

    async def raise_once(self) -> str:
        """Let the player whose turn it is make the first bid on the panel. Return the player's name."""
        name = await self.to_move()
        await self.press(name, PlaceBid)
        return name

    def age_panel(self, seconds: float) -> None:
        """Stop the bot's clock at `seconds` after the newest panel was posted."""
        moment = snowflake_time(self.panel().id) + timedelta(seconds=seconds)
        self.bot.now = lambda: moment

    def freeze_time(self) -> None:
        """Stop the bot's clock at the current time."""
        moment = utc_now()
        self.bot.now = lambda: moment

    def tokens_expire(self) -> None:
        """Make all earlier tokens expire. After that the bot can edit messages only with its own requests."""
        now = self.bot.arrivals.clock
        self.bot.arrivals.clock = lambda: now() + GOOD_FOR + 1

    async def time_passes(self, **time: float) -> None:
        """Set the bot's clock this much ahead of the real time, and let the driver do what is due.

        Each call replaces the offset of the previous call, so the offsets do not add up.
        """
        ahead = timedelta(**time)
        self.bot.now = lambda: utc_now() + ahead
        with self.env._bot_scope():  # so that `settle` waits for the work that this begins
            await self.bot.driver.poll()
        await self.env.settle()

    def _heard(self, name: str, result: InteractionResult) -> Answer:
        answer = Answer(result)
        self.private[name] += answer.private
        return answer
