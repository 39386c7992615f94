"""Test that the files in deploy/ for Kubernetes, Compose and systemd are valid and agree with each other."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

DEPLOY = Path(__file__).parents[2] / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
OLDEST = "1.29"
HEALTH = "8080"


def manifests() -> list[dict[str, Any]]:
    files = sorted(file for file in KUBERNETES.glob("*.yaml") if file.name != "kustomization.yaml")
    return [each for file in files for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))]


def the(kind: str, name: str = "liars-dice") -> dict[str, Any]:
    (found,) = [each for each in manifests() if each["kind"] == kind and each["metadata"]["name"] == name]
    return found


def pods() -> list[dict[str, Any]]:
    bot, backup = the("StatefulSet"), the("CronJob", "liars-dice-backup")
    return [bot["spec"]["template"], backup["spec"]["jobTemplate"]["spec"]["template"]]


@pytest.mark.parametrize("version", [OLDEST, ""], ids=["oldest", "newest"])
def test_every_manifest_is_valid_for_kubernetes(version: str) -> None:
    import kubernetes_validate  # the import takes two seconds

    for each in manifests():
        kubernetes_validate.validate(each, version or kubernetes_validate.latest_version(), strict=True)


def test_an_unknown_field_in_a_manifest_is_noticed() -> None:
    import kubernetes_validate

    wrong = the("StatefulSet")
    wrong["spec"]["template"]["spec"]["containers"][0]["livenessprobe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, kubernetes_validate.latest_version(), strict=True)


def test_all_manifests_except_the_example_secret_are_applied() -> None:
    listed = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text(encoding="utf-8"))
    there = {file.name for file in KUBERNETES.glob("*.yaml")} - {"kustomization.yaml", "secret.example.yaml"}
    assert set(listed["resources"]) == there
    images = {each["image"] for pod in pods() for each in pod["spec"]["containers"]}
    assert {each["name"] for each in listed["images"]} == images


@pytest.mark.parametrize("pod", pods(), ids=["bot", "backup"])
def test_a_pod_has_no_unneeded_privileges(pod: dict[str, Any]) -> None:
    spec = pod["spec"]
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    user = re.findall(r"^USER (\d+):", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [str(spec["securityContext"]["runAsUser"])] == user
    for container in spec["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert "memory" in container["resources"]["limits"]


def test_all_selectors_match_the_labels_of_the_pods() -> None:
    bot, backup = (pod["metadata"]["labels"] for pod in pods())
    for selecting in (the("StatefulSet")["spec"], the("PodDisruptionBudget")["spec"]):
        assert selecting["selector"]["matchLabels"].items() <= bot.items()
    assert the("Service")["spec"]["selector"].items() <= bot.items()
    assert the("NetworkPolicy")["spec"]["podSelector"]["matchLabels"].items() <= bot.items()
    assert the("NetworkPolicy", "liars-dice-backup")["spec"]["podSelector"]["matchLabels"].items() <= backup.items()
    assert the("StatefulSet")["spec"]["serviceName"] == the("Service")["metadata"]["name"]


def test_the_probes_use_the_port_and_paths_of_the_health_server() -> None:
    (container,) = pods()[0]["spec"]["containers"]
    settings = {each["name"]: each["value"] for each in container["env"]}
    assert settings["HEALTH_PORT"] == HEALTH
    assert [port["containerPort"] for port in container["ports"] if port["name"] == "health"] == [int(HEALTH)]
    asked = {name: container[f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")}
    assert {each["port"] for each in asked.values()} == {"health"}
    # A bot that cannot reach Discord is alive, and only its readiness fails. Otherwise every outage of Discord would
    # restart all pods.
    assert asked["liveness"]["path"] != asked["readiness"]["path"] == "/healthz"
    (ingress,) = the("NetworkPolicy")["spec"]["ingress"]
    assert [str(port["port"]) for port in ingress["ports"]] == [HEALTH]


def test_all_pods_together_run_each_shard_once() -> None:
    (container,) = pods()[0]["spec"]["containers"]
    (shards,) = [each["value"] for each in container["env"] if each["name"] == "SHARDS"]
    each, of = map(int, re.fullmatch(r"ordinal:(\d+)/(\d+)", shards).groups())  # type: ignore[union-attr]
    assert each * the("StatefulSet")["spec"]["replicas"] == of


def test_the_example_secret_has_all_keys_that_the_pods_need() -> None:
    names = set(the("Secret")["stringData"])
    assert {"DISCORD_TOKEN", "DATABASE_URL"} <= names
    (container,) = pods()[1]["spec"]["containers"]
    asked = [each["valueFrom"]["secretKeyRef"] for each in container["env"]]
    needed = {(each["name"], each["key"] in names) for each in asked if not each.get("optional")}
    assert needed == {("liars-dice", True)}
    assert {each["key"] for each in asked if each.get("optional")} == {"DATABASE_LISTEN_URL"}


def test_the_bot_may_connect_only_to_dns_postgresql_and_https() -> None:
    ports = {port["port"] for rule in the("NetworkPolicy")["spec"]["egress"] for port in rule["ports"]}
    assert ports == {53, 5432, 443}
    assert the("NetworkPolicy", "liars-dice-backup")["spec"].get("ingress") is None


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="there is no kubectl here")
def test_kubectl_builds_the_kustomization() -> None:
    done = subprocess.run(["kubectl", "kustomize", str(KUBERNETES)], capture_output=True, text=True, check=True)
    made = [each for each in yaml.safe_load_all(done.stdout) if each["kind"] != "Namespace"]
    assert {each["metadata"]["namespace"] for each in made} == {"liars-dice"}


# Compose ------------------------------------------------------------------------------------------------------


COMPOSED = ("compose.yaml", "compose.sqlite.yaml")


def composed(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8")))


def services() -> dict[str, Any]:
    return dict(composed("compose.yaml")["services"])


@pytest.mark.parametrize("name", COMPOSED)
def test_compose_uses_existing_build_stages_and_declared_volumes(name: str) -> None:
    read = composed(name)
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    ours = [service for service in read["services"].values() if "build" in service]
    for service in ours:
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
        assert f" AS {service['build']['target']}\n" in dockerfile
        assert all(f"ARG {name}=\n" in dockerfile for name in service["build"]["args"])
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert list(service.get("depends_on", [])) == [each for each in read["services"] if each == "database"]
    assert read["services"]["bot"] in ours
    mounted = {volume.split(":")[0] for service in read["services"].values() for volume in service.get("volumes", [])}
    assert mounted == set(read["volumes"])


def test_compose_with_sqlite_needs_one_service_and_one_volume() -> None:
    """The database is on the volume, and the health check uses the port that the bot opens."""
    bot, with_postgresql = composed("compose.sqlite.yaml")["services"]["bot"], services()["bot"]
    assert list(composed("compose.sqlite.yaml")["services"]) == ["bot"]
    (volume,) = bot["volumes"]
    folder = volume.partition(":")[2]
    assert bot["environment"]["DATABASE_URL"].startswith(f"sqlite:///{folder}/")
    assert f"-g 10001 {folder}\n" in (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for same in ("healthcheck", "security_opt", "tmpfs", "stop_grace_period", "restart", "mem_limit", "logging"):
        assert bot[same] == with_postgresql[same], same
    assert f":{bot['environment']['HEALTH_PORT']}/healthz" in bot["healthcheck"]["test"][-1]


@pytest.mark.parametrize("name", COMPOSED)
def test_every_variable_of_compose_is_in_example_env(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", text)) - {"LOG_LEVEL"}
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked == given - ({"POSTGRES_PASSWORD"} if "sqlite" in name else set())
    assert all(f"${{{each}:?}}" in text for each in asked if not each.endswith("_URL")), "an empty one is refused"


def test_compose_makes_its_backup_at_half_past_three() -> None:
    (loop,) = services()["backup"]["command"]
    formula = re.search(r"sleep \$\$\(\((.*?)\)\)", loop)
    assert formula is not None
    for now, wanted in ((0, 12_600), (12_599, 1), (12_600, 86_400), (86_399, 12_601)):
        line = f"now={now}; echo $(({formula[1]}))"
        assert int(subprocess.run(["sh", "-c", line], capture_output=True, check=True).stdout) == wanted
    assert subprocess.run(["sh", "-n", "-c", loop.replace("$$", "$")], check=False).returncode == 0


# systemd ------------------------------------------------------------------------------------------------------

UNITS = sorted((DEPLOY / "systemd").iterdir())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_the_units(unit: Path, tmp_path: Path) -> None:
    """systemd may complain only about a missing bot, because the bot is not installed on this machine."""
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    lines = [line for line in done.stderr.splitlines() if "is not executable" not in line]
    assert lines == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name)
def test_systemd_rates_the_security_of_each_service_as_ok(unit: Path) -> None:
    """systemd rates the exposure of a service from 0 to 10, and calls a rating up to 2 OK."""
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:]
