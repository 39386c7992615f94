"""Print each sentence about rules that has no check: `python -m tests.truth`; return 1 if there is one."""

import sys

from tests.truth.checks import CHECKS, faults


def main() -> int:
    """Print every fault, and how many sentences have a check; return 1 if there are faults."""
    found = [*faults()]
    print("\n".join([*found, f"{len(CHECKS)} sentences about rules have a check"]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
