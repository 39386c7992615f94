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

from engine.__main__ import header_of, main
from engine.fairness import FairDice, Seed, commitment, digest, salt, salt_of_start, share, verify
from engine.record import game_lines, write
from engine.simulate import Simulated, simulate

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


JOIN, LINE = "1300000000000000001", "1300000000000000003"
START = LINE
LUCKY = "four-leaf clover 🍀"
GAME = ("@variant dudo", "@option ante 10")


def test_the_vectors_of_the_salts_hold() -> None:
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


def test_the_page_is_short_and_has_one_table_before_its_appendix() -> None:
    said = PAGE.partition("\n# Appendix")[0]
    assert len(said.split()) <= 600
    assert said.count("| --- |") == 1


parts = st.tuples(st.text(max_size=6), st.text(max_size=6), st.text(max_size=6))


@given(parts, parts)
@example(("1", "23", "4"), ("12", "3", "4"))
@example(("", "1", "4"), ("1", "", "4"))
def test_two_players_have_the_same_salt_only_where_they_brought_the_same(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    assert (salt(share(*one[:2]), one[2]) == salt(share(*other[:2]), other[2])) == (one == other)
    made = salt(share(*one[:2]), one[2])
    assert FairDice(SEED, {0: made}).roll(0, 0, 3) == FairDice(SEED, {0: made.upper()}).roll(0, 0, 3)


games = st.tuples(st.text(max_size=4), st.lists(st.text(max_size=3), max_size=3), st.lists(st.text(max_size=3)))


@given(games, games)
def test_the_digits_bind_the_seal_the_game_and_every_share_in_order(
    one: tuple[str, list[str], list[str]], other: tuple[str, list[str], list[str]]
) -> None:
    """A line of the game begins with @, and a share does not: so no two of these read alike."""
    binds = [
        (seal.lower(), [f"@{line}" for line in game], [f"0{each}" for each in said])
        for seal, game, said in (one, other)
    ]
    assert (digest(*binds[0]) == digest(*binds[1])) == (binds[0] == binds[1])


def run(program: str, folder: Path, text: str, *more: str) -> subprocess.CompletedProcess[str]:
    """What a program of the page says of a record."""
    game, checker = folder / "game.dice", folder / "checker.py"
    game.write_text(text, "utf-8")
    checker.write_text(program, "utf-8")
    return subprocess.run([sys.executable, checker, game, *more], capture_output=True, check=False, text=True)


def test_the_strangers_lines_about_salts_of_before_agree_and_notice_a_change(tmp_path: Path) -> None:
    brought = [["p1", "", "", START], ["p2", JOIN, 'clover "🍀" # \u2028', START]]
    head = [f"@salt {player} {salt_of_start(*of_salt)}" for player, *of_salt in brought]
    told = [f"# brought {json.dumps(each, ensure_ascii=False)}" for each in brought]
    text = "\n".join([*told, *head])
    assert run(SALT_CHECKER, tmp_path, text).stdout == "2 salts follow from what was brought\n"
    assert run(SALT_CHECKER, tmp_path, text.replace("clover", "cloves")).returncode != 0
    assert run(SALT_CHECKER, tmp_path, text.replace(JOIN, START)).returncode != 0
    assert "engine" not in SALT_CHECKER


WORDS = 'clover "🍀" # \u2028'
LINK = f"https://discord.com/channels/1/2/{LINE}"


def sealed(told: Simulated, brought: list[tuple[str, str]]) -> tuple[str, str]:
    """The record of a simulated game by two that a line sealed, with the bot's comments, and the digits of the line."""
    shares = [share(*each) for each in brought]
    salts = {seat: salt(each, LINE) for seat, each in enumerate(shares)}
    played = simulate(told.variant, len(brought), told.options, told.seed, salts)
    head = header_of(played)
    comments = [f"# line {LINE}"]
    for name, each, made in zip(head.players, brought, shares, strict=True):
        comments += [
            f"# brought {json.dumps([name, *each], ensure_ascii=False)}",
            f"# share {json.dumps([name, made])}",
        ]
    digits = digest(head.commit, game_lines(head.variant, head.options), shares)
    return "\n".join([*comments, write(head, played.events)]), digits


@pytest.fixture
def sealed_game() -> tuple[str, str]:
    told = simulate("bar", 2, {"dice": "3", "stake": "the  washing-up # twice"}, SEED)
    return sealed(told, [("", ""), (JOIN, WORDS)])


def verifies(text: str, folder: Path, link: str, digits: str) -> bool:
    """Whether the command and the stranger's program accept a record with this line; they always agree."""
    ours = folder / "ours.dice"
    ours.write_text(text, "utf-8")
    said = main(["verify", str(ours), "--line", link, "--digest", digits]) == 0
    assert said == (run(SALT_CHECKER, folder, text, link, digits).returncode == 0)
    return said


def test_a_record_is_held_against_the_line_in_the_channel(
    sealed_game: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, digits = sealed_game
    assert verifies(text, tmp_path, LINK, digits)
    assert "all from the seed that was committed to, and 2 salts from the line" in capsys.readouterr().out
    assert verifies(text, tmp_path, LINE, digits)
    assert run(SALT_CHECKER, tmp_path, text, LINK, digits).stdout == "2 salts follow from the line\n"
    assert run(CHECKER, tmp_path, text).returncode == 0
    assert not verifies(text, tmp_path, LINK.replace(LINE, str(int(LINE) + 1)), digits), "another line"
    assert not verifies(text, tmp_path, LINK, "0" * 32), "a line with other digits"
    assert run(SALT_CHECKER, tmp_path, text).returncode != 0, "without the line nothing is shown"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("clover", "cloves"),
        (JOIN, str(int(JOIN) + 1)),
        (f"# line {LINE}\n", ""),
        ("# share ", "# shared "),
        ("@option dice 3", "@option dice 4"),
        ("@players ann bob", "@players bob ann"),
    ],
)
def test_a_record_that_says_something_else_than_the_line_is_refused(
    was: str, now: str, sealed_game: tuple[str, str], tmp_path: Path
) -> None:
    text, digits = sealed_game
    assert was in text
    assert not verifies(text.replace(was, now), tmp_path, LINK, digits)


