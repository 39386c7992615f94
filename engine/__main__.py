"""The engine's command, which replays, simulates and verifies records (RECORD.md). It needs only msgspec."""

import argparse
import io
import os
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import BinaryIO

from engine import variants
from engine.core.refusals import Refused
from engine.core.words import shown
from engine.fairness import DIGEST_DIGITS, SEED_BYTES, Seed
from engine.record import Header, Line, Problem, replay, verified, write
from engine.simulated_game import Simulated, simulate


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these command-line arguments, and return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    asked = _parser().parse_args(arguments)
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        # The program that reads the output has closed it. Drop the rest, to avoid a traceback at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Records of liar's dice: see RECORD.md.")
    commands = parser.add_subparsers(required=True, metavar="replay | simulate | verify")
    again = commands.add_parser("replay", help="replay records and compare all that they say")
    again.add_argument("files", nargs="+", metavar="FILE", help="a record; - reads standard input")
    again.set_defaults(run=_replay)
    play = commands.add_parser("simulate", help="play a whole game by computer players and print its record")
    play.add_argument("--variant", required=True, help=", ".join(variants.VARIANTS))
    play.add_argument("--players", required=True, metavar="N", help="2 to 20")
    play.add_argument("--seed", metavar="HEX", help="pairs of hexadecimal digits; a fresh one if left out")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be given often")
    play.set_defaults(run=_simulate)
    check = commands.add_parser("verify", help="check that seed, commitment and every roll belong together")
    check.add_argument("file", metavar="FILE")
    check.add_argument("--line", metavar="LINK", help="the message that sealed the game: its link, or its id")
    check.add_argument("--digest", metavar="DIGITS", help=f"the {DIGEST_DIGITS} hexadecimal digits that it shows")
    check.set_defaults(run=_verify)
    return parser


def _replay(asked: argparse.Namespace) -> int:
    return max(_each(name, _replay_one) for name in asked.files)


def _verify(asked: argparse.Namespace) -> int:
    try:
        line = _line(asked.line, asked.digest)
    except ValueError as problem:
        print(f"python -m engine verify: {problem}", file=sys.stderr)
        return 2
    return _each(asked.file, partial(_verify_one, line=line))


def _line(link: str | None, digits: str | None) -> Line | None:
    """Return the line that sealed the game, or None if neither argument is given.

    Raises `ValueError` for invalid arguments.
    """
    if link is None and digits is None:
        return None
    at = re.fullmatch(r"(?:https://[a-z.]+/channels/[0-9@me]+/[0-9]+/)?([0-9]{1,20})", link or "")
    if at is None:
        raise ValueError("--line takes the link to a message or its id, along with --digest")
    if not re.fullmatch(f"[0-9a-fA-F]{{{DIGEST_DIGITS}}}", digits or ""):
        raise ValueError(f"--digest takes {DIGEST_DIGITS} hexadecimal digits, along with --line")
    return Line(int(at[1]), digits or "")


def _each(name: str, tell: Callable[[BinaryIO], str]) -> int:
    """Read one file, print its result in one line, and return the exit code.

    The line shows the result of `tell`, or the error and its place.
    """
    try:
        if name == "-":
            told = tell(sys.stdin.buffer)
        else:
            with open(name, "rb") as file:  # noqa: PTH123 - a name with a NUL must be reported too
                told = tell(file)
    except Problem as problem:
        print(f"{name}:{problem.line}: {problem.sentence}")
        return problem.exit_code
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        print(f"{name}:1: cannot be read: {reason}")
        return 2
    print(f"ok {name}: {told}")
    return 0


def _replay_one(file: BinaryIO) -> str:
    done = replay(file)
    return f"{_many(done.rounds(), 'round')}, {'over' if done.over() else 'going'}"


def _verify_one(file: BinaryIO, line: Line | None) -> str:
    done, throws, _, unexplained = verified(file, line)
    unchecked = "" if line is not None else "salts not checked without --line, "
    counted = f"{_many(done.rounds(), 'round')}, {unchecked}{_many(throws, 'throw')}"
    told = f"{counted}, all from the seed that was committed to"
    if line is None:
        return told
    unsaid = f"; the record does not say what {', '.join(unexplained)} brought" if unexplained else ""
    return f"{told}, and {_many(len(done.header.players), 'salt')} from the line{unsaid}"


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _simulate(asked: argparse.Namespace) -> int:
    try:
        seed = Seed(secrets.token_bytes(SEED_BYTES)) if asked.seed is None else Seed.from_hex(asked.seed)
        told = simulate(asked.variant, _players(asked.players), _options(asked.option), seed)
    except (Refused, ValueError) as problem:
        print(f"python -m engine simulate: {shown(str(problem), 400)}", file=sys.stderr)
        return 2
    print(write(header_of(told), told.events), end="")
    return 0


def header_of(told: Simulated) -> Header:
    """Return the head of a simulated game's record, including the seed."""
    commit, seed = told.seed.commitment(), told.seed.reveal()
    return Header(told.variant, told.players, told.options, commit=commit, salts=told.salts, seed=seed)


def _players(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ValueError(f"--players takes a number from 2 to 20, not {shown(text)}")
    return int(text)


def _options(given: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for option in given:
        word, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"an option is given as NAME=VALUE, not {shown(option)}")
        options[word] = value
    return options


if __name__ == "__main__":
    sys.exit(main())
