"""Read everything that was sent to Discord.

The reader of each message is a single person, or everybody in a channel.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from simcord.types import HttpLogEntry

from tests.bot.answers import walk
from tests.bot.stage import Stage

UPDATED, COMPLETED, FORM = 7, 8, 9
"""The types of answers to an interaction other than a new message."""
IS_EPHEMERAL = 1 << 6
ROW, BUTTON, SELECT, TEXT, BOX = 1, 2, 3, 10, 17

_ANSWER = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_LATER = re.compile(r"/webhooks/\d+/([^/]+)(?:/messages/([^/]+))?")
_MESSAGE = re.compile(r"/channels/(\d+)/messages(?:/\d+)?")


class Sent(NamedTuple):
    """Represent a message, a form or a list of completions.

    `reader` is the name of the only person who can read it, or "" if everybody can. `what` is its kind.
    """

    reader: str
    what: str
    body: dict[str, Any]


def sent_since(stage: Stage, before: int) -> Iterator[Sent]:
    """Yield everything that was sent after the first `before` requests, in order."""
    private = _private(stage)
    for request in stage.env.http_requests[before:]:
        if isinstance(request.json, dict) and (found := _sent(stage, request, private)) is not None:
            yield found


def _private(stage: Stage) -> set[int]:
    """Return the ids of the messages that only one person could ever see, including deleted ones."""
    posted: dict[str, list[bool]] = {}
    for request in stage.env.http_requests:
        if request.method == "POST" and (found := _LATER.fullmatch(request.path)):
            posted.setdefault(found[1], []).append(_is_ephemeral(request.json or {}))
    private = set[int]()
    for asked in stage.env.backend.interactions.values():
        later = posted.get(asked.token, [])
        later = later[len(later) - len(asked.followup_ids) :]  # the first post may have filled in a deferred answer
        private |= {message for message, alone in zip(asked.followup_ids, later, strict=True) if alone}
        private |= {asked.message_id} if asked.ephemeral and asked.message_id is not None else set()
    return private


def _is_ephemeral(body: dict[str, Any]) -> bool:
    return bool((body.get("flags") or 0) & IS_EPHEMERAL)


def _sent(stage: Stage, request: HttpLogEntry, private: set[int]) -> Sent | None:
    body: dict[str, Any] = request.json or {}
    if found := _ANSWER.fullmatch(request.path):
        return _answer(stage, int(found[1]), body["type"], body.get("data") or {}, private)
    if found := _LATER.fullmatch(request.path):
        asked = stage.env.backend.interaction_by_token(found[1])
        message = asked.message_id if found[2] == "@original" else int(found[2] or 0)
        alone = message in private or _is_ephemeral(body) or asked.guild_id is None
        return Sent(_name(stage, asked.user_id) if alone else "", "a message", body)
    if (found := _MESSAGE.fullmatch(request.path)) and request.method in ("POST", "PATCH"):
        return Sent(_reader_of_dm(stage, int(found[1])), "a message", body)
    return None


def _answer(stage: Stage, interaction: int, kind: int, body: dict[str, Any], private: set[int]) -> Sent | None:
    asked = stage.env.backend.interactions[interaction]
    name = _name(stage, asked.user_id)
    if kind == FORM:
        return Sent(name, "a form", body)
    if kind == COMPLETED:
        return Sent(name, "completions", body)
    if not body.get("components") and not body.get("content"):
        return None
    edited = asked.source_message_id if kind == UPDATED else None
    alone = _is_ephemeral(body) or edited in private or asked.guild_id is None
    return Sent(name if alone else "", "a message", body)


def _name(stage: Stage, user: int) -> str:
    return next(name for name, person in stage.people.items() if person.id == user)


def _reader_of_dm(stage: Stage, channel: int) -> str:
    return next((name for name, person in stage.people.items() if person.user.dm_channel.id == channel), "")


def read_out(body: dict[str, Any]) -> str:
    """Return a message, a form or a list of completions as plain text.

    Each menu, each choice, each field and each row of buttons has its own line.
    """
    lines = [line for line in (body.get("title"), body.get("content")) if line]
    lines += [f"  · {choice['name']}" for choice in body.get("choices") or ()]
    for part in body.get("components") or ():
        lines += _lines(part)
    return "\n".join(lines)


def _lines(part: dict[str, Any]) -> list[str]:
    inner = [line for each in part.get("components") or () for line in _lines(each)]
    match part["type"]:
        case 1:
            return [" ".join(inner)] if all(each["type"] == BUTTON for each in part["components"]) else inner
        case 2:
            face = " ".join(filter(None, (_emoji(part), part.get("label") or "")))
            return [f"({face})" if part.get("disabled") else f"[{face}]"]
        case 3:
            return [f"▾ {part.get('placeholder') or ''}", *map(_choice, part["options"])]
        case 4:
            return [f"  ____ {part.get('placeholder') or ''} {part.get('value') or ''}".rstrip()]
        case 10:
            return str(part["content"]).replace("\\", "").splitlines()
        case 12:
            return [f"🖼 {each.get('description') or ''}" for each in part["items"]]
        case 14:
            return ["────"]
        case 17:
            return [f"│ {line}" for line in inner]
        case 18:
            return [part["label"], *filter(None, [part.get("description")]), *_lines(part["component"])]
        case _:
            return [f"▾ {part['placeholder']}"] if part.get("placeholder") else inner


def _choice(option: dict[str, Any]) -> str:
    sign = "●" if option.get("default") else "·"
    about = f" — {option['description']}" if option.get("description") else ""
    return " ".join(filter(None, (f"  {sign}", _emoji(option), option["label"] + about)))


def _emoji(part: dict[str, Any]) -> str:
    return str((part.get("emoji") or {}).get("name") or "")


def said_in(sent: Sent) -> Iterator[str]:
    """Yield each text in a message, a form or a list of completions."""
    yield from (line for line in (sent.body.get("title"), sent.body.get("content")) if line)
    yield from (choice["name"] for choice in sent.body.get("choices") or ())
    for part in walk(sent.body.get("components") or ()):
        for each in (part, part.get("component") or {}):
            yield from (each[key] for key in ("content", "label", "description", "placeholder") if each.get(key))
            for option in each.get("options") or ():
                yield from (option[key] for key in ("label", "description") if option.get(key))
            for item in each.get("items") or ():
                yield item.get("description") or ""
