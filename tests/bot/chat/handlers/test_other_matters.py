"""Words beside a yes or a no that are of another matter: they answer nothing, and do nothing that was not asked."""

import pytest

from core.base.model import ParticipationStatus
from core.calendar import responses
from core.records.messages import MessageKind
from tests.bot.chat.handlers.test_answers import told
from tests.bot.chat.pushing import DAY, pushed
from tests.cast import TODAY

TEAM = "👥 \u2068Tú\u2069, \u2068Ana\u2069, \u2068Luis\u2069"
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


class TestWhoTakesPart:
    """Everybody is invited, or left out, by a change of the draft; none of that saves it."""

    @pytest.fixture(autouse=True)
    async def drafted(self, world):
        await world.says("lucia", "junta mañana a las 9 media hora para cerrar la semana", "sin guardar")

    @pytest.mark.parametrize(
        "words",
        [
            "agrega a todos",
            "invita a todos",
            "sí, invita a todo el equipo porfa",
            "que vayan todos",
            "mete también a todos",
            "con todos",
            "add everybody",
            "invite the whole team please",
            "invita a Ana y a Luis",
        ],
    )
    async def test_ones_team_takes_part(self, world, words):
        await world.says("lucia", words, "sin guardar", sees=TEAM, hides="Pablo")
        await world.says("lucia", "sí, guárdalo", "Guardado", sees=["Ana", "Luis"])

    async def test_who_leads_nobody_invites_those_beside_them_and_their_leader(self, world):
        await world.says("ana", "junta mañana a las 10 para el cierre", "sin guardar")
        await world.says("ana", "agrega a todos", "sin guardar", sees="\u2068Lucía\u2069, \u2068Luis\u2069")

    async def test_what_is_said_besides_is_changed_too(self, world):
        await world.says("lucia", "agrega a todos y que sea a las 11", "11:00–11:30", sees=TEAM)

    @pytest.mark.parametrize("words", ["quita a todos", "saca a los demás", "remove everybody"])
    async def test_all_others_are_left_out(self, world, words):
        await world.says("lucia", "con Ana y Luis", TEAM)
        await world.says("lucia", words, "sin guardar", sees="👥 \u2068Tú\u2069\n", hides="Ana")

    @pytest.mark.parametrize("words", ["sí, a los dos", "guarda todo", "sí, guárdala", "guarda así"])
    async def test_a_yes_saves_it(self, world, words):
        await world.says("lucia", "con Ana y Luis", TEAM)
        await world.says("lucia", words, "Guardado")

    async def test_a_task_is_not_saved_by_it(self, world):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", "agrega a todos", "No entendí qué cambiar")


class TestOtherTitles:
    @pytest.mark.parametrize(
        "words",
        [
            "que diga Comprar toner",
            "quita lo de pedir, que diga Comprar toner",
            "así ponle: Comprar toner",
            "ponle mejor Comprar toner",
            "mejor ponle Comprar toner",
            "Comprar toner, así ponle",
            "it should say Comprar toner",
        ],
    )
    async def test_a_task_is_called_so(self, world, words):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", words, "sin guardar", sees="\u2068Comprar toner\u2069", hides="pedir toner")

    @pytest.mark.parametrize("words", ["que diga Cierre semanal", "ponle mejor Cierre semanal"])
    async def test_an_event_is_called_so(self, world, words):
        await world.says("lucia", "junta mañana a las 9 para cerrar la semana", "sin guardar")
        await world.says("lucia", words, "sin guardar", sees="Cierre semanal")

    @pytest.mark.parametrize(
        ("words", "shown"),
        [
            ("ponle mejor para el lunes", "lun,\u00a030\u00a0nov"),
            ("ponle mejor urgente", "❗ urgente"),
            ("ponle prioridad urgente", "❗ urgente"),
        ],
    )
    async def test_a_value_is_no_title(self, world, words, shown):
        await world.says("ana", "nueva tarea: pedir toner para el viernes", "sin guardar")
        await world.says("ana", words, "sin guardar", sees=["pedir toner", shown])


