"""What one version writes the other can read: kinds of events, fields of snapshots, ids of presses, words of rules."""

import ast
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import bot
import engine
from bot.presses import codec
from bot.storage import alembic_runner
from tests.upgrade import previous
from tests.upgrade.comparing import gaps
from tests.upgrade.not_yet_written import NOT_YET_WRITTEN
from tests.upgrade.reads import reads

CODE = [file for package in (engine, bot) for file in Path(str(package.__file__)).parent.rglob("*.py")]


def is_a_new_button(gap: str) -> bool:
    """A press of a kind that the other version does not know: it is answered in a sentence, and nothing is lost."""
    kind, _, rest = gap.partition(": unknown, ")
    return kind in reads()["presses"]["made of"] and bool(rest)


def test_the_previous_release_reads_all_that_this_one_writes() -> None:
    """What it does not know is read here and not written yet."""
    found = {gap for gap in gaps(reads(), previous.release()) if not is_a_new_button(gap)}
    assert found == NOT_YET_WRITTEN


def test_this_version_reads_all_that_the_previous_release_wrote() -> None:
    """A field that nobody reads any more may be there still."""
    found = [gap for gap in gaps(previous.release(), reads()) if not is_a_dropped_field(gap)]
    assert found == []


def is_a_dropped_field(gap: str) -> bool:
    place, _, rest = gap.partition(": ")
    return "." in place and rest == "unknown"


def test_what_is_not_written_yet_is_made_nowhere() -> None:
    """Neither is such an event or press made, nor such a field given."""
    names = {gap.partition(":")[0].partition("[")[0] for gap in NOT_YET_WRITTEN}
    code = CODE if names else []
    assert not [use for file in code for use in made(ast.parse(file.read_text("utf-8")), names)]


def made(tree: ast.AST, names: set[str]) -> list[str]:
    """Where a struct is made that is among these names, or a field of it is given ("Struct.field")."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = [(_last_name(call.func), call) for call in calls]
    fields = [f"{name}.{word.arg}" for name, call in called for word in call.keywords]
    return [each for each in (*(name for name, _ in called), *fields) if each in names]


def _last_name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def test_what_begins_to_be_written_shuts_out_whoever_cannot_read_it() -> None:
    """The release before the previous one never read it: this one's revision says from which on the bot can work."""
    begun = set(previous.release()["not yet written"]) - NOT_YET_WRITTEN
    assert not begun or alembic_runner.works_from() == previous.release()["revision"]


def test_a_button_that_nobody_knows_any_more_or_not_yet_is_none() -> None:
    """The door answers it in a sentence, and so a later version's bid that says more than this one knows."""
    assert codec.decode("tomorrow:12:7") is None
    assert codec.decode("bid:12:7:4:5") is not None
    assert codec.decode("bid:12:7:4:5:9") is None


# Faults that are put in ------------------------------------------------------------------------------------------


def changed(**parts: Any) -> dict[str, Any]:
    """What is read today, with other schemas in place of some parts."""
    known = deepcopy(reads())
    known["stored"]["made of"] |= parts
    return known


def part(name: str, **more: Any) -> dict[str, Any]:
    schema: dict[str, Any] = deepcopy(reads()["stored"]["made of"][name])
    schema["properties"] |= more
    return schema


@pytest.mark.parametrize(
    ("fault", "gap"),
    [
        ({"Gifted": part("Gifted", why={"type": "string"})}, "Gifted.why: unknown"),
        ({"Gifted": part("Gifted", to={"type": "string"})}, "Gifted.to: of type string, and integer is read"),
        ({"Gifted": part("Gifted", event={"enum": ["present"]})}, "Gifted: unknown, present"),
        ({"Gifted": part("Gifted") | {"required": ["event", "seat"]}}, "Gifted.to: missing"),
        ({"Cause": {"enum": ["challenge", "whim"]}}, "Cause: unknown word, whim"),
        ({"Annotations": part("Annotations", mood={"type": "integer"})}, "Annotations.mood: unknown"),
        ({"Setup": part("Setup", clock={"type": "number"})}, "Setup.clock: unknown"),
    ],
)
def test_a_change_that_the_other_version_cannot_read_is_found(fault: dict[str, Any], gap: str) -> None:
    assert gaps(changed(**fault), reads()) == [gap]


def test_a_word_of_the_rules_that_the_other_version_does_not_know_is_found() -> None:
    known = deepcopy(reads())
    known["form"] += 1
    known["variants"].append("farkle")
    known["options"] |= {"wild": known["options"]["wild"] + ", sixes", "echo": "on, off"}
    assert gaps(known, reads()) == [
        f"form {known['form']} of events: unknown",
        "variant farkle: unknown",
        "option wild: unknown word, sixes",
        "option echo: unknown",
    ]


def test_a_press_that_means_something_else_is_found() -> None:
    known = deepcopy(reads())
    bid = known["presses"]["made of"]["PlaceBid"]
    bid["prefixItems"].append({"type": "integer"})
    bid["prefixItems"][1] = {"type": "string"}
    assert gaps(known, reads()) == ["PlaceBid[1]: of type string, and integer is read", "PlaceBid[5]: unknown"]
    assert not any(map(is_a_new_button, gaps(known, reads())))


def test_what_is_made_is_found() -> None:
    tree = ast.parse("events.Gifted(seat=1, to=2, why=3)")
    assert made(tree, {"Gifted", "Gifted.why", "Left"}) == ["Gifted", "Gifted.why"]
