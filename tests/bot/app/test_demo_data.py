"""The demo's story: what happened in it is history, and only what happens from now on is news."""

from datetime import UTC, datetime

import pytest

from bot.app.demo_data import PEOPLE, PLANS, Story
from core.application.use_case import Caller, Pipeline
from core.base.settings import Settings
from core.delivery import ledger
from core.people import users
from core.people.users import OPERATOR
from core.records.messages import MessageKind, Outcome, Reason
from core.work import tasks
from core.work.tasks import CommentRequest
from tests.clock import FakeClock
from tests.memory_store import MemoryStore


@pytest.fixture(scope="module", params=[datetime(2026, 11, 23, 15, tzinfo=UTC), datetime(2026, 11, 21, 6, tzinfo=UTC)])
async def story(request, memory, tmp_path_factory):
    """The story's end, a Monday morning or the first minute of a Saturday, and the database as it is then."""
    pipeline = Pipeline(MemoryStore(), FakeClock(request.param), Settings())
    await Story(pipeline).tell()
    file = tmp_path_factory.mktemp("story") / "told.db"
    pipeline.store.save(file)
    return request.param, file


@pytest.fixture
def told(story):
    """The pipeline after the story."""
    now, file = story
    return Pipeline(MemoryStore(template=file), FakeClock(now), Settings())


async def waiting(pipeline, until=datetime(2030, 1, 1, tzinfo=UTC)):
    return await pipeline.store.read(lambda uow: uow.outbox.due(until, 100, but_to=()))


async def test_nobody_is_told_what_happened_in_it_and_no_ledger_says_so(told):
    people = await told.run(Caller(OPERATOR), users.list_users)
    (lucia,) = [user.id for user in people if user.username == "lucia"]
    (red,) = await waiting(told)
    assert (red.message.user_id, red.message.kind) == (lucia, MessageKind.RED)
    ends = [
        message
        for user in people
        for message in await told.store.read(
            lambda uow, user=user: uow.outbox.settled(user.id, datetime.min.replace(tzinfo=UTC), told.clock.now())
        )
    ]
    assert {MessageKind.TASK_ASSIGNED, MessageKind.TASK_COMMENTED} <= {message.kind for message in ends}
    assert {(message.outcome, message.reason) for message in ends} == {(Outcome.WITHHELD, Reason.NOT_LINKED)}
    assert all(message.outcome_at == message.created_at for message in ends)


async def test_todays_ledger_begins_with_the_demo(told):
    people = {user.username: user for user in await told.run(Caller(OPERATOR), users.list_users)}
    lucia = Caller(await told.run(Caller(OPERATOR), users.actor, people["lucia"].id))
    for username in ("ana", "luis", "marta", "lucia"):
        found = await told.run(lucia, ledger.ledger_of, people[username].id)
        assert [each.kind for each in found.messages] == ([MessageKind.RED] if username == "lucia" else [])


async def test_who_can_be_played_has_their_account(told):
    people = {user.username: user.telegram_user_id for user in await told.run(Caller(OPERATOR), users.list_users)}
    assert {username for username, account in people.items() if account} == {person.username for person in PEOPLE}


async def test_what_happens_after_it_is_told(told):
    people = {user.username: user for user in await told.run(Caller(OPERATOR), users.list_users)}
    lucia = await told.run(Caller(OPERATOR), users.actor, people["lucia"].id)
    (task,) = [each for each in await told.run(Caller(lucia), tasks.list_tasks) if "junta mensual" in each.descripcion]
    await told.run(Caller(lucia), tasks.add_comment, task.id, CommentRequest(comentario="¿Cómo va?"))
    told_of = {each.message.user_id for each in await waiting(told) if each.message.kind is MessageKind.TASK_COMMENTED}
    assert told_of == {people["ana"].id}


async def test_what_is_done_in_the_story_got_there_and_nothing_went_further_than_it_says(told):
    query = (
        "SELECT descripcion, max(porcentaje) FROM tasks JOIN daily_log_items ON task_id = tasks.id GROUP BY tasks.id"
    )
    reached = dict(told.store.database.connection.execute(query))
    assert {text for text, percent in reached.items() if percent == 100} == {
        plan.text for plan in PLANS if plan.percent == 100
    }
    assert all(reached.get(plan.text, 0) <= plan.percent for plan in PLANS)
