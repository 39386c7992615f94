"""Print each fault of the checks of sentences, such as a sentence about rules without a check.

Run it with `python -m tests.truth`. It returns 1 if there is a fault.
"""

import sys

from tests.truth.checks import CHECKED, faults


def main() -> int:
    """Print every fault and the number of sentences with a check. Return 1 if there are faults."""
    found = [*faults()]
    print("\n".join([*found, f"{len(CHECKED)} sentences about rules have a check"]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
