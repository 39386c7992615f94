"""Test the container image without a container engine.

The tests run the commands of the Dockerfile unchanged, except that other folders replace the folders of the image.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import PROGRAMS
from tests.deploy.dockerfile import Instruction, read
from tests.release.building import build

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Dockerfile"
INSTRUCTIONS = read(FILE)
LARGEST = 200
"""The largest allowed size of the whole image, in megabytes."""
DEBIAN, PYTHON = 71, 31
"""Two sizes in megabytes: that of Debian 12's required packages with apt, and that of python3.11 with ca-certificates.

Documentation and locales were not counted, because a slim image has none.
"""
PROGRAMS_OF_POSTGRESQL = 17
"""The size in megabytes of PostgreSQL's three programs with all their libraries on Debian 12."""
NOBODY = 65534
DIGEST = "0123456789abcdef" * 4

pytestmark = pytest.mark.xdist_group("release")


def of(word: str, stage: str = "") -> list[Instruction]:
    return [each for each in INSTRUCTIONS if each.word == word and (not stage or each.stage == stage)]


def base_images() -> dict[str, str]:
    """Return the build arguments of the Dockerfile with their defaults."""
    return dict(each.rest.split("=", 1) for each in of("ARG"))


def test_every_base_image_is_a_tag_that_a_build_argument_can_replace() -> None:
    stages = {each.stage for each in of("FROM")}
    outside = [each.rest.split()[0] for each in of("FROM") if each.rest.split()[0] not in stages]
    assert sorted(outside) == sorted(f"${{{name}}}" for name in base_images())
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", image) for image in base_images().values())
    assert of("FROM", "programs")[0].rest == "${POSTGRES_IMAGE} AS programs"
    assert [each.stage for each in INSTRUCTIONS if "from=programs" in each.rest] == ["operator"]


def test_the_file_of_build_arguments_has_the_defaults_until_its_commands_write_the_digests(tmp_path: Path) -> None:
    """In the test, a program takes the place of docker and answers with the digest of each image."""
    text = (FILE.parent / "build.env").read_text(encoding="utf-8")
    assert _arguments(text) == [f"{name}={image}" for name, image in base_images().items()]
    (tmp_path / "deploy").mkdir()
    docker = tmp_path / "docker"
    docker.write_text(
        f"#!/bin/sh\nprintf '%s\\n' \"$6\" | sed s/{{{{.Manifest.Digest}}}}/sha256:{DIGEST}/\n", encoding="utf-8"
    )
    docker.chmod(0o755)
    commands = re.findall(r"^#   (docker .*)$", text, re.MULTILINE)
    assert len(commands) == 2
    for line in commands:
        here = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        subprocess.run(["sh", "-euc", line], cwd=tmp_path, env=here, check=True)
    written = (tmp_path / "deploy" / "build.env").read_text(encoding="utf-8")
    assert _arguments(written) == [f"{name}={image}@sha256:{DIGEST}" for name, image in base_images().items()]


def _arguments(text: str) -> list[str]:
    """Return the build arguments that the command line in the Dockerfile makes from a file of build arguments."""
    (line,) = re.findall(r"`\$\((sed .*) deploy/build.env\)`", FILE.read_text(encoding="utf-8"))
    done = subprocess.run(["sh", "-euc", line], input=text, capture_output=True, text=True, check=True)
    flag, *words = done.stdout.replace("\n", " ").split()
    assert {flag, *words[1::2]} == {"--build-arg"}
    return words[0::2]


def test_build_stages_are_defined_before_they_are_used() -> None:
    seen: set[str] = set()
    for each in INSTRUCTIONS:
        if each.word == "COPY" and (stage := each.copied()[0]):
            assert stage in seen
        seen.add(each.stage)
    assert INSTRUCTIONS[-1] == Instruction("bot", "FROM", "running AS bot")


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the build context.

    It has the files that .dockerignore lets through, and a wheel in dist/.
    """
    folder = tmp_path_factory.mktemp("context")
    patterns = [line[1:] for line in _ignored("deploy/Dockerfile.dockerignore") if line.startswith("!")]
    for pattern in patterns:
        for file in ROOT.glob(pattern):
            if not pattern.startswith("dist/"):
                (folder / file.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, folder / file.relative_to(ROOT))
    wheel, sdist = build(folder / "dist", 1_795_000_000)
    sdist.unlink()
    assert wheel.exists()
    return folder


def _ignored(file: str) -> list[str]:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_the_build_context_has_exactly_the_files_that_are_copied(context: Path) -> None:
    assert _ignored(".dockerignore") == _ignored("deploy/Dockerfile.dockerignore")
    assert _ignored(".dockerignore")[0] == "*"
    asked = [what for each in of("COPY") if not each.copied()[0] for what in each.copied()[1]]
    found = {what: {str(file) for file in context.glob(what)} for what in asked}
    assert all(found.values())
    wanted = set().union(*found.values())
    assert wanted == {str(file) for file in context.rglob("*") if file.is_file()}


def python() -> str:
    """Return the image's version of Python if this machine has it, or else the Python that runs the tests."""
    debian = "/usr/bin/python3.11"
    has_it = Path(debian).exists() and not subprocess.run([debian, "-c", "import ensurepip"], check=False).returncode
    return debian if has_it else sys.executable


