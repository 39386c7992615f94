"""Check the names, texts and options of application commands by Discord's rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.sandbox.errors import invalid_form

_MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
_MOST_CHARACTERS = 8000
_NAME = re.compile(r"[-_'\w]{1,32}")
_SUBCOMMAND, _GROUP = 1, 2
_CHOOSABLE = (3, 4, 10)
_BAD_NAME = ("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def check_commands(commands: Any) -> None:
    """Raise `RefusalError` if Discord would not accept this set of commands, which is the body of a bulk overwrite."""
    if not isinstance(commands, list):
        raise invalid_form("_root", "DICT_TYPE_CONVERT", "Must be a list of commands.")
    seen: set[tuple[int, str]] = set()
    counts: dict[int, int] = {}
    for index, command in enumerate(commands):
        kind = int(command.get("type") or 1)
        key = (kind, str(command.get("name")))
        if key in seen:
            raise invalid_form(f"{index}.name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique.")
        seen.add(key)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] > _MOST_COMMANDS.get(kind, 100):
            raise invalid_form(str(index), "BASE_TYPE_MAX_LENGTH", "Too many commands of this type.")
        _check_command(command, kind, str(index))


def _check_command(command: Mapping[str, Any], kind: int, path: str) -> None:
    if kind != 1:
        _check_length(command.get("name"), f"{path}.name", 32)
        if command.get("description"):
            raise invalid_form(f"{path}.description", "BASE_TYPE_MAX_LENGTH", "Must be empty.")
        return
    _check_named(command, path)
    _check_options(command.get("options") or [], f"{path}.options", depth=0)
    if _characters(command) > _MOST_CHARACTERS:
        raise invalid_form(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _check_length(text: Any, path: str, most: int) -> None:
    if not isinstance(text, str) or not 1 <= len(text) <= most:
        raise invalid_form(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {most} in length.")


def _check_named(part: Mapping[str, Any], path: str) -> None:
    name = part.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
        raise invalid_form(f"{path}.name", *_BAD_NAME)
    _check_length(part.get("description"), f"{path}.description", 100)
    for text in (part.get("name_localizations") or {}).values():
        if not _NAME.fullmatch(text) or text != text.lower():
            raise invalid_form(f"{path}.name_localizations", *_BAD_NAME)
    for text in (part.get("description_localizations") or {}).values():
        _check_length(text, f"{path}.description_localizations", 100)


def _check_options(options: list[Mapping[str, Any]], path: str, depth: int) -> None:
    if len(options) > 25:
        raise invalid_form(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names: set[str] = set()
    optional = False
    for index, option in enumerate(options):
        here = f"{path}.{index}"
        _check_named(option, here)
        if option["name"] in names:
            raise invalid_form(here, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique.")
        names.add(option["name"])
        kind = int(option.get("type") or 0)
        if kind in (_SUBCOMMAND, _GROUP):
            if depth > (1 if kind == _SUBCOMMAND else 0):
                raise invalid_form(f"{here}.type", "BASE_TYPE_CHOICES", "Nested too deeply.")
            _check_options(option.get("options") or [], f"{here}.options", depth + 1)
            continue
        if option.get("required") and optional:
            raise invalid_form(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _check_choices(option, kind, here)


def _check_choices(option: Mapping[str, Any], kind: int, path: str) -> None:
    choices = option.get("choices") or []
    if option.get("autocomplete") and (choices or kind not in _CHOOSABLE):
        raise invalid_form(
            f"{path}.autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", "Not together with choices."
        )
    if choices and kind not in _CHOOSABLE:
        raise invalid_form(f"{path}.choices", "BASE_TYPE_CHOICES", "This type has no choices.")
    if len(choices) > 25:
        raise invalid_form(f"{path}.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, choice in enumerate(choices):
        _check_length(choice.get("name"), f"{path}.choices.{index}.name", 100)
        value = choice.get("value")
        if kind == 3:
            _check_length(value, f"{path}.choices.{index}.value", 100)
        elif not isinstance(value, int | float) or isinstance(value, bool):
            raise invalid_form(f"{path}.choices.{index}.value", "NUMBER_TYPE_COERCE", "Must be a number.")
    if len({choice["name"] for choice in choices}) < len(choices):
        raise invalid_form(f"{path}.choices", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Not unique.")


def _characters(part: Mapping[str, Any]) -> int:
    own = len(str(part.get("name") or "")) + len(str(part.get("description") or ""))
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or [])
    return own + choices + sum(_characters(option) for option in part.get("options") or [])
