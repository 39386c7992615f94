"""Test that the two compose files are valid and agree with each other and with the Dockerfile.

The tests need no container engine. The schema of the Compose Specification comes with check-jsonschema.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import USUAL
from tests.deploy.dockerfile import read

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSED = ("compose.yaml", "compose.sqlite.yaml")


def composed(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8")))


def services() -> dict[str, Any]:
    return dict(composed("compose.yaml")["services"])


def by_the_schema(file: Path) -> subprocess.CompletedProcess[str]:
    """Check a file against the schema of the Compose Specification."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", COMPOSED)
def test_a_compose_file_is_valid_by_the_compose_specification(name: str) -> None:
    done = by_the_schema(DEPLOY / name)
    assert done.returncode == 0, done.stdout


def test_a_wrong_key_in_a_compose_file_is_noticed(tmp_path: Path) -> None:
    wrong = composed("compose.sqlite.yaml")
    wrong["services"]["bot"]["readonly"] = wrong["services"]["bot"].pop("read_only")
    (tmp_path / "compose.yaml").write_text(yaml.safe_dump(wrong), encoding="utf-8")
    done = by_the_schema(tmp_path / "compose.yaml")
    assert done.returncode == 1
    assert "readonly" in done.stdout


@pytest.mark.parametrize("name", COMPOSED)
def test_compose_uses_existing_build_stages_and_declared_volumes(name: str) -> None:
    file = composed(name)
    for service in (each for name, each in file["services"].items() if name != "database"):
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert list(service.get("depends_on", [])) == [each for each in file["services"] if each == "database"]
    mounted = {volume.split(":")[0] for service in file["services"].values() for volume in service.get("volumes", [])}
    assert mounted == set(file["volumes"])


def test_compose_builds_its_images_with_the_defaults_of_the_dockerfile() -> None:
    instructions = read(DEPLOY / "Dockerfile")
    defaults = dict(each.rest.split("=", 1) for each in instructions if each.word == "ARG")
    ours = [service["build"] for service in services().values() if "build" in service]
    assert {build["target"] for build in ours} == {"bot", "operator"} <= {each.stage for each in instructions}
    for build in ours:
        assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Dockerfile")
        assert build["args"] == {name: f"${{{name}:-{image}}}" for name, image in defaults.items()}
    assert services()["database"]["image"] == ours[0]["args"]["POSTGRES_IMAGE"]


def test_compose_with_sqlite_needs_the_name_of_an_image_and_a_token() -> None:
    """Compose builds nothing, and the file does not name PostgreSQL."""
    text = (DEPLOY / "compose.sqlite.yaml").read_text(encoding="utf-8")
    file = yaml.safe_load(text)
    (bot,) = file["services"].values()
    assert (bot["image"], "build" in bot) == ("${IMAGE:-liars-dice}", False)
    assert re.findall(r"\$\{(\w+):?\?", text) == ["DISCORD_TOKEN"], "compose refuses to start without these"
    assert "POSTGRES" not in text


def test_compose_with_sqlite_needs_one_service_and_one_volume() -> None:
    """The database is on the volume, and the health check uses the port that the bot opens."""
    bot, with_postgresql = composed("compose.sqlite.yaml")["services"]["bot"], services()["bot"]
    assert list(composed("compose.sqlite.yaml")["services"]) == ["bot"]
    (volume,) = bot["volumes"]
    folder = volume.partition(":")[2]
    assert bot["environment"]["DATABASE_URL"].startswith(f"sqlite:///{folder}/")
    assert f"-g 10001 {folder}\n" in (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    alike = ("healthcheck", "ports", "security_opt", "tmpfs", "stop_grace_period", "restart", "mem_limit", "logging")
    for same in alike:
        assert bot[same] == with_postgresql[same], same
    assert f":{bot['environment']['HEALTH_PORT']}/healthz" in bot["healthcheck"]["test"][-1]


@pytest.mark.parametrize("name", COMPOSED)
def test_prometheus_on_the_same_machine_reaches_the_bot_of_a_compose_file(name: str) -> None:
    """The bot listens on all addresses of its container, but compose publishes the port only on the machine itself.

    The address is the one that the example in the file of alarms scrapes.
    """
    bot = composed(name)["services"]["bot"]
    published = re.fullmatch(r"127\.0\.0\.1:\$\{HEALTH_PORT:-(\d+)\}:(\d+)", *bot["ports"])
    assert published is not None
    assert (bot["environment"]["HEALTH_HOST"], bot["environment"]["HEALTH_PORT"]) == ("0.0.0.0", published[2])
    rules = (DEPLOY / "prometheus" / "rules.yml").read_text(encoding="utf-8")
    example = yaml.safe_load("\n".join(re.findall(r"^#   ( *\S.*)$", rules, re.MULTILINE)))
    (job,) = example["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{published[1]}"]}]
    assert f'up{{job="{job["job_name"]}"}} == 0' in rules


@pytest.mark.parametrize("name", COMPOSED)
def test_every_variable_of_compose_is_in_example_env(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", text)) - {"LOG_LEVEL", "DEBIAN_IMAGE", "POSTGRES_IMAGE"}
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked == given - ({"POSTGRES_PASSWORD"} if "sqlite" in name else {"IMAGE"})


def test_the_database_of_compose_has_enough_connections_for_five_processes() -> None:
    """deploy/CAPACITY.md has the sum, which includes a sixth process during an upgrade."""
    needed = [(processes + 1) * (USUAL.most + 1) + 5 + 3 for processes in (1, 4, 5)]
    assert services()["database"]["command"] == ["postgres", "-c", "max_connections=150"]
    assert max(needed) <= 150
    text = " ".join((DEPLOY / "compose.yaml").read_text(encoding="utf-8").split())
    assert f"One process needs {needed[0]} connections, and five need {needed[2]};" in text
    sum_of_four = "the sum is 5 x 21 + 8 = 113"
    assert sum_of_four.endswith(str(needed[1]))
    assert sum_of_four in " ".join((DEPLOY / "CAPACITY.md").read_text(encoding="utf-8").split())


def test_compose_makes_its_backup_at_half_past_three() -> None:
    (loop,) = services()["backup"]["command"]
    formula = re.search(r"sleep \$\$\(\((.*?)\)\)", loop)
    assert formula is not None
    for now, wanted in ((0, 12_600), (12_599, 1), (12_600, 86_400), (86_399, 12_601)):
        line = f"now={now}; echo $(({formula[1]}))"
        assert int(subprocess.run(["sh", "-c", line], capture_output=True, check=True).stdout) == wanted
    assert subprocess.run(["sh", "-n", "-c", loop.replace("$$", "$")], check=False).returncode == 0
