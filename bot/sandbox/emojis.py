"""The application's emojis.

Refuse invalid emojis as Discord does, and store the pictures, which simcord does not store.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.sandbox.adapter import LocalDiscord, Request
from bot.sandbox.errors import RefusalError, invalid_form

_PATH = re.compile(r"/applications/\d+/emojis(?:/(\d+))?")
_NAME = re.compile(r"[A-Za-z0-9_]*")
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,(.*)", re.DOTALL)
_KINDS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}
MOST = 2000
MOST_BYTES = 256 << 10


def check_emoji(discord: LocalDiscord, request: Request) -> None:
    """Raise `RefusalError` if Discord would not allow an application emoji to be created or renamed in this way."""
    found = _PATH.fullmatch(request.path)
    if found is None or request.method not in ("POST", "PATCH") or not isinstance(request.body, Mapping):
        return
    if request.method == "POST" or "name" in request.body:
        _check_name(discord, str(request.body.get("name") or ""), int(found[1] or 0))
    if request.method == "POST":
        _image(request.body.get("image"))
        if len(discord.emojis) >= MOST:
            raise RefusalError(400, 30008, f"Maximum number of emojis reached ({MOST})")


def keep(discord: LocalDiscord, request: Request, done: Any) -> None:
    """Store the picture of a new emoji, or delete the picture of a deleted one."""
    found = _PATH.fullmatch(request.path)
    if found is not None and request.method == "POST":
        discord.emoji_picture(int(done["id"])).write_bytes(_image(request.body["image"]))
    elif found is not None and request.method == "DELETE":
        discord.emoji_picture(int(found[1])).unlink(missing_ok=True)


def check_known(discord: LocalDiscord, message: Any, path: str) -> None:
    """Raise `RefusalError` if a button or a choice has an unknown custom emoji.

    In text, Discord accepts unknown emojis.
    """
    there = {*discord.emojis, *(emoji for guild in discord.guilds.values() for emoji in guild.emojis)}
    for where, number in _used(message, path):
        if not number.isdecimal() or int(number) not in there:
            raise invalid_form(f"{where}.id", "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def kind_of(picture: Path) -> str:
    """Return the MIME type of a stored picture."""
    with picture.open("rb") as file:
        head = file.read(4)
    return next(kind for start, kind in _KINDS.items() if head.startswith(start))


def _check_name(discord: LocalDiscord, name: str, own: int) -> None:
    if not 2 <= len(name) <= 32:
        raise invalid_form("name", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
    if not _NAME.fullmatch(name):
        raise invalid_form("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(emoji.name == name and emoji.id != own for emoji in discord.emojis.values()):
        raise invalid_form("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.")


def _image(told: Any) -> bytes:
    """Return the bytes of the picture in a base64 data URI. Raises `RefusalError`."""
    found = _IMAGE.fullmatch(str(told or ""))
    try:
        data = base64.b64decode(found[1], validate=True) if found is not None else b""
    except binascii.Error:
        data = b""
    if not any(data.startswith(start) for start in _KINDS):
        raise invalid_form("image", "IMAGE_INVALID", "Invalid image data")
    if len(data) > MOST_BYTES:
        raise invalid_form("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data


def _used(part: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the path and id of every custom emoji in components, at any depth."""
    if isinstance(part, Mapping):
        emoji = part.get("emoji")
        if isinstance(emoji, Mapping) and emoji.get("id"):
            yield f"{path}emoji", str(emoji["id"])
        for key, inner in part.items():
            yield from _used(inner, f"{path}{key}.")
    elif isinstance(part, list):
        for index, inner in enumerate(part):
            yield from _used(inner, f"{path}{index}.")
