"""`python -m bot demo`: the bot itself, in a Discord in memory, plays two short games; what was seen is printed."""

import asyncio
import logging
import re
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import simcord
from simcord import MemberActor, ResponseMessage

from bot.app import Bot
from bot.presses.codec import decode
from bot.presses.game import CallLie, PlaceBid
from bot.settings import Settings
from bot.tables.pace import AT_ONCE
from bot.words.cleaning import clean

PEOPLE = ("Ann", "Ben", "Cleo")
CLOSED = "Cleo"
"""Whose direct messages are closed."""
DARING = {"common": 6, "firehouse": 8}
"""The quantity from which on these three call a lie."""
BUTTON, MENU = 2, 3


def main() -> int:
    """Play, print, and say how it went: 0."""
    logging.getLogger("bot.outbox.pictures").setLevel(logging.ERROR)  # a transcript shows no pictures
    asyncio.run(_demo())
    return 0


async def _demo() -> None:
    with tempfile.TemporaryDirectory() as folder:
        seeds = (sha256(f"demo {number}".encode()).digest() for number in range(100))
        settings = Settings(token="in.memory", database_url=f"sqlite:///{Path(folder) / 'demo.sqlite'}")
        bot = Bot(settings, entropy=lambda _: next(seeds), pace=AT_ONCE)
        async with simcord.run(bot) as env:
            evening = Evening(env)
            await evening.game("common", rounds="3")
            await evening.game("firehouse", rounds="2")
            await evening.leaderboard()


