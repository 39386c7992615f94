"""Report known vulnerabilities of locked packages: `make audit`.

The audit also fails if the service that lists vulnerabilities does not answer. pip-audit itself succeeds even if this
service knows none of the packages.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.release.lock import ALL, RUN

WELL, KNOWN, UNASKED = 0, 1, 2
PATIENCE = "15"
"""Seconds to wait for an answer."""


def main() -> int:
    """Check each lock file for known vulnerabilities.

    Return 0 if none is known, 1 if one is known, or 2 if a lock file could not be checked.
    """
    worst = WELL
    for file in (RUN, ALL):
        done = ask(file)
        try:
            code, told = verdict(json.loads(done.stdout))
        except json.JSONDecodeError:
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            code, told = UNASKED, f"The source could not be asked, so nothing was checked: {said[:300]}"
        print(f"{file.name}: {told}")
        worst = KNOWN if KNOWN in (worst, code) else max(worst, code)
    return worst


def ask(file: Path) -> subprocess.CompletedProcess[str]:
    """Return pip-audit's report on a lock file, as JSON."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(file), "--require-hashes", "--disable-pip"]
    options = ["--format", "json", "--timeout", PATIENCE, "--progress-spinner", "off"]
    return subprocess.run([*command, *options], capture_output=True, text=True, check=False)


def verdict(report: dict[str, Any]) -> tuple[int, str]:
    """Return the exit code for pip-audit's report, and a sentence that explains it."""
    packages = report["dependencies"]
    unasked = [package["name"] for package in packages if "skip_reason" in package]
    known = [
        f"{package['name']} {package['version']}: {', '.join(each['id'] for each in package['vulns'])}"
        for package in packages
        if package.get("vulns")
    ]
    if known:
        return KNOWN, "\n  ".join(["known against:", *known])
    if len(unasked) == len(packages):
        return UNASKED, "The source does not answer for any package, so nothing was checked."
    if unasked:
        return UNASKED, f"Nothing is known, but of these nobody knows: {', '.join(unasked)}."
    return WELL, f"Nothing is known against any of {len(packages)} packages."


if __name__ == "__main__":
    sys.exit(main())
