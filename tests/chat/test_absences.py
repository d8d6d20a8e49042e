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
    talk.ana.sees("No tienes ausencias apuntadas.", "You have no absences noted.")
    await talk.ana.says("/ausencia del 26 al 30 vacaciones", "/absence nov 26 to nov 30, vacation")
    talk.ana.sees("jue, 26 nov – lun, 30 nov", "Thu, Nov 26 – Mon, Nov 30")
    talk.ana.sees("5 días, 3 hábiles", "5 days, 3 of them working days")
    assert await kept(talk, "ana") == []
    await talk.ana.presses("✅ Guardar", "✅ Save")
    talk.ana.sees("Mientras tanto vence", "due meanwhile")
    assert await kept(talk, "ana") == [(day(3), day(7), talk.words("vacaciones", "vacation"))]
    await talk.ana.presses("📨 #1 → 1 dic", "📨 #1 → Dec 1")
    talk.ana.told("Se lo pedí a Lucía", "I asked Lucía")
    await talk.ana.presses("⋯ #1")
    await talk.ana.presses("👤 Otra persona", "👤 Another person")
    await talk.ana.presses("Luis")
    talk.ana.told("Se lo pedí a Lucía", "I asked Lucía")
    assert (await talk.task(1)).fecha_cumplir == day(4)


@conversation("Say from when, then until when; and cancel it", "ausencia")
async def test_until_when(talk):
    await talk.luis.says("/ausencia desde mañana", "/absence from tomorrow")
    talk.luis.sees("¿Hasta qué día?", "Until which day?")
    await talk.luis.says("hasta el viernes", "until friday")
    talk.luis.sees("mar, 24 nov – vie, 27 nov", "Tue, Nov 24 – Fri, Nov 27")
    await talk.luis.presses("💬 Motivo", "💬 Reason")
    await talk.luis.says("Me mudo de casa", "I am moving house")
    await talk.luis.presses("✅ Guardar", "✅ Save")
    assert await kept(talk, "luis") == [(day(1), day(4), talk.words("Me mudo de casa", "I am moving house"))]
    await talk.luis.says("/ausencia", "/absence")
    await talk.luis.presses("✖ Cancelar", "✖ Cancel")
    await talk.luis.presses("Sí, cancelarla", "Yes, cancel it")
    talk.luis.told("Ausencia cancelada", "Absence cancelled")
    assert await kept(talk, "luis") == []


@conversation("Note that somebody of the team is away, and see it", "ausencia", "equipo")
async def test_somebody_of_the_team_is_away(talk):
    await talk.lucia.says("/ausencia @luis hasta el miércoles", "/absence @luis until wednesday")
    talk.lucia.sees("Ausencia de Luis", "Luis's absence")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    await talk.lucia.says("/equipo", "/team")
    talk.lucia.sees("fuera hasta el mié, 25 nov", "away until Wed, Nov 25")
    await talk.ana.says("/ausencia @luis mañana", "/absence @luis tomorrow")
    talk.ana.sees("Solo puedes", "You can only")


@conversation("Say days that cannot be understood", "ausencia")
async def test_days_that_are_not_clear(talk):
    await talk.ana.says("/ausencia el lunes o el martes", "/absence monday or tuesday")
    talk.ana.sees("No entendí qué días son", "I didn't understand which days")
    await talk.ana.says("/ausencia unos días", "/absence some days")
    talk.ana.sees("No entendí qué días son", "I didn't understand which days")
    assert await kept(talk, "ana") == []


@conversation("Hear that somebody of the team will be away, and that they will not", "ausencia")
async def test_the_leader_hears(talk):
    world, changed = talk.world, MessageKind.ABSENCE_CHANGED
    await talk.luis.says("/ausencia mañana médico", "/absence tomorrow, doctor")
    await talk.luis.presses("✅ Guardar", "✅ Save")
    (about,) = await written(world, "lucia", changed)
    await talk.meanwhile("Lucía hears of it.", pushed(world, "lucia", changed, **about))
    talk.lucia.sees("Luis no estará: mar, 24 nov", "Luis will be away: Tue, Nov 24")
    talk.lucia.sees("médico", "doctor")
    (absence,) = await world.operate(absences.list_absences, world.users["luis"].id)
    await world.act("luis", absences.cancel_absence, absence.id)
    assert await pushed(world, "lucia", changed, **about) is Reason.DONE
    before = {"person_id": world.users["luis"].id, "days": [day(1).toordinal()] * 2}
    await talk.meanwhile("Luis cancels it.", pushed(world, "lucia", changed, **before))
    talk.lucia.sees("Se canceló la ausencia de Luis: mar, 24 nov", "Luis’s absence is cancelled: Tue, Nov 24")
    await talk.lucia.presses("🗓 Sus ausencias", "🗓 Their absences")
    talk.lucia.sees("No tiene ausencias apuntadas.", "They have no absences noted.")


@conversation("Hear that ones leader has noted or cancelled an absence of ones own", "ausencia")
async def test_the_person_hears(talk):
    world, changed = talk.world, MessageKind.OWN_ABSENCE_CHANGED
    await talk.lucia.says("/ausencia @Ana del 26 al 30 médico", "/absence @Ana nov 26 to nov 30 doctor")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    (about,) = await written(world, "ana", changed)
    await talk.meanwhile("Ana hears of it.", pushed(world, "ana", changed, **about))
    talk.ana.sees("Lucía apuntó que no estarás: 26–30 nov", "Lucía has noted that you'll be away: Nov 26 – 30")
    (absence,) = await world.operate(absences.list_absences, world.users["ana"].id)
    await world.act("lucia", absences.cancel_absence, absence.id)
    assert await pushed(world, "ana", changed, **about) is Reason.DONE
    before = {"by_user_id": about["by_user_id"], "days": [day(3).toordinal(), day(7).toordinal()]}
    await talk.meanwhile("Lucía cancels it.", pushed(world, "ana", changed, **before))
    talk.ana.sees("Lucía canceló tu ausencia: 26–30 nov", "Lucía has cancelled your absence: Nov 26 – 30")
    await talk.ana.presses("🗓 Mis ausencias", "🗓 My absences")
    talk.ana.sees("No tienes ausencias apuntadas.", "You have no absences noted.")


@conversation("Read in the morning who is away", "hoy")
async def test_the_morning_of_a_leader(talk):
    world = talk.world
    request = build(absences.AbsenceCreate, {"firstDay": day(), "lastDay": day(1)})
    await world.act("luis", absences.declare_absence, request)
    await talk.meanwhile("At nine.", pushed(world, "lucia", MessageKind.OPEN_PROMPT, **DAY))
    talk.lucia.sees("🌴 Hoy no está Luis (hasta el mar, 24 nov)", "🌴 Away today: Luis (until Tue, Nov 24)")


@conversation("Hear that ones leader will be away", "ausencia")
async def test_those_led_hear(talk):
    world, changed = talk.world, MessageKind.ABSENCE_CHANGED
    await world.change_user("lucia", leader="pablo")
    await talk.lucia.says("/ausencia del 24 al 27 médico", "/absence nov 24 to nov 27 doctor")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    (about,) = await written(world, "ana", changed)
    await talk.meanwhile("Those whom she leads hear of it, not why.", pushed(world, "ana", changed, **about))
    talk.ana.sees("Lucía no estará: 24–27 nov", "Lucía will be away: Nov 24 – 27")
    talk.ana.sees("de tus rojos se entera Pablo", "Meanwhile Pablo hears of your reds")
    assert talk.words("médico", "doctor") not in talk.ana.message.text
    assert talk.ana.message.buttons == []
