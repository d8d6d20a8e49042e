"""Words that answer what the bot asked: by a push or a panel, with a reply or without, and what is said besides."""

from datetime import timedelta

import pytest

from core.records.messages import MessageKind, Reason
from core.work import daily_logs
from core.work.daily_logs import DateRequest
from tests.bot.chat.pushing import DAY, pushed
from tests.bot.world import day
from tests.cast import TODAY

OPEN, AVANCE, CLOSE = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.CLOSE_PROMPT


async def log_of(world, who="ana"):
    return await world.store.read(lambda uow: uow.daily_logs.find(world.users[who].id, TODAY))


async def told(world, who="ana"):
    """The message that waits for somebody, as it is sent."""
    about = (await world.store.read(lambda uow: uow.outbox.waiting(world.users[who].id)))[-1]
    return await pushed(world, who, about.kind, about.id, **about.params)


async def put_off(world, who="ana"):
    """Return when what somebody put off is sent again."""
    found = await world.store.read(lambda uow: uow.outbox.waiting(world.users[who].id))
    return [each.due_at for each in found if each.reason is Reason.SNOOZED]


async def percent(world):
    ((found,),) = world.store.execute("SELECT porcentaje FROM daily_log_items").fetchall()
    return found


@pytest.fixture
async def task(world):
    return await world.task("ana", text="Minuta")


class TestPushes:
    @pytest.mark.parametrize("words", ["dale abrilo", "👍"])
    async def test_a_yes_opens_the_day(self, world, task, words):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", words, "Minuta")
        assert (await log_of(world)).closed_at is None

    async def test_a_yes_closes_it(self, world, task):
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", "yes close it")
        await world.quiet()
        assert "Cerrar así" in str(world.phone("ana").messages[-1].buttons) or (await log_of(world)).closed_at

    async def test_a_no_leaves_it(self, world, task):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", "nel", "lo dejo así")
        assert await log_of(world) is None
        await world.says("ana", "sí", "ninguna pregunta abierta")

    async def test_more_than_an_answer_is_read_on(self, world, task):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", "sí ábrelo, y la minuta ya quedó", "100")
        assert await percent(world) == 100

    async def test_who_is_away_instead_is_asked_for_the_absence(self, world, task):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", "no, hoy estoy enferma", "una ausencia tuya", hides="lo dejo así")
        assert await log_of(world) is None

    async def test_other_words_are_what_they_are(self, world, task):
        await pushed(world, "ana", OPEN, **DAY)
        await world.says("ana", "¿qué tengo mañana?", "lo que tienes")
        assert await log_of(world) is None

    async def test_an_hour_later_words_answer_nothing_but_a_reply_does(self, world, task):
        asked = await pushed(world, "ana", OPEN, **DAY)
        world.clock.advance(minutes=61)
        await world.says("ana", "sí", "ninguna pregunta abierta")
        await world.replies("ana", asked, "sí", "Minuta")
        assert await log_of(world) is not None

    async def test_the_question_that_is_asked_last_is_answered(self, world, task):
        await pushed(world, "ana", OPEN, **DAY)
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", "ahí estaré", "Dijiste que sí irás")
        assert await log_of(world) is None


class TestPutOff:
    @pytest.mark.parametrize(
        ("words", "after"),
        [
            ("luego te digo", timedelta(hours=1)),
            ("dame 10 min", timedelta(minutes=10)),
        ],
    )
    async def test_it_is_asked_again_when_they_say_or_in_an_hour(self, world, words, after):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, "te pregunto a las")
        assert await put_off(world) == [world.clock.now() + after]

    async def test_in_a_meeting_it_is_asked_again_after_it(self, world):
        await world.event("ana", title="Cierre", at="08:30-09:45")
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", "ahorita no puedo, estoy en junta", "te pregunto a las 9:45")
        assert await put_off(world) == [world.clock.now() + timedelta(minutes=45)]

    async def test_put_off_again_it_is_moved(self, world):
        await world.event("lucia", "ana", title="Demo", offset=1)
        asked = await told(world)
        await world.says("ana", "luego", "te pregunto")
        await world.replies("ana", asked, "pregúntame a las 4", "te pregunto a las 16:00")
        assert len(await put_off(world)) == 1

    async def test_a_panel_that_was_asked_for_waits(self, world):
        await world.task("ana")
        await world.says("ana", "tarea 1 para el viernes", "¿Para cuándo")
        await world.says("ana", "al rato", "te espero")


