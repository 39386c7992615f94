"""Make trouble for the real bot for hours, such as kills and outages: `make faults`.

The counts are added up in a file, so that a later run can continue.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.kills.sorts import DATABASES, SORTS, Sort
from tests.kills.tally import Tallies, Tally


def _told(name: str, so_far: Tally, many: int) -> str:
    return (
        f"{name}: {so_far.kills} of {many}, {so_far.presses:,} presses ({so_far.answers:,} answered), "
        f"{so_far.direct_messages:,} DMs compared, {so_far.seconds:.0f} s, {len(so_far.found)} found"
    )


def _go_on(tallies: Tallies, what: str, sort: Sort, database: str, many: int) -> None:
    name = database if what == "kills" else f"{what} on {database}"
    so_far = tallies.of(name)
    while so_far.kills < many and not so_far.found:
        with tempfile.TemporaryDirectory() as folder:
            done = sort.trouble(Path(folder), database, so_far.kills, min(many - so_far.kills, sort.together))
        tallies.add(name, done)
        print(_told(name, so_far, many), flush=True)
    print("\n".join([_told(name, so_far, many), *so_far.found]), flush=True)


def main() -> int:
    """Make trouble until it has happened often enough, counting earlier runs.

    Return 1 if any of these runs found a fault.
    """
    parser = argparse.ArgumentParser(prog="make faults")
    parser.add_argument("many", type=int, nargs="?", help="how many, those of before included")
    parser.add_argument("--what", choices=[*SORTS, "all"], default="kills", help="which sort of trouble")
    parser.add_argument("--on", choices=DATABASES, help="on this database alone")
    parser.add_argument("--counts", type=Path, default=Path("kills.json"), help="the file in which counts are added up")
    given = parser.parse_args()
    tallies = Tallies(given.counts)
    for what in SORTS if given.what == "all" else [given.what]:
        sort = SORTS[what]
        for database in sort.databases:
            if given.on in (None, database):
                _go_on(tallies, what, sort, database, given.many or sort.many)
    return 1 if any(each.found for each in tallies.all()) else 0


if __name__ == "__main__":
    sys.exit(main())
