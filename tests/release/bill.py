"""Write a release's bill of materials in the format CycloneDX.

It has the bot's packages, licences and dependencies.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from bot.settings import VERSION
from tests.release.lock import ROOT, RUN, locked


def bill(epoch: int) -> str:
    """Return the bill of materials as JSON, dated `epoch` (seconds since 1970).

    It lists the bot's locked packages, as they are installed here. It leaves out packages that only the tests need,
    and packages that only some machines need. Raises `LookupError` if an installed package differs from the locked
    one.
    """
    command = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "environment", sys.executable]
    options = ["--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible", "--of", "JSON"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    done = subprocess.run([*command, *options], env=environment, capture_output=True, check=True)
    return json.dumps(_of_the_bot(json.loads(done.stdout)), indent=2, sort_keys=True) + "\n"


def _of_the_bot(whole: dict[str, Any]) -> dict[str, Any]:
    wanted = {package.name: package.version for package in locked(RUN) if not package.where}
    parts = [part for part in whole["components"] if canonicalize_name(part["name"]) in wanted]
    if {canonicalize_name(part["name"]): part["version"] for part in parts} != wanted:
        raise LookupError("installed and locked packages differ: pip install --require-hashes -r requirements.txt")
    there = {part["bom-ref"] for part in parts} | {whole["metadata"]["component"]["bom-ref"]}
    needs = [
        {**each, "dependsOn": [other for other in each.get("dependsOn", []) if other in there]}
        for each in whole["dependencies"]
        if each["ref"] in there
    ]
    whole["metadata"]["component"]["version"] = VERSION
    return {**whole, "components": parts, "dependencies": needs}


def write(into: Path, version: str, epoch: int) -> Path:
    """Write the bill of materials of a version into a folder, and return the path of the file."""
    file = into / f"liars_dice-{version}.cdx.json"
    file.write_text(bill(epoch), encoding="utf-8")
    return file
