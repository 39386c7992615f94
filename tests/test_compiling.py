"""Test that only one worker compiles the tests of a fresh clone."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from time import sleep

from tests.compiling import one_first


def fresh(folder: Path) -> Path:
    """Return a folder with three files of tests, of which one is compiled, as after `make check`."""
    (folder / "words" / "__pycache__").mkdir(parents=True)
    for name in ("test_words", "test_dice", "test_names"):
        (folder / "words" / f"{name}.py").touch()
    compile_one(folder, "test_words")
    return folder


def compile_one(folder: Path, name: str) -> None:
    (folder / "words" / "__pycache__" / f"{name}.cpython-311-pytest-9.1.1.pyc").touch()


def test_in_a_fresh_clone_one_worker_collects_before_the_others(tmp_path: Path) -> None:
    seen, begun, asks, clone = list[str](), Event(), Event(), fresh(tmp_path)

    def first() -> None:
        with one_first(tmp_path / "lock", clone):
            begun.set()
            asks.wait()
            sleep(0.1)
            compile_one(clone, "test_dice")
            seen.append("the first one is done")

    def second() -> None:
        begun.wait()
        asks.set()
        with one_first(tmp_path / "lock", clone):
            seen.append("the second one collects")

    with ThreadPoolExecutor() as workers:
        for done in (workers.submit(first), workers.submit(second)):
            done.result()
    assert seen == ["the first one is done", "the second one collects"]


def test_later_all_workers_collect_at_the_same_time(tmp_path: Path) -> None:
    clone, together = fresh(tmp_path), Barrier(2, timeout=60)
    compile_one(clone, "test_dice")

    def collects() -> None:
        with one_first(tmp_path / "lock", clone):
            together.wait()

    with ThreadPoolExecutor() as workers:
        for done in [workers.submit(collects) for _ in range(2)]:
            done.result()
