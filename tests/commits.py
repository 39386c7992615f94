"""Check the subjects of commits: `python -m tests.commits` prints the subjects that are too long.

It looks at all commits since this file was added. pre-commit calls it with the file of a new commit's message. Then it
fails if the subject of this message is too long.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 72
"""The largest number of characters that a subject may have."""


def subject_in(message: str) -> str:
    """Return the first line that is neither empty nor one of git's comments, or "" if there is no such line."""
    lines = (line for line in message.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "")


def is_too_long(subject: str) -> bool:
    """Return whether a subject is too long.

    A subject that git writes itself, for a commit that a rebase will squash, may have any length.
    """
    return len(subject) > LONGEST and not subject.startswith(("fixup! ", "squash! ", "Revert "))


def long_subjects() -> list[str]:
    """Return the subjects that are too long, from the commits since this file was added. The newest comes first.

    Return an empty list if git or the history is missing.
    """
    here = Path(__file__).relative_to(ROOT).as_posix()
    added = _git("log", "--diff-filter=A", "--format=%H", "--", here)
    if not added:
        return []
    return [line for line in _git("log", "--no-merges", "--format=%s", f"{added[-1]}..HEAD") if is_too_long(line)]


def _git(*arguments: str) -> list[str]:
    """Return the lines that a git command prints, or an empty list if the command fails.

    For example, it fails in an unpacked source distribution.
    """
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return done.stdout.splitlines()


def main(arguments: list[str]) -> int:
    """Check the message in the given file, and return 1 if its subject is too long.

    Without a file, print the subjects of earlier commits that are too long, and return 0.
    """
    if not arguments:
        for subject in long_subjects():
            print(f"The subject of a commit has {len(subject)} characters, {LONGEST} at most: {subject}")
        return 0
    subject = subject_in(Path(arguments[0]).read_text(encoding="utf-8"))
    if is_too_long(subject):
        print(f"The subject has {len(subject)} characters; use at most {LONGEST}, and a body for the rest.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
