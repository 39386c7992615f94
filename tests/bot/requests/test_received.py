"""Test how the bot reads messages from Discord.

The result is the same as discord.py's. But the bot reads components only on access, and releases them after use.
"""

import json
from typing import Any
from unittest import mock

import discord
import pytest
from discord.components import _component_factory

from bot.outbox.answer import Answer
from bot.outbox.answer_token import GOOD_FOR
from bot.outbox.arrivals import Arrivals
from bot.outbox.internals import Components, read_fast
from bot.outbox.render import layout, let_go_of_components, with_buttons
from bot.outbox.tokens import Tokens
from bot.presses.codec import encode
from bot.presses.lobby import Join
from bot.screens.elements.cards import Box, Button, Choice, Menu, Row, Text

PAYLOAD: list[Any] = [
    *layout(
        (Text("Two dice"), Row((Button("Join", Join(7), "🎲"),)), Menu("m", "?", (Choice("a", "A"),)))
    ).to_components(),
    {"type": 10_000, "id": 9},  # an unknown type
]


def test_components_are_read_as_by_discord_py() -> None:
    at_once = [part for part in map(_component_factory, PAYLOAD) if part is not None]
    late = Components(PAYLOAD)
    assert len(late) == len(at_once) == 3
    assert [part.to_dict() for part in late] == [part.to_dict() for part in at_once]
    assert late[1].to_dict() == at_once[1].to_dict()
    assert [part.to_dict() for part in late[1:]] == [part.to_dict() for part in at_once[1:]]


def test_components_are_read_only_on_access() -> None:
    read_fast()
    message: Any = discord.Message.__new__(discord.Message)
    message._handle_components(PAYLOAD)
    assert "_read" not in vars(message.components)
    assert [part.type for part in message.components] == [
        discord.ComponentType.text_display,
        discord.ComponentType.action_row,
        discord.ComponentType.action_row,
    ]


@pytest.mark.parametrize(
    "text",
    ['{"id": "1", "large": 12345678901234567890123, "f": 1.5e3, "n": null}', '"\\ud83c half"', '["é🎲\\u0000", true]'],
)
def test_json_is_decoded_like_the_standard_library_does(text: str) -> None:
    read_fast()
    assert discord.utils._from_json(text) == json.loads(text)


def test_invalid_json_is_refused_as_by_the_standard_library() -> None:
    read_fast()
    with pytest.raises(json.JSONDecodeError):
        discord.utils._from_json("<html>")


def test_expired_tokens_are_forgotten_with_the_next_press() -> None:
    now = [0.0]
    client, tokens = mock.Mock(arrivals=Arrivals(lambda: now[0])), Tokens()
    pressed = [
        mock.Mock(id=10 + message, client=client, message=mock.Mock(id=message), data={}) for message in (1, 2, 3)
    ]
    for message, interaction in enumerate(pressed, 1):
        now[0] = GOOD_FOR * message / 2
        tokens.learn(message, Answer(interaction))
    assert repr(tokens) == "Tokens(3 messages)"
    now[0] += 1
    newest = Answer(mock.Mock(id=20, client=client, message=mock.Mock(id=3), data={}))
    tokens.learn(3, newest)
    assert repr(tokens) == "Tokens(2 messages)"
    assert tokens.of(3) is newest


def test_the_components_of_a_pressed_message_are_released() -> None:
    interaction: Any = mock.Mock()
    interaction.message.components = Components(PAYLOAD)
    let_go_of_components(interaction)
    assert not interaction.message.components


@pytest.mark.parametrize("is_in_a_box", [True, False])
def test_a_row_from_which_all_buttons_are_removed_goes_too(is_in_a_box: bool) -> None:
    """Discord refuses a row without buttons."""
    parts = (Text("Two dice"), Row((Button("Join", Join(7), "🎲"),)))
    read_fast()
    message: Any = discord.Message.__new__(discord.Message)
    message._handle_components(layout((Box(parts),) if is_in_a_box else parts).to_components())
    shown: Any = with_buttons(message, [encode(Join(7))], ())
    assert "Two dice" in str(shown.to_components())
    assert not [item for item in shown.walk_children() if isinstance(item, discord.ui.ActionRow)]
