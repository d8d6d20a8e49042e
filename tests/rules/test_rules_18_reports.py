"""Chapter 18: the report of a team's days, in the envelope and as a file."""

import csv
from io import StringIO

import pytest

from tests.rules.world import TODAY, YESTERDAY, done, refused
from tests.workbooks import workbook


async def reported(world):
    """Ana's day with an item in red, and why; Pedro's, whose leader is another."""
    for who in ("ana", "pedro"):
        await world.task(who)
        log = await world.log(who)
        done(await world.light(log["items"][0], "ROJO", who=who, motivo="=falta la firma"))


async def test_18_1_a_report_has_the_days_of_ones_team_and_their_sums(world):
    await reported(world)
    path = f"/reports/team?desde={YESTERDAY}&hasta={TODAY}"
    report = await world.read(path, "lucia")
    assert [person["username"] for person in report["people"]] == ["ana", "luis"]
    ana, luis = report["days"]
    assert (ana["userId"], ana["rojo"], ana["comentarios"], luis["openedAt"]) == (world.id("ana"), 1, 1, None)
    assert ana["reds"] == [{"taskId": 1, "descripcion": "Revisar", "motivo": "=falta la firma"}]
    assert (report["total"]["rojo"], report["total"]["expected"], report["total"]["unopened"]) == (1, 2, 1)
    for who, people in {"marta": {"pedro"}, "ana": set(), "pablo": set()}.items():
        assert {person["username"] for person in (await world.read(path, who))["people"]} == people
    for who in ("root", "robot"):
        seen = {person["username"] for person in (await world.read(path, who))["people"]}
        assert {"ana", "pedro", "lucia"} <= seen


@pytest.mark.parametrize("form", ["csv", "xlsx"])
async def test_18_2_a_report_is_a_file_too(world, form):
    await reported(world)
    path = f"/reports/team?desde={YESTERDAY}&hasta={TODAY}&format={form}"
    reply = await world.get(path, "lucia")
    assert (reply.status, reply.headers["Cache-Control"]) == (200, "private, no-store")
    name = f"equipo-{YESTERDAY}-{TODAY}.{form}"
    assert reply.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    rows = opened_as(form, reply.body)
    assert {"Ana", "Luis"} == {row["Persona"] for row in rows}
    assert sum(int(row["Rojas"]) for row in rows) == 1
    english = await world.get(path, "lucia", headers={"Accept-Language": "en"})
    assert {"Ana", "Luis"} == {row["Person"] for row in opened_as(form, english.body)}
    assert "team-" in english.headers["Content-Disposition"]
    assert opened_as(form, (await world.get(path, "pablo")).body) == []


def opened_as(form, content):
    """The days in a file, as a program for such files reads them."""
    if form == "csv":
        return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))
    head, *rows = list(workbook(content).worksheets[1].values)
    return [dict(zip(head, row, strict=True)) for row in rows]


async def test_18_1_a_report_has_its_bounds(world):
    for query, field in {
        "desde=2026-11-02&hasta=2026-11-01": "hasta",
        "desde=2026-08-01&hasta=2026-11-01": "hasta",
        "hasta=2026-11-01": "desde",
        "desde=2026-11-01": "hasta",
        "desde=2026-11-01&hasta=ayer": "hasta",
        "desde=2026-11-01&hasta=2026-11-02&format=pdf": "format",
    }.items():
        refused(await world.get(f"/reports/team?{query}", "lucia"), 400, field)
    assert (await world.read("/reports/team?desde=2026-08-02&hasta=2026-11-01", "pablo"))["days"] == []


async def test_18_3_ones_own_days_are_reported_to_everybody(world):
    await reported(world)
    path = f"/reports/me?desde={YESTERDAY}&hasta={TODAY}"
    for who in ("ana", "pedro"):
        report = await world.read(path, who)
        assert ([person["username"] for person in report["people"]], report["total"]["rojo"]) == ([who], 1)
    rows = opened_as("csv", (await world.get(f"{path}&format=csv", "ana")).body)
    assert [(row["Persona"], row["Rojas"]) for row in rows] == [("Ana", "1")]


async def moved_twice(world):
    """A task of Ana's whose due date has moved twice; one that has moved once."""
    for dates in (["2026-12-01", "2026-12-02"], ["2026-12-01"]):
        task = await world.task("ana")
        for due in dates:
            done(await world.edit(task, fechaCumplir=due))


