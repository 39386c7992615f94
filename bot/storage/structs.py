"""Prepare msgspec for all structs before threads use them.

msgspec prepares a struct when it first decodes it or converts to it. If another thread uses a struct that is only half
prepared, the process ends with a segmentation fault. This was seen twice with msgspec 0.22, when the bot was killed
and started under load. Units of work on the database run in threads, and two of the first ones often need the same
struct.
"""

import contextlib
import functools
from collections.abc import Iterator

import msgspec


@functools.cache
def learn_structs() -> None:
    """Let msgspec prepare all structs that have been imported so far. A second call does nothing.

    Call this before any thread decodes anything. It takes about a tenth of a second.
    """
    for struct in _below(msgspec.Struct):
        with contextlib.suppress(TypeError):  # a struct that is never stored may have fields that msgspec cannot decode
            msgspec.json.Decoder(struct)


def _below(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in struct.__subclasses__():
        yield each
        yield from _below(each)
