"""Absences are kept, found by people and dates, and cancelled, as the port says."""

from datetime import date

import msgspec
import pytest

from core.records.people import Absence, NewAbsence
from tests.cast import day
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("absences")

ANA, LUIS, OLGA = 1, 2, 3
EVER = date(1900, 1, 1), date(9998, 12, 31)


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis", "olga")


async def add(store, user_id=ANA, first=3, last=7, **fields):
    days = {"first_day": day(first), "last_day": day(last)}
    defaults = {"user_id": user_id, "reason": None, "created_by_user_id": user_id, "created_at": NOW}
    return await store.write(lambda uow: uow.absences.add(NewAbsence(**days | defaults | fields)))


async def within(store, first, last, *user_ids):
    return await store.read(lambda uow: uow.absences.days_within(user_ids or [ANA, LUIS, OLGA], first, last))


async def update(store, absence, **fields):
    changed = msgspec.structs.replace(absence, **fields)
    await store.write(lambda uow: uow.absences.update(changed))
    return changed


@pytest.mark.parametrize(("reason", "by"), [(None, None), ("", LUIS), ("Médico '; -- 🤒\n", ANA)])
async def test_an_absence_comes_back_with_every_field_as_it_was(store, reason, by):
    given = {"first_day": EVER[0], "last_day": EVER[1], "reason": reason, "created_by_user_id": by}
    added = await add(store, **given)
    assert added == Absence(added.id, ANA, *EVER, reason, by, NOW)
    assert await read(store, "get", added.id) == added


@pytest.mark.parametrize(
    ("first", "last", "found"), [(1, 2, False), (1, 3, True), (5, 5, True), (1, 9, True), (7, 9, True), (8, 9, False)]
)
async def test_both_days_of_a_question_and_of_an_absence_count(store, first, last, found):
    added = await add(store)
    assert await within(store, day(first), day(last)) == ([added] if found else [])


async def test_those_of_the_people_asked_about_by_first_day_then_id(store):
    later, sooner, same = await add(store), await add(store, LUIS, 1, 3), await add(store, ANA, 1, 2)
    await add(store, OLGA)
    assert await within(store, *EVER, ANA, LUIS) == [sooner, same, later]
    assert await within(store, *EVER, LUIS) == [sooner]
    assert await read(store, "days_within", [], *EVER) == []


async def test_days_and_reason_can_be_changed_and_nothing_else(store):
    added, other = await add(store), await add(store, LUIS)
    fields = {"first_day": day(1), "last_day": day(9), "reason": "Boda"}
    changed = await update(store, added, **fields)
    assert await read(store, "get", added.id) == changed
    await update(store, added, user_id=OLGA, created_by_user_id=None)
    assert await read(store, "get", added.id) == msgspec.structs.replace(
        changed, **{name: getattr(added, name) for name in fields}
    )
    assert await read(store, "get", other.id) == other


async def test_a_cancelled_one_is_nowhere_and_stays_so_its_id_not_given_again(store):
    kept, *gone = [await add(store, who) for who in (ANA, LUIS, OLGA)]
    await write(store, "cancel", [each.id for each in gone], NOW)
    for each in gone:
        await update(store, each, reason="again")
        assert await read(store, "get", each.id) is None
    assert await within(store, *EVER) == [kept]
    assert (await add(store)).id > gone[-1].id
    await write(store, "cancel", [each.id for each in gone], NOW)
    await write(store, "cancel", [], NOW)
    assert len(await within(store, *EVER)) == 2


async def test_a_cancelled_one_can_be_had_back(store):
    added, other = await add(store), await add(store, LUIS)
    await write(store, "cancel", [added.id, other.id], NOW)
    await write(store, "restore", [added.id])
    assert await read(store, "get", added.id) == added
    assert await read(store, "get", other.id) is None
