"""The index of the search follows what it is of, on every store; who searches finds what the rules let them read."""

import random

import msgspec
import pytest

from core.base.model import TaskStatus
from core.calendar import events as event_rules
from core.records.calendar import NewVisibilityRecord
from core.records.search import SearchKind
from core.records.work import TaskFollower
from core.work.tasks import visible
from storage.repositories.search import SearchIndex
from tests.storage.rows import NOW, add_event, add_participant, add_task, add_users, as_actor, new_event
from tests.tables import each_row

ENOUGH = 1000


async def found(store, viewer_id, *words):
    """Search as somebody, and return what they find as kinds and ids."""
    viewer = await as_actor(store, viewer_id)
    matches = await store.read(lambda uow: uow.search.matches(viewer, words, ENOUGH))
    assert len(matches) == len(set(matches))
    return sorted((match.kind.value, match.id) for match in matches)


async def comment(store, task, words, author=1):
    return await store.write(lambda uow: uow.tasks.add_comment(task.id, words, author, NOW))


async def update(store, task, **fields):
    return await store.write(lambda uow: uow.tasks.update(msgspec.structs.replace(task, **fields)))


async def test_many_rows_that_nobody_may_read_are_passed_over_in_few_looks(store, monkeypatch):
    (ana,) = await add_users(store, "ana")

    async def gone(uow):
        rows = [await uow.events.add(new_event(title="Gato", is_public=True)) for _ in range(1000)]
        await uow.events.delete([row.id for row in rows], NOW)

    await store.write(gone)
    looks, some = [], SearchIndex._some

    async def counted(*asked):
        looks.append(asked)
        return await some(*asked)

    monkeypatch.setattr(SearchIndex, "_some", counted)
    assert await found(store, ana, "gato") == []
    assert len(looks) < 10


@pytest.fixture
async def searched(store):
    """A store with a task of many words, and whose it is."""
    (ana,) = await add_users(store, "ana")
    said = f"Revisar CAMIÓN-12 (Norte), ñandú_rosa/e-mail.com «Straße»✅ Ёлка {'x' * 70}"
    await add_task(store, ana, descripcion=said)
    return store, ana


@each_row(
    [
        (["camion"], True), (["camión"], True), (["cam"], True), (["amion"], False),
        (["nandu"], True), (["ñandú"], True), (["12"], True), (["norte", "revi"], True), (["revi", "norte"], False),
        (["e"], True), (["camion", "proveedor"], False), (["straße"], True), (["not"], False),
        (["mail"], True), (["com"], True), (["x" * 64], True), (["x" * 70], True), (["ёлка"], True),
    ],
    given="searched",
)  # fmt: skip
async def test_all_words_are_looked_for_the_last_as_a_beginning(searched, words, there):
    assert await found(*searched, *words) == ([("TASK", 1)] if there else [])


class TestWords:
    async def test_letters_that_are_two_without_accents(self, store):
        (ana,) = await add_users(store, "ana")
        await add_task(store, ana, descripcion="Revisar")
        assert await found(store, ana, "ஔ", "aဦb") == []

    async def test_a_word_so_long_that_the_index_cuts_it_within_a_letter(self, store):
        (ana,) = await add_users(store, "ana")
        await add_task(store, ana, descripcion="a" * 32767 + "日")
        await add_task(store, ana, descripcion="aa")
        assert ("TASK", 2) in await found(store, ana, "a")

    async def test_each_kind_with_its_texts(self, store):
        ana, luis = await add_users(store, "ana", "luis")
        task = await add_task(store, ana, descripcion="Gato")
        await comment(store, task, "gato\nnegro")
        await add_event(store, title="El gato", created_by_user_id=ana)
        await add_event(store, location="Casa del gato", created_by_user_id=ana)
        await add_event(store, description="Traer al gato", created_by_user_id=ana)
        every = [("COMMENT", 1), ("EVENT", 1), ("EVENT", 2), ("EVENT", 3), ("TASK", 1)]
        assert await found(store, ana, "gato") == every
        assert await found(store, luis, "gato") == []
        viewer = await as_actor(store, ana)
        matches = await store.read(lambda uow: uow.search.matches(viewer, ["negro"], ENOUGH))
        assert [(m.kind, m.task_id, m.title, m.text, m.at) for m in matches] == [
            (SearchKind.COMMENT, 1, "Gato", "gato\nnegro", NOW)
        ]

    async def test_of_many_the_newest(self, store):
        ana, luis = await add_users(store, "ana", "luis")
        task, other = await add_task(store, ana), await add_task(store, luis)
        for number in range(120):
            await comment(store, task if number < 5 else other, "igual")
        viewer = await as_actor(store, ana)
        matches = await store.read(lambda uow: uow.search.matches(viewer, ["igual"], 3))
        assert sorted(match.id for match in matches)[-3:] == [3, 4, 5]