class TestPanels:
    @pytest.mark.parametrize(
        ("words", "answer"), [("cuenta conmigo", "sí irás"), ("no llego", "no irás"), ("tal vez", "tal vez")]
    )
    async def test_an_invitation(self, world, words, answer):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, answer)

    async def test_a_task_that_is_asked_of_one_and_why_not(self, world):
        await world.says("ana", "pedirle a luis que revise el contrato, viernes", "sin guardar")
        await world.says("ana", "sí")
        await told(world, "luis")
        await world.says("luis", "no puedo, estoy hasta el cuello")
        await world.quiet()
        asked = world.store.execute("SELECT * FROM asked_tasks").fetchall()
        assert "estoy hasta el cuello" in str(asked)

    @pytest.mark.parametrize(("words", "count"), [("sí, bórrala", 0), ("no, déjala", 1)])
    async def test_whether_to_delete_a_task(self, world, words, count):
        task = await world.task("ana")
        await world.says("ana", "elimina la tarea 1", "liminar")
        await world.says("ana", words)
        await world.quiet()
        assert (await world.task_now(task)).is_active == bool(count)

    @pytest.mark.parametrize("words", ["va", "dale, guardalo", "está bien así, mándalo", "listo, gracias"])
    async def test_the_card_of_a_draft_is_saved_by_a_yes(self, world, words):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", words, "Guardado")
        assert (await world.task_by_id(1)).descripcion == "pedir toner"

    @pytest.mark.parametrize("words", ["scrap that", "no gracias, mejor borralo"])
    async def test_it_is_dropped_by_a_no(self, world, words):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", words, "no guardé nada")

    @pytest.mark.parametrize("words", ["sí, a los dos", "bueno dale, agendala"])
    async def test_the_draft_of_an_event_with_who_comes_is_saved_by_a_yes(self, world, words):
        await world.says("ana", "junta mañana a las 10 con luis", "sin guardar")
        await world.says("ana", words, "Guardado")

    @pytest.mark.parametrize("words", ["dale, movela", "ok, pásala"])
    async def test_a_panel_that_shows_when_an_event_will_be_is_answered(self, world, words):
        await world.event("ana", title="Demo", offset=1, at="10:00-11:00")
        await world.says("ana", "mueve la demo de mañana a las 12", offers="✅ Mover")
        await world.says("ana", words, "Movido")

    async def test_it_is_left_by_a_no(self, world):
        await world.event("ana", title="Demo", offset=1, at="10:00-11:00")
        await world.says("ana", "mueve la demo de mañana a las 12", offers="✅ Mover")
        await world.says("ana", "no, déjala", hides="Movido", sees="10:00–11:00")

    async def test_a_closed_day_is_reopened_for_a_report(self, world, task):
        await world.end_day("ana")
        await world.says("ana", "la 1 lista", "lo reabro y guardo")
        await world.says("ana", "dale, reabrilo y guardá", "Guardado")
        assert await percent(world) == 100

    @pytest.mark.parametrize("words", ["va, yo lo hago", "got it"])
    async def test_who_says_that_they_do_it_takes_a_task_that_is_asked(self, world, words):
        await world.says("ana", "pedirle a luis que revise el contrato, viernes", "sin guardar")
        await world.says("ana", "sí")
        await told(world, "luis")
        await world.says("luis", words, "Es tuya", hides="¿Quisiste decir")

    async def test_the_only_choice_is_taken_by_a_yes(self, world):
        task = await world.task("ana")
        await world.says("ana", "pasa la 1 al viernes", "¿Para cuándo")
        await world.says("ana", "dale")
        await world.quiet()
        assert (await world.task_now(task)).fecha_cumplir != task.fecha_cumplir

    async def test_one_of_several_is_named_by_its_place_and_keeps_what_was_said(self, world):
        await world.task("ana", text="Contrato de renta")
        await world.task("ana", text="Contrato de luz")
        await world.says("ana", "el contrato va en 80", "¿Cuál de estas")
        await world.says("ana", "el segundo porfa", "Contrato de luz")
        found = world.store.execute("SELECT task_id, porcentaje FROM daily_log_items ORDER BY task_id").fetchall()
        assert [*map(tuple, found)] == [(1, 0), (2, 80)]

    async def test_none_of_several_is_taken_by_a_no(self, world):
        await world.task("ana", text="Contrato de renta")
        await world.task("ana", text="Contrato de luz")
        await world.says("ana", "el contrato ya quedó", "¿Cuál de estas")
        await world.says("ana", "ninguna", "lo dejo así")

    async def test_a_comment_that_ends_as_a_question_is_none_of_the_bots(self, world):
        task = await world.task("ana", by="lucia")
        await world.comment("lucia", task, "¿ya quedó?")
        await told(world)
        await world.says("ana", "no", "ninguna pregunta abierta")


