"""Test that the files in deploy/ for Kubernetes and systemd are valid and agree with each other."""

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


def test_the_namespace_is_created_before_the_secret_in_it() -> None:
    """`kubectl create secret` fails if its namespace does not exist."""
    for name in ("kustomization.yaml", "secret.example.yaml"):
        text = (KUBERNETES / name).read_text(encoding="utf-8")
        assert 0 < text.index("apply --filename deploy/kubernetes/namespace.yaml") < text.index("create secret generic")
    namespace = yaml.safe_load((KUBERNETES / "namespace.yaml").read_text(encoding="utf-8"))
    assert namespace["metadata"]["name"] == the("Secret")["metadata"]["namespace"]


def test_the_bot_may_connect_only_to_dns_its_database_and_https() -> None:
    ports = {port["port"] for rule in the("NetworkPolicy")["spec"]["egress"] for port in rule["ports"]}
    assert ports == {53, 5432, 6432, 443}, "DNS, PostgreSQL, a pooler, Discord"
    assert the("NetworkPolicy", "liars-dice-backup")["spec"].get("ingress") is None


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="there is no kubectl here")
def test_kubectl_builds_the_kustomization() -> None:
    done = subprocess.run(["kubectl", "kustomize", str(KUBERNETES)], capture_output=True, text=True, check=True)
    made = [each for each in yaml.safe_load_all(done.stdout) if each["kind"] != "Namespace"]
    assert {each["metadata"]["namespace"] for each in made} == {"liars-dice"}


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
