"""Test FAIRNESS.md.

Its test vectors and its example must be right, and the tests run its program exactly as printed.
"""

import json
import re
from pathlib import Path

import pytest

from engine import games
from engine.__main__ import header_of, main
from engine.core.actions import Absent, Deal
from engine.core.state import OVER
from engine.fairness import FairDice, Seed, commitment, digest, salt, salt_of_start, share
from engine.options import rules_for
from engine.record import write
from engine.simulated_game import Simulated, simulate
from tests.engine.sealing import (
    CHECKER,
    JOIN,
    LINE,
    LINK,
    PAGE,
    SEED,
    WORDS,
    Brought,
    accepts,
    is_verified,
    played,
    salts_of,
    sealed,
    stranger,
)

DICE = FairDice(SEED, {0: "1f3a", 2: "77AB"})
START = LINE
LUCKY = "four-leaf clover 🍀"
GAME = ("@variant dudo", "@option ante 10")


def vector(name: str) -> str:
    return str(re.findall(rf"^{re.escape(name)} +(.*)$", PAGE, re.MULTILINE)[0]).strip()


def test_the_test_vectors_of_the_page_are_right() -> None:
    assert commitment(SEED) == vector("commitment")
    assert SEED.mixed_with({0: "1f3a", 2: "77AB"}).hex() == vector("key").split()[-1]
    assert SEED.mixed_with({}).hex() == vector("key without salts")
    assert " ".join(map(str, DICE.roll_off(0, (0, 1, 2, 3)))) == vector("throw 0, four dice")
    assert str(DICE.red(1)) == vector("throw 1, one die")
    assert " ".join(map(str, DICE.roll(2, 0, 5))) == vector("throw 2, five dice")
    assert " ".join(map(str, DICE.roll(3, 0, 40))) == vector("throw 3, 40 dice")
    crooked = " ".join(str(at) for at in range(400) if DICE.crooked(at, 0, 0.02))
    assert vector("crooked at 0.02") == f"of the numbers 0 to 399: {crooked}"
    slips = [(at, slip) for at in range(20) if (slip := DICE.slip(at, 0.02, (1, 3, 6)))]
    assert vector("slip at 0.02") == f"of the numbers 0 to 19: {' '.join(str(at) for at, _ in slips)}"
    (one, (die, shows)), (other, (its_die, it_shows)) = slips
    told = f"at number {one} die {die} (from 0) then shows {shows}; at number {other} die {its_die} shows {it_shows}"
    assert vector("slip of 1 3 6") == told


def test_the_test_vectors_of_the_salts_are_right() -> None:
    assert JOIN in PAGE
    assert LINE in PAGE
    assert f"`{LUCKY}` ({len(LUCKY.encode())} bytes)" in PAGE
    assert all(f"`{line}`" in PAGE for line in GAME)
    assert share(JOIN, LUCKY) == vector("share of both")
    assert share("", "") == vector("share of nothing")
    shares = share(JOIN, LUCKY), share("", "")
    assert digest(commitment(SEED), GAME, shares) == vector("digits of the line")
    assert salt(shares[0], LINE) == vector("salt of both")
    assert salt(shares[1], LINE) == vector("salt of nothing")
    assert salt_of_start(JOIN, LUCKY, START) == vector("salt of all three")
    assert salt_of_start("", "", START) == vector("salt of Start alone")


def test_both_checkers_accept_the_example_of_the_page(tmp_path: Path) -> None:
    (example,) = re.findall(r"```\n(# line .*?)```", PAGE, re.DOTALL)
    (digits,) = re.findall(r"the digits `([0-9a-f]{32})`", PAGE)
    assert accepts(example, tmp_path, digits)
    numbered = re.findall(r"^  \w+ (?:\w+ )?[a-z0-9 ]+# (\d+)$", example, re.MULTILINE)
    assert numbered == [str(number) for number in range(len(numbered))]
    assert len(numbered) == example.count("  roll ") + example.count(" claim ")
    slips = example.replace("slip 2 6", "slip 2 5")
    assert not is_verified(slips, tmp_path, LINK, digits), "only this one looks at slips"