class TestNotDecided:
    """A doubt, an objection or a question is no agreement: nothing is done, and the question waits."""

    DOUBTS = ("sí pero no hoy", "¿sí o no?", "wait")

    @pytest.mark.parametrize("words", DOUBTS)
    async def test_a_draft_waits(self, world, words):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", words, "te espero")
        await world.says("ana", "ya, sí, guárdala", "Guardado")
        assert (await world.task_by_id(1)).fecha_cumplir == day(4)

    @pytest.mark.parametrize("words", [*DOUBTS, "sí, pero no le avises a luis"])
    async def test_a_panel_waits(self, world, words):
        task = await world.task("ana")
        await world.says("ana", "elimina la tarea 1", "liminar")
        await world.says("ana", words, "te espero")
        assert (await world.task_now(task)).is_active

    @pytest.mark.parametrize("words", [*DOUBTS, "sí, pero más al rato que ando en la calle", "y si digo que no?"])
    async def test_a_push_is_put_off(self, world, words):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, "te pregunto")
        assert len(await put_off(world)) == 1

    async def test_not_today_is_tomorrow(self, world):
        await world.event("lucia", "ana", title="Demo", offset=3)
        await told(world)
        await world.says("ana", "sí pero no hoy", "te pregunto el martes, 24")

    async def test_an_order_that_asks_is_one(self, world):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", "guárdala, ¿va?", "Guardado")


class TestHowItGoes:
    """Answers to the prompt of the middle of the day, «¿Cómo vas?»."""

    @pytest.fixture
    async def asked(self, world, task):
        await world.open_log("ana")
        return await pushed(world, "ana", AVANCE, **DAY)

    @pytest.mark.parametrize("words", ["👍", "ahí vamos, bien", "all good so far 👍"])
    async def test_that_it_goes_on_well_reports_that_nothing_has_changed(self, world, asked, words):
        await world.says("ana", words, "vance enviado")
        assert (await log_of(world)).avance_at is not None

    async def test_so_does_a_thumb_up(self, world, asked):
        await world.phone("ana").react_with(asked, "👍")
        await world.heard("ana", "vance enviado")

    async def test_a_thumb_down_begins_the_report(self, world, asked):
        await world.phone("ana").react_with(asked, "👎")
        await world.heard("ana", "¿Qué porcentaje lleva?")
        assert (await log_of(world)).avance_at is None

    @pytest.mark.parametrize("words", ["👎", "mal la verdad"])
    async def test_so_does_that_it_does_not(self, world, asked, words):
        await world.says("ana", words, "¿Qué porcentaje lleva?")

    @pytest.mark.parametrize("words", ["sí", "no gracias"])
    async def test_a_yes_or_no_to_how_it_goes_reports_nothing(self, world, asked, words):
        await world.says("ana", words)
        await world.quiet()
        assert (await log_of(world)).avance_at is None


