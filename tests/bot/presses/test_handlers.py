"""Test that every kind of press has a handler, and that a missing handler is an error."""

from inspect import get_annotations

import pytest

from bot.inbox.dispatcher import HANDLERS, handler_of, on
from bot.inbox.request import Request
from bot.inbox.tree import COMMANDS
from bot.presses.base import Answer, Press
from bot.presses.codec import PRESSES
from bot.presses.lobby import Join


@pytest.mark.parametrize("kind", PRESSES.values())
def test_every_press_has_one_handler_and_it_takes_that_press(kind: type[Press]) -> None:
    assert COMMANDS, "the handlers are registered with the commands"
    _, takes, _ = get_annotations(handler_of(kind), eval_str=True).values()
    assert issubclass(kind, takes), "a handler takes its press, or a class that this press shares with others"


def test_a_second_handler_of_a_press_is_refused_and_the_first_stays() -> None:
    first = HANDLERS[Join]

    async def another(_request: Request, _press: Join) -> None: ...

    with pytest.raises(ValueError, match="Join has a handler"):
        on(Join)(another)
    assert HANDLERS[Join] is first


@pytest.mark.parametrize("kind", [kind for kind in PRESSES.values() if kind.opened_by is not None])
def test_a_press_that_opens_a_form_is_answered_with_a_form(kind: type[Press]) -> None:
    assert kind.opened_by is not None
    assert kind.opened_by.answer is Answer.FORM
    assert kind.answer is not Answer.FORM, "Discord takes no form as the answer to a form"


def test_a_press_without_a_handler_is_an_error() -> None:
    with pytest.raises(LookupError, match="Press has no handler"):
        handler_of(Press)
