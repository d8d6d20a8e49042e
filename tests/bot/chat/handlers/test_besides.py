"""Words typed while a panel waits that are no answer to it: they are answered as what they are, the panel waits on."""

from collections import Counter

import pytest

from core.application.use_case import Pipeline
from core.base.model import Priority, Semaforo
from core.drafts import drafts
from core.records.messages import MessageKind
from tests.bot.chat.handlers.drafting import DRAFT, all_tasks
from tests.bot.chat.pushing import push_of
from tests.bot.world import check, plain
from tests.cast import day

ABSENCE, EVENT = "/ausencia del jueves al viernes", "/evento Café mañana 9:00"


async def draft_now(world, who="ana", number=1):
    return (await world.act(who, drafts.get_draft, number)).body


async def declined(world):
    """Luis is asked why he does not take a task that Ana asked of him."""
    card = await world.says("ana", "/nueva Revisar contrato con @luis mañana", DRAFT)
    await world.taps("ana", card, "🙋 Pedírselo a Luis")
    asked = await push_of(world, "luis", MessageKind.TASK_ASKED)
    await world.taps("luis", asked, "🙅 No", sees="¿Le dices por qué?")


async def told(world):
    return await push_of(world, "ana", MessageKind.ASKED_ANSWERED)


async def test_a_report_is_not_a_reason_to_decline_a_task(world):
    await world.task("luis", text="Factura")
    await world.task("luis", text="Inventario")
    await declined(world)
    await world.says("luis", "1 70, 2 65", sees="2 tareas guardadas")
    assert await world.percents("luis") == [70, 65]
    check(await told(world), sees="🙅 Luis no la toma.", lacks="70")


@pytest.mark.parametrize(
    ("words", "sees"), [("hola", "Hola"), ("ayuda", "/nueva"), ("pásale la 9 a Ana", "no encuentro la tarea 9")]
)
async def test_the_question_why_stays_open_beside_other_words(world, words, sees):
    await declined(world)
    said = await world.says("luis", words)
    assert sees.lower() in said.text.lower()
    await world.says("luis", "Esta semana no llego", "Anotado. Se lo digo a")
    check(await told(world), sees="Esta semana no llego")


@pytest.mark.parametrize("words", ["No puedo, el jueves falto", "¿Y por qué no Pablo?", "gracias, pero no llego"])
async def test_what_may_be_a_reason_is_one(world, words):
    await declined(world)
    await world.says("luis", words, "Anotado. Se lo digo a")
    check(await told(world), sees=words)


async def test_a_report_beside_the_draft_of_an_absence_is_a_report(world):
    await world.task("ana", text="Contrato")
    await world.says("ana", ABSENCE, "Tu ausencia")
    before = await draft_now(world)
    await world.says("ana", "1 red waiting for the tax id @lucia", sees="🔴 Listo, ya le avisé a Lucía")
    (item,) = (await world.log("ana")).items
    assert item.semaforo is Semaforo.ROJO
    assert await draft_now(world) == before
    await world.says("ana", "del jueves al sábado", "Tu ausencia")
    assert (await draft_now(world)).last_day == day(5)


@pytest.mark.parametrize(
    ("opened", "words", "sees"),
    [
        (EVENT, "junta con luis mañana 10 am", ["un evento nuevo", "junta con luis"]),
        (EVENT, "I'm out sick tomorrow", ["una ausencia tuya", "sick"]),
        ("/nueva Enviar reporte", "recuérdame pagar la luz el viernes", ["un recordatorio", "pagar la luz"]),
        (
            "/nueva Enviar reporte",
            "nueva tarea: revisar contrato para el lunes",
            ["una tarea nueva", "revisar contrato"],
        ),
        (ABSENCE, "I'm out sick tomorrow", ["una ausencia tuya", "sick"]),
    ],
)
async def test_what_begins_another_draft_leaves_the_open_one_as_it_is(world, opened, words, sees):
    await world.says("ana", opened, "sin guardar")
    before = await draft_now(world)
    check(await world.says("ana", words), sees=sees)
    assert await draft_now(world) == before
    assert await draft_now(world, number=2) != before


async def test_an_absence_is_not_the_title_of_an_event(world):
    await world.says("ana", "/evento mañana 10:00", "falta el título")
    await world.says("ana", "mañana no voy, estoy enferma", "una ausencia tuya")
    assert (await draft_now(world)).title == ""
    assert (await draft_now(world, number=2)).reason == "estoy enferma"


async def test_when_to_remind_of_an_event_is_not_another_reminder(world):
    await world.says("ana", EVENT, DRAFT)
    await world.says("ana", "avísame 20 minutos antes", DRAFT)
    assert (await draft_now(world)).remind_minutes == 20