class TestGoingOn:
    async def test_a_day_alone_asks_again_what_was_asked_before(self, world):
        await world.says("ana", "qué tengo mañana", "lo que tienes")
        await world.says("ana", "y el jueves?", "lo que tienes el jue,\u00a026\u00a0nov")

    async def test_a_person_alone_asks_it_of_them(self, world):
        await world.says("lucia", "¿qué tareas tiene Ana?", "Ana")
        await world.says("lucia", "y luis?", "Tareas de")

    async def test_an_hour_later_it_is_a_question_of_its_own(self, world):
        await world.says("ana", "qué tengo mañana", "lo que tienes")
        world.clock.advance(minutes=61)
        await world.says("ana", "y el jueves?", hides="lo que tienes")

    async def test_it_is_the_task_that_was_shown_last(self, world):
        task = await world.task("ana", text="Factura", due=-1)
        await world.task("ana", text="Contrato")
        await world.says("ana", "qué tengo atrasado", "Factura")
        await world.says("ana", "pásala al viernes", "¿Para cuándo dejo la tarea 1?")
        await world.says("ana", "sí")
        await world.quiet()
        assert (await world.task_now(task)).fecha_cumplir == day(4)

    async def test_of_several_it_is_none(self, world):
        await world.task("ana", text="Factura", due=-1)
        await world.task("ana", text="Contrato", due=-1)
        await world.says("ana", "qué tengo atrasado", "Factura")
        await world.says("ana", "pásala al viernes", "¿De cuál hablas?")

    async def test_what_is_said_right_after_a_push_is_offered_as_a_comment_there(self, world):
        task = await world.task("ana", text="Video")
        await world.says("ana", "1 rojo falta la cámara")
        await told(world, "lucia")
        offered = await world.says("lucia", "ya le llamé, hoy antes de comer", "¿Quisiste decir")
        await world.taps("lucia", offered, "💬 Comentarlo en la #1")
        assert "ya le llamé, hoy antes de comer" in await world.comments(task)

    async def test_what_nothing_reads_is_asked_to_be_a_comment_there(self, world):
        task = await world.task("ana", text="Video")
        await world.says("ana", "/tarea 1", "Video")
        await world.says("ana", "le marqué y no contesta", "¿Lo pongo como comentario en la #1")
        await world.says("ana", "sí", "Comentario guardado")
        assert "le marqué y no contesta" in await world.comments(task)

    async def test_a_reply_to_the_days_push_is_read_as_what_it_is(self, world, task):
        asked = await pushed(world, "ana", OPEN, **DAY)
        await world.replies("ana", asked, "estoy enferma hoy", "una ausencia tuya")

    async def test_a_day_as_it_was_is_reported_in_one_message(self, world, task):
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        asked = await pushed(world, "ana", AVANCE, **DAY)
        await world.replies("ana", asked, "sin cambios", "vance")
        await world.quiet()
        assert (await log_of(world)).avance_at is not None


class TestObjections:
    @pytest.mark.parametrize("words", ["si, pero puede ser a las 5?", "uf, muy tarde para mí, ¿puede ser a las 17?"])
    async def test_another_time_does_not_accept_an_invitation(self, world, words):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, hides="sí irás")

    @pytest.mark.parametrize("words", ["voy si puedo", "sí, si me da tiempo"])
    async def test_a_condition_is_not_an_answer_and_is_asked_again(self, world, words):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, "te pregunto a las 10:00", hides=["sí irás", "no irás"])

    @pytest.mark.parametrize("words", ["uh si luis duerme, mejor a las 12", "sí pero a las 12", "a las 12 puedo"])
    async def test_a_yes_to_another_hour_proposes_it(self, world, words):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", words, "Le propongo a Lucía: mar,\u00a024\u00a0nov 12:00", hides="sí irás")

    @pytest.mark.parametrize("words", ["a las 11 estoy", "llego a las 11"])
    async def test_an_hour_at_which_one_comes_may_be_another_time(self, world, words):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        which = await world.says("ana", words, hides=["sí irás", "Tu ausencia"])
        await world.taps("ana", which, "🔁 Proponer mar,\u00a024\u00a0nov 11:00", sees="❌ Dijiste que no irás.")

    async def test_at_the_hour_of_the_event_it_is_a_yes(self, world):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        said = await world.says("ana", "a las 10 estoy", "sí irás")
        assert said.text.count("Dijiste que sí irás") == 1

    async def test_a_small_number_that_no_sign_follows_is_not_a_percentage(self, world):
        await world.task("ana", text="Banners")
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        await world.says("ana", "asi va el banner 1", hides="1 %")

    @pytest.mark.parametrize("words", ["también Luis", "falta Luis"])
    async def test_somebody_besides_does_not_take_the_others_place(self, world, words):
        await world.says("lucia", "tarea para ana: propuesta de campaña, viernes", "Responsables: Ana")
        await world.says("lucia", words, "Responsables: Ana, Luis")


