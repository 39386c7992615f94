"""Test `python -m engine`.

It prints one line for each file, ends with a defined exit code, and prints no traceback.
"""

import io
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine.__main__ import main

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"
Caught = pytest.CaptureFixture[str]


def test_replay_prints_a_line_for_each_file_and_returns_the_worst_code(capsys: Caught) -> None:
    good, bad, none = (
        RECORDS / "bar.dice",
        RECORDS / "wrong" / "count_wrong.dice",
        RECORDS / "wrong" / "face_seven.dice",
    )
    assert main(["replay", str(good)]) == 0
    assert capsys.readouterr().out == f"ok {good}: 5 rounds, over\n"
    assert main(["replay", str(good), str(bad)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["replay", str(none), str(bad), str(good)]) == 2
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"{none}:7: ")
    assert out[1] == f"{bad}:11: count 2, the line says = count 3"
    assert out[2].startswith("ok ")


def test_replay_reports_a_game_that_is_not_over(capsys: Caught) -> None:
    path = RECORDS / "firehouse_five_dice.dice"
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == f"ok {path}: 1 round, going\n"


def test_replay_reads_standard_input_for_a_dash(capsys: Caught, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (RECORDS / "bar.dice").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out == "ok -: 5 rounds, over\n"


@pytest.mark.parametrize("name", ["there-is-none.dice", ".", "a\0b", "x" * 5000])
def test_an_unreadable_file_is_reported_in_one_line(name: str, capsys: Caught) -> None:
    for command in ("replay", "verify"):
        assert main([command, name]) == 2
        assert ":1: cannot be read: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--variant", "yahtzee", "--players", "4"],
        ["--variant", "common", "--players", "1"],
        ["--variant", "common", "--players", "21"],
        ["--variant", "common", "--players", "9" * 5000],
        ["--variant", "common", "--players", "two"],
        ["--variant", "common", "--players", "2", "--seed", "xyz"],
        ["--variant", "common", "--players", "2", "--seed", ""],
        ["--variant", "common", "--players", "2", "--option", "x"],
        ["--variant", "common", "--players", "2", "--option", "colour=red"],
        ["--variant", "common", "--players", "2", "--option", "rounds=0"],
        ["--variant", "common", "--players", "2", "--option", "verdict=poll"],
    ],
)
def test_simulate_refuses_invalid_arguments_with_a_message(arguments: list[str], capsys: Caught) -> None:
    assert main(["simulate", *arguments]) == 2
    caught = capsys.readouterr()
    assert not caught.out
    assert caught.err.startswith("python -m engine simulate: ")
    assert len(caught.err) < 500


def test_a_simulated_game_depends_only_on_its_seed_and_has_ten_rounds(capsys: Caught) -> None:
    asked = ["simulate", "--variant", "common", "--players", "3", "--seed", "00ff"]
    assert main(asked) == 0
    text = capsys.readouterr().out
    assert main(asked) == 0
    assert capsys.readouterr().out == text
    assert text.startswith("@record 1\n@variant common\n@option rounds 10\n@players ann bob cid\n@commit ")
    assert "@seed 00ff\n" in text
    assert text.count("\nround ") == 10
    assert main(["simulate", "--variant", "common", "--players", "3"]) == 0
    assert capsys.readouterr().out != text  # a fresh seed


def test_a_stake_that_looks_like_a_comment_is_read_back(capsys: Caught, tmp_path: Path) -> None:
    option = "stake=polish #1, the left boot"
    assert main(["simulate", "--variant", "bar", "--players", "2", "--seed", "01", "--option", option]) == 0
    game = tmp_path / "game.dice"
    game.write_text(capsys.readouterr().out, "utf-8")
    assert main(["replay", str(game)]) == 0
    assert main(["verify", str(game)]) == 0


def test_a_closed_output_causes_no_traceback() -> None:
    command = f"{sys.executable} -m engine simulate --variant dudo --players 20 | head -n 1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "@record 1\n"
    assert not done.stderr


def test_a_line_of_a_hundred_megabytes_is_refused_quickly() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", "-"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=20,
        input=b"@record 1\n" + b"x" * 100_000_000,
    )
    assert done.returncode == 2
    assert done.stdout.startswith(b"-:2: ")
    assert not done.stderr


def test_the_engine_needs_no_package_except_msgspec(tmp_path: Path) -> None:
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    path = [str(tmp_path), str(ROOT)]
    run = f"import sys; sys.path[:0] = {path!r}; import engine.__main__ as m; sys.exit(m.main())"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", run, "replay", RECORDS / "bar.dice"],
        capture_output=True,
        check=False,
    )
    assert done.stdout.startswith(b"ok ")
    assert not done.stderr