def test_the_page_is_short_and_has_one_table_before_its_appendix() -> None:
    said = PAGE.partition("\n# Appendix")[0]
    assert len(said.split()) <= 600
    assert said.count("| --- |") == 1


def test_the_program_says_what_it_does_not_check(tmp_path: Path) -> None:
    text, digits = played("bar", [("", ""), (JOIN, WORDS)], {"dice": "2"})
    said = stranger(text, tmp_path, LINK, digits)
    assert "throws follow from the seed and 2 salts." in said.stdout
    assert "NOT CHECKED: who threw when, and how many dice; crooked throws, slips and moves" in said.stdout
    assert "brought" not in said.stdout


def test_a_game_without_a_line_is_checked_with_a_warning(tmp_path: Path) -> None:
    brought = [["ann", "", "", START], ["bob", JOIN, WORDS, START]]
    salts = {seat: salt_of_start(*of_salt) for seat, (_, *of_salt) in enumerate(brought)}
    told = simulate("bar", 2, {"dice": "2"}, SEED, salts)
    head = [f"# brought {json.dumps(each, ensure_ascii=False)}" for each in brought]
    text = "\n".join([*head, write(header_of(told), told.events)])
    assert is_verified(text, tmp_path)
    said = stranger(text, tmp_path)
    assert said.returncode == 0
    assert said.stdout.startswith("NO LINE SEALED THIS GAME. If it began on 2026-11-26 or later, it is NOT PROVEN.\n")
    for was, now in (("clover", "cloves"), (JOIN, LINE), ("# brought", "# bought")):
        assert stranger(text.replace(was, now), tmp_path).returncode != 0


@pytest.fixture
def sealed_game() -> tuple[str, str]:
    return played("bar", [("", ""), (JOIN, WORDS)], {"dice": "3", "stake": "the  washing-up # twice"})


def test_a_record_is_compared_with_the_line_in_the_channel(
    sealed_game: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, digits = sealed_game
    assert accepts(text, tmp_path, digits)
    assert capsys.readouterr().out.endswith("all from the seed that was committed to, and 2 salts from the line\n")
    assert accepts(text, tmp_path, digits, LINE)
    assert not accepts(text, tmp_path, digits, LINK.replace(LINE, str(int(LINE) + 1))), "another line"
    assert not accepts(text, tmp_path, "0" * 32), "a line with other digits"
    assert "Give its LINK" in stranger(text, tmp_path).stderr, "without the line nothing is shown"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("clover", "cloves"),
        (JOIN, str(int(JOIN) + 1)),
        (JOIN, f"0{JOIN}"),
        (f"# line {LINE}\n", ""),
        ("# share ", "# shared "),
        ("@option dice 3", "@option dice 4"),
        ("@players ann bob", "@players bob ann"),
    ],
)
def test_a_record_that_differs_from_the_line_is_refused(
    was: str, now: str, sealed_game: tuple[str, str], tmp_path: Path
) -> None:
    text, digits = sealed_game
    assert was in text
    assert not accepts(text.replace(was, now), tmp_path, digits)


@pytest.mark.parametrize("join", [LINE, str(int(LINE) + 1), f"0{JOIN}", "soon"])
def test_a_join_after_the_line_or_without_a_valid_id_is_refused(join: str, tmp_path: Path) -> None:
    text, digits = played("bar", [("", ""), (join, "")], {"dice": "3"})
    assert not accepts(text, tmp_path, digits)


