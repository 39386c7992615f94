"""Structs are learnt before there are threads.

msgspec learns a struct when it first decodes or converts to one, and other threads can meet it half learnt: then the
process ends with a segmentation fault (msgspec 0.22; seen twice where the bot was killed and started under load).
Units of work on the database run in threads, and two of the first ones often need the same struct.
"""

import contextlib
import functools
from collections.abc import Iterator

import msgspec


@functools.cache
def learn_structs() -> None:
    """Let msgspec learn all structs that are imported so far; a second call does nothing.

    Call it before any thread decodes something. It takes about a tenth of a second.
    """
    for struct in _below(msgspec.Struct):
        with contextlib.suppress(TypeError):  # one that is never stored may hold what msgspec cannot decode
            msgspec.json.Decoder(struct)


def _below(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in struct.__subclasses__():
        yield each
        yield from _below(each)