@pytest.fixture(scope="module")
def opt(context: Path) -> Iterator[Path]:
    """Build /opt/liars-dice with the commands of its build stage, and return its path.

    Other users may read the folder around it, as in the image.
    """
    if shutil.which("strip") is None:
        pytest.skip("there is no strip here (Debian: binutils)")
    with tempfile.TemporaryDirectory(prefix="liars-dice-image-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "wheels").mkdir()
        for what in [what for each in of("COPY", "installed") for what in each.copied()[1]]:
            for file in context.glob(what):
                shutil.copy(file, folder / "wheels")
        for each in of("RUN", "installed"):
            if "apt-get" not in each.rest:
                line = each.rest.replace("/opt/liars-dice", f"{folder}/liars-dice").replace(
                    "/wheels", f"{folder}/wheels"
                )
                _done(line.replace("python3.11 ", f"{python()} "))
        yield folder / "liars-dice"


def _done(line: str) -> None:
    done = subprocess.run(["sh", "-euc", line], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode and "pip install" in line and re.search("Could not find|onnection", done.stderr):
        pytest.skip("no index of packages can be reached")
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_installed_files_leave_room_below_200_megabytes(opt: Path) -> None:
    """The image for backups has PostgreSQL's programs as well. Even this image must stay below the limit."""
    size = sum(file.lstat().st_size for file in opt.rglob("*")) / 2**20
    assert 20 < size < LARGEST - DEBIAN - PYTHON - PROGRAMS_OF_POSTGRESQL
    assert not list(opt.rglob("pip/__init__.py"))


@pytest.mark.long
def test_the_image_runs_as_a_user_who_can_write_only_to_its_data(opt: Path) -> None:
    """Run the image's ENTRYPOINT with its ENV.

    The bot migrates its database. As it has no token, it then says where to get one.
    """
    data = opt.with_name("data")
    data.mkdir(mode=0o700)
    user = NOBODY if os.geteuid() == 0 and _may_run(opt / "bin" / "python") else os.geteuid()
    os.chown(data, user, -1)
    (run,) = of("CMD")
    ran = {word: _run(opt, data, word, user) for word in (*run.listed(), "migrate", "--help")}
    assert {word: done.returncode for word, done in ran.items()} == {"run": 2, "migrate": 0, "--help": 0}
    assert "discord.com/developers" in ran["run"].stderr
    assert ran["migrate"].stdout == "The database is up to date.\n"
    assert (data / "liars-dice.sqlite").stat().st_mode & 0o777 == 0o600


def _may_run(program: Path) -> bool:
    """Return whether another user may run this program.

    Other users cannot run a Python that is in root's own folder.
    """
    try:
        return subprocess.run([program, "--version"], user=NOBODY, check=False, capture_output=True).returncode == 0
    except PermissionError:
        return False


def _run(opt: Path, data: Path, word: str, user: int) -> subprocess.CompletedProcess[str]:
    (entry,) = of("ENTRYPOINT")
    settings = dict(pair.split("=", 1) for each in of("ENV") for pair in each.rest.split())
    here = {
        name: value.replace("/opt/liars-dice", str(opt)).replace("/data", str(data)) for name, value in settings.items()
    }
    command = [shutil.which(entry.listed()[0], path=here["PATH"]) or "", word]
    others: list[int] | None = [] if user == NOBODY else None
    return subprocess.run(
        command,
        cwd=data,
        env=here,
        user=user if user == NOBODY else None,
        extra_groups=others,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_image_does_not_run_as_root_and_stops_on_sigterm() -> None:
    (user,), (stop,) = of("USER"), of("STOPSIGNAL")
    assert re.fullmatch(r"[1-9]\d{4}:[1-9]\d{4}", user.rest)
    assert signal.Signals[stop.rest] is signal.SIGTERM
    (owned,) = [each.rest for each in of("RUN", "running")]
    assert owned == "install -d -m 0700 -o {} -g {} /data".format(*user.rest.split(":"))


def test_the_copied_programs_of_postgresql_run_with_their_own_libraries(tmp_path: Path) -> None:
    """The programs use the libraries that were copied with them, and no file of their original folder."""
    (line,) = [each.rest for each in of("RUN", "programs")]
    gather = line.replace("/gather-programs.sh", str(ROOT / "deploy" / "gather-programs.sh"))
    gather = gather.replace("/usr/lib/postgresql/18/bin", str(PROGRAMS)).replace("/opt/postgresql", str(tmp_path))
    subprocess.run(["sh", "-euc", gather], check=True)
    for program in ("pg_dump", "pg_restore", "psql"):
        done = subprocess.run([tmp_path / program, "--version"], env={}, capture_output=True, text=True, check=True)
        assert done.stdout.startswith(f"{program} (PostgreSQL) ")
    libraries = {file.name for file in (tmp_path / "lib").iterdir()}
    assert any(name.startswith("libpq") for name in libraries)
    assert not any(name.startswith("libc.so") for name in libraries)
    (env,) = of("ENV")
    assert "/opt/postgresql:" in env.rest
