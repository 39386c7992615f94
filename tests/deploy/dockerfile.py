"""Parse a Dockerfile into a list of instructions. Only the syntax that our Dockerfile uses is supported."""

import json
import re
import shlex
from pathlib import Path

import msgspec

KNOWN = ("ARG", "FROM", "RUN", "COPY", "ENV", "WORKDIR", "USER", "STOPSIGNAL", "ENTRYPOINT", "CMD")


class Instruction(msgspec.Struct, frozen=True):
    """One instruction, with all its lines joined.

    `stage` is the build stage that the instruction belongs to, or "" before the first stage.
    """

    stage: str
    word: str
    rest: str

    def copied(self) -> tuple[str, list[str], str]:
        """Return the source stage of a COPY, its sources and its destination.

        The stage is "" if the files come from the build context.
        """
        words = shlex.split(self.rest)
        flags = [word for word in words if word.startswith("--")]
        *what, to = [word for word in words if not word.startswith("--")]
        stage = next((flag.partition("=")[2] for flag in flags if flag.startswith("--from=")), "")
        return stage, what, to

    def listed(self) -> list[str]:
        """Return the words of an ENTRYPOINT or a CMD. Raises `ValueError` unless they are a JSON list."""
        return list(json.loads(self.rest))


def read(file: Path) -> list[Instruction]:
    """Return the instructions of a Dockerfile. Raises `ValueError` for an instruction that is not supported."""
    found, stage = [], ""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")]
    for joined in re.sub(r"\\\n", " ", "\n".join(lines)).splitlines():
        if not joined.strip():
            continue
        word, _, rest = joined.partition(" ")
        if word not in KNOWN or joined[0].isspace():
            raise ValueError(f"no instruction: {joined}")
        if word == "FROM":
            stage = rest.split()[-1]
        found.append(Instruction(stage, word, " ".join(rest.split())))
    return found