async def test_days_that_look_like_a_report_correct_the_draft_of_an_absence(world):
    await world.task("ana", text="Contrato")
    await world.says("ana", ABSENCE, "Tu ausencia")
    await world.says("ana", "26 a 28", "Tu ausencia")
    assert (await draft_now(world)).last_day == day(5)


async def test_an_absence_said_beside_the_draft_of_one_is_another(world):
    await world.says("ana", "/ausencia del lunes al martes", "Tu ausencia")
    before = await draft_now(world)
    await world.says("ana", "falto el jueves", "una ausencia tuya", lacks="💬")
    assert await draft_now(world) == before
    assert (await draft_now(world, number=2)).first_day == day(3)


async def test_that_one_comes_after_all_is_not_the_reason_of_the_absence_drafted(world):
    await world.says("ana", "/ausencia del lunes al martes", "Tu ausencia")
    before = await draft_now(world)
    await world.says("ana", "siempre sí vengo mañana", "cancelar una ausencia")
    assert await draft_now(world) == before


async def test_what_has_to_be_done_beside_a_draft_corrects_it(world):
    await world.says("ana", "/nueva Enviar reporte", "Enviar reporte")
    await world.says("ana", "tengo que mandarlo el viernes", hides="Lo leí como")


async def test_a_question_of_something_else_beside_who_is_free_is_searched_for(world):
    await world.says("ana", "/disponible @luis mañana 10-11")
    await world.says("ana", "que paso con los respaldos", sees="respaldos")


@pytest.mark.parametrize(
    ("words", "sees"),
    [
        ("hola", "Hola"),
        ("gracias", "De nada"),
        ("¿quién cumple años este mes?", "Lo leí como"),
        ("cambia la fecha de la 1 al lunes", "otra fecha para la tarea 1"),
        ("1 70", "1 tarea guardada"),
        ("pídele a ana que cotice las sillas el lunes", "Lo leí como: una tarea nueva"),
    ],
)
async def test_other_words_leave_the_draft_of_a_task_as_it_is(world, words, sees):
    await world.task("lucia", text="Factura")
    await world.says("lucia", "/nueva Revisar contrato con @luis para el viernes", DRAFT)
    before = await draft_now(world, "lucia")
    await world.says("lucia", words, sees=sees)
    assert await draft_now(world, "lucia") == before
    await world.says("lucia", "urgente", DRAFT, sees="❗")


@pytest.mark.parametrize("words", ["¿y el martes?", "muévela al martes 24"])
async def test_what_corrects_the_draft_of_a_task_still_does(world, words):
    await world.says("lucia", "/nueva Revisar contrato con @luis para el viernes", DRAFT)
    await world.says("lucia", words, DRAFT, sees="mar,\u00a024\u00a0nov")
    assert len(await all_tasks(world)) == 0


async def test_a_line_said_anew_tells_what_it_replaces(world):
    for text in ("Contrato", "Factura"):
        await world.task("ana", text=text)
    await world.says("ana", "1 atorada falta la clave, 9 20", DRAFT, lacks="En lugar de")
    await world.says("ana", "1 90", DRAFT, sees=["#1 · 90\u00a0%", "↩️ En lugar de: 🔴 · \u2068falta la clave"])
    await world.says("ana", "2 30", DRAFT, sees=["#2 · 30\u00a0%", "↩️ En lugar de: 🔴 · \u2068falta la clave"])


async def test_help_beside_a_draft_of_a_report_is_help(world):
    await world.task("ana", text="Contrato")
    await world.says("ana", "1 atorada falta la clave, 9 20", DRAFT)
    await world.says("ana", "ayuda", sees="/nueva", lacks="No lo entendí")
    await world.says("ana", "1 40", DRAFT, sees="#1 · 40\u00a0%")


@pytest.mark.parametrize(
    ("before", "words", "read"),
    [
        ("/disponible @luis mañana", "la 1 va al 80", "1 tarea guardada"),
        ("/disponible @luis mañana", "apaga los comentarios", "tus avisos"),
        ("/nueva Revisar mesas mañana", "coméntale a la 1 que ya llegó", "un comentario en la tarea 1"),
        ("/evento Junta jueves 16:00", "¿luis viene mañana?", "si trabaja Luis mañana"),
    ],
)
async def test_what_is_said_of_other_things_is_heard_whatever_is_open(world, before, words, read):
    await world.task("ana", text="Contrato")
    await world.open_log("ana")
    await world.says("ana", before)
    assert read in (await world.says("ana", words)).text