@pytest.mark.parametrize("join", [LINE, str(int(LINE) + 1)])
def test_nobody_sits_down_after_the_line(join: str, tmp_path: Path) -> None:
    text, digits = sealed(simulate("bar", 2, {"dice": "3"}, SEED), [("", ""), (join, "")])
    assert not verifies(text, tmp_path, LINK, digits)


def test_somebody_who_was_forgotten_leaves_their_share(sealed_game: tuple[str, str], tmp_path: Path) -> None:
    text, digits = sealed_game
    left = re.sub("^# brought.*\n", "", text, flags=re.MULTILINE)
    assert JOIN not in left
    assert verifies(left, tmp_path, LINK, digits)


def test_without_the_line_comments_mean_nothing(sealed_game: tuple[str, str], tmp_path: Path) -> None:
    text, _ = sealed_game
    game = tmp_path / "game.dice"
    game.write_text(text.replace("clover", "cloves").replace(f"# line {LINE}", "# line [[["), "utf-8")
    assert main(["verify", str(game)]) == 0


@pytest.mark.parametrize(
    "given",
    [
        ("--line", LINK),
        ("--digest", "0" * 32),
        ("--line", "here", "--digest", "0" * 32),
        ("--line", LINK, "--digest", "0" * 31),
    ],
)
def test_half_a_line_is_no_line(given: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "nowhere.dice", *given]) == 2
    assert "along with" in capsys.readouterr().err


def test_passes_of_the_absent_have_their_numbers(tmp_path: Path) -> None:
    """K14, L2: the table claims for one, and passes on blind for another; later throws follow all the same."""
    record = Path(__file__).parent.parent / "records" / "cup_absent_verifies.dice"
    text = record.read_text("utf-8")
    after = text.partition("= plays blind")[2]
    assert "= plays claim" in text
    assert "roll" in after
    assert main(["verify", str(record)]) == 0
    assert run(CHECKER, tmp_path, text).returncode == 0
    assert run(CHECKER, tmp_path, text.replace("roll ann 1\n", "roll ann 2\n")).returncode != 0
    assert run(CHECKER, tmp_path, f"{text}stop\n").returncode == 0, "a line of one word is no pass"


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
