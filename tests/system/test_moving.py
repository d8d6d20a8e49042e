"""A team that has lived with the service moves to PostgreSQL and back, and finds everything as it was."""

import shutil

import pytest

import storage
from bot.app import config, wiring
from bot.app.demo_data import Story
from tests.storage.rows import kept


@pytest.mark.long
async def test_a_team_moves_to_postgresql_and_back(new_postgresql_url, empty_database, tmp_path):
    files = (shutil.copy(empty_database, tmp_path / f"{name}.db") for name in ("before", "after"))
    before, after = (f"sqlite+aiosqlite:///{file}" for file in files)
    settings = config.Config(database=config.DatabaseConfig(url=before))
    async with wiring.open_pipeline(settings) as pipeline:
        await Story(pipeline).tell()
    there = await storage.copy(before, new_postgresql_url)
    lived = {"users", "tasks", "task_comments", "daily_logs", "daily_log_items", "absences"}
    assert lived <= {table.table for table in there if table.rows}
    assert await storage.copy(new_postgresql_url, after) == there
    assert kept(after) == kept(before)