async def test_words_go_on_about_the_draft_that_was_begun_last(world):
    await world.says("ana", EVENT, DRAFT)
    await world.says("ana", "junta con luis mañana 10 am", "un evento nuevo")
    await world.says("ana", "a las 11", sees=["junta con luis", "11:00"])
    assert [(await draft_now(world, number=each)).starts.hour for each in (1, 2)] == [9, 11]


@pytest.fixture
def ran(monkeypatch):
    """A counter of the use cases that run from now on."""
    counted, run = Counter(), Pipeline.run_encoded

    async def noted(self, encode, caller, use_case, *args, **kwargs):
        counted[use_case.name] += 1
        return await run(self, encode, caller, use_case, *args, **kwargs)

    monkeypatch.setattr(Pipeline, "run_encoded", noted)
    return counted


async def test_what_a_message_beside_a_draft_may_name_is_looked_up_once(world, ran):
    await world.says("ana", EVENT, "Café")
    ran.clear()
    await world.says("ana", "revisar el contrato de Acme para el viernes con Luis y avisar al proveedor")
    looked_up = ("colleagues.people_by_name", "tasks.my_open_tasks", "task_search.open_descriptions")
    assert {name: ran[name] for name in looked_up} == dict.fromkeys(looked_up, 1)
    assert "Café" in (await draft_now(world)).title


@pytest.mark.parametrize(
    "words",
    ["olvidate de la ausencia", "ya no falto", "forget the absence"],
)
async def test_that_one_is_not_away_drops_the_draft_of_an_absence(world, words):
    await world.says("ana", ABSENCE, "Tu ausencia")
    await world.says("ana", words, "no guardé nada")


@pytest.mark.parametrize("words", ["olvidate de la tarea", "cancela la junta con Luis", "la ausencia de Luis"])
async def test_other_words_do_not(world, words):
    await world.says("ana", ABSENCE, "Tu ausencia")
    await world.says("ana", words, hides="no guardé nada")


@pytest.mark.parametrize(
    ("words", "sees"),
    [("bloqueado con las ventanas hasta el viernes", "🔴 Listo"), ("pasa las ventanas al jueves", "otra fecha")],
)
async def test_what_is_said_of_a_task_beside_the_draft_of_an_absence_is_of_the_task(world, words, sees):
    await world.task("ana", by="lucia", text="Presupuesto de ventanas")
    await world.says("ana", ABSENCE, "Tu ausencia")
    before = await draft_now(world)
    await world.says("ana", words, sees)
    assert await draft_now(world) == before


async def test_a_word_that_only_corrects_is_not_a_reason_to_be_away(world):
    await world.says("ana", ABSENCE, "Tu ausencia")
    await world.says("ana", "mejor del miércoles al viernes", "mié,\u00a025\u00a0nov", hides="💬")


@pytest.mark.parametrize(
    ("words", "saved"),
    [
        ("guarda el comentario del gris", ["falta una mano"]),
        ("guarda el comentario de la mesa", []),
        ("guarda la tarea", []),
    ],
)
async def test_a_draft_is_saved_by_what_it_is_of(world, words, saved):
    task = await world.task("ana", text="Pintar gris la reja")
    await world.task("ana", text="Mesa de roble")
    await world.says("ana", "comenta en la del gris que falta una mano", "Comentario · sin guardar")
    await world.says("ana", words)
    await world.quiet()
    assert await world.comments(task) == saved


async def test_who_is_taken_out_of_a_draft_is_not_asked_about_again(world):
    await world.says("lucia", "agenda junta con Luis y Ana mañana a las 10", "sin guardar")
    card = await world.says("lucia", "saca a Luis de la reunión", "sin guardar", hides="¿Invito a", lacks="➕ Luis")
    assert "👥 Tú, Ana" in plain(card)


async def test_who_is_taken_out_of_the_event_that_was_just_saved_takes_no_part(world):
    card = await world.says("lucia", "agenda junta con Luis y Ana mañana a las 10", "sin guardar")
    await world.taps("lucia", card, "✅ Guardar")
    assert "ya no participa Luis" in plain(await world.says("lucia", "saca a Luis de la reunión", "ya no participa"))


@pytest.mark.parametrize("order", ["y ponle urgente", "make it urgent"])
async def test_it_is_the_task_last_spoken_of_not_the_one_saved_before(world, order):
    permits = await world.task("ana", text="Permisos del parque")
    await world.says("ana", "tengo que pedir los volantes para el viernes", DRAFT)
    await world.says("ana", "sí", "Guardado")
    await world.says("ana", "ay no, lo de los permisos es para el miercoles")
    said = await world.says("ana", order)
    assert f"tarea {permits.id}" in plain(said).lower(), plain(said)
    flyers = await world.task_by_id(permits.id + 1)
    assert flyers.prioridad is Priority.MEDIA
