"""Run the real commands in the process of the tests, and capture their output, errors and exit codes.

A new process would spend two seconds of processor time on imports that are already loaded here. If a test needs a
process (for signals, pipes or the installed package), it starts the process itself.
"""

import io
import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest import mock

import bot.__main__
import engine.__main__

COMMANDS: dict[str, Callable[[], int]] = {"bot": bot.__main__.main, "engine": engine.__main__.main}


class Done(NamedTuple):
    """The output and the exit code of a command."""

    stdout: str
    stderr: str
    returncode: int


class Screen(io.StringIO):
    """The output of a command at a terminal."""

    def isatty(self) -> bool:
        return True


class Keyboard(io.TextIOWrapper):
    """The input of a command at a terminal."""

    def isatty(self) -> bool:
        return True


def run(
    module: str,
    *words: str,
    given: str = "",
    typed: str | None = None,
    settings: Mapping[str, str | None] | None = None,
) -> Done:
    """Run `python -m bot` or `python -m engine` with `words` as arguments and `given` on standard input.

    If there is `typed`, the command runs at a terminal instead, and somebody types that. The environment is that of the
    tests, with the changes in `settings`. If a setting is None, the variable is removed.
    """
    out, err = io.StringIO() if typed is None else Screen(), io.StringIO()
    source = io.TextIOWrapper if typed is None else Keyboard
    stdin = source(io.BytesIO((given if typed is None else typed).encode()), "utf-8")
    changed = settings or {}
    environment = {name: value for name, value in os.environ.items() if name not in changed}
    environment |= {name: value for name, value in changed.items() if value is not None}
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "argv", [module, *words]),
        mock.patch.object(sys, "stdin", stdin),
        mock.patch.dict(os.environ, environment, clear=True),
        log_as_it_was(),
    ):
        code = _ended(COMMANDS[module])
    return Done(out.getvalue(), err.getvalue(), code)


def _ended(main: Callable[[], int]) -> int:
    """Run a command's `main`, and return the exit code that the process would have."""
    try:
        return main()
    except SystemExit as asked:
        return asked.code if isinstance(asked.code, int) else 1 if asked.code else 0
    except Exception:
        traceback.print_exc()
        return 1


@contextmanager
def log_as_it_was() -> Iterator[None]:
    """Restore the configuration of logging after the block.

    A command configures the logging of its process, which here is the process of the tests.
    """
    loggers = [logging.getLogger(name) for name in ("", "bot", "bot.outbox.pictures", "discord", "discord.client")]
    before = [(each, each.level, each.handlers[:], each.filters[:]) for each in loggers]
    formatters = [(handler, handler.formatter, handler.filters[:]) for handler in logging.getLogger().handlers]
    try:
        yield
    finally:
        for logger, level, handlers, filters in before:
            logger.setLevel(level)
            logger.handlers[:], logger.filters[:] = handlers, filters
        for handler, formatter, its_filters in formatters:
            handler.setFormatter(formatter)
            handler.filters[:] = its_filters
