"""Convert messages to the form that the page draws, with rendered text and without content from other sites."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.sandbox.adapter import THINKING, Message
from bot.sandbox.markdown import plain, render
from bot.sandbox.world import World

_OWN_FILE = re.compile(r"https?://[^/]+/[^/]+/(cdn/attachments/\d+/\d+/[^?#]+)")
_SYSTEM_LINES = {6: "pinned a message.", 7: "joined the server.", 18: "started a thread:"}
_MOST_TEXT = 120


class Views:
    """Converts the messages of one local Discord to the form that the page draws."""

    def __init__(self, world: World) -> None:
        self._world = world

    def message(self, message: Message) -> dict[str, Any]:
        """Return a message for the page. The caller must check whether the person may see it."""
        return {
            "id": str(message.id),
            "channel": str(message.channel_id),
            "author": self.author(message.author_id),
            "at": _milliseconds(message.timestamp),
            "edited": message.edited_timestamp is not None and not message.flags & THINKING,
            "private": message.is_ephemeral,
            "thinking": bool(message.flags & THINKING),
            "html": self.text(message.content),
            "embeds": [self._embed(embed) for embed in message.embeds],
            "components": self._parts(message.components),
            "files": [_file(attachment) for attachment in message.attachments if not _used(attachment, message)],
            "mentions": [str(user) for user in message.ping_user_ids],
            "pings": [str(user) for user in self._world.discord.notified(message)],
            "reply": self._reply(message),
            "command": self._command(message),
            "system": _SYSTEM_LINES.get(message.type),
            "place": self._place(message),
        }

    def text(self, text: str) -> str:
        """Return markdown as safe HTML."""
        return render(text, self._name)

    def author(self, user_id: int) -> dict[str, Any]:
        """Return the author of a message, with the colour of the author's avatar."""
        user = self._world.discord.users.get(user_id)
        if user is None:
            return {"id": str(user_id), "name": "Somebody", "bot": False, "colour": 0}
        colours = {person.id: person.colour for person in self._world.people}
        name = user.global_name or user.name
        return {"id": str(user_id), "name": name, "bot": user.bot, "colour": colours.get(user_id, -1)}

    def _name(self, kind: str, number: int) -> str | None:
        discord = self._world.discord
        if kind == "user":
            user = discord.users.get(number)
            return None if user is None else user.global_name or user.name
        if kind == "channel":
            channel = discord.channels.get(number)
            return None if channel is None else channel.name or discord.bot.name
        if kind == "emoji":
            return discord.emojis[number].name if number in discord.emojis else None
        roles = (guild.roles[number] for guild in discord.guilds.values() if number in guild.roles)
        return next((role.name.removeprefix("@") for role in roles), None)

    def modal(self, modal: Mapping[str, Any]) -> dict[str, Any]:
        """Return a form for the page."""
        return {key: modal[key] for key in ("title", "custom_id")} | {"components": self._parts(modal["components"])}

    def _parts(self, parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [self._part(part) for part in parts]

    def _part(self, part: dict[str, Any]) -> dict[str, Any]:
        drawn = dict(part)
        if part.get("type") == 10:
            drawn["html"] = self.text(str(part.get("content", "")))
        if "components" in part:
            drawn["components"] = self._parts(part["components"])
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                drawn[key] = self._part(part[key])
        for key in ("media", "file"):
            if isinstance(part.get(key), dict):
                drawn[key] = {**part[key], "url": _own(part[key].get("url"))}
        if isinstance(part.get("emoji"), dict) and part["emoji"].get("id"):
            drawn["emoji"] = {**part["emoji"], "id": str(part["emoji"]["id"])}
        if part.get("default_values"):  # these ids are sent as numbers, which a browser would round
            drawn["default_values"] = [{**value, "id": str(value["id"])} for value in part["default_values"]]
        if part.get("type") == 12:
            drawn["items"] = [
                {**item, "media": {**item["media"], "url": _own(item["media"].get("url"))}}
                for item in part.get("items") or []
            ]
        return drawn

    def _embed(self, embed: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "colour": embed.get("color"),
            "author": (embed.get("author") or {}).get("name"),
            "title": self.text(str(embed.get("title") or "")),
            "html": self.text(str(embed.get("description") or "")),
            "fields": [
                {
                    "name": self.text(str(field["name"])),
                    "html": self.text(str(field["value"])),
                    "inline": bool(field.get("inline")),
                }
                for field in embed.get("fields") or []
            ],
            "image": _own((embed.get("image") or {}).get("url")),
            "thumbnail": _own((embed.get("thumbnail") or {}).get("url")),
            "footer": (embed.get("footer") or {}).get("text"),
        }

    def _reply(self, message: Message) -> dict[str, Any] | None:
        target = self._answered(message)
        if target is not None:
            if target.is_ephemeral and not message.is_ephemeral:
                return None  # some people who see this message may not read the other one
            text = plain(target.content, self._name) or "Click to see the message"
            return {"author": self.author(target.author_id), "text": text[:_MOST_TEXT], "id": str(target.id)}
        if message.reference is None or message.reference.get("type", 0) != 0:
            return None
        return {"author": None, "text": "Original message was deleted", "id": ""}

    def _answered(self, message: Message) -> Message | None:
        """Return the message that this message answers, or None.

        It answers another message if it is a reply, a follow-up, or the response to a pressed button.
        """
        there = self._world.discord.messages(message.channel_id)
        if message.reference is not None and message.reference.get("type", 0) == 0:
            return there.get(int(message.reference["message_id"]))
        pressed = (message.interaction_metadata or {}).get("interacted_message_id")
        if pressed is not None:
            return there.get(int(pressed))
        return self._first_answer(message)

    def _first_answer(self, message: Message) -> Message | None:
        """Return the first answer to the same interaction if this message is a later answer, otherwise None."""
        if message.interaction_metadata is None or message.type != 20:
            return None
        asked = message.interaction_metadata["id"]
        for other in self._world.discord.messages(message.channel_id).values():
            if other.id >= message.id:
                return None
            if other.interaction_metadata is not None and other.interaction_metadata["id"] == asked:
                return other
        return None

    def _command(self, message: Message) -> dict[str, Any] | None:
        told = message.interaction_metadata
        if told is None or told.get("name") is None or message.type != 20 or self._first_answer(message):
            return None
        return {"user": self.author(int(told["user"]["id"])), "name": told["name"]}

    def _place(self, message: Message) -> dict[str, str] | None:
        """Return the thread that a system message is about, or None."""
        told = message.system_metadata
        thread = None if told is None else self._world.discord.channels.get(told.channel_id or 0)
        return None if thread is None else {"id": str(thread.id), "name": str(thread.name)}


def _milliseconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp() * 1000)


def _own(url: Any) -> str | None:
    """Return an attachment's address relative to the page, or None for a file from another site."""
    found = _OWN_FILE.fullmatch(str(url or ""))
    return None if found is None else found[1]


def _file(attachment: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": attachment["filename"],
        "size": attachment["size"],
        "url": _own(attachment["url"]),
        "picture": str(attachment.get("content_type") or "").startswith("image/"),
        "description": attachment.get("description"),
    }


def _used(attachment: Mapping[str, Any], message: Message) -> bool:
    """Return whether a component or an embed already shows this file."""
    return attachment["url"] in str(message.components) + str(message.embeds)
