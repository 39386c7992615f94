"""Messages as Discord sends them back, with every press and every answer: read as far as somebody asks."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

import discord
from discord.components import _component_factory


class Components(Sequence[Any]):
    """The components of a message that was received.

    Each press brings its whole panel back twice or three times, with a menu of 25 bids, and hardly anybody looks at it.
    To read it at once, as discord.py does, took a twentieth of a press.
    """

    def __init__(self, payload: Sequence[Mapping[str, Any]]) -> None:
        """`payload` is what Discord has sent of them."""
        self._payload = payload

    @cached_property
    def _read(self) -> list[Any]:
        parts = map(_component_factory, self._payload)  # type: ignore[arg-type] # as in discord.py
        return [part for part in parts if part is not None]

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> list[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        """Return one of them, or several, as discord.py reads them."""
        return self._read[at]

    def __len__(self) -> int:
        """Return how many discord.py knows."""
        return len(self._read)

    def __iter__(self) -> Iterator[Any]:
        """Yield each."""
        return iter(self._read)


def read_late() -> None:
    """Have discord.py read the components of any message when they are asked for."""
    discord.Message._handle_components = _keep  # type: ignore[assignment,method-assign] # noqa: SLF001


def _keep(message: discord.Message, payload: Sequence[Mapping[str, Any]]) -> None:
    message.components = Components(payload)  # type: ignore[assignment] # whoever reads it iterates
