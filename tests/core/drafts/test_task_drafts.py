"""Drafts of tasks from a person's words: each value, what was chosen, and what was left."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from core.base.errors import Code, FieldCode
from core.base.model import Language, Priority
from core.drafts.task_drafts import (
    apply,
    completed,
    corrected,
    fields,
    new_draft,
    with_description,
    with_due_date,
    with_responsible,
)
from core.language.phrases.model import TASK, DoubtReason, Moment, Note
from core.language.phrases.reading import read
from core.people.working_time import Off, WhyOff
from core.records.drafts import MissingTaskField
from core.work import assigning
from tests.cast import ANA, INES, LUCIA, LUIS, PEDRO, ROOT
from tests.core.refusals import forbidden, invalid
from tests.core.world import NOW, STRANGER_ID, day, fresh_world
from tests.tables import each_row

FRIDAY = day(7)


def heard(words, language=Language.ES):
    return read(words, Moment.of(NOW, ZoneInfo("America/Mexico_City"), language), TASK)


async def draft(world, words, who=LUCIA):
    understood = heard(words)
    return new_draft(words, understood, await world.run(who, assigning.resolve_names, understood.people), who)


async def correct(world, body, words, who=LUCIA):
    understood = heard(words)
    return corrected(body, understood, await world.run(who, assigning.resolve_names, understood.people))


async def test_everything_said_is_understood(world):
    body = await draft(world, "Revisar contrato con @luis para el próximo viernes, urgente")
    assert (body.descripcion, body.responsible_user_ids, body.fecha_cumplir) == ("Revisar contrato", (LUIS,), FRIDAY)
    assert (body.prioridad, body.missing, body.unknown, body.beyond) == (Priority.URGENTE, [], (), ())


async def test_what_is_not_said_is_ones_own_of_medium_priority_and_due_nobody_knows_when(world):
    body = await draft(world, "Revisar contrato")
    assert (body.responsible_user_ids, body.fecha_cumplir, body.prioridad) == ((LUCIA,), None, Priority.MEDIA)
    assert body.missing == [MissingTaskField.DUE]
    assert (await draft(world, "@luis mañana")).missing == [MissingTaskField.DESCRIPTION]
    assert (await draft(world, "@luis")).missing == [MissingTaskField.DESCRIPTION, MissingTaskField.DUE]


@each_row(["@luis", "@Luis", "@LUIS"], world=fresh_world)
async def test_a_person_is_named_by_username_whatever_its_case(world, name):
    assert (await draft(world, f"Revisar con {name}")).responsible_user_ids == (LUIS,)


async def test_a_name_of_two_people_is_nobodys(world):
    for username in ("luis", "ana"):
        await world.directory(username, name="Alex")
    assert (await draft(world, "Revisar con @alex")).unknown == ("alex",)


async def test_who_is_nobody_or_has_left_is_told_and_stays_in_the_description(world):
    body = await draft(world, "Revisar con @leo y @ines mañana")
    assert (body.descripcion, body.unknown) == ("Revisar con @leo y @ines", ("leo", "ines"))
    assert body.responsible_user_ids == (LUCIA,)


async def test_who_is_beyond_reach_is_told_and_stays_in_the_description(world):
    body = await draft(world, "Revisar contrato con @luis y @pedro para el viernes")
    assert (body.descripcion, body.beyond) == ("Revisar contrato y @pedro", ("pedro",))
    assert body.responsible_user_ids == (LUIS,)
    assert (await draft(world, "Revisar con @luis y @pedro", ANA)).beyond == ("luis", "pedro")
    assert (await draft(world, "Revisar con @pedro", ROOT)).responsible_user_ids == (PEDRO,)


async def test_the_only_one_named_who_is_beyond_reach_is_asked(world):
    body = await draft(world, "Revisar contrato con @luis", ANA)
    assert (body.descripcion, body.asked_user_id, body.beyond) == ("Revisar contrato", LUIS, ())
    own = with_responsible(body, ANA, responsible=True)
    assert (own.responsible_user_ids, own.asked_user_id) == ((ANA,), None)
    assert (await draft(world, "Revisar con @luis")).asked_user_id is None


async def test_who_is_only_added_to_it_is_beyond_reach_and_not_asked(world):
    added = await correct(world, await draft(world, "Revisar contrato", ANA), "y @luis", ANA)
    assert (added.responsible_user_ids, added.asked_user_id, added.beyond) == ((ANA,), None, ("luis",))


async def test_of_several_days_the_last_is_taken_and_the_first_told(world):
    body = await draft(world, "Inventario del 3 al 7 de diciembre")
    assert (body.since, body.fecha_cumplir) == (date(2026, 12, 3), date(2026, 12, 7))
    assert (await draft(world, "Inventario mañana")).since is None


async def test_a_chosen_reading_and_what_was_left_alone_are_kept(world):
    body = await draft(world, "Contrato de mayo para el viernes")
    assert (body.notes, [(doubt.words, doubt.why) for doubt in body.doubts]) == (
        (Note.NOT_TODAY,),
        [("mayo", DoubtReason.WORDS)],
    )
    assert (await draft(world, "Pagar lunes o martes")).fecha_cumplir is None


async def test_a_correction_changes_what_it_says_and_nothing_else(world):
    body = await draft(world, "Revisar contrato con @luis para mañana, urgente")
    later = await correct(world, body, "mejor el próximo viernes")
    assert (later.descripcion, later.fecha_cumplir) == ("Revisar contrato", FRIDAY)
    assert (later.responsible_user_ids, later.prioridad) == ((LUIS,), Priority.URGENTE)
    other = await correct(world, later, "@ana @luis, sin prisa")
    assert (other.responsible_user_ids, other.prioridad) == ((ANA, LUIS), Priority.BAJA)
    assert other.fecha_cumplir == FRIDAY
    assert (await correct(world, other, "@pedro")).responsible_user_ids == (ANA, LUIS)


@each_row(["y @ana", "and @ana", "y @ana y @luis"], world=fresh_world)
async def test_people_who_are_joined_to_those_there_were_come_after_them(world, words):
    body = await draft(world, "Revisar con @luis")
    assert (await correct(world, body, words)).responsible_user_ids == (LUIS, ANA)
    assert (await correct(world, body, "@ana")).responsible_user_ids == (ANA,)


async def test_what_a_correction_says_besides_is_told_until_the_next_change(world):
    body = await draft(world, "Revisar contrato")
    later = await correct(world, body, "ojalá que sea el viernes")
    assert later.left == "ojalá que sea"
    assert (await correct(world, later, "urgente")).left == ""
    for changed in (
        with_due_date(later, day(1)),
        with_description(later, "x"),
        with_responsible(later, LUIS, responsible=True),
    ):
        assert changed.left == ""


async def test_a_description_that_was_missing_is_completed_by_the_next_words(world):
    body = await draft(world, "@luis")
    understood = heard("Revisar contrato para el próximo viernes")
    whole = completed(body, "Revisar contrato para el próximo viernes", understood, assigning.ResolvedNames())
    assert (whole.descripcion, whole.fecha_cumplir, whole.responsible_user_ids) == ("Revisar contrato", FRIDAY, (LUIS,))


async def test_a_day_chosen_by_hand_leaves_no_doubt(world):
    body = with_due_date(await draft(world, "Inventario del 3 al 7"), day(1))
    assert (body.fecha_cumplir, body.since, body.notes, body.doubts) == (day(1), None, (), ())


async def test_a_description_is_what_was_typed(world):
    body = await draft(world, "Contrato de mayo con @leo")
    assert with_description(body, " mañana @luis\n").descripcion == " mañana @luis\n"
    assert (with_description(body, "x").doubts, with_description(body, "x").unknown) == ((), ())


async def test_people_come_and_go_in_their_order_and_somebody_is_left(world):
    body = await draft(world, "Revisar")
    both = with_responsible(body, LUIS, responsible=True)
    assert both.responsible_user_ids == (LUCIA, LUIS)
    assert with_responsible(both, LUIS, responsible=True) == both
    one = with_responsible(both, LUCIA, responsible=False)
    assert one.responsible_user_ids == (LUIS,)
    assert with_responsible(one, LUCIA, responsible=False) == one
    with invalid(("responsibleUserIds", FieldCode.EMPTY)):
        with_responsible(one, LUIS, responsible=False)


async def test_the_request_has_what_is_known(world):
    body = await draft(world, "Revisar")
    whole = {"descripcion": "Revisar", "prioridad": Priority.MEDIA, "responsibleUserIds": [LUCIA]}
    assert fields(body) == whole
    assert fields(with_due_date(body, day(1))) == whole | {"fechaCumplir": day(1)}


async def test_whom_one_may_choose_from_is_oneself_and_ones_team_by_name(world):
    async def offered(who, *present):
        found = await world.run(who, assigning.assignable_people, present)
        return [person.id for person in found.people], found.beyond

    assert await offered(LUCIA) == ([ANA, LUCIA, LUIS], frozenset())
    assert await offered(LUCIA, ANA, PEDRO, INES) == ([ANA, INES, LUCIA, LUIS, PEDRO], {INES, PEDRO})
    assert await offered(ANA) == ([ANA], frozenset())
    everybody, _ = await offered(ROOT)
    assert len(everybody) == 7
    assert {ROOT, PEDRO} <= set(everybody)


async def test_whom_one_may_not_name_is_refused_as_when_the_task_is_made(world):
    await world.run(LUCIA, assigning.check_assignable, LUIS)
    await world.run(ROOT, assigning.check_assignable, PEDRO)
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.run(LUCIA, assigning.check_assignable, PEDRO)
    with invalid(("responsibleUserIds[0]", FieldCode.INACTIVE_USER)):
        await world.run(ROOT, assigning.check_assignable, INES)
    with invalid(("responsibleUserIds[0]", FieldCode.UNKNOWN_ID)):
        await world.run(ROOT, assigning.check_assignable, STRANGER_ID)


async def test_who_is_away_today_or_from_tomorrow_is_told_of_before_a_task_is_theirs(world):
    async def soon(*people):
        return await world.run(LUCIA, assigning.away_soon, people)

    assert await soon(ANA, LUIS, PEDRO) == {}
    await world.away(LUIS, day(), day(3))
    await world.away(ANA, day(1), day(2))
    await world.away(PEDRO, day(2), day(5))
    found = await soon(LUIS, ANA, PEDRO)
    assert found == {LUIS: WhyOff(Off.ABSENCE, until=day(3)), ANA: WhyOff(Off.ABSENCE, until=day(2))}
    assert list(found) == [LUIS, ANA]


async def test_a_day_beyond_the_calendar_is_left_in_doubt(world):
    words = "Revisar en 9999"
    understood = heard("Revisar mañana")
    far = understood.days.__class__(date(9998, 12, 31), date(9998, 12, 31) + timedelta(days=1))
    body = apply(
        await draft(world, words),
        understood.__class__("x", days=far, pieces=understood.pieces),
        assigning.ResolvedNames(),
    )
    assert body.fecha_cumplir is None
    assert [doubt.why for doubt in body.doubts] == [DoubtReason.IMPOSSIBLE]


async def test_who_does_not_work_on_the_due_date_is_told_with_why(world):
    await world.away(LUIS, day(2), day(5))
    people = [LUIS, ANA, PEDRO]
    monday, christmas = day(3), date(2026, 12, 25)
    assert await world.run(LUCIA, assigning.off_on, people, monday) == {LUIS: WhyOff(Off.ABSENCE, until=day(5))}
    assert await world.run(LUCIA, assigning.off_on, people, day(6)) == {}
    weekend = await world.run(LUCIA, assigning.off_on, people, day(1))
    assert {person: why.off for person, why in weekend.items()} == dict.fromkeys(people, Off.DAY_OFF)
    holiday = await world.run(LUCIA, assigning.off_on, [ANA], christmas)
    assert holiday[ANA].off is Off.HOLIDAY
