"""Refuse requests that Discord refuses and simcord accepts, with Discord's own messages and codes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.sandbox.adapter import LocalDiscord, Request, walk_components
from bot.sandbox.emojis import check_emoji, check_known
from bot.sandbox.errors import RefusalError, invalid_form
from bot.sandbox.strict_commands import check_commands
from bot.sandbox.strict_places import check_place

_MESSAGE_PATH = re.compile(r"/channels/(\d+)/messages(/\d+)?")
_COMMANDS_PATH = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")
_ANSWER_PATH = re.compile(r"/(interactions/\d+/[^/]+/callback|webhooks/\d+/[^/]+(/messages/[^/]+)?)")
_LINK = re.compile(r"(https?|discord)://\S+")
_PICTURE = re.compile(r"(https?://|attachment://)\S+")
_MOST_FILES = 10
_MOST_BYTES = 10 << 20
_REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")


def check(discord: LocalDiscord, request: Request) -> None:
    """Raise `RefusalError` if Discord would refuse this request for a reason that simcord does not check."""
    check_place(discord, request)
    check_emoji(discord, request)
    if request.method not in ("POST", "PATCH", "PUT"):
        return
    if request.method == "PUT" and _COMMANDS_PATH.fullmatch(request.path):
        check_commands(request.body)
        return
    sent = _MESSAGE_PATH.fullmatch(request.path)
    if sent is None and not _ANSWER_PATH.fullmatch(request.path):
        return
    if not isinstance(request.body, Mapping):
        return
    _check_files(request)
    message: Mapping[str, Any] = request.body
    prefix = ""
    if "callback" in request.path:
        message, prefix = request.body.get("data") or {}, "data."
        if request.body.get("type") == 8:
            _check_choices(message.get("choices"))
    _check_message(message, prefix)
    check_known(discord, message.get("components"), f"{prefix}components.")


def _check_files(request: Request) -> None:
    if len(request.files) > _MOST_FILES:
        raise invalid_form("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for _name, file, _text in request.files:
        if file.seek(0, io.SEEK_END) > _MOST_BYTES:
            raise RefusalError(413, 40005, "Request entity too large")
        file.seek(0)


def _check_choices(choices: Any) -> None:
    if not isinstance(choices, list) or len(choices) > 25:
        raise invalid_form("data.choices", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 25 in length.")
    for index, choice in enumerate(choices):
        if not 1 <= len(str(choice.get("name", ""))) <= 100:
            raise invalid_form(
                f"data.choices.{index}.name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."
            )


def _check_message(message: Mapping[str, Any], prefix: str) -> None:
    for index, embed in enumerate(message.get("embeds") or []):
        _check_embed(embed, f"{prefix}embeds.{index}")
    for path, part in _walk(message.get("components") or [], f"{prefix}components"):
        _check_component(part, path)
    if len(str(message.get("nonce") or "")) > 25:
        raise invalid_form(f"{prefix}nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")


def _check_embed(embed: Mapping[str, Any], path: str) -> None:
    for index, field in enumerate(embed.get("fields") or []):
        for key in ("name", "value"):
            if not str(field.get(key) or "").strip():
                raise invalid_form(f"{path}.fields.{index}.{key}", *_REQUIRED)
    for key, inner in (("footer", "text"), ("author", "name")):
        if embed.get(key) is not None and not str(embed[key].get(inner) or "").strip():
            raise invalid_form(f"{path}.{key}.{inner}", *_REQUIRED)
    for key in ("image", "thumbnail"):
        if embed.get(key) and not _PICTURE.fullmatch(str(embed[key].get("url") or "")):
            raise invalid_form(f"{path}.{key}.url", "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    shown = ("title", "description", "fields", "image", "thumbnail", "footer", "author")
    if not any(embed.get(key) for key in shown):
        raise invalid_form(f"{path}.description", *_REQUIRED)


def _walk(parts: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for index, part in enumerate(parts if isinstance(parts, list) else []):
        if not isinstance(part, Mapping):
            continue
        here = f"{path}.{index}"
        yield here, part
        yield from _walk(part.get("components"), f"{here}.components")
        for key in ("accessory", "component"):
            yield from ((f"{here}.{key}", found) for found in walk_components([part.get(key)]))


def _check_component(part: Mapping[str, Any], path: str) -> None:
    match part.get("type"):
        case 2:
            _check_button(part, path)
        case 3 | 5 | 6 | 7 | 8:
            _check_select(part, path)
        case 10 if not str(part.get("content") or "").strip():
            raise invalid_form(f"{path}.content", *_REQUIRED)
        case 11:
            _check_picture(part.get("media"), f"{path}.media")
        case 12:
            for index, item in enumerate(part.get("items") or []):
                _check_picture(item.get("media"), f"{path}.items.{index}.media")
        case 13 if not str((part.get("file") or {}).get("url")).startswith("attachment://"):
            if not (part.get("file") or {}).get("attachment_id") and "/cdn/" not in str(part.get("file")):
                raise invalid_form(f"{path}.file.url", "UNFURLED_MEDIA_ITEM_NOT_ATTACHMENT", "Must be an attachment.")
        case 17 if not part.get("components"):
            raise invalid_form(f"{path}.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 40 in length.")
        case _:
            pass


def _check_picture(media: Any, path: str) -> None:
    if not isinstance(media, Mapping) or not _PICTURE.fullmatch(str(media.get("url") or "")):
        raise invalid_form(f"{path}.url", "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def _check_button(part: Mapping[str, Any], path: str) -> None:
    if part.get("style") != 6 and not str(part.get("label") or "").strip() and not part.get("emoji"):
        raise invalid_form(
            f"{path}.label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required."
        )
    if part.get("style") == 5 and not _LINK.fullmatch(str(part.get("url") or "")):
        raise invalid_form(f"{path}.url", "URL_TYPE_INVALID_SCHEME", "Scheme must be http, https or discord.")
    _check_emoji(part.get("emoji"), f"{path}.emoji")


def _check_select(part: Mapping[str, Any], path: str) -> None:
    options = part.get("options") or []
    most = part.get("max_values") or 1
    if part.get("type") == 3 and most > len(options):
        raise invalid_form(
            f"{path}.max_values", "BASE_TYPE_MAX_LENGTH", "Must not be greater than the number of options."
        )
    if sum(bool(option.get("default")) for option in options) > most:
        raise invalid_form(
            f"{path}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many options are chosen."
        )
    for index, option in enumerate(options):
        _check_emoji(option.get("emoji"), f"{path}.options.{index}.emoji")


def _check_emoji(emoji: Any, path: str) -> None:
    if not isinstance(emoji, Mapping) or emoji.get("id"):
        return
    name = str(emoji.get("name") or "")
    keycap = name.endswith("\N{COMBINING ENCLOSING KEYCAP}")
    if not name or len(name) > 32 or (not keycap and any(ord(letter) < 0xA9 for letter in name)):
        raise invalid_form(f"{path}.name", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
