"""Provable dice, and the page about them: its vectors hold, and its checker is run as it stands there."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.fairness import FairDice, Seed, commitment, salt, verify

PAGE = (Path(__file__).parents[2] / "engine" / "FAIRNESS.md").read_text("utf-8")
CHECKER, SALT_CHECKER = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SEED = Seed(bytes(range(32)))
DICE = FairDice(SEED, {0: "1f3a", 2: "77AB"})


def vector(name: str) -> str:
    return str(re.findall(rf"^{re.escape(name)} +(.*)$", PAGE, re.MULTILINE)[0]).strip()


def test_the_vectors_of_the_page_hold() -> None:
    assert commitment(SEED) == vector("commitment")
    assert SEED.mixed_with({0: "1f3a", 2: "77AB"}).hex() == vector("key").split()[-1]
    assert SEED.mixed_with({}).hex() == vector("key without salts")
    assert " ".join(map(str, DICE.roll_off(0, (0, 1, 2, 3)))) == vector("throw 0, four dice")
    assert str(DICE.red(1)) == vector("throw 1, one die")
    assert " ".join(map(str, DICE.roll(2, 0, 5))) == vector("throw 2, five dice")
    assert " ".join(map(str, DICE.roll(3, 0, 40))) == vector("throw 3, 40 dice")
    crooked = next(at for at in range(4, 400) if DICE.crooked(at, 0, 0.02))
    assert vector("crooked at 0.02") == f"first at throw {crooked}"
    at, slip = next((at, slip) for at in range(4, 400) if (slip := DICE.slip(at, 0.02, (1, 3, 6))))
    assert vector("slip at 0.02") == f"of 1 3 6 first at throw {at}: die {slip[0]} (from 0) then shows {slip[1]}"


JOIN, START = "1300000000000000001", "1300000000000000003"
LUCKY = "four-leaf clover 🍀"


def test_the_vectors_of_the_salts_hold() -> None:
    assert JOIN in PAGE
    assert START in PAGE
    assert f"`{LUCKY}` ({len(LUCKY.encode())} bytes)" in PAGE
    assert salt(JOIN, LUCKY, START) == vector("salt of all three")
    assert salt("", "", START) == vector("salt of Start alone")


parts = st.tuples(st.text(max_size=6), st.text(max_size=6), st.text(max_size=6))


@given(parts, parts)
@example(("1", "23", "4"), ("12", "3", "4"))
@example(("", "1", "4"), ("1", "", "4"))
def test_two_players_have_the_same_salt_only_where_they_brought_the_same(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    assert (salt(*one) == salt(*other)) == (one == other)
    assert FairDice(SEED, {0: salt(*one)}).roll(0, 0, 3) == FairDice(SEED, {0: salt(*one).upper()}).roll(0, 0, 3)


def test_the_strangers_lines_about_salts_agree_and_notice_a_change(tmp_path: Path) -> None:
    brought = [["p1", "", "", START], ["p2", JOIN, 'clover "🍀" # \u2028', START]]
    head = [f"@salt {player} {salt(*of_salt)}" for player, *of_salt in brought]
    told = [f"# brought {json.dumps(each, ensure_ascii=False)}" for each in brought]
    game, checker = tmp_path / "game.dice", tmp_path / "checker.py"
    checker.write_text(SALT_CHECKER, "utf-8")

    def stranger(text: str) -> subprocess.CompletedProcess[str]:
        game.write_text(text, "utf-8")
        return subprocess.run([sys.executable, checker, game], capture_output=True, check=False, text=True)

    text = "\n".join([*told, *head])
    assert stranger(text).stdout == "2 salts follow from what was brought\n"
    assert stranger(text.replace("clover", "cloves")).returncode != 0
    assert stranger(text.replace(JOIN, START)).returncode != 0
    assert "engine" not in SALT_CHECKER


def test_the_strangers_checker_is_short_and_needs_nothing_of_the_engine() -> None:
    assert len([line for line in CHECKER.splitlines() if line.strip()]) <= 25
    assert "engine" not in CHECKER


@pytest.mark.parametrize("preset", ["common", "dudo", "cup", "firehouse", "bar", "joker", "perudo"])
def test_simulated_games_verify_and_a_changed_die_does_not(
    preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(
            [
                "simulate",
                "--variant",
                preset,
                "--players",
                "4",
                "--seed",
                "5eed" * 16,
                "--option",
                "slippery=0.4" if preset == "cup" else "crooked=0.1",
            ]
        )
        == 0
    )
    text = capsys.readouterr().out
    game, checker = tmp_path / "game.dice", tmp_path / "checker.py"
    checker.write_text(CHECKER, "utf-8")

    def stranger() -> int:
        return subprocess.run([sys.executable, checker, game], capture_output=True, check=False).returncode

    game.write_text(text, "utf-8")
    assert main(["replay", str(game)]) == 0
    assert main(["verify", str(game)]) == 0
    assert stranger() == 0
    number, line = next((n, li) for n, li in enumerate(text.splitlines(), 1) if li.strip().startswith("roll "))
    *start, last = line.split()
    game.write_text(text.replace(line, " ".join([*start, str(int(last) % 6 + 1)]), 1), "utf-8")
    capsys.readouterr()
    assert main(["verify", str(game)]) == 1
    assert capsys.readouterr().out.startswith(f"{game}:{number}: ")
    assert stranger() != 0
    for changed in (text.replace("@salt ann 4", "@salt ann 5"), re.sub(r"@commit .", "@commit 0", text)):
        if changed != text:
            game.write_text(changed, "utf-8")
            assert main(["verify", str(game)]) == 1
            assert stranger() != 0


@pytest.mark.parametrize("without", ["@seed", "@commit"])
def test_nothing_is_proven_without_seed_or_commitment(
    without: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--variant", "common", "--players", "2", "--option", "rounds=1"]) == 0
    lines = capsys.readouterr().out.splitlines(keepends=True)
    game = tmp_path / "game.dice"
    game.write_text("".join(line for line in lines if not line.startswith(without)), "utf-8")
    assert main(["verify", str(game)]) == 1


def test_a_seed_never_shows_itself() -> None:
    secret = SEED.reveal()
    for text in (repr(SEED), str(SEED), repr(DICE), f"{SEED!r} {DICE}"):
        assert secret not in text
        assert "hidden" in text
    assert verify(SEED, SEED.commitment().upper())
    assert not verify(SEED, "00")
    for wrong in ("", "0", "xy", "0x00", " 00", "00" * 100):
        with pytest.raises(ValueError, match="pairs of hexadecimal digits"):
            Seed.from_hex(wrong)


def test_a_retry_throws_the_same_dice_and_every_salt_and_seat_changes_them() -> None:
    rolls = [
        FairDice(SEED, salts).roll(7, 1, 30)
        for salts in ({}, {0: "aa"}, {1: "aa"}, {0: "ab"}, {0: "aa", 1: "aa"}, {0: "a", 1: "aaa"})
    ]
    assert len(set(rolls)) == len(rolls)
    assert FairDice(SEED, {0: "aa"}).roll(7, 1, 30) == rolls[1]
    assert FairDice(SEED, {0: "AA", 1: ""}).roll(7, 1, 30) == rolls[1]


def test_a_million_dice_are_fair_and_do_not_remember() -> None:
    # Chi-square with 5 and 35 degrees of freedom: 0.1 % lie above 20.5 and 66.6. The seed is fixed. Pairs that share
    # no die: neighbours within a throw of five, and the last of one throw with the first of the next.
    dice = [die for at in range(200_000) for die in DICE.roll(at, at % 6, 5)]
    assert chi_square(Counter(dice), 6) < 20.5
    assert chi_square(Counter(zip(dice[::2], dice[1::2], strict=True)), 36) < 66.6


def chi_square(found: Counter[int] | Counter[tuple[int, int]], kinds: int) -> float:
    """How far these counts are from all `kinds` being equally likely."""
    due = found.total() / kinds
    assert len(found) == kinds
    return sum((count - due) ** 2 for count in found.values()) / due


def test_crooked_throws_and_slips_come_as_often_as_they_should() -> None:
    crooked = sum(DICE.crooked(at, 0, 0.02) for at in range(20_000))
    assert 320 < crooked < 480
    slips = [slip for at in range(20_000) if (slip := DICE.slip(at, 0.5, (1, 3, 6)))]
    assert 9_700 < len(slips) < 10_300
    assert all((1, 3, 6)[which] != shows for which, shows in slips)
    assert set(Counter(which for which, _ in slips)) == {0, 1, 2}
    assert not any(DICE.slip(at, 0, (1,)) or DICE.slip(at, 1, ()) for at in range(100))


def test_a_commitment_to_another_seed_is_named_by_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.dice"
    game.write_text(f"@record 1\n@variant bar\n@players ann bob\n@seed 00\n@commit {'0' * 64}\n", "utf-8")
    assert main(["verify", str(game)]) == 1
    assert capsys.readouterr().out.startswith(f"{game}:5: the seed's SHA-256 is ")


@pytest.mark.parametrize("many", [1, 5, 40, 200])
def test_dares_are_dealt_from_a_shuffled_deck_and_then_from_another(many: int) -> None:
    """No dare comes again before all have come; the numbers of throws have nothing to do with it."""
    dealt = [DICE.dare(number, many) for number in range(3 * many)]
    for deal in range(3):
        assert sorted(dealt[deal * many : (deal + 1) * many]) == list(range(many))
    assert dealt == [DICE.dare(number, many) for number in range(3 * many)]
    if many > 5:
        assert dealt[:many] != dealt[many : 2 * many]
        other = FairDice(SEED, {0: "1f3b"})
        assert dealt[:many] != [other.dare(number, many) for number in range(many)]
