"""Provide an in-memory Discord with a server and people, and read what was sent to them."""

import re
from typing import Any

import simcord
import simcord.interactions
from simcord import ChannelHandle, MemberActor, ResponseMessage

from bot.presses.base import AtTable, Press
from bot.presses.codec import decode
from bot.screens.families.teaching import OTHERS
from bot.words.dares import decks
from bot.words.talk import spoken
from tests.bot.answers import BUTTON, walk, words
from tests.bot.places import unkind
from tests.bot.pseudo import without_brackets

NAMES = ("Ann", "Ben", "Cleo", "Dan")

unkind.install()
_payload = simcord.interactions.base_payload


def _in_their_locale(backend: Any, **facts: Any) -> Any:
    """Return an interaction with the locale that the test has set for the user, or otherwise American English."""
    record, payload = _payload(backend, **facts)
    return record, payload | {"locale": getattr(backend, "locales", {}).get(facts["user_id"], payload["locale"])}


simcord.interactions.base_payload = _in_their_locale  # simcord is pinned


class Scenery:
    """A server with a channel and four people, and the messages that they can read."""

    def __init__(self, env: simcord.Env, url: str) -> None:
        self.env, self.url = env, url
        self.guild = env.create_guild("The Anchor")
        unkind.as_invited(env.backend, self.guild.id)
        self.channel = self.guild.create_text_channel("dice")
        self.people: dict[str, MemberActor] = {}
        self.private: dict[str, list[str]] = {}
        # Dares and the computers' lines are in their own files.
        self.typed: set[str] = {each for deck in decks("en").values() for each in deck}
        lines = {each for lines in spoken("en").values() for some in lines.values() for each in some}
        self.typed |= {part.strip() for each in lines for part in re.split(r"\{\w+\}", each) if re.search(r"\w", part)}
        self.typed |= {*OTHERS}
        self.unreachable: set[str] = set()
        self.locales: dict[int, str] = {}
        setattr(env.backend, "locales", self.locales)  # noqa: B010
        self.come(*NAMES)

    def come(self, *names: str) -> None:
        """Add people to the server."""
        for name in names:
            self.people[name] = self.guild.add_member(self.env.create_user(name, global_name=name))
            self.private[name] = []

    def reads(self, locale: str, *names: str) -> None:
        """Set the language of these people's Discord."""
        self.locales |= {self.people[name].id: locale for name in names}

    def messages(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        """Return all messages in a channel, oldest first, including ephemeral ones."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return [ResponseMessage(self.env, message) for message in sorted(stored, key=lambda each: each.id)]

    def public(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        return [message for message in self.messages(channel) if not message.ephemeral]

    def panel(self, channel: ChannelHandle | None = None) -> ResponseMessage:
        """Return the newest public message with buttons for a table.

        If there is none, return the newest with any buttons.
        """
        found = [m for m in self.public(channel) if any(part["type"] == BUTTON for part in walk(m.components))]
        of_tables = [m for m in found if any(issubclass(kind, AtTable) for kind in self.kinds(m))]
        return (of_tables or found)[-1]

    def text(self, message: ResponseMessage | None = None) -> str:
        return words(message or self.panel())

    def buttons(self, message: ResponseMessage | None = None) -> list[dict[str, Any]]:
        """Return the buttons of a message as Discord stores them."""
        return [part for part in walk((message or self.panel()).components) if part["type"] == BUTTON]

    def presses(self, message: ResponseMessage | None = None) -> list[Press]:
        """Return the press of each enabled button of a message."""
        parts = walk((message or self.panel()).components)
        buttons = [
            part for part in parts if part["type"] == BUTTON and "custom_id" in part and not part.get("disabled")
        ]
        made = [decode(button["custom_id"]) for button in buttons]
        return [each for each in made if each is not None]

    def kinds(self, message: ResponseMessage | None = None) -> list[type[Press]]:
        return [type(made) for made in self.presses(message)]

    def direct_messages(self, name: str) -> list[str]:
        """Return the texts of the DMs that this person received, including deleted ones."""
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

    def requests(self) -> int:
        return len(self.env.http_requests)

    def calls_since(self, before: int) -> list[str]:
        """Return the calls after the first `before` requests that count towards Discord's limit of 50 a second.

        Answers to interactions do not count. The driver's checks of whether Discord answers are left out, because
        their number depends on how busy the machine is.
        """
        since = [f"{entry.method} {entry.path}" for entry in self.env.http_requests[before:]]
        others = ("/interactions/", "/webhooks/", "GET /users/@me")
        return [call for call in since if not any(other in call for other in others)]