class TestReportsWithMore:
    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("la minuta ya esta en naranja", (30, "NARANJA")),
            ("perdon, la minuta 60 no 40", (60, None)),
        ],
    )
    async def test_what_is_said_of_a_task_is_what_is_saved(self, world, task, words, expected):
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        await world.says("ana", "minuta 30", "guardada")
        await world.says("ana", words, "guardada")
        ((found, light),) = world.store.execute("SELECT porcentaje, semaforo FROM daily_log_items").fetchall()
        assert (found, light if expected[1] else None) == expected

    async def test_what_is_to_be_closed_after_the_day_was_shown_is_not_a_task(self, world, task):
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        await world.says("ana", "minuta 60", "guardada")
        await world.says("ana", "ahora ciérralo")
        await world.quiet()
        assert await percent(world) == 60


class TestReactions:
    @pytest.mark.parametrize(("emoji", "answer"), [("👍", "sí irás"), ("👎", "no irás")])
    async def test_a_thumb_on_a_question_is_an_answer(self, world, emoji, answer):
        await world.event("lucia", "ana", title="Demo", offset=1)
        asked = await told(world)
        await world.phone("ana").react_with(asked, emoji)
        assert answer in (await world.heard("ana", answer)).text

    async def test_on_what_asks_nothing_it_does_nothing(self, world, task):
        card = await world.says("ana", "/tarea 1", "Minuta")
        await world.phone("ana").react_with(card, "👍")
        await world.quiet()
        assert world.phone("ana").messages[-1].text == card.text


class TestClosing:
    async def test_a_report_beside_the_answer_is_kept_before_the_day_closes(self, world, task):
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", "ciérralo, la minuta ya quedó")
        await world.quiet()
        assert await percent(world) == 100
        assert (await log_of(world)).closed_at is not None

    async def test_what_is_still_to_be_done_is_not_a_new_task(self, world, task):
        await world.act("ana", daily_logs.open_log, DateRequest(fecha=TODAY))
        await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", "todavía no, me falta una horita con las cuentas", hides="sin guardar")
        assert (await log_of(world)).closed_at is None


class TestDrafts:
    async def test_a_task_is_somebody_elses_instead(self, world):
        await world.says("lucia", "tarea para ana: comprar un switch, para el lunes", "comprar un switch")
        await world.says("lucia", "perdón, es para Luis", sees="Responsables: Luis", hides="Ana")

    @pytest.mark.parametrize(
        ("begun", "words"),
        [
            ("junta el jueves a las 4", "y ponle de nombre cierre de mes"),
            ("junta el jueves a las 4", "título: cierre de mes"),
            ("nueva tarea: pedir toner para el viernes", "call it cierre de mes"),
        ],
    )
    async def test_it_has_another_title(self, world, begun, words):
        await world.says("ana", begun, "sin guardar")
        await world.says("ana", words, sees="cierre de mes", hides="ponle")

    async def test_another_day_with_the_reason_is_a_correction(self, world):
        await world.says("ana", "nueva tarea: llamar a la modelo mañana", "sin guardar")
        await world.says("ana", "era pasado mañana, que mañana estoy liada", sees="mié,\u00a025\u00a0nov")

    async def test_a_whole_sentence_about_something_else_begins_another_draft(self, world):
        first = await world.says("lucia", "tarea para luis: propuesta de campaña, viernes", "propuesta de campaña")
        await world.says("lucia", "Ana: hacer el plan de medios de Juan Valdez, vence el 18", sees="plan de medios")
        await world.quiet()
        assert "vence vie" in world.phone("lucia").current(first).text

    async def test_a_word_that_puts_off_what_was_not_asked_is_not_a_task(self, world):
        await world.says("ana", "luego", "ninguna pregunta abierta")

    async def test_and_then_it_is_still_the_task_that_was_shown(self, world, task):
        await world.says("ana", "/tarea 1", "Minuta")
        await world.says("ana", "y súbela a urgente", "otra prioridad para la tarea 1")

    async def test_a_birthday_is_not_a_language(self, world):
        await world.says("ana", "el cumpleaños de Luis es el 12 de marzo", hides="idioma")

    async def test_a_yes_before_an_order_that_nothing_asked_for_is_left_out(self, world, task):
        await world.says("ana", "sale abre mi dia porfa", "abrir tu día")
        assert await log_of(world) is not None

    async def test_a_part_that_only_says_when_is_not_a_task_of_its_own(self, world):
        await world.says(
            "lucia",
            "tarea para ana: copys de la campaña, vence el viernes",
            sees="copys de la campaña",
            hides="2 tareas",
        )

    async def test_a_list_by_people_with_for_before_their_names(self, world):
        said = "para Ana: copys de mayo para el viernes, para Luis: banners para mañana, y para Pablo el reporte"
        await world.says("lucia", said, "3 tareas nuevas", sees=["copys de mayo", "banners", "el reporte"])

    async def test_another_one_is_not_part_of_its_title(self, world):
        await world.says("ana", "otra tarea: mandar la factura hoy", sees="mandar la factura", hides="otra tarea")


