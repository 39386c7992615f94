"""Test the workflows for GitHub, as far as this is possible without GitHub."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import VERSION
from tests.pythons import classified

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())

each_workflow = pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)


def jobs(file: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"])


def steps(file: Path) -> list[dict[str, Any]]:
    return [step for job in jobs(file).values() for step in job["steps"]]


def commands(file: Path) -> list[str]:
    return [line for step in steps(file) for line in step.get("run", "").splitlines()]


@each_workflow
def test_a_workflow_is_valid_by_the_schema_of_github(file: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@each_workflow
def test_every_action_is_pinned_by_its_commit(file: Path) -> None:
    """A tag can be moved to other code, but a commit cannot. The comment names the tag for readers."""
    used = re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))
    assert len(used) == len([step for step in steps(file) if "uses" in step]) > 0
    assert [each for each in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


@each_workflow
def test_a_workflow_says_where_it_was_tried(file: Path) -> None:
    comment = file.read_text(encoding="utf-8").split("\nname:")[0]
    assert re.search(r"^# Tried: ", comment, re.MULTILINE)
    assert "Not tried: on GitHub" in comment


@each_workflow
def test_each_job_has_only_the_permissions_that_it_needs(file: Path) -> None:
    """Only the release may write. Each job has a time limit."""
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
    assert {name for name, job in jobs(file).items() if "permissions" in job} == {file.stem} & {"release"}
    assert all(job["timeout-minutes"] <= 90 for job in jobs(file).values())


@each_workflow
def test_make_knows_every_target_that_a_workflow_makes(file: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    made = [word for line in commands(file) if line.startswith("make ") for word in line.split()[1:]]
    assert made
    assert {word for word in made if re.fullmatch(r"[a-z-]+", word)} <= targets


def test_each_push_is_checked_and_tested_and_a_tag_is_released() -> None:
    check, release = ((ROOT / ".github" / "workflows" / name) for name in ("check.yml", "release.yml"))
    # YAML 1.1 reads the key `on` as true.
    when = {file.name: yaml.safe_load(file.read_text(encoding="utf-8"))[True] for file in (check, release)}
    assert when["check.yml"]["push"] == {"branches": ["**"]}
    assert when["release.yml"] == {"push": {"tags": ["v*"]}}
    assert {"make check", "bash .ci/run"} <= set(commands(check))


def test_the_workflow_runs_the_tests_on_each_version_of_python_that_the_classifiers_name() -> None:
    job = jobs(ROOT / ".github" / "workflows" / "check.yml")["pythons"]
    (versions,) = [step["with"]["python-version"] for step in job["steps"] if "python-version" in step.get("with", {})]
    assert sorted(versions.split()) == sorted(classified())
    assert job["steps"][-1]["run"] == f'make test-pythons PYTHONS="{" ".join(classified())}"'


@pytest.mark.parametrize(("tag", "code"), [(f"v{VERSION}", 0), (VERSION, 1), ("v0.0.1", 1)])
def test_a_tag_that_differs_from_the_version_is_not_released(tag: str, code: int) -> None:
    (line,) = [line for line in commands(ROOT / ".github" / "workflows" / "release.yml") if line.startswith("test ")]
    line = line.replace(".venv/bin/python", sys.executable)
    environment = {**os.environ, "GITHUB_REF_NAME": tag}
    assert subprocess.run(["bash", "-euc", line], cwd=ROOT, env=environment, check=False).returncode == code
