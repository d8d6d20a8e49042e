"""Jobs run in the world, and what they leave: runs and messages."""

from datetime import datetime, timedelta

from core.records.messages import MessageKind, Outcome
from tests.cast import ROOT
from tests.core.world import NOW

NEWS = {MessageKind.TASK_ASSIGNED, MessageKind.TASK_COMMENTED, MessageKind.TASK_CHANGED}
EVENT_NEWS = {kind for kind in MessageKind if kind.startswith(("event_", "series_"))}
"""The kinds of messages about what others do with events, which no job sends."""


async def run(world, job, who=ROOT) -> dict[str, int]:
    """Run a job; the counts that were recorded."""
    await world.run(who, job)
    return runs(world)[-1].counts


def runs(world) -> list:
    return list(world.store.state.job_runs.values())


def told(world) -> list[tuple[int, str, dict]]:
    """(whom, what, about what) of every message that a job left to be sent, in order."""
    return [
        (each.user_id, each.kind, each.params)
        for each in world.store.state.outbox.values()
        if each.kind not in NEWS | EVENT_NEWS and each.outcome is Outcome.WAITING
    ]


def told_since(world, earlier: list) -> list[tuple[int, str, dict]]:
    return told(world)[len(earlier) :]


def late(**by: float) -> datetime:
    """An instant before now."""
    return NOW - timedelta(**by)
