"""Check requests against Discord's rules that the in-memory Discord does not enforce."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.sandbox.strict_commands import check_commands
from tests.discord.described import check_body

ROW, BUTTON, SELECT, TEXT, BOX = 1, 2, 3, 10, 17
MODERN = (9, 10, 11, 12, 13, 14, 17)
"""The types of components that a message can only have instead of content."""
IS_MODERN = 1 << 15
"""The flag of a message with such components."""
POSTED, UPDATED, COMPLETED, FORM = 4, 7, 8, 9
"""The types of answers to an interaction."""

PRIVATE_USE = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")
"""Private-use characters of Unicode, some of which the bot uses as placeholders for pictures."""

_MESSAGE = re.compile(r"/channels/\d+/messages(/\d+)?|/webhooks/\d+/[^/]+(/messages/[^/]+)?")
_COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")
_ANSWER = re.compile(r"/interactions/\d+/[^/]+/callback")


def check_request(method: str, path: str, body: Any) -> None:
    """Assert that Discord would accept this request.

    This checks Discord's own description of its API and the rules in this module.
    """
    if body is None:
        return
    check_body(method, path, body)
    if _MESSAGE.fullmatch(path):
        _check_message(body, is_new=method == "POST")
    elif _COMMANDS.fullmatch(path):
        check_commands(body)
    elif _ANSWER.fullmatch(path):
        _check_answer(body)
    else:
        check_pictures(body)


def _check_answer(body: Mapping[str, Any]) -> None:
    data = body.get("data") or {}
    match body["type"]:
        case kind if kind in (POSTED, UPDATED):
            _check_message(data, is_new=kind == POSTED)
        case kind if kind == FORM:
            check_modal(data)
        case kind if kind == COMPLETED:
            check_pictures(data)
            assert all(choice["name"].strip() for choice in data["choices"]), "an empty choice"
        case _:
            check_pictures(data)


def _check_message(body: Mapping[str, Any], is_new: bool) -> None:
    """Assert that Discord would accept a new message, or an edit, which may omit fields that do not change."""
    components, content = body.get("components") or [], body.get("content") or ""
    check(components, content)
    check_pictures(body)
    if any(part["type"] in MODERN for part in components):
        assert not content, "content beside components that replace it"
        assert not body.get("embeds"), "embeds beside components that replace them"
        if is_new:
            assert (body.get("flags") or 0) & IS_MODERN, "modern components in a message without the flag"
    elif is_new:
        assert content.strip() or components or body.get("attachments"), "an empty message"


def check(components: Sequence[dict[str, Any]], content: str = "") -> None:
    """Assert that Discord would accept a message of these components."""
    parts = list(_walk(components))
    assert len(parts) <= 40, f"{len(parts)} components"
    said = [part["content"] for part in parts if part["type"] == TEXT]
    assert all(text.strip() for text in said), "an empty paragraph"
    assert sum(map(len, said)) <= 4000, "more than 4,000 characters"
    assert len(content) <= 2000, "more than 2,000 characters of content"
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids)), f"a duplicate id: {ids}"
    assert all(1 <= len(each) <= 100 for each in ids), "an id that is empty or too long"
    for part in parts:
        _check(part)
    check_pictures([*components, content])


def check_modal(form: dict[str, Any]) -> None:
    """Assert that Discord would accept a form."""
    check_pictures(form)
    assert 1 <= len(form["title"]) <= 45
    assert 1 <= len(form["custom_id"]) <= 100
    assert 1 <= len(form["components"]) <= 5
    ids = [label["component"]["custom_id"] for label in form["components"]]
    assert len(ids) == len(set(ids)), f"a duplicate field: {ids}"
    for label in form["components"]:
        assert 1 <= len(label["label"].strip()) <= 45
        assert len(label.get("description") or "") <= 100
        inner = label["component"]
        assert len(inner.get("placeholder") or "") <= (150 if inner["type"] == SELECT else 100)
        if inner["type"] == SELECT:
            _check_menu(inner)
        else:
            assert len(inner.get("value") or "") <= inner.get("max_length", 4000)
            assert inner.get("min_length", 0) <= inner.get("max_length", 4000)


def check_pictures(sent: Any) -> None:
    """Assert that the body of a request contains no placeholder for a picture."""
    left = set(PRIVATE_USE.findall(json.dumps(sent, ensure_ascii=False)))
    assert not left, f"placeholders of pictures are left: {left}"


def _check(part: dict[str, Any]) -> None:
    match part["type"]:
        case 1:
            assert 1 <= len(part["components"]) <= 5, "a row without buttons or with more than five"
            assert sum(inner["type"] == SELECT for inner in part["components"]) in (0, 1)
        case 2:
            assert (part.get("label") or "").strip() or part.get("emoji"), "a button without a label or an emoji"
            assert len(part.get("label") or "") <= 80
            assert ("url" in part) == (part["style"] == 5)
        case 3:
            _check_menu(part)
        case 17:
            assert part["components"], "an empty box"
        case _:
            pass


def _check_menu(menu: dict[str, Any]) -> None:
    options = menu["options"]
    assert 1 <= len(options) <= 25
    assert len({option["value"] for option in options}) == len(options), "a duplicate choice"
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    assert 0 <= least <= most <= len(options)
    assert sum(bool(option.get("default")) for option in options) <= most
    for option in options:
        assert 1 <= len(option["label"].strip()) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100


def _walk(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _walk(part.get("components", ()))
