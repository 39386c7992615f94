"""Find the commands in the pages for operators, and the comments that say why a command does not run in a test.

A command is a line of a block of code, or a piece of code in a sentence that begins with the name of a program. A
comment looks like `<!-- not run: docker compose, kubectl: the tests have no container engine and no cluster -->`. It
excuses all commands of its page that begin with one of its names. A block that begins with ```text has no commands.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
OF_OPERATORS = ("RUNBOOK.md", "PLATFORMS.md", "POSTGRESQL.md", "FAILOVER.md", "CAPACITY.md", "PROCESSES.md")
PAGES = (ROOT / "README.md", *(ROOT / "deploy" / name for name in OF_OPERATORS))
BOT = ("bot", ".venv/bin/python -m bot", "bin/liars-dice")
"""How the pages write the command that runs the bot."""
OTHERS = (
    *("apt-get", "chmod", "chown", "cp", "crontab", "docker", "fuser", "git", "grep", "install", "journalctl"),
    *("kubectl", "make", "mkdir", "pgrep", "pip", "pkill", "/opt/liars-dice/bin/pip", "python3", "rm", "sha256sum"),
    *("runuser", "service", "systemctl", "systemd-run", "tar", "pg_basebackup", "pg_ctl"),
    *("ALTER SYSTEM", "SELECT", "select"),
)
"""The other programs that the pages name, and the beginnings of queries in SQL."""
INCOMPLETE = ("bot backup", "bot restore", "bot move-data")
"""Names of commands that need more words. A sentence may name them without these words."""
BLOCK = re.compile(r"^( *)```\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
TEXT = re.compile(r"^ *```text\n.*?^ *```$", re.MULTILINE | re.DOTALL)
"""A block with lines of a file or examples, which are no commands."""
EXCUSE = re.compile(r"<!-- not run: (.+?): (.+?) -->", re.DOTALL)
SETTING = re.compile(r"^[A-Z_]+=\S+ ")
IN_THE_BACKGROUND = re.compile(
    r"^(?:(?:@reboot|[\d*]+(?: [\d*]+){4}) cd \S+ && |nohup )(.+?)(?: >>bot\.log 2>&1(?: &)?)?$"
)
"""A line for cron, or a command that goes on after the operator has left. Group 1 is the command itself."""
FIELDS = r"/|-|--|https?:|\?"
"""How code that contains a blank, but is no command, may begin: a slash command, an option, or a part of an address."""


def code_in(page: Path) -> tuple[list[str], list[str]]:
    """Return the lines of the blocks of code of a page, and the pieces of code in its sentences, without comments."""
    text = TEXT.sub("", page.read_text(encoding="utf-8"))
    blocks = [line for _, block in BLOCK.findall(text) for line in block.splitlines()]
    rest = EXCUSE.sub("", BLOCK.sub("", text))
    indented = re.findall(r"^    (\S.*)$", rest, re.MULTILINE)
    lines = [re.sub(r"\s+#.*", "", line).strip() for line in (*blocks, *indented)]
    return [line for line in lines if line], [" ".join(piece.split()) for piece in re.findall(r"`([^`]+)`", rest)]


def is_command(piece: str) -> bool:
    """Return whether a piece of code begins with a program, perhaps after a setting."""
    return any(begins(_bare(piece), program) for program in (*BOT, *OTHERS)) and piece != "bot"


def _bare(command: str) -> str:
    """Return a command without a setting before it, and without the words that let it run in the background."""
    return IN_THE_BACKGROUND.sub(r"\1", SETTING.sub("", command))


def begins(command: str, words: str) -> bool:
    """Return whether a command begins with these words."""
    return command == words or command.startswith(f"{words} ")


def commands_of(page: Path) -> list[str]:
    """Return the commands of a page, each once, in the order of their names.

    The bare names of `INCOMPLETE` are left out.
    """
    lines, pieces = code_in(page)
    return sorted({*lines, *filter(is_command, pieces)} - set(INCOMPLETE))


def excuses_of(page: Path) -> dict[str, str]:
    """Return the beginnings of commands that do not run in a test, each with the reason."""
    text = page.read_text(encoding="utf-8")
    return {words: " ".join(why.split()) for names, why in EXCUSE.findall(text) for words in names.split(", ")}


def excused(page: Path, command: str) -> bool:
    """Return whether a comment of the page excuses a command."""
    return any(begins(command, words) for words in excuses_of(page))


def words_of_the_bot(command: str) -> list[str] | None:
    """Return the arguments of the bot in a command, or None if the command runs another program."""
    bare = _bare(command)
    found = next((program for program in BOT if begins(bare, program)), None)
    return None if found is None else bare.removeprefix(found).split()
