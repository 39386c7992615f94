"""Test what each family of games must provide.

It must have a function that applies each event, and words for each event in a record. The engine must find the family
from any of its rules, games and views.
"""

from typing import Any, get_args

import msgspec
import pytest

from engine import games
from engine.core.events import Event, Hidden
from engine.core.family import Family

SILENT: frozenset[type[Event]] = frozenset()
"""Events that have no words in a record."""

EACH = pytest.mark.parametrize("family", games.FAMILIES, ids=lambda family: family.name)


def union(family: Family[Any, Any, Any]) -> set[type[Event]]:
    """Return all kinds of events of a family."""
    return set(get_args(family.event))


@EACH
def test_every_event_has_a_function_that_applies_it(family: Family[Any, Any, Any]) -> None:
    assert set(family.move.FOLDS) == union(family)
    assert set(family.move.HIDDEN_FOLDS) <= union(family)


@EACH
def test_every_hidden_event_changes_the_hidden_state(family: Family[Any, Any, Any]) -> None:
    """Only events that change hidden dice may themselves be hidden."""
    hidden = {event for event in union(family) if issubclass(event, Hidden)}
    assert hidden <= set(family.move.HIDDEN_FOLDS)


@EACH
def test_every_event_has_words_for_a_record(family: Family[Any, Any, Any]) -> None:
    assert set(family.notation.words) == union(family) - SILENT


def below(kind: type[Event]) -> set[type[Event]]:
    """Return an event class and all its direct and indirect subclasses."""
    return {kind}.union(*(below(each) for each in kind.__subclasses__()))


def test_every_event_belongs_to_a_family() -> None:
    known = set().union(*(union(family) for family in games.FAMILIES))
    assert below(Event) - {Event, Hidden} == known


def test_all_events_are_stored_under_different_tags() -> None:
    known = set().union(*(union(family) for family in games.FAMILIES))
    assert len({str(event.__struct_config__.tag) for event in known}) == len(known)
    msgspec.json.Decoder(games.AnyEvent)  # raises an error if two kinds have the same tag


def test_a_family_is_found_by_its_rules_games_and_views() -> None:
    for family in games.FAMILIES:
        game = family.initial(family.rules(), 2, (), (), ())
        for value in (game, game.state.rules, family.view(game, None)):
            assert games.family(value) is family


@EACH
def test_a_game_that_is_packed_for_storage_is_unpacked_unchanged(family: Family[Any, Any, Any]) -> None:
    game = family.initial(family.rules(), 3, (), (), ())
    assert games.thaw(game.state.rules, *games.freeze(game)) == game
