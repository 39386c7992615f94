"""What a presenter is: all that the bot says and shows of one family of games, as one value."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.presses.base import Move
from bot.screens.cast import Cast
from bot.screens.model import Field, Form, Letter, Part, Text, Whisper
from bot.tables.model import Setup, TableInfo
from engine.core.actions import Action
from engine.core.events import Event


class Presenter(msgspec.Struct, frozen=True, kw_only=True):
    """One family's doors. `Any` stands for the family's own rules and view; what is public is made from an onlooker's.

    - `price`: what a game by these rules is played for, and what ends it beside rounds and time, in words.
    - `questions`: what the host's form asks beside length, clock and house rules.
    - `news`: events as they stand in the channel for good; `recap` the one line where there are none.
    - `panel`: where the game stands and the moves within one tap, the events told right above it.
    - `standing`: how everybody stands at the end, the best first.
    - `letter`: what a seat has learnt, by DM (with the message to go back to); None for nothing.
    - `mine`: what a seat knows, for whoever asks, in the table's channel or elsewhere.
    - `actions`: what the family's own presses mean; `forms` what opens which form, for the seat that asks.
    - `overtaken`: what a seat is told whose move came too late for its panel; None for the general words.
    - `told`: the events of the family that are told, here or in another's words; a test holds it against the engine.
    """

    price: Callable[[Setup, Any], tuple[list[str], list[str]]]
    questions: Callable[[Setup, Any], tuple[Field, ...]]
    news: Callable[[TableInfo, Any, Sequence[Event]], tuple[Part, ...]]
    recap: Callable[[Cast, Any], Text]
    panel: Callable[[TableInfo, Any, Sequence[Event]], tuple[Part, ...]]
    standing: Callable[[Cast, Any], str]
    letter: Callable[[TableInfo, Any, int | None], Letter | None]
    mine: Callable[[TableInfo, Any, bool], Whisper]
    actions: Mapping[type[Move], Callable[[Any], Action]]
    forms: Mapping[type[Move], Callable[[TableInfo, Any], Form]]
    overtaken: Callable[[TableInfo, Any, Move], Whisper | None]
    told: frozenset[type[Event]]
