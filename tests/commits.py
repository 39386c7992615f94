"""Check the subjects of commits: `python -m tests.commits` prints the subjects that are too long.

It checks the commits that came after this file. pre-commit calls it with the file of a new commit's message, and it
fails if the subject is too long.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 72
"""The most characters that a subject may have."""


def subject_in(message: str) -> str:
    """Return the first line that is neither empty nor a comment of git's; "" if there is none."""
    lines = (line for line in message.splitlines() if line.strip() and not line.startswith("#"))
    return next(lines, "")


def is_too_long(subject: str) -> bool:
    """Return whether a subject is too long; subjects that git writes for a rebase to squash may have any length."""
    return len(subject) > LONGEST and not subject.startswith(("fixup! ", "squash! ", "Revert "))


def long_subjects() -> list[str]:
    """Return the long subjects since this file was added, newest first; none if git or its history is missing."""
    here = Path(__file__).relative_to(ROOT).as_posix()
    added = _git("log", "--diff-filter=A", "--format=%H", "--", here)
    if not added:
        return []
    return [line for line in _git("log", "--no-merges", "--format=%s", f"{added[-1]}..HEAD") if is_too_long(line)]


def _git(*arguments: str) -> list[str]:
    """Return the lines that a git command prints, or an empty list if the command fails, as in an unpacked sdist."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return done.stdout.splitlines()


def main(arguments: list[str]) -> int:
    """Check the message in the given file, and return 1 if its subject is too long.

    Without a file, print past long subjects.
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