class TestHandingOver:
    """Words behind the question to whom a task is to go reach that task, and no event saved before."""

    @pytest.fixture(autouse=True)
    async def asked(self, world):
        self.task = await world.task("luis", text="Programas", by="lucia")
        await world.says("lucia", "cita con la señora Rangel el viernes a las 10")
        await world.says("lucia", "sí", "Guardado")
        await world.says("lucia", "pásale la 1 a Ana", "¿Le paso «Programas» (#1) a Ana?")

    async def responsibles(self, world):
        await world.quiet()
        found = (await world.task_now(self.task)).responsible_user_ids
        return [name for name, user in world.users.items() if user.id in found]

    def taking_part(self, world):
        return len(world.store.execute("SELECT * FROM event_participants").fetchall())

    @pytest.mark.parametrize(
        "words",
        [
            "no perdón, déjala con Luis",
            "mejor déjala con Luis",
            "no, que se quede con Luis",
            "perdón, con Luis",
            "no, déjala así",
            "no, leave it with Luis",
        ],
    )
    async def test_it_is_left_with_whom_it_is(self, world, words):
        before = self.taking_part(world)
        await world.says("lucia", words, "lo dejo así")
        assert (await self.responsibles(world), self.taking_part(world)) == (["luis"], before)
        await world.says("lucia", "sí", hides="ahora es de")

    @pytest.mark.parametrize("words", ["no, mejor a Pablo", "no, a Pablo", "perdón, a Pablo"])
    async def test_somebody_else_is_asked_about(self, world, words):
        before = self.taking_part(world)
        await world.says("lucia", words, "a Pablo")
        assert (await self.responsibles(world), self.taking_part(world)) == (["luis"], before)

    async def test_a_yes_hands_it_over(self, world):
        await world.says("lucia", "sí", "ahora es de")
        assert await self.responsibles(world) == ["ana"]

    async def test_once_that_is_answered_the_event_may_be_corrected(self, world):
        await world.says("lucia", "no", "lo dejo así")
        await world.says("lucia", "perdón, con Luis también", "participa")


class TestNearAnswers:
    @pytest.mark.parametrize(
        "words", ["sí", "👍", "por supuesto", "claro que sí", "sí, ya quedó terminada, bendito Dios", "yes, all done"]
    )
    async def test_whether_a_task_is_done_is_answered_by_a_yes(self, world, words):
        await world.task("ana", text="Fotos para Gómez")
        await world.open_log("ana")
        await world.says("ana", "ya le mandé las fotos a Gómez", "¿Con eso la tarea queda terminada?")
        await world.says("ana", words, "100")
        assert await percent(world) == 100

    @pytest.mark.parametrize("words", ["no", "sí, ya le hablé al proveedor de las sillas", "todavía no", "no, falta"])
    async def test_it_is_not_done_by_others(self, world, words):
        await world.task("ana", text="Fotos para Gómez")
        await world.open_log("ana")
        await world.says("ana", "ya le mandé las fotos a Gómez", "¿Con eso la tarea queda terminada?")
        await world.says("ana", words)
        await world.quiet()
        assert await percent(world) == 0

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("la de las lonas", [0, 60]),
            ("la de las lonas, por supuesto", [0, 60]),
            ("sí, la de lonas porfa", [0, 60]),
            ("la 2", [0, 60]),
            ("es la de gafetes", [60, 0]),
            ("the one for the gafetes", [60, 0]),
            ("la del toner", [0, 0]),
            ("la de lonas no", [0, 0]),
            ("la de las invitaciones", [0, 0]),
        ],
    )
    async def test_one_of_several_is_called_by_what_stands_on_its_button(self, world, words, expected):
        await world.task("ana", text="Invitaciones gafetes Congreso")
        await world.task("ana", text="Invitaciones lonas Rangel")
        await world.open_log("ana")
        await world.says("ana", "las invitaciones van en 60", "¿Cuál de estas")
        await world.says("ana", words)
        await world.quiet()
        assert await world.percents("ana") == expected


