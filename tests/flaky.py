"""Repeat tests while other processes keep the processors busy: `python -m tests.flaky tests/sandbox/test_drain.py`.

A test that sleeps, polls or starts a process may pass on an idle machine and fail if it gets little processor time.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

TIMES, BUSY = 20, 2


@contextmanager
def busy(many: int = BUSY) -> Iterator[None]:
    """Run this many processes that keep a processor busy, until the block ends."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(many)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def fails(number: int, tests: list[str]) -> bool:
    """Run these tests once, print the result, and return whether a test failed.

    If a test failed, also print the output.
    """
    command = [sys.executable, "-m", "pytest", "-n", "0", *tests]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(f"{number:>3} of {TIMES}: {'failed' if done.returncode else 'passed'}", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return bool(done.returncode)


def main(tests: list[str]) -> int:
    """Run the tests `TIMES` times. Return 1 if a run failed, 2 if no tests were given, and 0 otherwise."""
    if not tests:
        print("Which tests? `make flaky TESTS=tests/sandbox/test_drain.py`")
        return 2
    with busy():
        failed = sum(fails(number, tests) for number in range(1, TIMES + 1))
    print(f"{failed} of {TIMES} runs failed.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
