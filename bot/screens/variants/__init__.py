"""The variants in words: one small file a variant, found by its name in `engine/variants.py`."""

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from bot.screens.variants.told import Told
from bot.tables.trouble import Code, Trouble
from engine.variants import VARIANTS


class _File(Protocol):
    """One of the files beside this one."""

    def told(self) -> Told:
        """What a player is told of the variant, in the language that is spoken now."""


def told(variant: str) -> Told:
    """What a player is told of `variant`. Raises `ModuleNotFoundError` where nobody has written it."""
    return _file(variant).told()


def offered() -> tuple[str, ...]:
    """The names of the variants that a host may choose from."""
    return tuple(name for name in VARIANTS if told(name).offered)


def played_here(variant: str) -> str:
    """The same name, where a host may choose it. Raises `Trouble` (NOT_PLAYED_HERE) for any other."""
    if variant not in offered():
        raise Trouble(Code.NOT_PLAYED_HERE)
    return variant


@cache
def _file(variant: str) -> _File:
    return cast("_File", import_module(f"{__name__}.{variant}"))
