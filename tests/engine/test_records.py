"""Test that every record in tests/records can be replayed.

Each record in tests/records/wrong must fail on the line that its first line names.
"""

import re
from io import BytesIO
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.record import NoRecord, Problem, replay, write
from engine.record.text import LONGEST_LINE, MOST_LINES, statements
from engine.variants import VARIANTS

RECORDS = Path(__file__).parent.parent / "records"
RIGHT = sorted(RECORDS.glob("*.dice"))
WRONG = sorted((RECORDS / "wrong").glob("*.dice"))
EXPECTED = re.compile(r"# exit (\d), line (\d+): (.*)")

HEAD = b"@record 1\n@variant common\n@option seating joined\n@players ann bob\n"
ROUND = b"round 1\nroll ann 1 2 3 4 5\nroll bob 1 2 3 4 5\n"


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_record_agrees_with_the_rules(path: Path) -> None:
    with path.open("rb") as file:
        done = replay(file)
    full = write(done.header, done.events)
    again = replay(BytesIO(full.encode()))
    assert again.events == done.events
    assert write(again.header, again.events) == full


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_record_fails_on_the_right_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with path.open("rb") as file:
        expected = EXPECTED.fullmatch(file.readline().decode().rstrip())
    assert expected is not None
    code = main(["replay", str(path)])
    told = capsys.readouterr().out
    assert told.startswith(f"{path}:{expected[2]}: ")
    assert expected[3] in told
    assert told.count("\n") == 1
    assert code == int(expected[1])


def test_every_preset_has_at_least_ten_records() -> None:
    for preset, least in dict.fromkeys(VARIANTS, 10).items():
        assert len([path for path in RIGHT if path.stem.split("_")[0] == preset]) >= least, preset


def test_each_preset_has_a_record_that_checks_what_each_player_sees() -> None:
    for preset in VARIANTS:
        text = (RECORDS / f"{preset}.dice").read_text("utf-8")
        names = re.findall(r"^@players (.*)$", text, re.MULTILINE)[0].split()
        for name in names:
            assert f"? sees {name} {name} " in text
            assert re.search(rf"\? sees {name} (?!{name})\S+ nothing", text)


def test_windows_line_ends_and_a_byte_order_mark_are_accepted() -> None:
    text = b"\xef\xbb\xbf" + (HEAD + ROUND + b"\tann   bid 1x1 # a comment").replace(b"\n", b"\r\n")
    assert replay(BytesIO(text)).events


def test_a_record_may_leave_out_events_and_repeat_options_of_the_preset() -> None:
    head = HEAD.replace(b"@players", b"@option dice 5\n@option price forfeit\n@players")
    done = replay(BytesIO(head + ROUND + b"ann bid 1x1\nbob bang\n= opens ann\nbob settle tab\n"))
    assert not done.over()


def test_a_malformed_move_in_a_check_counts_as_illegal() -> None:
    checks = (
        b"? illegal zed bid 1x1\n? illegal ann dance\n? illegal round 2\n? illegal ann bid 0x7\n? legal ann bid 1x1\n"
    )
    assert replay(BytesIO(HEAD + ROUND + checks)).events
    assert told(HEAD + ROUND + b"? legal zed bid 1x1\n") == (8, 1)
    assert told(HEAD + ROUND + b"? illegal\n") == (8, 2)


def test_players_may_be_named_like_words_of_the_notation() -> None:
    text = b"""@record 1
@variant common
@players round roll time seat
seat round 6 roll 1 time 2 seat 3
round 1
roll round 1 1 1 1 1
roll roll 1 1 1 1 1
roll time 1 1 1 1 1
roll seat 1 1 1 1 1
round bid 1x1
roll bid 2x1
time bid 3x1
time up
seat liar
= over winners round roll time
"""
    assert replay(BytesIO(text)).over()


def test_reading_any_file_takes_bounded_memory() -> None:
    class Endless(BytesIO):
        """A file with a line that never ends. It counts how much of it is read."""

        asked = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 1
            self.asked += size
            return b"x" * size

    endless = Endless()
    with pytest.raises(NoRecord, match="at most"):
        replay(endless)
    assert endless.asked <= 2 * LONGEST_LINE
    with pytest.raises(NoRecord, match=f"at most {MOST_LINES} lines"):
        list(statements(BytesIO(b"\n" * (MOST_LINES + 1))))


ODDITIES = [
    *(RECORDS / "oddities.txt").read_bytes().splitlines(),
    b"ann bid " + b"9" * 400 + b"x3",
    b"? pool " + b"9" * 4000,
    b"= count " + b"1" * 4000,
    b"round " + b"9" * 4000,
    b"\xff",
    b"\x00",
    b"ann bid \xd9\xa3x4",
    b"ann bid 1x1\n? sees ann bob 1 2 9",
]


@pytest.mark.parametrize("oddity", ODDITIES, ids=lambda oddity: repr(oddity[:20]))
def test_any_text_in_a_record_is_read_or_reported_with_its_line(oddity: bytes) -> None:
    lines = (HEAD + ROUND + b"ann bid 1x1\nbob liar\n= count 2\nbob settle paid\n").splitlines(keepends=True)
    for at in range(len(lines) + 1):
        problem = problem_in(b"".join([*lines[:at], oddity + b"\n", *lines[at:]]))
        if problem is not None:
            assert 1 <= problem.line <= len(lines) + 2
            assert 0 < len(problem.sentence) < 400


def problem_in(text: bytes) -> Problem | None:
    try:
        replay(BytesIO(text))
    except Problem as problem:
        return problem
    return None


def told(text: bytes) -> tuple[int, int]:
    """Return the number of the line that the error message names, and the exit code."""
    problem = problem_in(text)
    assert problem is not None
    return problem.line, problem.exit_code