def test_a_record_of_a_forgotten_player_is_accepted_with_a_note(
    sealed_game: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, digits = sealed_game
    left = re.sub("^# brought.*\n", "", text, flags=re.MULTILINE)
    assert JOIN not in left
    assert accepts(left, tmp_path, digits)
    assert capsys.readouterr().out.endswith("; the record does not say what bob brought\n")
    assert "NOT CHECKED: what bob brought." in stranger(left, tmp_path, LINK, digits).stdout


def test_without_the_line_verify_ignores_comments_and_salts(
    sealed_game: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = sealed_game
    assert is_verified(text.replace("clover", "cloves").replace(f"# line {LINE}", "# line [[["), tmp_path)
    assert "salts not checked without --line" in capsys.readouterr().out


@pytest.mark.parametrize(
    "given",
    [
        ("--line", LINK),
        ("--digest", "0" * 32),
        ("--line", "here", "--digest", "0" * 32),
        ("--line", LINK, "--digest", "0" * 31),
    ],
)
def test_verify_needs_both_the_link_and_the_digits_of_a_line(
    given: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "nowhere.dice", *given]) == 2
    assert "along with" in capsys.readouterr().err


def test_passes_that_the_clock_plays_use_their_own_numbers(tmp_path: Path) -> None:
    """K14, L2: the clock claims for one player, and passes the cup on blind for another.

    The numbers of later throws must take these passes into account.
    """
    text, digits = with_absent([(JOIN, ""), ("", ""), ("", WORDS)])
    after = text.partition("= plays blind")[2]
    assert "= plays claim" in text
    assert "roll" in after
    assert accepts(text, tmp_path, digits)
    assert stranger(f"{text}stop\n", tmp_path, LINK, digits).returncode == 0, "a line of one word is no pass"
    record = Path(__file__).parent.parent / "records" / "cup_absent_verifies.dice"
    assert is_verified(record.read_text("utf-8"), tmp_path)


def with_absent(brought: Brought) -> tuple[str, str]:
    """Play a game of the cup in which passes may slip and many turns time out. Return it as `sealed` does."""
    options, salts = {"slippery": "0.4", "rounds": "4", "absence": "sit-out"}, salts_of(brought)
    dice = FairDice(SEED, salts)
    start, game = games.start(rules_for("cup", options), len(brought), dice)
    events, moves = list(start), 0
    while game.state.phase is not OVER:
        awaited = games.awaited(game)
        if not awaited:
            step, game = games.play(game, None, Deal(), dice)
        else:
            moves += 1
            action = Absent() if moves % 3 == 0 else games.choose(games.view(game, awaited[0]), dice.draw(moves))
            step, game = games.play(game, awaited[0], action, dice)
        events += step
    return sealed(Simulated("cup", ("ann", "bob", "cid"), options, SEED, salts, tuple(events)), brought)


def test_the_program_is_short_and_imports_only_the_standard_library() -> None:
    assert len([line for line in CHECKER.splitlines() if line.strip()]) <= 90
    assert "import hashlib, hmac, json, sys\n" in CHECKER
    assert CHECKER.count("import") == 1


@pytest.mark.parametrize(
    "preset", ["common", "dudo", "cup", "firehouse", "bar", "joker", "perudo", "mia", "bluff", "dahua"]
)
def test_simulated_games_are_accepted_and_a_changed_die_is_not(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"slippery": "0.4"} if preset in ("cup", "mia") else {"crooked": "0.1"}
    text, digits = played(preset, [("", ""), (JOIN, ""), (JOIN, WORDS), ("", "")], options, Seed(b"\x5e\xed" * 16))
    assert accepts(text, tmp_path, digits)
    number, line = next((n, li) for n, li in enumerate(text.split("\n"), 1) if li.strip().startswith("roll "))
    *start, last = line.split()
    capsys.readouterr()
    changed = text.replace(line, " ".join([*start, str(int(last) % 6 + 1)]), 1)
    assert not is_verified(changed, tmp_path)
    assert capsys.readouterr().out.startswith(f"{tmp_path / 'ours.dice'}:{number}: ")
    assert "NOT PROVEN: number " in stranger(changed, tmp_path, LINK, digits).stderr
    for was, now in ((r"@salt ann .{4}", "@salt ann 0000"), (r"@commit .{4}", "@commit 0000")):
        assert not accepts(re.sub(was, now, text), tmp_path, digits)
