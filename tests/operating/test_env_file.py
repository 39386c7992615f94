"""Test settings that are read from a file.

The file is `.env` in the working folder, or the file that `--env-file` names.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.operating.env_file import DISABLED
from tests import commands

ROOT = Path(__file__).parents[2]
SECRET = "MTIz.token-of-a-bot.s3cr3t"
UNSET = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", DISABLED)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change the working folder to an empty folder, as an operator may have it, and return its path."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(file: Path, *lines: str, mode: int = 0o600) -> Path:
    file.write_text("".join(f"{line}\n" for line in lines))
    file.chmod(mode)
    return file


def bot(*words: str, **settings: str) -> commands.Done:
    """Run the command with only these settings in its environment."""
    return commands.run("bot", *words, settings={**dict.fromkeys(UNSET), **settings})


def in_a_process(folder: Path, *words: str, **settings: str) -> commands.Done:
    """Run the command in a process, as an operator does."""
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    done = subprocess.run(
        [sys.executable, "-m", "bot", *words],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    return commands.Done(done.stdout, done.stderr, done.returncode)


def test_a_command_reads_the_file_in_its_working_folder(folder: Path) -> None:
    """The command runs in its own process.

    The file has comments, quotes, blanks, and characters that shells expand.
    """
    write(folder / ".env", "# where the games are", "", "DATABASE_URL='sqlite:///my games ${HOME}/g.sqlite'  # here")
    done = in_a_process(folder, "migrate")
    assert (done.stdout, done.stderr, done.returncode) == ("The database is up to date.\n", "", 0)
    assert (folder / "my games ${HOME}" / "g.sqlite").is_file()


def test_environment_variables_take_precedence_over_the_file(folder: Path) -> None:
    write(folder / ".env", "DATABASE_URL=sqlite:///of-the-file.sqlite", "LOG_LEVEL=loud")
    assert bot("migrate", LOG_LEVEL="INFO").returncode == 0
    assert bot("migrate", DATABASE_URL="sqlite:///ours.sqlite").stderr.startswith("LOG_LEVEL is DEBUG, INFO,")
    assert bot("migrate", DATABASE_URL="sqlite:///ours.sqlite", LOG_LEVEL="INFO").returncode == 0
    assert {"of-the-file.sqlite", "ours.sqlite"} <= {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("words", [["--env-file", "other"], ["--env-file=other"]])
def test_a_named_file_is_read_in_place_of_the_usual_one(folder: Path, words: list[str]) -> None:
    write(folder / ".env", "LOG_LEVEL=loud")
    write(folder / "other", "DATABASE_URL=sqlite:///of-the-other.sqlite")
    assert bot("migrate", *words).returncode == 0
    assert (folder / "of-the-other.sqlite").is_file()
    assert bot("export", "game", "7", *words).stderr.startswith("No game 7 is kept")


@pytest.mark.parametrize("command", ["run", "emojis"])
def test_the_token_may_be_in_the_file(folder: Path, command: str) -> None:
    """The command reads the token from the file, and refuses it because it contains a blank."""
    write(folder / ".env", f"DISCORD_TOKEN=Bot {SECRET}")
    done = bot(command)
    assert "DISCORD_TOKEN has white space or foreign signs inside" in done.stderr
    assert (done.stdout, done.returncode, SECRET in done.stderr) == ("", 2, False)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
@pytest.mark.parametrize("words", [[], ["--env-file", ".env"]])
def test_a_file_that_others_can_read_or_change_is_refused(folder: Path, mode: int, words: list[str]) -> None:
    write(folder / ".env", f"DISCORD_TOKEN={SECRET}", mode=mode)
    done = bot("migrate", *words)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith(".env can be read by others")
    assert "chmod 600 .env" in done.stderr
    assert [file.name for file in folder.iterdir()] == [".env"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_refused(folder: Path) -> None:
    file = write(folder / ".env", "LOG_LEVEL=INFO")
    os.chown(file, 65534, 65534)
    done = bot("tables")
    assert (done.stderr.startswith(".env belongs to another user"), done.returncode) == (True, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"LOG_LEVEL=INFO\nDISCORD_TOKEN s3cr3t\n", ".env has no setting NAME=value in line 2"),
        (b"LOG_LEVEL=INFO\nDISCORD_TOKEN\n", ".env has no setting NAME=value in line 2"),
        (b"DISCORD_TOKEN='s3cr3t\n", ".env has no setting NAME=value in line 1"),
        (b"LOG_LEVEL=INFO\nDISCORD_TOKEN=s3cr3t\0\n", ".env has no setting NAME=value in line 2"),
        (b"'DISCORD=TOKEN'=s3cr3t\n", ".env has no setting NAME=value in line 1"),
        (b"DISCORD_TOKEN=s3cr3t\xff\n", ".env cannot be read: it is not text in UTF-8."),
    ],
)
def test_a_file_with_a_mistake_is_refused_without_its_contents(folder: Path, text: bytes, says: str) -> None:
    file = write(folder / ".env")
    file.write_bytes(text)
    done = bot("tables")
    assert done.stderr.startswith(says)
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 2)
    assert "s3cr3t" not in done.stderr


def test_a_named_file_that_is_missing_is_refused(folder: Path) -> None:
    done = bot("tables", "--env-file", "nowhere")
    assert (done.stderr, done.returncode) == ("nowhere cannot be read: No such file or directory.\n", 2)
    (folder / ".env").mkdir()  # some people name their virtual environment so
    assert bot("migrate").returncode == 0


def test_the_doctor_says_which_file_was_read(folder: Path) -> None:
    def said(*words: str) -> str:
        line = bot("doctor", *words).stdout.splitlines()[0]
        assert line.startswith("ok    settings    come from the environment ")
        return line

    assert said().endswith("alone: no file of settings was read")
    write(folder / ".env", "DATABASE_URL=sqlite:///games.sqlite")
    assert f" and from {folder / '.env'};" in said()
    write(folder / "other", "DATABASE_URL=sqlite:///games.sqlite")
    assert f" and from {folder / 'other'};" in said("--env-file", "other")


def test_processes_that_a_command_starts_have_its_settings_and_read_no_file(folder: Path) -> None:
    """`run --processes` starts such processes.

    They would refuse the usual file, which the command itself did not read.
    """
    write(folder / ".env", "nonsense", mode=0o644)
    write(folder / "other", "DATABASE_URL=sqlite:///of-the-other.sqlite")
    program = (
        "import subprocess, sys; from pathlib import Path; from bot.operating.env_file import load; "
        "load(Path('other')); sys.exit(subprocess.call([sys.executable, '-m', 'bot', 'migrate']))"
    )
    environment = {name: value for name, value in os.environ.items() if name not in UNSET}
    line, environment = [sys.executable, "-c", program], {**environment, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    assert (folder / "of-the-other.sqlite").is_file()


def test_the_demo_and_the_local_discord_read_no_file(folder: Path) -> None:
    """They ignore a file that other commands would refuse."""
    write(folder / ".env", "nonsense", mode=0o644)
    assert "These can be played" in bot("demo", "tarot").stderr
    assert bot("sandbox", "--data", "world", "--faults", "no").stderr.startswith("--faults takes JSON")
    for command in ("demo", "sandbox"):
        assert bot(command, "--env-file", ".env").stderr.endswith(" Look at --env-file.\n")
