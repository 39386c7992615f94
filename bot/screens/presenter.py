"""What a presenter is: all that the bot says and shows of one family of games, as one value."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.presses.base import Move
from bot.screens.cast import Cast
from bot.screens.model import Beat, Card, Field, Form, Letter, Part, Rule, Text, Whisper
from bot.screens.narration import Scene
from bot.tables.model import Setup, TableInfo
from bot.tables.pace import PaceName
from bot.tables.pending import Chapter
from engine.core.events import Event
from engine.core.story import Highlights


class Presenter(msgspec.Struct, frozen=True, kw_only=True):
    """One family's doors. `Any` stands for the family's own rules and view; what is public is made from an onlooker's.

    - `price`: what a game by these rules is played for, and what ends it beside rounds and time, in words.
    - `questions`: what the host's form asks beside length, clock and house rules.
    - `live`: the message of the round that runs, or whose showdown everybody looks at: its events so far, and what can
      be pressed.
    - `fresh`: the same round where the game is over; `record` what stays of one when the next begins.
    - `beats`: what the message shows, one after the other, before a showdown that is among the news stands there
      in full; by a pace.
    - `standing`: how everybody stands at the end, the best first, in so many lines of a phone.
    - `moments`: what was worth telling of the whole game, a line for each.
    - `retold`: a step of a game that is over, in one of its rounds, as somebody looks at it again.
    - `letter`: what a seat has learnt, by DM (with the message to go back to); None for nothing.
    - `mine`: what a seat knows, for whoever asks, in the table's channel or elsewhere, with hints or without; and its
      moves, where it is asked.
    - `remote`: the same for somebody who plays from a DM, with the events that tell how the last round went.
    - `forms`: what opens which form, for the seat that asks.
    - `turned`: what a seat knows, as a press that writes nothing turned it (dice marked, a claim begun), in the table's
      channel or elsewhere; None where there are no such presses.
    - `to_press`: what to press and type, for How to play, a line each.
    - `overtaken`: what a seat is told whose move came too late for its panel; None for the general words.
    - `told`: the events of the family that are told, here or in another's words; a test holds it against the engine.
    """

    price: Callable[[Setup, Any], tuple[list[str], list[str]]]
    questions: Callable[[Setup, Any], tuple[Field, ...]]
    live: Callable[[TableInfo, Any, Chapter], Card]
    fresh: Callable[[TableInfo, Chapter], tuple[Part, ...]]
    record: Callable[[TableInfo, Chapter], tuple[Part, ...]]
    beats: Callable[[TableInfo, Sequence[Event], PaceName], tuple[Beat, ...]]
    standing: Callable[[Cast, Any, int], str]
    moments: Callable[[Cast, Highlights[Any]], list[str]]
    retold: Callable[[Scene], tuple[Text | Rule, ...]]
    letter: Callable[[TableInfo, Any, int | None], Letter | None]
    mine: Callable[[TableInfo, Any, bool, bool], Whisper]
    remote: Callable[[TableInfo, Any, bool, Chapter], Whisper]
    forms: Mapping[type[Move], Callable[[TableInfo, Any], Form]]
    overtaken: Callable[[TableInfo, Any, Move], Whisper | None]
    to_press: Callable[[], tuple[str, ...]]
    told: frozenset[type[Event]]
    turned: Callable[[TableInfo, Any, Any, bool], Whisper] | None = None
