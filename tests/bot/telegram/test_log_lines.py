"""The fields of an update in log lines: its number, its person, its duration; nothing of what they wrote."""

import json
import logging

from bot.process.json_log import JsonFormatter
from core.base.log_fields import ABOUT, SLOW


class Written(logging.Handler):
    """Lines as objects, as they are written."""

    def __init__(self):
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.lines = []

    def emit(self, record):
        self.lines.append(json.loads(self.format(record)))


async def test_an_update_that_is_slow_has_a_line_and_says_nothing_of_what_was_written(world, monkeypatch):
    written = Written()
    monkeypatch.setattr(logging.getLogger("bot.telegram.processor"), "handlers", [written])
    monkeypatch.setattr(SLOW, "seconds", 0.0)
    await world.says("ana", "/tareas")
    await world.quiet()
    await world.phone("mallory").send("Mi nombre es Mallory")
    await world.quiet()
    first, second = written.lines
    assert first["message"].startswith(f"slow update_id={first['update_id']} user={world.users['ana'].id} seconds=")
    assert first["user_id"] == world.users["ana"].id
    assert first["duration"] > 0
    assert second["update_id"] == first["update_id"] + 1
    assert "user_id" not in second
    assert not {"Mallory", "tareas"} & set(json.dumps(written.lines).replace('"', " ").split())
    assert ABOUT.get().update_id is None


async def test_an_update_that_cannot_be_read_is_named_by_its_number_alone(world, caplog):
    world.sandbox.inject({"update_id": 9001, "message": {"text": "un secreto", "chat": {"id": 101}, "from": "x"}})
    await world.quiet()
    (line,) = [each.getMessage() for each in caplog.records if "cannot be read" in each.getMessage()]
    assert "9001" in line
    assert "secreto" not in line
