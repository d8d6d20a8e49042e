"""Some hours away in the chat: one message and one tap, told to the leader at once, put right and taken back."""

import pytest

from core.people import absences
from core.records.messages import MessageKind
from tests.bot.chat.pushing import push_of, written
from tests.bot.world import check, plain
from tests.cast import day


async def kept(world, who="ana"):
    """The hours that a person is away, by the clock of the office, and why."""
    found = await world.operate(absences.list_absences, world.users[who].id)
    zone = world.pipeline.settings.zone
    return [
        (
            (each.first_day - day()).days,
            *(f"{at.astimezone(zone):%H:%M}" for at in (each.starts_at, each.ends_at) if at),
            each.reason,
        )
        for each in found
    ]


@pytest.mark.parametrize(
    ("words", "offset", "starts", "ends", "reason"),
    [
        ("hoy solo por la mañana", 0, "13:30", "18:00", None),
        ("a las 2 tengo médico", 0, "14:00", "16:00", "médico"),
        ("mañana entro tarde, como a las 11", 1, "09:00", "11:00", None),
        ("a las 2 tengo cita en el IMSS y ya no vuelvo", 0, "14:00", "18:00", "cita en el IMSS"),
        ("me voy a comer regreso a las 3", 0, "09:00", "15:00", "comer"),
        ("permiso para salir el viernes a las 3", 4, "15:00", "18:00", "permiso"),
    ],
)
async def test_one_message_and_one_tap(world, words, offset, starts, ends, reason):
    card = await world.says("ana", words)
    check(card, sees=["Tu ausencia · sin guardar", "🕐"], offers="✅ Guardar")
    await world.taps("ana", card, "✅ Guardar", sees="🕐")
    assert await kept(world) == [(offset, starts, ends, reason)]


@pytest.mark.parametrize(
    ("words", "offset", "starts", "ends"),
    [
        ("I'm out tomorrow afternoon", 1, "13:30", "18:00"),
        ("I'm away this afternoon", 0, "13:30", "18:00"),
        ("/ausencia mañana en la tarde", 1, "13:30", "18:00"),
        ("el jueves no vengo en la mañana", 3, "09:00", "13:30"),
    ],
)
async def test_a_part_of_a_day_is_hours_of_it_and_not_the_whole_day(world, words, offset, starts, ends):
    card = await world.says("ana", words)
    check(card, sees="🕐", hides=["todo el día", "the whole day"])
    await world.taps("ana", card, "✅ Guardar")
    assert [each[:3] for each in await kept(world)] == [(offset, starts, ends)]


async def test_a_part_of_a_day_of_somebody_whom_one_leads_is_hours_by_their_own(world):
    await world.change_user("ana", timezone="America/Bogota")
    card = await world.says("lucia", "/ausencia @ana mañana en la tarde")
    await world.taps("lucia", card, "✅ Guardar")
    assert [each[:3] for each in await kept(world)] == [(1, "12:30", "17:00")]


@pytest.mark.parametrize("words", ["salgo a las 8 de la noche", "mañana llego a las 8"])
async def test_who_misses_no_work_is_told_how_to_say_hours(world, words):
    await world.says(
        "ana", words, sees=["no cae en tus horas de trabajo", "salgo a las 4"], offers="📅 Ponerlo en mi agenda"
    )
    assert await kept(world) == []


async def test_the_leader_hears_at_once_with_the_tasks_due_then(world):
    await world.task("ana", text="Contrato", due=0)
    await world.taps("ana", await world.says("ana", "oye, a las 2 tengo médico"), "✅ Guardar")
    told = await push_of(world, "lucia", MessageKind.HOURS_AWAY)
    check(told, sees=["no estará hoy 14:00–16:00", "médico", "Contrato"], hides="oye")
    assert await written(world, "luis", MessageKind.HOURS_AWAY) == []


async def test_it_is_put_right_and_taken_back_in_words(world):
    await world.taps("ana", await world.says("ana", "salgo a las 5"), "✅ Guardar")
    await world.says("ana", "perdón, era a las 4")
    assert await kept(world) == [(0, "16:00", "18:00", None)]
    await world.says("ana", "deshaz eso")
    assert await kept(world) == [(0, "17:00", "18:00", None)]


async def test_a_leader_gives_a_day_off_to_all_of_the_team(world):
    card = await world.says("lucia", "hacemos puente el 24")
    check(card, sees=["24\xa0nov", "Ana", "Luis"])
    await world.taps("lucia", card, "✅ Guardar")
    for who in ("lucia", "ana", "luis"):
        assert [each[0] for each in await kept(world, who)] == [1], who
    assert await kept(world, "pablo") == []


async def test_who_leads_nobody_takes_it_alone(world):
    card = await world.says("ana", "el 24 no trabajamos")
    await world.taps("ana", card, "✅ Guardar")
    assert [each[0] for each in await kept(world)] == [1]
    assert await kept(world, "luis") == []


async def test_who_asks_about_the_team_sees_the_hours(world):
    await world.taps("ana", await world.says("ana", "a las 2 tengo médico"), "✅ Guardar")
    shown = await world.says("lucia", "¿quién está hoy?")
    assert "Ana: no está de 14:00–16:00" in plain(shown)
    assert "médico" not in plain(shown)


@pytest.mark.parametrize("words", ["hasta las 5", "until 5, not 4"])
async def test_the_end_of_drafted_hours_is_put_right_alone(world, words):
    await world.says("ana", "a las 2 tengo médico", sees="14:00–16:00")
    await world.says("ana", words, sees="14:00–17:00")


@pytest.mark.parametrize("words", ["entonces es a las 11, voy", "va, la junta es a las 11, ahí estaré"])
async def test_the_hour_of_something_is_no_absence(world, words):
    await world.says("ana", words, lacks="Tu ausencia")
    assert await kept(world) == []
