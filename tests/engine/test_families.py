"""The duties of each family of games.

Every event changes the state and has words, and every value belongs to a family.
"""

from typing import Any, get_args

import msgspec
import pytest

from engine import games
from engine.core.events import Event, Hidden
from engine.core.family import Family

SILENT: frozenset[type[Event]] = frozenset()
"""Events that a record leaves out."""

EACH = pytest.mark.parametrize("family", games.FAMILIES, ids=lambda family: family.name)


def union(family: Family[Any, Any, Any]) -> set[type[Event]]:
    """Return the kinds of events of a family."""
    return set(get_args(family.event))


@EACH
def test_every_event_has_a_fold(family: Family[Any, Any, Any]) -> None:
    assert set(family.move.FOLDS) == union(family)
    assert set(family.move.HIDDEN_FOLDS) <= union(family)


@EACH
def test_every_event_that_changes_something_hidden_unseen_is_hidden(family: Family[Any, Any, Any]) -> None:
    """A public event may change hidden dice only in ways that everybody sees, since it holds no secret."""
    hidden = {event for event in union(family) if issubclass(event, Hidden)}
    assert hidden <= set(family.move.HIDDEN_FOLDS)


@EACH
def test_every_event_has_its_words_in_the_record(family: Family[Any, Any, Any]) -> None:
    assert set(family.notation.words) == union(family) - SILENT


def below(kind: type[Event]) -> set[type[Event]]:
    """Return the kind itself, if it can happen, and every kind derived from it."""
    return {kind}.union(*(below(each) for each in kind.__subclasses__()))


def test_no_event_is_outside_all_unions() -> None:
    known = set().union(*(union(family) for family in games.FAMILIES))
    assert below(Event) - {Event, Hidden} == known


def test_the_tags_by_which_events_are_stored_are_all_different() -> None:
    known = set().union(*(union(family) for family in games.FAMILIES))
    assert len({str(event.__struct_config__.tag) for event in known}) == len(known)
    msgspec.json.Decoder(games.AnyEvent)  # raises if two kinds have the same tag


def test_a_family_is_found_by_its_rules_its_games_and_its_views() -> None:
    for family in games.FAMILIES:
        game = family.initial(family.rules(), 2, (), ())
        for value in (game, game.state.rules, family.view(game, None)):
            assert games.family(value) is family


@EACH
def test_a_frozen_game_thaws_as_it_was(family: Family[Any, Any, Any]) -> None:
    game = family.initial(family.rules(), 3, (), ())
    assert games.thaw(game.state.rules, *games.freeze(game)) == game