class Evening:
    """Three people at a table, and the transcript of what they see."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        guild = env.create_guild("The Anchor")
        self.channel = guild.create_text_channel("dice")
        self.people: dict[str, MemberActor] = {
            name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
        }
        self.names = {str(person.id): name for name, person in self.people.items()}
        self.letters = {name: person.user.dm_channel for name, person in self.people.items()}
        self.printed: dict[int, list[str]] = {}
        closed = f"/channels/{self.letters[CLOSED].id}/messages"
        refusal = "Cannot send messages to this user"
        env.inject_error("POST", closed, status=403, code=50007, message=refusal, times=None)

    async def game(self, variant: str, rounds: str) -> None:
        """One short game from the lobby to the result."""
        ann, ben, cleo = self.people.values()
        self._did("Ann", f"/play game:{variant}")
        await ann.slash(self.channel, "play", game=variant)
        self._show()
        await self._press(ben, "Join")
        await self._press(cleo, "Join")
        await self._lucky_words(cleo, "four-leaf clover")
        await self._options(ann, rounds)
        await self._press(ann, "Start")
        await self._press_alone(cleo, "My dice")
        while (name := self._to_move()) is not None:
            await self._move(variant, self.people[name])
        await self._press_alone(ben, "Fair?")

    async def leaderboard(self) -> None:
        """The boards, and one's own tab."""
        ann = self.people["Ann"]
        for command in ("leaderboard", "forfeits mine"):
            self._did("Ann", f"/{command}")
            result = await ann.slash(self.channel, command)
            self._show()
            if result.response is not None and result.response.ephemeral:
                self._print(result.response, "only Ann sees this")

    async def _options(self, person: MemberActor, rounds: str) -> None:
        self._did(self._name(person), f"[Options] rounds: {rounds}")
        form = await person.click(self._newest(), label="Options")
        await person.submit_modal(form, {"rounds": rounds, "clock": ["180"]})
        self._show()

    async def _lucky_words(self, person: MemberActor, words: str) -> None:
        self._did(self._name(person), f"[Lucky words] {words}")
        form = await person.click(self._newest(), label="Lucky words")
        await person.submit_modal(form, {"words": words})
        self._show()

    async def _press_alone(self, person: MemberActor, label: str) -> None:
        """Press what is answered to this person alone."""
        self._did(self._name(person), f"[{label}]")
        result = await person.click(self._newest(), label=label)
        if result.response is not None:
            self._print(result.response, f"only {self._name(person)} sees this")

    async def _move(self, variant: str, person: MemberActor) -> None:
        """Raise while it is cheap, call the lie when it is not, pay what is owed."""
        buttons = [part for _, part in _buttons(self._newest().components)]
        raises = [part for part in buttons if isinstance(decode(part["custom_id"]), PlaceBid)]
        call = next((part for part in buttons if isinstance(decode(part["custom_id"]), CallLie)), None)
        paid = next((part for part in buttons if part.get("label") == "Paid"), None)
        if paid is not None:
            await self._press_one(person, paid)
        elif call is not None and _quantity(raises) >= DARING[variant]:
            await self._press_one(person, call)
        else:
            await self._press_one(person, raises[len(raises) // 2])

    async def _press(self, person: MemberActor, label: str) -> None:
        """Press the button that says so."""
        await self._press_one(person, next(part for said, part in _buttons(self._newest().components) if said == label))

    async def _press_one(self, person: MemberActor, part: dict[str, Any]) -> None:
        self._did(self._name(person), _pressable(part))
        await person.click(self._newest(), custom_id=part["custom_id"])
        self._show()

    def _name(self, person: MemberActor) -> str:
        return self.names[str(person.id)]

    def _newest(self) -> ResponseMessage:
        """The newest message with buttons that everybody sees."""
        messages = self.env.backend.messages[self.channel.id].values()
        return next(
            ResponseMessage(self.env, message)
            for message in sorted(messages, key=lambda each: -each.id)
            if not message.is_ephemeral and any(True for _ in _buttons(message.components))
        )

    def _to_move(self) -> str | None:
        """Who is asked: whose name stands behind the hand; whoever must do something, where that is open."""
        words = "\n".join(_lines(self._newest().components))
        if any(label == "Rematch" for label, _ in _buttons(self._newest().components)):
            return None
        return str(re.findall(r"(?:👉|📝) \*\*(\w+)\*\*", words)[-1])

    def _did(self, name: str, what: str) -> None:
        print(f"\n>>> {name}: {what}")

    def _show(self) -> None:
        """Print what is new or has changed in the channel and in each DM."""
        places = [(f"#{self.channel.name}", self.channel)]
        places += [(f"DM to {name}", channel) for name, channel in self.letters.items()]
        for title, channel in places:
            for message in sorted(self.env.backend.messages.get(channel.id, {}).values(), key=lambda each: each.id):
                if not message.is_ephemeral:
                    told = f"{title}, the same message changes" if message.id in self.printed else title
                    self._print(ResponseMessage(self.env, message), told)

    def _print(self, message: ResponseMessage, title: str) -> None:
        lines = [self._named(line) for line in [*message.content.splitlines(), *_lines(message.components)]]
        before = self.printed.get(message.id, [])
        self.printed[message.id] = lines
        if lines == before:
            return
        print(f"\n  {title}")
        for line in lines:
            if line not in before:
                print(f"  | {line}")

    def _named(self, line: str) -> str:
        """Mentions as names, times as words: what a person would read."""
        line = re.sub(r"<@(\d+)>", lambda match: f"@{self.names.get(match[1], match[1])}", line)
        return re.sub(r"<t:\d+:R>", "in 3 minutes", re.sub(r"<t:\d+:d>", "today", line))


def _lines(components: list[dict[str, Any]]) -> Iterator[str]:
    """Components as lines of text."""
    for part in components:
        match part["type"]:
            case 10:
                yield from part["content"].splitlines()
            case 14:
                yield "---"
            case 17:
                yield from _lines(part["components"])
            case 1:
                yield "   ".join(_pressable(each) for each in part["components"])
            case _:
                pass


def _pressable(part: dict[str, Any]) -> str:
    if part["type"] == MENU:
        return f"[{part.get('placeholder') or 'Choose'} ▾]"
    emoji = (part.get("emoji") or {}).get("name") or ""
    return f"[{emoji} {part.get('label', '')}]" if emoji else f"[{clean(part.get('label', ''))}]"


def _quantity(raises: list[dict[str, Any]]) -> int:
    """The least that may be bid; more than anybody dares where nothing may."""
    bids = [decode(part["custom_id"]) for part in raises]
    return min((bid.quantity for bid in bids if isinstance(bid, PlaceBid)), default=100)


def _buttons(components: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every button that can be pressed, wherever it stands."""
    for part in components:
        if part["type"] == BUTTON and not part.get("disabled"):
            yield part.get("label", ""), part
        yield from _buttons(part.get("components", []))
