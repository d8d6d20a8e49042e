"""The rules and the board that operators copy: each metric and label that they name is one, and the rules fire."""

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime

import pytest
import yaml
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from bot.app.backup_folder import BackupFolder
from bot.app.config import Config
from bot.app.metrics import DatabaseState, encoder_for, registered
from core.base.metrics import METRICS
from core.jobs.service_state import ServiceState
from core.records.jobs import Job, LeaseName
from core.records.messages import WaitingCounts
from tests.architecture.source import ROOT

DEPLOY = ROOT / "docs" / "deploy"
TESTS = ROOT / "tests" / "system" / "alerts_test.yaml"
AT = datetime(2026, 11, 20, 15, tzinfo=UTC)
NAMED = re.compile(r"\b(semaforo_\w+)(?:\{([^}]*)\})?")
LABEL = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)")
GROUPED = re.compile(r"by \(([^)]*)\)")
OF_PROMETHEUS = {"le"}


@pytest.fixture(scope="module")
def scraped():
    """The labels of each sample of a service to which everything has happened, by its name."""
    total = {name: metric.copy() for name, metric in METRICS.items()}
    for metric in total.values():
        labels = ["x"] * len(metric.labels)
        if metric.bounds:
            metric.observe(1, *labels)
        else:
            metric.count(*labels)
    state = ServiceState(AT, AT, WaitingCounts(1, 1, 1, 1, AT), dict.fromkeys(Job, AT), [], list(LeaseName), {None: 1})
    encode, _ = encoder_for("application/openmetrics-text")
    text = encode(registered(total, DatabaseState(state, 1), list(LeaseName), BackupFolder(Config()))).decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {sample.name: set(sample.labels) for sample in samples}


def rules():
    content = yaml.safe_load((DEPLOY / "alerts.yaml").read_text(encoding="utf-8"))
    return [rule for group in content["groups"] for rule in group["rules"]]


def board():
    content = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    return [target["expr"] for panel in content["panels"] for target in panel["targets"]]


@pytest.mark.parametrize("expression", [*(rule["expr"] for rule in rules()), *board()])
def test_every_metric_and_label_that_is_named_is_one(scraped, expression):
    named = NAMED.findall(expression)
    assert named
    for name, selector in named:
        assert name in scraped
        assert set(LABEL.findall(selector)) <= scraped[name]
    grouped = {label.strip() for labels in GROUPED.findall(expression) for label in labels.split(",")}
    assert grouped - OF_PROMETHEUS <= set().union(*(scraped[name] for name, _ in named))


def test_the_board_shows_every_metric(scraped):
    shown = {name for expression in board() for name, _ in NAMED.findall(expression)}
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}
    assert families == {re.sub(r"_(bucket|sum|count)$", "", name) for name in scraped}


def test_every_rule_says_what_it_means_and_each_job_has_one():
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] in {"page", "warn"} for rule in rules())
    (of_jobs,) = [rule["expr"] for rule in rules() if rule["alert"] == "SemaforoJobNotRun"]
    named = [name for listed in re.findall(r'job=~"([^"]*)"', of_jobs) for name in listed.split("|")]
    assert sorted(named) == sorted(Job)


def test_every_rule_is_tried_both_ways():
    tried = TESTS.read_text(encoding="utf-8")
    for rule in rules():
        assert f"alertname: {rule['alert']}}}" in tried
        assert f'alertname="{rule["alert"]}"' in tried


def test_the_rules_fire_for_what_they_are_for_and_for_nothing_else(tmp_path, unstarted):
    promtool = shutil.which("promtool")
    if promtool is None:
        unstarted("promtool is not installed: Debian's prometheus brings it")
    for file in (TESTS, DEPLOY / "alerts.yaml"):
        shutil.copy(file, tmp_path)
    for arguments in (["check", "rules", "alerts.yaml"], ["test", "rules", TESTS.name]):
        done = subprocess.run([promtool, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
