"""The log `semaforo.audit` of people, their accounts and the exports of their days."""

import pytest

from core.application.requests import build
from core.base.errors import Conflict
from core.people import users
from core.people.users import UserCreate, UserImport, UserUpdate
from core.work import reports
from core.work.reports import ReportRequest
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROOT
from tests.core.refusals import forbidden


async def test_who_is_added_and_changed_is_logged_without_what_was_typed(world, audit):
    added = await world.run(ROOT, users.add_user, build(UserCreate, {"username": "nueva", "name": "Nueva"}))
    assert audit() == [f"person added user={added.id} role=member by={ROOT:d} via=rest token=-"]
    for fields, lines in (
        ({"name": "Otra", "timezone": "America/Tijuana"}, ["person changed user=2 fields=display_name,timezone"]),
        ({"role": "admin"}, ["role changed user=2 before=member role=admin"]),
        (
            {"isActive": False, "role": "member"},
            ["role changed user=2 before=admin role=member", "person deactivated user=2"],
        ),
        ({"isActive": True}, ["person activated user=2"]),
        ({"isActive": True, "role": "member"}, []),
    ):
        await world.directory("ana", **fields)
        assert sorted(audit()) == sorted(f"{line} by=0 via=job token=-" for line in lines)


async def test_an_import_has_a_line_for_each_person_and_a_refusal_has_none(world, audit):
    rows = [{"username": "nueva", "name": "Nueva"}, {"username": "ana", "role": "admin"}]
    await world.run(OPERATOR, users.import_users, build(UserImport, {"rows": rows}))
    assert [line.partition(" user=")[0] for line in audit()] == ["person added", "role changed"]
    with forbidden():
        await world.run(LUIS, users.set_user, "ana", build(UserUpdate, {"role": "member"}))
    with pytest.raises(Conflict):
        await world.run(OPERATOR, users.add_user, build(UserCreate, {"username": "ana", "name": "Ana"}))
    assert audit() == []


async def test_accounts_are_logged_as_they_are_invited_linked_and_unlinked(world, audit):
    await world.link(ANA)
    await world.run(ANA, users.unlink)
    assert audit() == [
        "invitation made user=2 by=0 via=job token=-",
        "account linked user=2 by=0 via=job token=-",
        "account unlinked user=2 by=2 via=rest token=-",
    ]
    await world.link(ANA)
    await world.directory("ana", isActive=False)
    code = await world.run(OPERATOR, users.invite, "luis")
    audit()
    await world.run(OPERATOR, users.link, code, 1000 + ANA)
    assert audit() == ["account unlinked user=2 by=0 via=job token=-", "account linked user=3 by=0 via=job token=-"]


@pytest.mark.parametrize(("who", "people"), [(LUCIA, 2), (ANA, 0)])
async def test_a_report_of_a_team_is_logged_with_its_days(world, audit, who, people):
    bounds = build(ReportRequest, {"desde": "2026-11-02", "hasta": "2026-11-06"})
    report = await world.run(who, reports.team_report, bounds)
    assert len(report.people) == people
    assert audit() == [f"report exported from=2026-11-02 to=2026-11-06 people={people} by={who:d} via=rest token=-"]
