"""Leave out and add fields in what the Discord in memory sends. A seed decides which.

Each event and answer is sent as a copy. In the copy, about half of the optional fields are missing, and half of the
copies have fields that Discord may add in the future. Before half of all events comes an additional event with an
unknown name or an unknown type, as a later version of Discord may send it.
"""

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import discord

from tests.bot.optional_fields import CHANNEL, COPES, GUILD, INTERACTION, MEMBER, MESSAGE, ROLE, THREAD, USER

UNKNOWN_TYPE = 99
"""A number that is no type of component, channel or interaction on Discord."""
NEW = "of_tomorrow"
"""The name of an unknown field."""

FORM = discord.InteractionType.modal_submit.value

_SOMETHING: dict[str, Any] = {"id": "5", "type": UNKNOWN_TYPE, "name": NEW, NEW: {"id": "6"}}
_PLACE = {"position": 0, "permission_overwrites": [], "flags": 0}
_ASKED = {
    "token": NEW,
    "application_id": "7",
    "version": 1,
    "attachment_size_limit": 0,
    "locale": "en-US",
    "user": {"id": "8", "username": NEW, "discriminator": "0", "avatar": None},
    "data": {NEW: 1},
    "channel_id": "9",
    "channel": {"id": "9", "type": UNKNOWN_TYPE},
}
EVENTS: tuple[tuple[str, dict[str, Any]], ...] = (
    (NEW.upper(), _SOMETHING),
    ("CHANNEL_CREATE", _SOMETHING | _PLACE),
    ("CHANNEL_UPDATE", _SOMETHING | _PLACE),
    ("CHANNEL_DELETE", _SOMETHING | _PLACE),
    ("INTERACTION_CREATE", _SOMETHING | _ASKED),
)
"""Events that a later version of Discord may send at any time."""

_BYTES = 8
"""The number of bytes of a drawn number, which has a bit for each field."""

_INSIDE = {
    *("user", "member", "author", "recipients", "mentions", "interaction_metadata", "referenced_message"),
    *("channel", "message", "data", "resolved", "users", "members", "channels", "threads", "roles", "resource"),
}
"""The fields that contain objects."""


class Omissions:
    """Chooses which fields Discord leaves out of each event in a scene."""

    def __init__(self, seed: int) -> None:
        self._seed, self._sent = seed, Counter[str]()
        self._fields: dict[str, list[tuple[int, str, bool, bool]]] = {}
        for number, field in enumerate(COPES):
            left_out, null = "left out" in field.how, "null" in field.how
            self._fields.setdefault(field.of, []).append((1 << number, field.name, left_out, null))
        self._missing = self._as_null = self._more = 0
        self.before: tuple[str, dict[str, Any]] | None = None
        self._always = self._never = 0

    def sent(self, name: str, payload: Any) -> Any:
        """Return the payload to send for an event of this name, or as the answer to a request of this name.

        The missing fields depend on how many payloads of this name were sent before. Payloads of other names do not
        matter.
        """
        self._sent[name] += 1
        self._missing, self._as_null, self._more = self.drawn(f"{self._seed} {name} {self._sent[name]}")
        self._missing = (self._missing | self._always) & ~self._never
        self.before = EVENTS[(self._more >> 1) % len(EVENTS)] if self._more & 1 else None
        return self._less(payload)

    def settle(self, of: str, name: str, is_missing: bool) -> None:
        """Decide that a field is always missing, or that it is never missing."""
        (bit,) = (bit for bit, each, *_ in self._fields[of] if each == name)
        self._always, self._never = self._always & ~bit, self._never & ~bit
        if is_missing:
            self._always |= bit
        else:
            self._never |= bit

    def drawn(self, word: str) -> tuple[int, int, int]:
        """Return three numbers that are drawn for `word`.

        The first number has a bit for each field that is missing. The second number has a bit for each missing field
        that is null instead. If the third number is odd, unknown things are added, and its other bits choose the
        additional event.
        """
        drawn = int.from_bytes(blake2b(word.encode(), digest_size=2 * _BYTES + 1).digest())
        return drawn, drawn >> 8 * _BYTES, drawn >> 16 * _BYTES & 0xFF

    def _less(self, value: Any, is_inside: bool = False) -> Any:
        if isinstance(value, list):
            return [self._less(each, is_inside) for each in value]
        if not isinstance(value, Mapping):
            return value
        made = {name: self._less(each, is_inside=True) if name in _INSIDE else each for name, each in value.items()}
        kind = kind_of(value)
        for bit, name, may_go, may_be_null in self._fields.get(kind, ()):
            if self._missing & bit and name in made and _is_free(name, made[name], is_inside):
                if may_go and not (may_be_null and self._as_null & bit):
                    del made[name]
                else:
                    made[name] = None
        if kind and self._more & 1:
            _add_unknown(kind, made)
        return made


def _is_free(name: str, value: Any, is_inside: bool) -> bool:
    """Return whether Discord may leave out this field here.

    A channel's `guild_id` may be missing only inside another object. Some fields are never missing if they have a
    value. By Discord's documentation, for example, the end of a running timeout is never null.
    """
    if name == "guild_id":
        return is_inside
    return not (name in ("permission_overwrites", "applied_tags", "bot", "communication_disabled_until") and value)


def _add_unknown(kind: str, made: dict[str, Any]) -> None:
    """Add fields, components and channels that a later version of Discord may send."""
    made[NEW] = {"id": "1", "type": UNKNOWN_TYPE}
    if kind == MESSAGE and made.get("components"):
        made["components"] = [*made["components"], {"type": UNKNOWN_TYPE, "id": 9_999, NEW: True}]
    elif kind == GUILD:
        made["features"] = [*made.get("features", ()), NEW.upper()]
        channel = {"id": str(int(made["id"]) + 1), "type": UNKNOWN_TYPE, "name": NEW, "position": 0}
        made["channels"] = [*made.get("channels", ()), channel | {"permission_overwrites": []}]
    elif kind == INTERACTION:
        _add_to_interaction(made)


def _add_to_interaction(made: dict[str, Any]) -> None:
    """Let an interaction come from a channel of an unknown type, and add an unknown field to a form."""
    channel, data = made.get("channel"), made.get("data") or {}
    if channel and made.get("guild_id") and "thread_metadata" not in channel:
        made["channel"] = channel | {"type": UNKNOWN_TYPE}
    if made.get("type") == FORM:
        made["data"] = data | {"components": [*data["components"], {"type": UNKNOWN_TYPE, "id": 9_999, NEW: True}]}


def kind_of(value: Mapping[str, Any]) -> str:
    """Return the kind of Discord object that this is, or "" if it is none of the known kinds."""
    for kind, fields in _SIGNS:
        if fields <= value.keys():
            return kind
    return ""


_SIGNS: tuple[tuple[str, frozenset[str]], ...] = (
    (USER, frozenset({"username", "discriminator"})),
    (MEMBER, frozenset({"roles", "joined_at", "deaf"})),
    (THREAD, frozenset({"thread_metadata"})),
    (MESSAGE, frozenset({"author", "content"})),
    (INTERACTION, frozenset({"token", "application_id", "attachment_size_limit"})),
    (GUILD, frozenset({"owner_id", "channels"})),
    (ROLE, frozenset({"hoist", "permissions"})),
    (CHANNEL, frozenset({"permission_overwrites"})),
    (CHANNEL, frozenset({"recipients"})),
)
"""The fields by which each kind of object is recognized."""
