"""Answers in words to the prompts of the day: the day goes on, and nothing that is told is lost."""

import pytest

from core.records.messages import MessageKind, Reason
from core.work import daily_logs
from core.work.daily_logs import DateRequest
from tests.bot.chat.pushing import DAY, pushed
from tests.cast import TODAY

OPEN, AVANCE, CLOSE = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.CLOSE_PROMPT
NO_OFFER = "¿Quisiste decir"


@pytest.fixture
async def works(world):
    for title in ("Licencia de obra", "Presupuesto de Serrano", "Grúa", "Hormigón"):
        await world.task("ana", text=title)
    return await world.task("lucia", text="Precios del acero")


@pytest.fixture
async def opened(world, works):
    await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))


async def log_of(world):
    await world.quiet()
    return await world.store.read(lambda uow: uow.daily_logs.find(world.users["ana"].id, TODAY))


def told(world):
    """The tasks of the day that are not as they were when it was opened, and all comments."""
    items = world.store.execute(
        "SELECT task_id, porcentaje, semaforo FROM daily_log_items WHERE porcentaje > 0 OR semaforo <> 'VERDE'"
    )
    comments = world.store.execute("SELECT task_id, comentario FROM task_comments")
    return {row[0]: tuple(row)[1:] for row in items.fetchall()}, {row[0]: row[1] for row in comments.fetchall()}


class TestHowItGoes:
    @pytest.fixture(autouse=True)
    async def asked(self, world, opened):
        await pushed(world, "ana", AVANCE, **DAY)

    @pytest.mark.parametrize(
        ("words", "items", "comments"),
        [
            ("voy tirando, sin cambios", {}, {}),
            ("bien, sin novedad, sigo con la licencia", {}, {1: "sigo con la licencia"}),
            ("todo bien, la licencia ya quedó", {1: (100, "VERDE")}, {}),
            ("all good, grúa at 40", {3: (40, "VERDE")}, {}),
            ("bien pero la grúa se me atora", {3: (0, "ROJO")}, {3: "la grúa se me atora"}),
        ],
    )
    async def test_well_reports_the_day_with_what_is_told(self, world, words, items, comments):
        await world.says("ana", words, "vance enviado", hides=NO_OFFER)
        assert (await log_of(world)).avance_at is not None
        assert told(world) == (items, comments)

    async def test_what_names_no_task_is_said_not_to_be_kept(self, world):
        await world.says("ana", "all good, got the photos now thanks", "«got the photos now thanks» no guardé nada")
        assert (await log_of(world)).avance_at is not None

    async def test_slowly_begins_the_report(self, world):
        await world.says("ana", "fine, a bit slow", "¿Qué porcentaje lleva?")
        assert (await log_of(world)).avance_at is None

    async def test_a_red_keeps_its_reason(self, world):
        await world.says("ana", "regular, el presupuesto se me atasca con los precios del acero", "🔴")
        await world.quiet()
        reason = "el presupuesto se me atasca con los precios del acero"
        assert told(world) == ({2: (0, "ROJO")}, {2: reason})

    async def test_which_task_is_red_is_asked_where_none_is_named(self, world):
        asked = await world.says("ana", "mal, con la lluvia no podemos trabajar", "¿Cuál de estas tareas?")
        await world.taps("ana", asked, "#4 🔴 · Hormigón")
        await world.quiet()
        assert told(world) == ({4: (0, "ROJO")}, {4: "con la lluvia no podemos trabajar"})

    async def test_an_order_beside_it_is_done(self, world):
        await world.says("ana", "bien, apunta comprar cemento", "Avance enviado", hides="bien, apunta")


class TestOpening:
    @pytest.fixture(autouse=True)
    async def asked(self, world, works):
        await pushed(world, "ana", OPEN, **DAY)

    async def test_it_opens(self, world):
        await world.says("ana", "ale a currar", "Día abierto", hides=NO_OFFER)
        assert await log_of(world) is not None

    @pytest.mark.parametrize(
        ("words", "plan"),
        [
            ("si, abre. hoy remato serrano", "Ya está en tu día: #2 Presupuesto de Serrano."),
            ("hoy licencia y presupuesto", "#1 Licencia de obra y #2 Presupuesto de Serrano."),
        ],
    )
    async def test_the_tasks_of_a_plan_are_said_to_be_in_the_day(self, world, words, plan):
        await world.says("ana", words, plan, hides=NO_OFFER)
        await world.quiet()
        assert told(world) == ({}, {})

    async def test_what_is_told_of_a_task_is_kept(self, world):
        await world.says("ana", "ya estoy en obra, la grúa no vino", "Día abierto")
        await world.quiet()
        assert told(world) == ({}, {3: "la grúa no vino"})


class TestClosing:
    @pytest.fixture(autouse=True)
    async def asked(self, world, opened):
        await pushed(world, "ana", CLOSE, **DAY)

    @pytest.mark.parametrize(
        ("words", "items", "comments"),
        [
            (
                "cierra. hoy: licencia hecha y el presupuesto casi. mañana lo remato",
                {1: (100, "VERDE")},
                {2: "el presupuesto casi. mañana lo remato"},
            ),
            ("cierra, hoy grúa no, hormigon a medias", {4: (50, "VERDE")}, {3: "hoy grúa no"}),
            ("vale, licencia lista y cierro", {1: (100, "VERDE")}, {}),
        ],
    )
    async def test_what_is_told_is_saved_before_the_day_closes(self, world, words, items, comments):
        await world.says("ana", words, "cerrado", hides=NO_OFFER)
        assert (await log_of(world)).closed_at is not None
        assert told(world) == (items, comments)

    async def test_a_day_that_did_not_move_is_closed_once_that_is_agreed(self, world):
        await world.says("ana", "cierra el día, gracias a todos", offers="🔒 Cerrar así")
        await world.says("ana", "dale cerralo así", "cerrado")
        assert (await log_of(world)).closed_at is not None

    async def test_nothing_moved_closes_it_as_it_is(self, world):
        await world.says("ana", "wrap it up, nothing moved since noon", "cerrado")
        assert (await log_of(world)).closed_at is not None


async def test_not_yet_puts_the_prompt_off(world, opened):
    await world.event("lucia", "ana", title="Demo", offset=1)
    about = (await world.store.read(lambda uow: uow.outbox.waiting(world.users["ana"].id)))[-1]
    await pushed(world, "ana", CLOSE, about.id, **DAY)
    await world.says("ana", "aun no, nada que contar", "te pregunto a las")
    assert (await log_of(world)).closed_at is None
    found = await world.store.read(lambda uow: uow.outbox.waiting(world.users["ana"].id))
    assert [each.reason for each in found if each.reason is Reason.SNOOZED] == [Reason.SNOOZED]


async def test_a_question_is_still_asked_once_an_older_one_is_answered(world, works):
    older = await world.says("ana", "elimina la tarea 1", "liminar")
    world.clock.advance(minutes=1)
    await pushed(world, "ana", OPEN, **DAY)
    world.clock.advance(minutes=1)
    await world.replies("ana", older, "no, déjala")
    await world.says("ana", "qué tengo mañana", "lo que tienes")
    await world.says("ana", "yes please", "Día abierto")
