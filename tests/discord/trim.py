"""Reduce Discord's description of its API to the part that the tests need.

Run the program as `python -m tests.discord.trim openapi.json`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CALLS = (
    ("put", "/applications/{application_id}/commands"),
    ("put", "/applications/{application_id}/guilds/{guild_id}/commands"),
    ("post", "/applications/{application_id}/emojis"),
    ("patch", "/applications/{application_id}/emojis/{emoji_id}"),
    ("patch", "/channels/{channel_id}"),
    ("post", "/channels/{channel_id}/messages"),
    ("patch", "/channels/{channel_id}/messages/{message_id}"),
    ("post", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("post", "/channels/{channel_id}/threads"),
    ("patch", "/guilds/{guild_id}"),
    ("post", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("post", "/users/@me/channels"),
    ("post", "/webhooks/{webhook_id}/{webhook_token}"),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
)
"""The bot's calls that have a body, and two calls that only tests make, to open a thread and to change a server."""

TRIMMED = Path(__file__).with_name("openapi.json")
PREFIX = "#/components/schemas/"
SAID = ("description", "title", "example", "x-discord-union")


def main(source: str) -> None:
    """Trim the whole description in the file `source`, and write the result."""
    whole = json.loads(Path(source).read_text())
    bodies = {f"{method} {path}": _body(whole, method, path) for method, path in CALLS}
    schemas = _needed(whole["components"]["schemas"], bodies)
    trimmed = {"bodies": bodies, "components": {"schemas": schemas}}
    TRIMMED.write_text(json.dumps(_bare(trimmed), separators=(",", ":"), sort_keys=True) + "\n")


def _body(whole: Any, method: str, path: str) -> Any:
    return whole["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]


def _needed(schemas: dict[str, Any], bodies: Any) -> dict[str, Any]:
    """Return the schemas that the bodies refer to, directly or through other schemas."""
    found: dict[str, Any] = {}
    waiting = list(_references(bodies))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting += _references(schemas[name])
    return found


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(reference := part.get("$ref"), str):
            yield reference.removeprefix(PREFIX)
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def _bare(part: Any) -> Any:
    """Return the description without its texts, such as titles and examples.

    A schema whose own name is the name of such a text, such as `title`, is kept.
    """
    if isinstance(part, list):
        return [_bare(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _bare(inner) for key, inner in part.items() if key not in SAID or not isinstance(inner, str | bool | int)
    }


if __name__ == "__main__":
    main(sys.argv[1])
