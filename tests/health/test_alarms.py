"""Test that the alarms and the dashboard in deploy/ are valid for Prometheus and use only metrics that the bot has."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from promql_parser import AggregateExpr, BinaryExpr, Call, MatrixSelector, ParenExpr, VectorSelector

from bot.metrics import REGISTRY

DEPLOY = Path(__file__).parents[2] / "deploy"
PROMETHEUS_OWN = {"up"}
OURS = ("liars_dice_", "process_", "python_")


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((DEPLOY / "prometheus/rules.yml").read_text())["groups"]
    return list(group["rules"])


def board() -> dict[str, Any]:
    return dict(json.loads((DEPLOY / "grafana/liars-dice.json").read_text()))


def asked() -> list[str]:
    """Return every expression of the alarm rules and of the dashboard."""
    return [each["expr"] for each in rules()] + [
        target["expr"] for panel in board()["panels"] for target in panel["targets"]
    ]


def selectors(expression: Any) -> Iterator[VectorSelector]:
    """Yield the selectors of an expression.

    Selectors in subqueries, after a sign, and in the parameters of aggregations are left out.
    """
    match expression:
        case VectorSelector():
            yield expression
        case MatrixSelector():
            yield expression.vector_selector
        case BinaryExpr():
            yield from selectors(expression.lhs)
            yield from selectors(expression.rhs)
        case AggregateExpr() | ParenExpr():
            yield from selectors(expression.expr)
        case Call():
            for argument in expression.args:
                yield from selectors(argument)


def samples() -> dict[str, set[str]]:
    """Return the name of every figure that /metrics may show, and the names of its labels."""
    found: dict[str, set[str]] = {}
    for collector in REGISTRY._collector_to_names:
        labels = set(getattr(collector, "_labelnames", ()))
        for family in collector.describe() if hasattr(collector, "describe") else ():
            endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
            for ending in endings:
                found[family.name + ending] = labels | ({"le"} if ending == "_bucket" else set())
    for family in REGISTRY.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set(sample.labels))
    return found


@pytest.mark.parametrize("expression", asked())
def test_every_figure_in_an_alarm_or_the_dashboard_exists(expression: str) -> None:
    known, chosen = samples(), list(selectors(promql_parser.parse(expression)))
    assert chosen
    for each in chosen:
        assert each.name is not None
        if each.name in PROMETHEUS_OWN:
            continue
        assert each.name in known
        assert {matcher.name for matcher in each.matchers.matchers} <= known[each.name] | {"job"}


def test_each_alarm_says_what_is_wrong_and_where_to_look() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names) >= 10
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"].keys() == {"summary", "look_at"}
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}


def test_important_failures_have_an_alarm() -> None:
    used = {each.name for rule in rules() for each in selectors(promql_parser.parse(rule["expr"]))}
    assert used >= {
        "liars_dice_clock_goes",
        "liars_dice_faults_total",
        "liars_dice_duty_overdue_seconds",
        "liars_dice_unshown_seconds",
        "liars_dice_database_up",
        "liars_dice_gateway_up",
        "liars_dice_backup_age_seconds",
    }


def test_the_alarm_for_a_bot_that_is_down_fires_if_prometheus_has_no_such_job() -> None:
    """Otherwise the alarm would never fire if somebody gave the job another name."""
    (down,) = [rule["expr"] for rule in rules() if rule["alert"] == "LiarsDiceIsDown"]
    does_not_answer, is_absent = down.split(" or ")
    assert does_not_answer == 'up{job="liars-dice"} == 0'
    assert is_absent == 'absent(up{job="liars-dice"})'


def test_the_alarm_for_restarts_does_not_depend_on_the_number_of_processes_and_shards() -> None:
    """A process counts its sessions from 0 again when it starts, so the alarm also looks at the time of the start.

    With 16 shards, a usual start begins 16 sessions.
    """
    (expression,) = [rule["expr"] for rule in rules() if rule["alert"] == "LiarsDiceStartsOverAndOver"]
    assert {each.name for each in selectors(promql_parser.parse(expression))} == {
        "process_start_time_seconds",
        "liars_dice_gateway_events_total",
    }
    assert samples()["liars_dice_gateway_events_total"] == {"event", "shard"}
    assert not re.search(r"\b(?:sum|count|max|min)\b", expression), "each process and each shard has its own limit"


def test_the_dashboard_shows_every_figure_of_the_bot() -> None:
    used = {each.name for each in (one for text in asked() for one in selectors(promql_parser.parse(text)))}
    ours = {name for name in samples() if name.startswith("liars_dice_") and not name.endswith(("_sum", "_count"))}
    assert ours - used == set()


def test_the_panels_of_the_dashboard_do_not_overlap() -> None:
    places = [panel["gridPos"] for panel in board()["panels"]]
    taken = [
        (x, y) for at in places for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < 24
    assert len({panel["id"] for panel in board()["panels"]}) == len(places)
