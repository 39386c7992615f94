"""Test that `verify` and the program of FAIRNESS.md refuse forged records of whole games if they know the true line.

Two earlier versions of that program accepted most of these forgeries, because each of the two read the head of a
record in its own way.
"""

import json
import re
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from engine.__main__ import header_of
from engine.fairness import FairDice, Seed, salt, salt_of_start, share
from engine.record import write
from engine.simulated_game import simulate
from tests.engine.sealing import (
    JOIN,
    LINE,
    LINK,
    SEED,
    WORDS,
    accepts,
    is_verified,
    played,
    salts_of,
    sealed,
    stranger,
)

BROUGHT = [(JOIN, WORDS), ("", "")]
OPTIONS = {"dice": "3", "seating": "joined", "rounds": "3"}
ELSEWHERE = "NOT CHECKED: who threw when, and how many dice; crooked throws, slips and moves"


@pytest.fixture
def honest(tmp_path: Path) -> tuple[str, str]:
    """Return the record of a game that both checkers accept, and the digits of its line."""
    text, digits = played("common", BROUGHT, OPTIONS)
    assert accepts(text, tmp_path, digits)
    return text, digits


def lines(text: str, *words: str) -> list[str]:
    """Return the lines of a record that begin with one of these words."""
    return [line for line in text.splitlines() if line.strip().startswith(words)]


def lucky_seed() -> Seed:
    """Return a seed that throws three sixes for the first player.

    A forger can only find such a seed after the line has its id.
    """
    salts = salts_of(BROUGHT)
    seeds = (Seed(number.to_bytes(4, "big")) for number in count())
    return next(seed for seed in seeds if FairDice(seed, salts).roll(0, 0, 3) == (6, 6, 6))


@pytest.mark.parametrize("first", [True, False])
def test_another_seed_beside_the_true_commitment_is_refused(
    first: bool, honest: tuple[str, str], tmp_path: Path
) -> None:
    """One earlier program compared the digits with the first @commit.

    The other compared the seed with the last @commit.
    """
    forged, _ = played("common", BROUGHT, OPTIONS, lucky_seed())
    assert "roll ann 6 6 6" in forged
    (seal,), (other,) = lines(honest[0], "@commit"), lines(forged, "@commit")
    two = f"{seal}\n{other}" if first else f"{other}\n{seal}"
    assert not accepts(forged, tmp_path, honest[1]), "with its own seal alone the digits differ"
    assert not accepts(forged.replace(other, two), tmp_path, honest[1])


@pytest.mark.parametrize("word", ["@record", "@variant", "@option dice", "@players", "@commit", "@salt ann", "@seed"])
@pytest.mark.parametrize("blank", ["", " ", "\u2003", "\x1f"])
def test_a_repeated_line_of_the_head_is_refused(word: str, blank: str, honest: tuple[str, str], tmp_path: Path) -> None:
    (line,) = lines(honest[0], word)
    assert not accepts(honest[0].replace(line, f"{line}\n{blank}{line}"), tmp_path, honest[1])


def test_an_option_that_is_passed_off_as_a_players_share_is_refused(tmp_path: Path) -> None:
    """The digits are a hash of several texts in a row.

    These texts alone do not show where the options end and the shares begin.
    """
    text, digits = played("common", BROUGHT, OPTIONS)
    *_, last = lines(text, "@option")
    (players,) = lines(text, "@players")
    first = players.split()[1]
    share_of = next(line for line in lines(text, "# share") if first in line)
    theirs = next(line for line in lines(text, "@salt") if line.split()[1] == first)
    made = salt(last, LINE)
    forged = text.replace(f"{last}\n", "").replace(players, players.replace(first, f"zed {first}"))
    forged = forged.replace(theirs, f"@salt zed {made}\n{theirs}")
    forged = forged.replace(share_of, f"# share {json.dumps(['zed', last])}\n{share_of}")
    assert "zed is made of something else" in stranger(forged, tmp_path, LINK, digits).stderr
    assert not accepts(forged, tmp_path, digits)


def test_a_starting_position_is_refused(honest: tuple[str, str], tmp_path: Path) -> None:
    """Every game of the bot begins with all dice, so no line can seal another position."""
    (players,) = lines(honest[0], "@players")
    first = players.split()[1]
    assert not accepts(honest[0].replace(players, f"{players}\n@hold {first} 3"), tmp_path, honest[1])


