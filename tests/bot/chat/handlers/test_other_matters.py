"""Words beside a yes or a no that are of another matter: they answer nothing, and do nothing that was not asked."""

import pytest

from core.base.model import ParticipationStatus
from core.calendar import responses
from core.records.messages import MessageKind
from tests.bot.chat.handlers.test_answers import told
from tests.bot.chat.pushing import DAY, pushed
from tests.cast import TODAY

OPEN, CLOSE = MessageKind.OPEN_PROMPT, MessageKind.CLOSE_PROMPT


async def log_of(world):
    await world.quiet()
    return await world.store.read(lambda uow: uow.daily_logs.find(world.users["ana"].id, TODAY))


async def percent(world):
    ((found,),) = world.store.execute("SELECT porcentaje FROM daily_log_items").fetchall()
    return found


class TestInvitations:
    @pytest.fixture(autouse=True)
    async def invited(self, world):
        await world.task("ana", text="Papel de las invitaciones")
        self.event = await world.event("lucia", "ana", title="Demo", offset=1)
        await world.open_log("ana")
        await told(world)

    async def answer(self, world):
        await world.quiet()
        given = await world.act("lucia", responses.list_responses, self.event.id)
        return next((each.response for each in given if each.user_id == world.users["ana"].id), None)

    @pytest.mark.parametrize(
        "words",
        [
            "ya me llegó la invitación, listo ahí estaré",
            "me llegó la invitación de la demo, cuenta conmigo",
            "ya vi el correo, sí voy",
            "got the invite, I'll be there",
            "ya recibí la convocatoria, ahí nos vemos",
            "sí, yo llevo los programas",
            "sí, gracias",
        ],
    )
    async def test_who_comes_accepts(self, world, words):
        await world.says("ana", words)
        assert await self.answer(world) is ParticipationStatus.ACCEPTED

    @pytest.mark.parametrize(
        "words",
        ["ya vi la invitación, no puedo ir", "no, tengo dentista", "no me da la vida", "nel, no llego", "no gracias"],
    )
    async def test_who_does_not_come_declines(self, world, words):
        await world.says("ana", words)
        assert await self.answer(world) is ParticipationStatus.DECLINED

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("ya me llegó la invitación, gracias", "¡De nada!"),
            ("got the invite, thanks!", "¡De nada!"),
            ("ya nos llegó la convocatoria", "👍"),
            ("ya vi la invitación", "👍"),
        ],
    )
    async def test_that_it_has_come_is_only_acknowledged(self, world, words, expected):
        await world.says("ana", words, expected)
        assert await self.answer(world) is ParticipationStatus.NEEDS_ACTION
        await world.says("ana", "sí, ahí estaré", "sí irás")

    @pytest.mark.parametrize(
        "words",
        [
            "no me llegó la invitación de la junta",
            "no encuentro el papel de las invitaciones, ponlas en rojo",
            "no nos ha llegado la convocatoria",
            "can't find the invitation file",
            "no funciona la impresora",
            "no sé dónde quedó la factura",
            "sí, ya mandé el correo a la señora",
            "va, ya le hablé al proveedor de las lonas",
            "no, ya entregué los gafetes en el hotel",
            "yes, I already sent the email to the client",
            "ok ahorita lo veo",
            "yo lo hago",
        ],
    )
    async def test_other_matters_answer_nothing(self, world, words):
        await world.says("ana", words)
        assert await self.answer(world) is ParticipationStatus.NEEDS_ACTION


class TestTheDay:
    @pytest.fixture(autouse=True)
    async def tasks(self, world):
        await world.task("ana", text="Minuta")

    @pytest.mark.parametrize(
        "words",
        [
            "ok ahorita lo veo",
            "ahorita lo checo",
            "sí, ya mandé el correo a la señora",
            "va, lo veo al rato",
            "sí, bórralo",
        ],
    )
    async def test_words_of_something_else_do_not_open_it(self, world, words):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", words)
        assert await log_of(world) is None

    @pytest.mark.parametrize(
        "words", ["sí, ábrelo", "va, hoy la minuta", "sí, la minuta ya quedó", "ok, ya estoy en la oficina"]
    )
    async def test_a_yes_opens_it(self, world, words):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", words)
        assert await log_of(world) is not None

    @pytest.mark.parametrize(
        "words",
        [
            "si pero todavia no acabo",
            "sí, pero me falta la minuta",
            "ok pero sigo con la minuta",
            "sí, todavía no termino",
            "yes but I'm still working on it",
            "ok ahorita lo veo",
            "estoy en eso",
            "sí, ya mandé el correo a la señora",
            "sí, deshazlo",
            "sí, guárdalo",
        ],
    )
    async def test_who_is_not_done_does_not_close_it(self, world, words):
        await world.open_log("ana")
        await world.set_percent("ana", 50)
        await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", words)
        assert (await log_of(world)).closed_at is None

    @pytest.mark.parametrize("words", ["sí", "va, ciérralo", "sí, la minuta ya quedó", "sí, hazlo", "sí, ya me voy"])
    async def test_a_yes_closes_it(self, world, words):
        await world.open_log("ana")
        await world.set_percent("ana", 50)
        await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", words)
        assert (await log_of(world)).closed_at is not None


class TestNamedQuestions:
    """An order that names the act of an older question answers that, and not the push that came after it."""

    @pytest.mark.parametrize(
        "words",
        [
            "sí, deshazlo, no eran 80 por ciento, eran 80 sillas",
            "deshazlo",
            "sí deshacer",
            "sí, deshaz eso",
            "ok, deshazlo porfa",
        ],
    )
    async def test_a_change_is_taken_back(self, world, words):
        await world.task("ana", text="Sillas")
        await world.open_log("ana")
        await world.says("ana", "sillas 80", "guardada")
        world.clock.advance(minutes=20)
        await world.says("ana", "deshaz lo último", "¿Deshacer esto")
        world.clock.advance(minutes=70)
        await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", words, "Deshecho")
        assert (await log_of(world)).closed_at is None
        assert await percent(world) == 0

    @pytest.mark.parametrize("words", ["sí, guárdala", "guárdala porfa", "guarda así", "ok, guárdala, gracias"])
    @pytest.mark.parametrize("minutes", [0, 120])
    async def test_a_draft_is_saved(self, world, words, minutes):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        world.clock.advance(minutes=minutes)
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, "Guardado")
        assert (await world.task_by_id(1)).descripcion == "pedir toner"

    async def test_the_day_is_closed_although_an_invitation_came(self, world):
        await world.task("ana", text="Minuta")
        await world.open_log("ana")
        await world.set_percent("ana", 50)
        await pushed(world, "ana", CLOSE, **DAY)
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", "ciérralo", "Día cerrado")

    async def test_a_yes_alone_answers_the_newest(self, world):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", "sí", "sí irás")

    async def test_a_question_that_was_answered_is_not_asked_any_more(self, world):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", "sí", "Guardado")
        await world.says("ana", "guárdala", hides="Guardado")
