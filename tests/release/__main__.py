"""Make a release: `make release`.

The release is the folder dist/. It holds the wheel, the sdist, the bill of materials, two lock files, the page of
licences, and the checksums of these files.
"""

import os
import shutil
import sys
from pathlib import Path

from tests.release import bill, licences
from tests.release.building import build, date_of_the_commit, sums
from tests.release.lock import PLAY, ROOT, RUN

DIST = ROOT / "dist"


def main(into: Path = DIST) -> int:
    """Make the release in the folder `into`.

    Return 1 if the page of licences does not match the lock files, otherwise 0.
    """
    if licences.PAGE.read_text(encoding="utf-8") != licences.page():
        print(
            "deploy/LICENCES.md does not match the lock files: run `make licences`, read it and commit it.",
            file=sys.stderr,
        )
        return 1
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0")) or date_of_the_commit()
    shutil.rmtree(into, ignore_errors=True)
    wheel, sdist = build(into, epoch)
    made = [wheel, sdist, bill.write(into, wheel.name.split("-")[1], epoch)]
    made += [Path(shutil.copy(file, into)) for file in (RUN, PLAY, licences.PAGE)]
    (into / "SHA256SUMS").write_text(sums(made), encoding="utf-8")
    for file in made:
        print(f"{file.stat().st_size:>10,}  {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
