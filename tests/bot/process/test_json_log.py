"""The log as JSON: fields for programs, and nothing that people wrote."""

import io
import json
import logging

import pytest

from bot.process.json_log import JsonFormatter, write_json
from core.base.log_fields import ABOUT, SLOW, LogFields, duration, note_user

logger = logging.getLogger("semaforo.tried")


@pytest.fixture
def written(monkeypatch):
    """The lines so far, as objects."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    monkeypatch.setattr(logger, "handlers", [handler])
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "level", logging.INFO)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.fixture
def about_nothing():
    token = ABOUT.set(LogFields())
    yield
    ABOUT.reset(token)


def test_a_line_says_when_how_bad_where_and_what(written):
    logger.warning("%d of %s", 3, "four")
    (line,) = written()
    assert line.pop("time").endswith("+00:00")
    assert isinstance(line.pop("process"), int)
    assert line == {"level": "WARNING", "logger": "semaforo.tried", "message": "3 of four"}


def test_a_line_has_what_it_is_about(written, about_nothing):
    ABOUT.set(LogFields("abc-1"))
    note_user(7)
    logger.info("a", extra=duration(0.12345678))
    ABOUT.set(LogFields(update_id=12))
    logger.info("b")
    first, second = written()
    assert (first["request_id"], first["user_id"], first["duration"]) == ("abc-1", 7, 0.123457)
    assert second["update_id"] == 12
    assert not second.keys() & {"request_id", "user_id", "duration"}


def test_nobody_is_noted_where_nothing_has_begun():
    before = ABOUT.get()
    note_user(7)
    assert before.user_id is None


def test_an_exception_is_its_types_and_places_without_what_its_message_repeats(written):
    try:
        try:
            int("mi contraseña es hunter2")
        except ValueError as fault:
            raise KeyError("Ana Torres") from fault
    except KeyError:
        logger.exception("failed")
    (line,) = written()
    assert "hunter2" not in json.dumps(line)
    assert "Ana" not in json.dumps(line)
    assert [each["type"] for each in line["errors"]] == ["KeyError", "ValueError"]
    assert __file__ in line["errors"][0]["at"][0]


def test_whatever_it_says_it_is_one_line():
    record = logging.makeLogRecord({"msg": "%s", "args": ("a\udcff\nb",)})
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "a\udcff\nb"


def test_what_is_slower_than_is_set_has_a_line(written, monkeypatch):
    SLOW.note(logger, 3600.0, "never")
    monkeypatch.setattr(SLOW, "seconds", 0.5)
    SLOW.note(logger, 0.5, "not yet")
    SLOW.note(logger, 0.6, "update_id=%d", 3)
    (line,) = written()
    assert line["message"] == "slow update_id=3 user=- seconds=0.600"
    assert line["duration"] == 0.6


def test_existing_handlers_go_on_in_json(monkeypatch):
    handler = logging.StreamHandler()
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    write_json()
    assert isinstance(handler.formatter, JsonFormatter)