@pytest.mark.parametrize("word", ["# share", "# brought"])
def test_a_record_with_a_repeated_comment_is_refused(word: str, honest: tuple[str, str], tmp_path: Path) -> None:
    line = lines(honest[0], word)[0]
    assert not accepts(honest[0].replace(line, f"{line}\n{line}"), tmp_path, honest[1])


def test_a_salt_on_a_line_that_begins_with_a_blank_is_refused(honest: tuple[str, str], tmp_path: Path) -> None:
    """One of the earlier programs read a line that begins with a blank, and the other did not."""
    true = salts_of(BROUGHT)
    chosen = next(salts for n in count() if six(salts := {**true, 0: f"{n:064x}"}))
    forged, _ = sealed(simulate("common", 2, OPTIONS, SEED, chosen), BROUGHT)
    (salt,) = lines(forged, "@salt ann")
    assert "roll ann 6 6 6" in forged
    assert not accepts(forged, tmp_path, honest[1])
    assert not accepts(forged.replace(salt, f"{lines(honest[0], '@salt ann')[0]}\n {salt}"), tmp_path, honest[1])
    assert not accepts(forged.replace(salt, f" {salt}"), tmp_path, honest[1])


def six(salts: dict[int, str]) -> bool:
    return FairDice(SEED, salts).roll(0, 0, 3) == (6, 6, 6)


def rethrown(text: str, first: int, salts: dict[int, str]) -> str:
    """Return a record with new dice in each roll. The throws are numbered from `first` on."""
    numbers, dice = count(first), FairDice(SEED, salts)

    def roll(line: re.Match[str]) -> str:
        return " ".join(["  roll", line[1], *map(str, dice.roll(next(numbers), 0, len(line[2].split())))])

    return re.sub(r"^  roll (\w+)((?: \d)+)$", roll, text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "empty", ["roll ann", "roll", "seat", "seat ann", "red", "crooked ann", "cast ann 1 2 3", "claim claim"]
)
def test_throws_without_dice_and_unknown_words_do_not_count_as_throws(
    empty: str, honest: tuple[str, str], tmp_path: Path
) -> None:
    """An earlier program counted such lines as throws. A forger could choose the next throw by adding some of them."""
    forged = rethrown(honest[0], 1, salts_of(BROUGHT)).replace("  roll", f"  {empty}\n  roll", 1)
    assert not accepts(forged, tmp_path, honest[1])
    assert not accepts(honest[0].replace("  roll", f"  {empty}\n  roll", 1), tmp_path, honest[1])


@pytest.mark.parametrize("word", ["crooked", "roll"])
def test_only_verify_notices_an_additional_throw(word: str, honest: tuple[str, str], tmp_path: Path) -> None:
    """The dice of the additional throw are right for its number.

    Only the rules show that nobody throws at that point.
    """
    dice = " ".join(map(str, FairDice(SEED, salts_of(BROUGHT)).roll(0, 0, 3)))
    forged = rethrown(honest[0], 1, salts_of(BROUGHT)).replace("  roll", f"  {word} ann {dice}\n  roll", 1)
    assert not is_verified(forged, tmp_path, LINK, honest[1])
    assert ELSEWHERE in stranger(forged, tmp_path, LINK, honest[1]).stdout


def test_only_verify_notices_two_exchanged_rolls(honest: tuple[str, str], tmp_path: Path) -> None:
    one, two = lines(honest[0], "roll")[:2]
    forged = honest[0].replace(f"{one}\n{two}", f"{one.replace('ann', 'bob')}\n{two.replace('bob', 'ann')}")
    assert forged != honest[0]
    assert not is_verified(forged, tmp_path, LINK, honest[1])
    assert ELSEWHERE in stranger(forged, tmp_path, LINK, honest[1]).stdout


@pytest.mark.parametrize("name", ["claim", "blind", "plays"])
def test_throws_are_checked_even_if_a_player_is_named_like_a_pass(name: str, tmp_path: Path) -> None:
    text, digits = played("cup", BROUGHT, {"slippery": "0.01", "rounds": "2"})
    named = re.sub(r"\bann\b", name, text)
    assert accepts(named, tmp_path, digits)
    assert not accepts(re.sub(rf"roll {name} [1-6 ]+", f"roll {name} 6 6 6 6 6", named), tmp_path, digits)