class TestFollowing:
    async def test_what_is_changed_deleted_and_given_away(self, store):
        ana, luis, pablo = await add_users(store, "ana", "luis", "pablo")
        task = await add_task(store, ana, descripcion="antes")
        note = await comment(store, task, "nota")
        await update(store, task, descripcion="después", leader_user_id=pablo, responsible_user_ids=[ana, luis])
        for who in (ana, luis, pablo):
            assert await found(store, who, "antes") == []
            assert await found(store, who, "despues") == [("TASK", 1)]
            assert await found(store, who, "nota") == [("COMMENT", 1)]
        await store.write(lambda uow: uow.tasks.update_comment(msgspec.structs.replace(note, comentario="otra")))
        assert (await found(store, luis, "nota"), await found(store, luis, "otra")) == ([], [("COMMENT", 1)])
        await update(store, task, responsible_user_ids=[ana])
        assert await found(store, luis, "otra") == []
        await update(store, task, is_active=False)
        assert await found(store, ana, "otra") == []

    async def test_who_is_let_in_or_helps(self, store):
        ana, luis, pablo = await add_users(store, "ana", "luis", "pablo")
        task = await add_task(store, ana, descripcion="gato")
        await comment(store, task, "gato")
        both = [("COMMENT", 1), ("TASK", 1)]
        await store.write(lambda uow: uow.conversations.follow(TaskFollower(task.id, luis, ana, NOW)))
        red = await store.write(lambda uow: uow.reds.start(task.id, ana, NOW))
        await store.write(lambda uow: uow.reds.name_helpers(red, [pablo]))
        assert await found(store, luis, "gato") == await found(store, pablo, "gato") == both
        await store.write(lambda uow: uow.conversations.unfollow(task.id, luis))
        await store.write(lambda uow: uow.reds.end([red], NOW))
        assert await found(store, luis, "gato") == await found(store, pablo, "gato") == []

    async def test_events_as_they_are_joined_shown_published_and_deleted(self, store):
        ana, luis, pablo = await add_users(store, "ana", "luis", "pablo")
        event = await add_event(store, title="gato", created_by_user_id=ana)
        await add_participant(store, event.id, luis)
        shows = {"event_id": event.id, "user_id": pablo, "created_at": NOW, "updated_at": NOW}
        record = await store.write(lambda uow: uow.visibility.add(NewVisibilityRecord(is_visible=False, **shows)))
        assert (await found(store, luis, "gato"), await found(store, pablo, "gato")) == ([("EVENT", 1)], [])
        shown = msgspec.structs.replace(record, is_visible=True)
        await store.write(lambda uow: uow.visibility.update(shown))
        assert await found(store, pablo, "gato") == [("EVENT", 1)]
        await store.write(lambda uow: uow.visibility.delete(record.id, NOW))
        assert await found(store, pablo, "gato") == []
        await store.write(lambda uow: uow.events.update(msgspec.structs.replace(event, is_public=True, title="perro")))
        assert (await found(store, pablo, "gato"), await found(store, pablo, "perro")) == ([], [("EVENT", 1)])
        await store.write(lambda uow: uow.events.delete([event.id], NOW))
        assert await found(store, ana, "perro") == []


@pytest.mark.parametrize("seed", [*range(1), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 5))])
async def test_whoever_searches_finds_exactly_what_they_may_read(store, seed):
    chance = random.Random(seed)
    people = await add_users(store, "root", role="admin")
    for number in range(6):
        people += await add_users(store, f"u{number}", leader_user_id=chance.choice([None, *people]))
    tasks = [
        await add_task(
            store,
            *chance.sample(people, 2),
            descripcion=chance.choice(["igual", "distinto"]),
            leader_user_id=chance.choice([None, *people]),
            created_by_user_id=chance.choice([None, *people]),
            is_active=chance.random() < 0.8,
            estatus=chance.choice(list(TaskStatus)),
        )
        for _ in range(20)
    ]
    for _ in range(250):
        await comment(store, chance.choice(tasks), chance.choice(["igual", "distinto"]), chance.choice(people))
    meetings = [
        await add_event(store, title="igual", created_by_user_id=chance.choice(people), is_public=chance.random() < 0.2)
        for _ in range(20)
    ]
    for event in meetings:
        await add_participant(store, event.id, chance.choice(people))
    for who in people:
        viewer = await as_actor(store, who)
        readable = {task.id for task in tasks if task.is_active and visible(viewer, task)}
        expected = [("TASK", task.id) for task in tasks if task.id in readable and task.descripcion == "igual"]
        for task_id in readable:
            said = await store.read(lambda uow, task_id=task_id: uow.tasks.comments(task_id))
            expected += [("COMMENT", each.id) for each in said if each.comentario == "igual"]
        for event in meetings:
            seen = await store.read(lambda uow, event=event, who=who: uow.events.seen(event.id, who))
            expected += [("EVENT", event.id)] if event_rules.visible(viewer, seen) else []
        assert await found(store, who, "igual") == sorted(expected)