class TestForgottenDrafts:
    """Acts of their own are done, whatever a draft that was left open asks; its values go into it."""

    @pytest.fixture(autouse=True)
    async def tasks(self, world):
        await world.task("ana", text="Gafetes")
        await world.task("ana", text="Lonas de la Rangel")
        await world.open_log("ana")

    async def drafted(self, world, words):
        await world.says("ana", words, "sin guardar")

    REPORTS = (
        ("gafetes listos!!", [100, 0]),
        ("los gafetes ya quedaron", [100, 0]),
        ("gafetes 50", [50, 0]),
        ("las lonas de la rangel ya están", [0, 100]),
        ("finished the gafetes", [100, 0]),
    )

    @pytest.mark.parametrize(("words", "expected"), REPORTS)
    async def test_a_report_is_saved_although_a_date_is_asked(self, world, words, expected):
        await self.drafted(world, "nueva tarea: pedir toner")
        await world.says("ana", words, "guardada", hides="No entendí")
        assert await world.percents("ana") == expected
        await world.says("ana", "el viernes", "sin guardar", sees=["pedir toner", "vie,\u00a027\u00a0nov"])

    @pytest.mark.parametrize(
        ("words", "expected"), [*REPORTS, ("las de la rangel ya estan, las entrego a las 4", [0, 100])]
    )
    async def test_so_it_is_beside_an_event_with_words_of_the_same_title(self, world, words, expected):
        await self.drafted(world, "agenda la boda de los Rangel el 12 de diciembre a las 5")
        await world.says("ana", words, "guardada")
        assert await world.percents("ana") == expected

    @pytest.mark.parametrize(
        "draft", ["nueva tarea: pedir toner", "agenda la boda de los Rangel el 12 de diciembre a las 5"]
    )
    @pytest.mark.parametrize("words", ["cierra", "cierra mi día", "ya cierra porfa", "close my day"])
    async def test_the_day_is_closed(self, world, draft, words):
        await self.drafted(world, draft)
        await world.says("ana", words, "No has movido nada")

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("pasa la 2 a Luis mejor, yo ya traigo mucho", "tarea 2"),
            ("borra la 1", "Tarea 1"),
            ("buenos días equipo", "¡Hola!"),
            ("ya me voy, hasta mañana", "Hasta luego"),
            ("hoy salgo a las 4", "Tu ausencia"),
        ],
    )
    async def test_other_acts_are_answered(self, world, words, expected):
        await self.drafted(world, "nueva tarea: pedir toner")
        said = await world.says("ana", words, hides="No entendí la fecha")
        assert expected in said.text or any(expected in each.text for each in said.buttons)

    @pytest.mark.parametrize("words", ["nooo olvidalo", "no, cancela eso", "ay, olvídalo", "bueno, ya olvídalo"])
    async def test_a_draft_is_dropped(self, world, words):
        await self.drafted(world, "nueva tarea: pedir toner")
        await world.says("ana", words, "no guardé nada")

    @pytest.mark.parametrize(
        ("words", "shown"),
        [
            ("para mañana", "mar,\u00a024\u00a0nov"),
            ("el viernes", "vie,\u00a027\u00a0nov"),
            ("urgente, para el lunes", "❗ urgente"),
            ("mejor el lunes", "lun,\u00a030\u00a0nov"),
        ],
    )
    async def test_its_values_go_into_it(self, world, words, shown):
        await self.drafted(world, "nueva tarea: pedir toner")
        await world.says("ana", words, "sin guardar", sees=["pedir toner", shown])

    @pytest.mark.parametrize("words", ["a las 4", "mejor a las 4", "no, a las 4"])
    async def test_an_hour_goes_into_an_event(self, world, words):
        await self.drafted(world, "agenda la boda de los Rangel el 12 de diciembre a las 5")
        await world.says("ana", words, "16:00–17:00")

    async def test_another_task_is_reported_while_a_percentage_is_asked(self, world):
        await world.says("ana", "casi acabo los gafetes", "¿Qué porcentaje lleva?")
        await world.says("ana", "las lonas ya quedaron", "guardada")
        assert await world.percents("ana") == [0, 100]

    async def test_the_parts_of_a_task_are_no_order_to_open_the_day(self, world):
        await world.says("ana", "divide la 1 en TV y digital", offers="✂️ Dividir en 2")
        await world.says("ana", "TV y radio", "radio", hides="Día abierto")

    async def test_a_number_alone_answers_that(self, world):
        await world.says("ana", "casi acabo los gafetes", "¿Qué porcentaje lleva?")
        await world.says("ana", "90", "90")
        await world.quiet()
        assert await world.percents("ana") == [90, 0]
