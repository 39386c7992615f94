"""Shards: which servers are whose. Discord deals them out by a server's number, and so do we."""

import re
from itertools import pairwise

import msgspec

TIMESTAMP = 22
"""The bits of a snowflake below its moment, which say nothing of the shard."""


class Shards(msgspec.Struct, frozen=True):
    """The shards from `first` to `last` (from 0) of so many: all servers where nothing else is said."""

    first: int = 0
    last: int = 0
    of: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.of}"

    def have(self, guild: int) -> bool:
        """Whether a server is on one of them."""
        return self.first <= (guild >> TIMESTAMP) % self.of <= self.last

    def numbers(self) -> range:
        """Their numbers."""
        return range(self.first, self.last + 1)

    def are_all(self) -> bool:
        """Whether every server is."""
        return len(self.numbers()) == self.of

    def overlap(self, others: "Shards") -> bool:
        """Whether a server may be on both; those of another number of shards are dealt out otherwise."""
        return self.of != others.of or (self.first <= others.last and others.first <= self.last)


ALL = Shards()

FORM = re.compile(r"(?P<first>\d{1,5})(-(?P<last>\d{1,5}))?/(?P<of>[1-9]\d{0,4})")
BY_ORDINAL = re.compile(r"ordinal:(?P<each>[1-9]\d{0,4})/(?P<of>[1-9]\d{0,4})")
ORDINAL = re.compile(r".*-(?P<number>\d{1,5})")
"""What a StatefulSet calls its pods."""

HOW = (
    "--shards (or SHARDS) says which shards of how many this process has: 0-3/16, or 5/16, or ordinal:4/16 where the "
    "host's name ends in the number of the process, as a StatefulSet's do, and each has four."
)
NO_ORDINAL = "--shards ordinal:... needs a host whose name ends in a hyphen and a number, as a StatefulSet's pods have."


def read(text: str, host: str) -> Shards:
    """The shards that `text` names, on a machine of this name; "" names all. Raises `ValueError` with a sentence."""
    if not text:
        return ALL
    if (by := BY_ORDINAL.fullmatch(text)) is not None:
        return _checked(_of_host(int(by["each"]), int(by["of"]), host))
    found = FORM.fullmatch(text)
    if found is None:
        raise ValueError(HOW)
    return _checked(Shards(int(found["first"]), int(found["last"] or found["first"]), int(found["of"])))


def dealt_out(shards: Shards, processes: int) -> tuple[Shards, ...]:
    """These shards, shared out among so many processes, the first ones having one more where it does not come out.

    Raises `ValueError` with a sentence where there are fewer shards than processes.
    """
    many = len(shards.numbers())
    if not 1 <= processes <= many:
        raise ValueError(f"--processes is from 1 to {many}, for so many shards are to be shared out.")
    share, more = divmod(many, processes)
    starts = [shards.first + number * share + min(number, more) for number in range(processes + 1)]
    return tuple(Shards(start, end - 1, shards.of) for start, end in pairwise(starts))


def _of_host(each: int, of: int, host: str) -> Shards:
    found = ORDINAL.fullmatch(host)
    if found is None:
        raise ValueError(NO_ORDINAL)
    first = int(found["number"]) * each
    return Shards(first, min(first + each, of) - 1, of)


def _checked(shards: Shards) -> Shards:
    if not shards.first <= shards.last < shards.of:
        raise ValueError(HOW)
    return shards
