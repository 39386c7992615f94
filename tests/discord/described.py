"""Check requests against Discord's own description of its API."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from tests.discord.trim import PREFIX, TRIMMED

NUMBERS_TOO = (
    "ChannelSelectDefaultValue",
    "RoleSelectDefaultValue",
    "ComponentEmojiForRequest",
    "CreatePrivateChannelRequest",
    "MessageAllowedMentionsRequest",
    "MessageAttachmentRequest",
    "MessageReferenceRequest",
)
"""Schemas for which discord.py sends snowflakes as numbers. Discord accepts numbers, but describes only strings."""


def check_body(method: str, path: str, body: Any) -> None:
    """Assert that Discord's description has this call, and that the call allows this body."""
    call = _call(method.lower(), path)
    assert call is not None, f"{method} {path} is no call of tests/discord/trim.py"
    problem = next(_validator(call).iter_errors(body), None)
    assert problem is None, f"{method} {path}: {problem}"


@cache
def _description() -> dict[str, Any]:
    described: dict[str, Any] = json.loads(TRIMMED.read_text())
    schemas = described["components"]["schemas"]
    number = {"type": "integer", "minimum": 0}
    schemas["AnySnowflake"] = {"oneOf": [schemas["SnowflakeType"], number]}
    for name in NUMBERS_TOO:
        said = json.dumps(schemas[name])
        schemas[name] = json.loads(said.replace(f"{PREFIX}SnowflakeType", f"{PREFIX}AnySnowflake"))
    return described


@cache
def _validator(call: str) -> jsonschema_rs.Validator:
    described = _description()
    schema = {**described["bodies"][call], "components": described["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return every call, with the pattern of its path. The most specific calls come first."""
    calls = sorted(_description()["bodies"], key=lambda call: call.count("{"))
    return tuple((call, re.compile(re.sub(r"\{\w+\}", "[^/]+", call))) for call in calls)


def _call(method: str, path: str) -> str | None:
    return next((call for call, pattern in _patterns() if pattern.fullmatch(f"{method} {path}")), None)
