"""What was found, and how much it weighs."""

from enum import StrEnum

import msgspec


class Weight(StrEnum):
    """How much a finding weighs."""

    OK = "ok"
    NOTE = "note"  # nothing has to be done now
    DO = "DO"  # the sentence says what


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, by name, and a sentence about it. Never has a secret in it."""

    weight: Weight
    what: str
    said: str