@pytest.mark.parametrize("name", ["roll", "seat", "slip", "time"])
def test_the_program_refuses_a_player_named_like_a_word_of_records(name: str, tmp_path: Path) -> None:
    text, digits = played("common", BROUGHT, OPTIONS)
    said = stranger(re.sub(r"\bann\b", name, text), tmp_path, LINK, digits)
    assert "one has that of a word of records" in said.stderr


@pytest.mark.parametrize("where", ["@players", "  roll"])
@pytest.mark.parametrize("blank", ["", " "])
def test_an_option_that_the_line_does_not_seal_is_refused(where: str, blank: str, tmp_path: Path) -> None:
    """If dice may slip, each pass uses a number, so all later throws are different."""
    text, digits = played("cup", BROUGHT, {"rounds": "2"})
    slippery, _ = played("cup", BROUGHT, {"rounds": "2", "slippery": "0.000001"})
    for forged in (text, slippery.replace("@option slippery 0.000001\n", "")):
        added = forged.replace(where, f"{blank}@option slippery 0.000001\n{where}", 1)
        assert not accepts(added, tmp_path, digits)


def test_a_record_without_the_bots_comments_is_not_proven(
    honest: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = re.sub("^#.*\n", "", honest[0], flags=re.MULTILINE)
    assert not accepts(forged, tmp_path, honest[1])
    assert "NOT PROVEN" in stranger(forged, tmp_path).stderr
    capsys.readouterr()
    assert is_verified(forged, tmp_path)
    assert "salts not checked without --line" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("began", "accepted"),
    [(datetime(2026, 11, 25, 23, 59, tzinfo=UTC), True), (datetime(2026, 11, 26, tzinfo=UTC), False)],
)
def test_a_game_needs_a_line_if_it_began_after_lines_were_introduced(
    began: datetime, accepted: bool, tmp_path: Path
) -> None:
    """The bot has posted lines since 2026-11-26.

    A forger could write an earlier date into the record, so the program warns of that.
    """
    start = str((int(began.timestamp() * 1000) - 1420070400000) << 22)
    salts = {seat: salt_of_start(*each, start) for seat, each in enumerate(BROUGHT)}
    told = simulate("common", 2, OPTIONS, SEED, salts)
    comments = [
        f"# brought {json.dumps([name, *each, start])}\n" for name, each in zip(told.players, BROUGHT, strict=True)
    ]
    text = "".join([*comments, write(header_of(told), told.events)])
    said = stranger(text, tmp_path)
    assert (said.returncode == 0) == accepted, said.stderr
    assert ("NO LINE SEALED THIS GAME" in said.stdout) == accepted


def test_a_record_with_missing_salts_is_refused(honest: tuple[str, str], tmp_path: Path) -> None:
    without = sealed(simulate("common", 2, OPTIONS, SEED, {}), BROUGHT)[0]
    one = sealed(simulate("common", 2, OPTIONS, SEED, {0: salts_of(BROUGHT)[0]}), BROUGHT)[0]
    for forged in (without, one):
        assert not accepts(forged, tmp_path, honest[1])


def test_a_record_without_throws_is_refused(honest: tuple[str, str], tmp_path: Path) -> None:
    head = honest[0][: honest[0].index("    = order")]
    assert "nothing to check" in stranger(head, tmp_path, LINK, honest[1]).stderr


def test_two_players_with_equal_shares_can_be_exchanged(tmp_path: Path) -> None:
    """The line seals shares without the names of the players.

    Here the host and a computer player, who both brought nothing, change places.
    """
    brought = [("", ""), (JOIN, ""), ("", "")]
    text, digits = played("common", brought, OPTIONS)
    exchanged = re.sub(r"\b(ann|cid)\b", lambda name: {"ann": "cid", "cid": "ann"}[name[0]], text)
    assert exchanged != text
    assert accepts(exchanged, tmp_path, digits)
    assert share("", "") in text
    others = re.sub(r"\b(ann|bob)\b", lambda name: {"ann": "bob", "bob": "ann"}[name[0]], text)
    assert accepts(others, tmp_path, digits), (
        "two friends of the operator's may do so, too; then # brought changes as well"
    )
