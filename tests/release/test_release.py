"""Test that a release is reproducible, has all files that the bot reads, and lists its parts."""

import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.catalogues import closing
from tests.release import audit, bill, licences
from tests.release.building import build, date_of_the_commit
from tests.release.lock import ALL, PLAY, ROOT, RUN, locked

EPOCH = 1_795_000_000
PACKAGES = ("bot", "engine", "migrations")
pytestmark = pytest.mark.xdist_group("release")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("dist"), EPOCH)


def test_the_same_commit_gives_the_same_bytes(built: tuple[Path, Path], tmp_path: Path) -> None:
    again = build(tmp_path, EPOCH)
    assert [file.name for file in again] == [file.name for file in built]
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in built]


def test_a_release_without_git_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wanted = "Install git and run this in a clone of the project, or set SOURCE_DATE_EPOCH"
    with pytest.raises(SystemExit, match=wanted):
        date_of_the_commit()


def test_a_release_without_all_translations_says_so_in_its_last_sentence() -> None:
    why = closing({"de": ["missing: Liar!"] * 3, "fr": []})
    assert "No release: translations are missing (de lacks 3), as listed above." in why
    assert "Translate them in bot/words/locale" in why
    assert "`.venv/bin/python -m tests.release` for a release that says these sentences in English." in why
    assert closing({"de": [], "fr": []}) == ""


def test_the_wheel_has_every_file_of_the_packages(built: tuple[Path, Path]) -> None:
    """The files include fonts, pictures, message catalogues, migrations and the page of the local Discord."""
    there = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    with zipfile.ZipFile(built[0]) as wheel:
        inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert inside == there
    assert {Path(name).suffix for name in inside} >= {".py", ".ttf", ".png", ".svg", ".pot", ".js", ".css", ".html"}


def test_the_sdist_leaves_out_the_settings_of_the_person_who_builds_it(tmp_path: Path) -> None:
    """The test adds files of settings to a copy of the last commit, and builds there. Git also ignores such files."""
    files = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(files)) as commit:
        commit.extractall(tmp_path, filter="data")
    settings = [".env", "deploy/.env"]
    for name in settings:
        (tmp_path / name).write_text("DISCORD_TOKEN=a.secret.token")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "--target", "sdist"], cwd=tmp_path, check=True)
    (file,) = (tmp_path / "dist").glob("*.tar.gz")
    with tarfile.open(file) as sdist:
        inside = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"pyproject.toml", "deploy/example.env", ".github/workflows/check.yml"} <= inside
    assert [name for name in inside if name in settings] == []
    found = subprocess.run(["git", "check-ignore", *settings], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.stdout.split() == settings


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a new virtual environment, and return the path of its Python.

    Other packages are imported from the environment of the tests.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    options = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", *options, str(built[0])], check=True
    )
    ours = folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    (ours / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return python


def run(python: Path, folder: Path, *command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(python), *command], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=100
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


@pytest.mark.long
def test_the_installed_package_plays_a_game_from_any_folder(installed: Path, tmp_path: Path) -> None:
    where = run(installed, tmp_path, "-c", "import bot, engine, migrations; print(bot.__file__, engine.__file__)")
    assert str(ROOT) not in where
    assert ">>> Ann: /play game:common" in run(installed, tmp_path, "-m", "bot", "demo", "common")


@pytest.mark.long
def test_the_installed_package_migrates_a_database_and_draws_pictures(installed: Path, tmp_path: Path) -> None:
    """The migrations, fonts and pictures are those of the installed package."""
    run(installed, tmp_path, "-c", SOME_OF_ALL)
    assert (tmp_path / "games.sqlite").stat().st_size > 0


SOME_OF_ALL = """
from pathlib import Path

import bot.pictures
from bot.pictures.charts import png
from bot.storage.migrate import upgrade

upgrade("sqlite:///games.sqlite")
words = '<text x="1" y="14" font-family="DejaVu Sans" font-size="14">Liar!</text>'
svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">{}</svg>'
assert png(svg.format(words)) != png(svg.format(""))  # so the fonts are there
assert len(list((Path(bot.pictures.__file__).parent / "ivory").glob("*.png"))) > 30
"""


@pytest.mark.long
def test_the_bill_of_materials_is_valid_and_lists_only_the_bots_packages() -> None:
    from cyclonedx.schema import SchemaVersion  # both imports take two seconds
    from cyclonedx.validation.json import JsonStrictValidator

    written = bill.bill(EPOCH)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(written) is None
    told: dict[str, Any] = json.loads(written)
    names = {(part["name"].lower().replace("_", "-").replace(".", "-"), part["version"]) for part in told["components"]}
    assert names == {(package.name, package.version) for package in locked(RUN) if not package.where}
    assert all(part["licenses"] for part in told["components"] if part["name"] != "resvg_py")
    (root,) = [each for each in told["dependencies"] if each["ref"] == "root-component"]
    assert any(ref.startswith("discord.py==") for ref in root["dependsOn"])
    assert not any(ref.startswith("pytest") for each in told["dependencies"] for ref in each.get("dependsOn", []))
    assert told["metadata"]["timestamp"] == "2026-11-18T11:06:40+00:00"


def test_the_bot_is_locked_to_the_package_versions_that_are_tested() -> None:
    assert set(locked(RUN)) <= set(locked(ALL))
    project = (
        (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("\ndependencies = [")[2].partition("\n]")[0]
    )
    wanted = {name.lower().replace(".", "-") for name in re.findall(r'"([\w.-]+)', project)}
    assert wanted <= {package.name for package in locked(RUN)}


def test_make_play_installs_the_tested_packages_and_no_tools() -> None:
    assert set(locked(RUN)) < set(locked(PLAY)) < set(locked(ALL))
    besides = {package.name for package in set(locked(PLAY)) - set(locked(RUN))}
    assert besides == {"simcord", "markdown-it-py", "mdurl"}


# Licences -----------------------------------------------------------------------------------------------------


def test_the_page_of_licences_matches_the_lock_files() -> None:
    assert licences.PAGE.read_text(encoding="utf-8") == licences.page(), "run make licences, and read what has changed"


def test_every_locked_package_has_a_licence_that_we_accept() -> None:
    assert {
        each.name: licences.licence(each) for each in locked(ALL) if not licences.is_acceptable(licences.licence(each))
    } == {}


@pytest.mark.parametrize(
    ("expression", "accepted"),
    [
        ("MIT", True),
        ("Apache-2.0 AND MIT", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only AND MIT", False),
        ("AGPL-3.0-or-later", False),
    ],
)
def test_a_licence_is_accepted_if_all_its_parts_are(expression: str, accepted: bool) -> None:
    assert licences.is_acceptable(expression) is accepted


# Known vulnerabilities ----------------------------------------------------------------------------------------

ASKED, UNASKED = {"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "not found"}
BAD = {"name": "c", "version": "2", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}


@pytest.mark.parametrize(
    ("packages", "code", "words"),
    [
        ([ASKED, ASKED], audit.WELL, "Nothing is known against any of 2 packages."),
        ([UNASKED, UNASKED], audit.UNASKED, "so nothing was checked"),
        ([ASKED, UNASKED], audit.UNASKED, "of these nobody knows: b"),
        ([ASKED, UNASKED, BAD], audit.KNOWN, "c 2: PYSEC-1, PYSEC-2"),
    ],
)
def test_the_audit_fails_if_the_list_of_vulnerabilities_does_not_answer(
    packages: list[Any], code: int, words: str
) -> None:
    found, told = audit.verdict({"dependencies": packages})
    assert found == code
    assert words in told