class TestEnds:
    @pytest.mark.parametrize("words", ["buen finde", "see you tomorrow, thx"])
    async def test_a_goodbye_is_answered_by_one(self, world, words):
        await world.says("ana", words, "👋", hides="Lo leí como")

    async def test_an_open_day_is_offered_to_be_closed(self, world, task):
        await world.open_log("ana")
        await world.says("ana", "gracias, hasta mañana", "👋", offers="🔒 Cerrar el día")
        await world.says("ana", "sí")
        await world.quiet()
        assert "Cerrar así" in str(world.phone("ana").messages[-1].buttons)

    async def test_it_leaves_a_draft_as_it_is(self, world):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", "gracias, nos vemos mañana", "👋")
        await world.says("ana", "sí", "Guardado")
        assert (await world.task_by_id(1)).fecha_cumplir == day(4)

    async def test_a_draft_ends_on_the_day_that_is_said(self, world):
        await world.says("ana", "mañana no voy a trabajar", "sin guardar")
        await world.says("ana", "hasta el viernes", hides="👋", sees="27")

    async def test_who_is_invited_comes(self, world):
        await world.event("lucia", "ana", title="Demo", offset=1)
        await told(world)
        await world.says("ana", "sale, nos vemos mañana", "sí irás")

    @pytest.mark.parametrize(("words", "asked"), [("nada nuevo, cierro", False), ("nothing new, close it", True)])
    async def test_a_day_as_it_was_is_closed(self, world, task, words, asked):
        await world.open_log("ana")
        if asked:
            await pushed(world, "ana", CLOSE, **DAY)
        await world.says("ana", words, "día cerrado")
        log = await log_of(world)
        assert log.avance_at is not None
        assert log.closed_at is not None

    async def test_what_is_due_today_and_not_begun_is_asked_about_first(self, world):
        await world.task("ana", due=0)
        await world.open_log("ana")
        await world.says("ana", "nada nuevo, cierro", offers="🔒 Cerrar así")
        assert (await log_of(world)).closed_at is None


class TestAcknowledged:
    @pytest.mark.parametrize("words", ["on it", "enterado", "ok", "👍"])
    async def test_who_says_that_they_know_of_a_task_is_thanked(self, world, words):
        await world.task("ana", by="lucia", text="Mandar cotización")
        await told(world)
        await world.says("ana", words, "La #1 queda contigo")

    async def test_without_a_task_it_is_not_a_task_either(self, world):
        await world.says("ana", "enterado", "👍", hides="No entendí")


class TestOwnDay:
    @pytest.mark.parametrize(
        ("before", "words"),
        [("la minuta va en 60", "y mañana?"), ("/hoy", "and tomorrow?"), ("/tareas", "oye y mañana?")],
    )
    async def test_a_day_behind_anything_shown_is_ones_own(self, world, task, before, words):
        await world.event("ana", title="Demo", offset=1)
        await world.says("ana", before)
        await world.says("ana", words, "lo que tienes mañana", sees="Demo")


class TestSavedTask:
    @pytest.mark.parametrize(
        ("words", "due", "reply"),
        [
            ("perdón, son para el miércoles", 2, False),
            ("borra eso, era el jueves", 3, False),
            ("era el jueves", 3, True),
        ],
    )
    async def test_it_is_put_right(self, world, words, due, reply):
        await world.says("ana", "nueva tarea: mandar cotizaciones para el viernes", "sin guardar")
        saved = await world.says("ana", "sí", "Guardado")
        said = world.replies("ana", saved, words, "Corregido") if reply else world.says("ana", words, "Corregido")
        await said
        task = await world.task_by_id(1)
        assert (task.fecha_cumplir, task.is_active) == (day(due), True)
        assert await world.comments(task) == []
