"""Every press has its handler: a missing one is never silence."""

from collections.abc import Mapping
from inspect import get_annotations
from typing import Any, get_args

import pytest

from bot.inbox.forms import Filled
from bot.inbox.handlers import FILLED, OPENING, PRIVATE, PUBLIC
from bot.presses.codec import AnyPress

TABLES: tuple[Mapping[type[AnyPress], Any], ...] = (PUBLIC, PRIVATE, OPENING, FILLED)


@pytest.mark.parametrize("kind", get_args(AnyPress))
def test_every_press_has_one_handler_and_it_takes_that_press(kind: type[AnyPress]) -> None:
    (table,) = [table for table in TABLES if kind in table]
    _, takes, _ = get_annotations(table[kind], eval_str=True).values()
    if table is FILLED:
        assert takes == Filled[kind]  # type: ignore[valid-type] # a type found by hand
    else:
        assert issubclass(kind, takes), "a handler takes its press, or what it has in common with others"