async def test_18_3_a_summary_compares_lights_and_has_opened_days_reds_and_moved_due_dates(world):
    await reported(world)
    await moved_twice(world)
    bounds = f"desde={YESTERDAY}&hasta={TODAY}"
    found = await world.read(f"/reports/team/summary?{bounds}", "lucia")
    assert (found["lights"]["rojo"], found["lightsBefore"]["rojo"]) == (1, 0)
    assert (found["expected"], found["opened"]) == (2, 1)
    assert found["unopened"] == [{"userId": world.id("luis"), "displayName": "Luis", "fechas": [TODAY]}]
    assert [(red["motivo"], red["fechas"]) for red in found["reds"]] == [("=falta la firma", [TODAY])]
    (moved,) = found["moved"]
    assert (moved["times"], moved["firstDue"], moved["fechaCumplir"]) == (2, "2026-11-30", "2026-12-02")
    mine = await world.read(f"/reports/me/summary?{bounds}", "ana")
    assert (mine["reds"], mine["moved"], mine["expected"]) == (found["reds"], found["moved"], 1)
    for who in ("pablo", "luis"):
        theirs = await world.read(f"/reports/team/summary?{bounds}", who)
        assert (theirs["reds"], theirs["moved"], theirs["expected"]) == ([], [], 0)
    assert (await world.read(f"/reports/me/summary?{bounds}", "luis"))["reds"] == []
    assert len((await world.read(f"/reports/team/summary?{bounds}", "root"))["reds"]) == 2
    refused(await world.get("/reports/team/summary?desde=2026-08-01&hasta=2026-11-20", "lucia"), 400, "hasta")


async def test_18_4_people_are_by_name_as_spanish_sorts(world):
    for username, name in (("ana", "Zoe"), ("luis", "Álvaro")):
        await world.person(username, name=name)
    team = await world.read(f"/reports/team/workload?desde={TODAY}&hasta={TODAY}", "lucia")
    assert [person["displayName"] for person in team["people"]] == ["Álvaro", "Zoe"]


async def test_18_4_what_people_have_in_hand_is_told_to_them_and_their_leader(world):
    await reported(world)
    bounds = f"desde={TODAY}&hasta=2026-12-31"
    team = await world.read(f"/reports/team/workload?{bounds}", "lucia")
    assert [person["displayName"] for person in team["people"]] == ["Ana", "Luis"]
    ana = team["people"][0]
    assert (ana["open"], ana["late"], ana["due"], ana["red"]) == (1, 0, 1, 1)
    assert (ana["eventMinutes"], ana["away"]) == (0, [])
    assert (await world.read(f"/reports/me/workload?{bounds}", "ana"))["people"] == [ana]
    path = f"/people/{world.id('ana')}/workload?{bounds}"
    for who in ("ana", "lucia", "root", "robot"):
        assert (await world.read(path, who))["people"] == [ana]
    for who in ("luis", "marta", "pablo"):
        refused(await world.get(path, who), 403)
    assert (await world.read(f"/reports/team/workload?{bounds}", "pablo"))["people"] == []
    refused(await world.get(f"/reports/team/workload?desde={TODAY}&hasta={YESTERDAY}", "lucia"), 400, "hasta")


async def test_18_5_a_meeting_has_what_was_closed_is_stuck_and_is_next(world):
    await reported(world)
    done(await world.edit(await world.task("ana", descripcion="Reyes"), estatus="CERRADA"))
    path = f"/reports/meeting?desde={YESTERDAY}&hasta={TODAY}"
    found = await world.read(path, "lucia")
    assert [[task["taskId"] for task in found[part]] for part in ("closed", "stuck", "next")] == [[3], [1], []]
    assert found["stuck"][0]["motivo"] == "=falta la firma"
    assert await world.read(f"{path}&userId={world.id('ana')}", "ana") == found
    refused(await world.get(f"{path}&userId={world.id('ana')}", "pedro"), 403)
    assert [task["taskId"] for task in (await world.read(f"{path}&q=rey", "lucia"))["closed"]] == [3]
    assert (await world.read(f"{path}&q=rey", "pedro"))["closed"] == []
