"""Test that custom ids decode to the presses that were encoded, and that ids of earlier versions still decode."""

from enum import EnumMeta
from functools import reduce
from operator import or_
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from bot.history.boards import BoardName
from bot.presses import bids, game, history, lobby
from bot.presses.base import Press
from bot.presses.codec import LONGEST, PRESSES, decode, encode
from engine.core.actions import How

KINDS: tuple[type[Press], ...] = tuple(PRESSES.values())
ANY: Any = reduce(or_, KINDS)
MOST = 2**63 - 1


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Return a strategy for all values that a field of this type may have."""
    match kind:
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=low, le=high):
            return st.integers(low, high) | st.just(high)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern, fullmatch=True)
        case inspect.LiteralType(values=allowed):
            return st.sampled_from(allowed)
        case inspect.EnumType(cls=cls):
            assert isinstance(cls, EnumMeta)
            return st.sampled_from(list(cls))
        case _:
            raise AssertionError(f"how is {kind} written into an id?")


def fields_of(kind: type[Press]) -> tuple[inspect.Field, ...]:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return told.fields


def presses(kind: type[Press]) -> st.SearchStrategy[Press]:
    return st.builds(kind, **{field.name: values(field.type) for field in fields_of(kind)})


@settings(deadline=None)
@given(press=st.one_of(*(presses(kind) for kind in KINDS)))
def test_every_press_is_read_back_as_it_was_written(press: Press) -> None:
    written = encode(press)
    assert decode(written) == press
    assert decode("menu:which", [written]) == press
    assert 1 <= len(written) <= LONGEST


@settings(deadline=None)
@given(text=st.text(), chosen=st.lists(st.text(), max_size=2))
def test_decoding_any_text_raises_no_error(text: str, chosen: list[str]) -> None:
    decode(text, chosen)


def any_of_all(parts: list[str]) -> Press | None:
    """Return the press that msgspec finds in an id's parts if it tries all kinds of presses.

    Return None if it finds no press, or if the bot would write the press differently.
    """
    try:
        press: Press = msgspec.convert(parts, ANY, strict=False)
    except msgspec.ValidationError:
        return None
    return press if encode(press).split(":")[: len(parts)] == parts else None


@pytest.mark.parametrize("forged", ["bid:1e3:7:4:5", "bid:12:7:4:5:9", "bid:012:7:4:5", "bid:+12:7:4:5"])
def test_an_id_with_unusual_numbers_or_extra_parts_is_refused(forged: str) -> None:
    assert decode("bid:12:7:4:5") is not None
    assert decode(forged) is None


@given(parts=st.lists(st.text(st.characters(exclude_characters=":")), min_size=1))
def test_reading_any_id_by_its_tag_gives_the_same_as_trying_all_kinds(parts: list[str]) -> None:
    assert decode(":".join(parts)) == any_of_all(parts)


@given(press=st.one_of(*(presses(kind) for kind in KINDS)), more=st.lists(st.text(), max_size=2), cut=st.integers(0, 2))
def test_reading_a_press_by_its_tag_gives_the_same_as_trying_all_kinds(press: Press, more: list[str], cut: int) -> None:
    """The test tries whole ids, ids with parts cut off, and ids with parts added."""
    written = encode(press).split(":")
    parts = ":".join([*written[: max(1, len(written) - cut)], *more]).split(":")
    assert decode(":".join(parts)) == any_of_all(parts)


TAGS = [str(kind.__struct_config__.tag) for kind in KINDS]
PARTS = st.sampled_from(["", "0", "-1", "7", "1.5", "x", "²", "١", str(2**63), "9" * 90, "paid", "yes", "nan", "wins"])


@settings(deadline=None)
@given(tag=st.sampled_from(TAGS), parts=st.lists(PARTS, max_size=6), before=st.booleans())
def test_an_almost_valid_id_is_read_completely_or_refused(tag: str, parts: list[str], before: bool) -> None:
    press = decode(":".join((["ld"] if before else []) + [tag, *parts]))
    if press is not None:
        assert decode(encode(press)) == press
    if not before:
        assert press == any_of_all([tag, *parts])


NUMBERED = [kind for kind in KINDS if any(isinstance(each.type, inspect.IntType) for each in fields_of(kind))]


@pytest.mark.parametrize("kind", NUMBERED)
def test_numbers_out_of_the_range_of_a_database_are_refused(kind: type[Press]) -> None:
    tag, fields = str(kind.__struct_config__.tag), fields_of(kind)
    for number in (-1, 2**63, 10**80):
        parts = [str(number) if isinstance(each.type, inspect.IntType) else "x" for each in fields]
        assert decode(":".join([tag, *parts])) is None


def test_each_kind_of_press_has_its_own_tag() -> None:
    assert len(set(TAGS)) == len(KINDS)


def test_the_decoder_knows_every_kind_of_press() -> None:
    """The list that the decoder uses has every kind of press."""

    def leaves(kind: type[Press]) -> set[type[Press]]:
        below = kind.__subclasses__()
        return set().union(*map(leaves, below)) if below else {kind}

    assert leaves(Press) == set(KINDS)


OLD: list[tuple[str, list[str], Press | None]] = [
    ("ld:join:5:0:", [], lobby.Join(5)),
    ("ld:variant:5:0:", ["firehouse"], lobby.ChooseVariant(5, "firehouse")),
    ("ld:setup:5:0:123456", [], lobby.SendOptions(5)),
    ("ld:bid:5:7:4.6", [], bids.PlaceBid(5, 7, 4, 6)),
    ("ld:bidform:5:7:123456", [], bids.SendBid(5, 7)),
    ("ld:vote:5:7:0", [], None),
    ("ld:settle:5:7:2.tab", [], game.SettleForfeit(5, 7, 2, How.TAB)),
    ("ld:gifts:5:7:", [], game.OpenGifts(5)),
    ("ld:gift:5:7:", ["3"], game.GiveGift(5, 7, 3)),
    ("ld:quit:5:0:", [], game.CallQuits(5)),
    ("ld:dice:5:0:", [], game.ShowDice(5)),
    ("ld:board:0:0:wins.2", [], history.ShowBoard("wins", 2)),
    ("ld:board:0:0:choose", ["wins"], None),
    ("ld:which:0:0:bid-4.6", ["5"], None),
    ("ld:crossoff:0:0:", ["17.paid"], history.CrossOff(17, "paid")),
]


@pytest.mark.parametrize(("text", "chosen", "press"), OLD)
def test_ids_of_older_panels_are_still_understood(text: str, chosen: list[str], press: Press | None) -> None:
    assert decode(text, chosen) == press


def test_a_press_of_an_unknown_leaderboard_is_refused() -> None:
    assert all(decode(f"board:{name}") == history.ShowBoard(name) for name in get_args(BoardName))
    assert decode("board:money") is None
    assert decode("board:wins:2:0:::and:more") is None, "nothing comes after the last field"


def test_no_id_contains_text_that_people_type() -> None:
    """No field accepts arbitrary text, so an id never contains what people type.

    Fields for text have a pattern or a list of allowed values.
    """
    for kind in KINDS:
        for field in msgspec.structs.fields(kind):
            assert field.type is not str
