"""Days away: `/ausencia`, for oneself and for somebody of one's team."""

from core.application.requests import build
from core.people import absences
from core.records.messages import MessageKind, Reason
from tests.bot.chat.pushing import DAY, pushed, written
from tests.cast import day
from tests.chat.document import conversation


async def kept(talk, who):
    """A person's absences as they are stored."""
    found = await talk.world.operate(absences.list_absences, talk.world.users[who].id)
    return [(each.first_day, each.last_day, each.reason) for each in found]


@conversation("Be away for some days, and move what is due then", "ausencia")
async def test_being_away(talk):
    await talk.ana.says("/ausencia")
    await talk.ana.says("/ausencia del 26 al 30 vacaciones", "/absence nov 26 to nov 30, vacation")
    assert await kept(talk, "ana") == []
    await talk.ana.presses("✅ Guardar", "✅ Save")
    assert await kept(talk, "ana") == [(day(3), day(7), talk.words("vacaciones", "vacation"))]
    await talk.ana.presses("📨 #1 → 1 dic", "📨 #1 → Dec 1")
    await talk.ana.presses("⋯ #1")
    await talk.ana.presses("👤 Otra persona", "👤 Another person")
    await talk.ana.presses("Luis")
    assert (await talk.task(1)).fecha_cumplir == day(4)


@conversation("Say from when, then until when; and cancel it", "ausencia")
async def test_until_when(talk):
    await talk.luis.says("/ausencia desde mañana", "/absence from tomorrow")
    await talk.luis.says("hasta el viernes", "until friday")
    await talk.luis.presses("💬 Motivo", "💬 Reason")
    await talk.luis.says("Me mudo de casa", "I am moving house")
    await talk.luis.presses("✅ Guardar", "✅ Save")
    assert await kept(talk, "luis") == [(day(1), day(4), talk.words("Me mudo de casa", "I am moving house"))]
    await talk.luis.says("/ausencia", "/absence")
    await talk.luis.presses("✖ Cancelar", "✖ Cancel")
    await talk.luis.presses("Sí, cancelarla", "Yes, cancel it")
    assert await kept(talk, "luis") == []


@conversation("Note that somebody of the team is away, and see it", "ausencia", "equipo")
async def test_somebody_of_the_team_is_away(talk):
    await talk.lucia.says("/ausencia @luis hasta el miércoles", "/absence @luis until wednesday")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    await talk.lucia.says("/equipo", "/team")
    await talk.ana.says("/ausencia @luis mañana", "/absence @luis tomorrow")


@conversation("Say days that cannot be understood", "ausencia")
async def test_days_that_are_not_clear(talk):
    await talk.ana.says("/ausencia el lunes o el martes", "/absence monday or tuesday")
    await talk.ana.says("/ausencia unos días", "/absence some days")
    assert await kept(talk, "ana") == []


@conversation("Hear that somebody of the team will be away, and that they will not", "ausencia")
async def test_the_leader_hears(talk):
    world, changed = talk.world, MessageKind.ABSENCE_CHANGED
    await talk.luis.says("/ausencia mañana médico", "/absence tomorrow, doctor")
    await talk.luis.presses("✅ Guardar", "✅ Save")
    (about,) = await written(world, "lucia", changed)
    await talk.meanwhile("Lucía hears of it.", pushed(world, "lucia", changed, **about))
    (absence,) = await world.operate(absences.list_absences, world.users["luis"].id)
    await world.act("luis", absences.cancel_absence, absence.id)
    assert await pushed(world, "lucia", changed, **about) is Reason.DONE
    before = {"person_id": world.users["luis"].id, "days": [day(1).toordinal()] * 2}
    await talk.meanwhile("Luis cancels it.", pushed(world, "lucia", changed, **before))
    await talk.lucia.presses("🗓 Sus ausencias", "🗓 Their absences")


@conversation("Hear that ones leader has noted or cancelled an absence of ones own", "ausencia")
async def test_the_person_hears(talk):
    world, changed = talk.world, MessageKind.OWN_ABSENCE_CHANGED
    await talk.lucia.says("/ausencia @Ana del 26 al 30 médico", "/absence @Ana nov 26 to nov 30 doctor")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    (about,) = await written(world, "ana", changed)
    await talk.meanwhile("Ana hears of it.", pushed(world, "ana", changed, **about))
    (absence,) = await world.operate(absences.list_absences, world.users["ana"].id)
    await world.act("lucia", absences.cancel_absence, absence.id)
    assert await pushed(world, "ana", changed, **about) is Reason.DONE
    before = {"by_user_id": about["by_user_id"], "days": [day(3).toordinal(), day(7).toordinal()]}
    await talk.meanwhile("Lucía cancels it.", pushed(world, "ana", changed, **before))
    await talk.ana.presses("🗓 Mis ausencias", "🗓 My absences")


@conversation("Read in the morning who is away", "hoy")
async def test_the_morning_of_a_leader(talk):
    world = talk.world
    request = build(absences.AbsenceCreate, {"firstDay": day(), "lastDay": day(1)})
    await world.act("luis", absences.declare_absence, request)
    await talk.meanwhile("At nine.", pushed(world, "lucia", MessageKind.OPEN_PROMPT, **DAY))


@conversation("Hear that ones leader will be away", "ausencia")
async def test_those_led_hear(talk):
    world, changed = talk.world, MessageKind.ABSENCE_CHANGED
    await world.change_user("lucia", leader="pablo")
    await talk.lucia.says("/ausencia del 24 al 27 médico", "/absence nov 24 to nov 27 doctor")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    (about,) = await written(world, "ana", changed)
    await talk.meanwhile("Those whom she leads hear of it, not why.", pushed(world, "ana", changed, **about))
    assert talk.words("médico", "doctor") not in talk.ana.message.text
    assert talk.ana.message.buttons == []
