"""Run a part of the tests on each version of Python that this machine has: `make test-pythons`.

The part consists of all tests of the engine and of the storage, and of the first test of each other folder. Outside of
the engine and the storage, tests that may take minutes are left out. pytest also imports the files of all other tests.
The versions are those that the classifiers of pyproject.toml name. `make test-pythons PYTHONS="3.12
/opt/python/bin/python3"` runs the tests on these interpreters instead. Each of them is a version or a program.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WHOLE = ("engine", "storage")
"""The folders of tests/ in which every test runs."""
VENVS = ROOT / ".venv" / "pythons"
"""The folder with a virtual environment for each version."""
LOCKED = ROOT / "requirements.txt"
ASKED = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
"""A program that prints its version, and fails if it cannot make a virtual environment (Debian: python3-venv)."""


def classified() -> list[str]:
    """Return the versions that the classifiers of the project name, such as "3.11"."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    last = [each.split(" :: ")[-1] for each in project["classifiers"] if each.startswith("Programming Language :: ")]
    return [each for each in last if "." in each]


def version_of(program: str | Path) -> str | None:
    """Return the version of an interpreter.

    None means that the program is missing, or that it cannot make a virtual environment.
    """
    try:
        done = subprocess.run([program, "-c", ASKED], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def programs(version: str) -> Iterator[Path | str]:
    """Yield the places where an interpreter of a version may be.

    They are the search path, and the folders of pyenv and of uv.
    """
    found = shutil.which(f"python{version}")
    if found is not None:
        yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local" / "share" / "uv" / "python"))
    yield from sorted(pyenv.glob(f"{version}.*/bin/python3"))
    yield from sorted(uv.glob(f"cpython-{version}.*/bin/python3"))


def find(wanted: str) -> tuple[str, Path | str] | None:
    """Return the version and the program of an interpreter, or None if this machine does not have it.

    `wanted` is a version such as "3.12", or a program.
    """
    is_version = wanted.replace(".", "").isdigit()
    for program in programs(wanted) if is_version else [wanted]:
        version = version_of(program)
        if version is not None and (version == wanted or not is_version):
            return version, program
    return None


def installed(version: str, program: Path | str) -> Path:
    """Return the interpreter of a virtual environment that has the locked packages.

    The environment is kept for the next run, and is made again if the lock file has changed. Raises
    `CalledProcessError` if the packages cannot be installed on this version.
    """
    folder = VENVS / version
    python, mark = folder / "bin" / "python", folder / "installed"
    lock = hashlib.sha256(LOCKED.read_bytes()).hexdigest()
    if not mark.exists() or mark.read_text() != lock:
        subprocess.run([program, "-m", "venv", "--clear", folder], check=True)
        options = ["--quiet", "--disable-pip-version-check", "--require-hashes", "-r", str(LOCKED)]
        subprocess.run([str(python), "-m", "pip", "install", *options], check=True)
        mark.write_text(lock)
    return python


def run(version: str, program: Path | str) -> bool:
    """Run the tests on an interpreter, and return whether they passed."""
    print(f"Python {version}: {program}", flush=True)
    try:
        python = installed(version, program)
    except subprocess.CalledProcessError:
        print(f"Python {version}: the packages of {LOCKED.name} cannot be installed.", flush=True)
        return False
    tests = [str(python), "-m", "pytest", "-n", "2", "--dist", "loadgroup", "-p", "tests.pythons", "tests"]
    return subprocess.run(tests, cwd=ROOT, check=False).returncode == 0


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all tests except for the first one of each folder. Keep all tests of the folders `WHOLE`."""
    keep = set(chosen(items))
    config.hook.pytest_deselected(items=[item for item in items if item not in keep])
    items[:] = [item for item in items if item in keep]


def chosen(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield all tests of the folders `WHOLE`, and the first test of the first file of each other folder.

    Elsewhere, tests with a time limit of their own are left out, because they may take minutes.
    """
    seen = set[Path]()
    for item in sorted(items, key=lambda item: item.path):
        if item.path.relative_to(ROOT / "tests").parts[0] in WHOLE:
            yield item
        elif item.path.parent not in seen and item.get_closest_marker("timeout") is None:
            seen.add(item.path.parent)
            yield item


def main(words: list[str]) -> int:
    """Run the tests on the interpreters `words`, or on those that the classifiers name.

    Return 1 if a test failed, if no interpreter was found, or if one of `words` was not found. Otherwise return 0.
    """
    found = {wanted: find(wanted) for wanted in words or classified()}
    passed = {each[0]: run(*each) for each in found.values() if each is not None}
    missing = [wanted for wanted, each in found.items() if each is None]
    for version, well in passed.items():
        print(f"Python {version}: {'passed' if well else 'FAILED'}")
    for wanted in missing:
        print(f"Python {wanted}: not found on this machine")
    return int(not passed or not all(passed.values()) or bool(words and missing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
