"""Questions in words: the panel that each opens, under how it was read; what is not sure is asked."""

import pytest

from core.application.requests import build
from core.people import users
from core.people.users import UserImport, UserRow
from core.work import tasks
from core.work.tasks import CommentRequest
from tests.bot.chat.posting import deliver
from tests.bot.world import check
from tests.tables import each_row

TWO = ("Ortega", "Soto")


async def with_two_of(world, *names):
    """Of each name there are two people in Lucía's team."""
    rows = [
        UserRow(username=f"{name}{last}".lower(), name=f"{name} {last}", leader="lucia")
        for name in names
        for last in TWO
    ]
    await world.operate(users.import_users, UserImport(rows=rows))


@each_row(
    [
        ("ana", "¿quién falta de abrir?", "Eso es para quien tiene un equipo a su cargo."),
        ("ana", "¿qué tiene Luis en rojo?", "Lo que está en rojo lo ven cada quien y su líder."),
        ("ana", "¿qué hizo Luis ayer?", "Solo puedes ver tu día y los de tu equipo."),
        ("ana", "¿cómo va Luis?", "Solo puedes ver tu día y los de tu equipo."),
        ("ana", "tarea 99", "No encuentro la tarea 99 entre las que puedes ver."),
    ],
    given="world",
)
async def test_what_may_not_be_seen_is_refused_as_by_its_panel(world, who, words, refused):
    said = await world.says(who, words, "Lo leí como")
    assert said.text.split("\n\n")[1].startswith(refused)
    assert said.keyboard == []


def their_days(name, *days):
    return [f"el día de {name} el {day} nov" for day in days]


@each_row(
    [
        ("¿qué hizo Luz ayer?", "¿De quién?", ["el día de Luz Ortega ayer", "el día de Luz Soto ayer"]),
        ("¿qué hizo Anna ayer?", "No conozco ese nombre. ¿Quisiste decir…?", ["el día de Ana ayer"]),
        (
            "¿quién abrió el 30 de febrero?",
            "no existe. Dime otra fecha u otra hora. ¿Qué día?",
            ["quién ya abrió hoy", "quién ya abrió ayer"],
        ),
        (
            "¿qué hizo Ana la semana pasada?",
            "¿Qué quieres ver?",
            [
                "el resumen de Ana (16–22 nov)",
                *their_days("Ana", "vie, 20", "jue, 19", "mié, 18", "mar, 17", "lun, 16"),
            ],
        ),
        (
            "¿qué hizo Ana este mes?",
            "¿Qué quieres ver?",
            [
                "el resumen de Ana (1–23 nov)",
                "el día de Ana hoy",
                *their_days("Ana", "vie, 20", "jue, 19", "mié, 18", "mar, 17"),
            ],
        ),
        (
            "what did Ana do from Friday to today?",
            "¿Qué quieres ver?",
            ["el resumen de Ana (20–23 nov)", "el día de Ana hoy", *their_days("Ana", "vie, 20")],
        ),
        (
            "¿qué hizo Ana del sábado a ayer?",
            "¿Qué quieres ver?",
            ["el resumen de Ana (21–22 nov)", "el día de Ana ayer", *their_days("Ana", "sáb, 21")],
        ),
        ("¿cómo va Pancho?", "No conozco a «Pancho»", ["🔎 Pancho"]),
    ],
    given="world",
)
async def test_what_is_not_sure_is_asked(world, words, asks, buttons):
    await with_two_of(world, "Luz")
    said = await world.says("lucia", words, asks)
    assert [button.text.replace("\xa0", " ") for button in said.buttons] == buttons


async def test_of_days_to_come_only_the_first_is_shown(world):
    await world.says("lucia", "¿qué hizo Ana esta semana?", "el día de Ana hoy", sees="Ana · lunes, 23 de noviembre")
    await world.says("lucia", "¿qué hizo Ana la próxima semana?", "Lo leí como", sees="Ana · lunes, 30 de noviembre")


async def test_of_two_with_a_name_the_one_pressed_is_asked_about(world):
    await with_two_of(world, "Luz")
    asked = await world.says("ana", "¿cuándo podemos vernos con Luz mañana?", "¿De quién?")
    shown = await world.taps("ana", asked, "quién está libre de Luz Soto mañana", sees=["Luz Soto", "24 de noviembre"])
    assert "Ortega" not in shown.text


async def test_two_names_of_several_people_are_both_asked(world):
    await with_two_of(world, "Luz", "Eva")
    asked = await world.says("ana", "¿cuándo podemos vernos con Luz y Eva mañana?", "¿De quién?")
    assert [each.text.split(" mañana")[0][-10:] for each in asked.buttons] == ["Luz Ortega", "e Luz Soto"]
    shown = await world.taps("ana", asked, asked.buttons[1].text, sees=["Luz Soto", "No sé quién es"])
    check(shown, offers=["👤 Eva Ortega", "👤 Eva Soto"])
    shown = await world.taps("ana", shown, "👤 Eva Soto", sees=["Luz Soto", "Eva Soto"], hides="No sé quién es")
    check(shown, lacks="👤 Eva Ortega", sees="24 de noviembre")
    asked = await world.says("lucia", "¿qué hicieron Luz y Eva ayer?", "¿De quién?")
    assert len(asked.buttons) == 4


async def test_what_one_has_today_is_ones_day_under_its_events(world):
    await world.task("ana", text="Contrato", due=3)
    await world.event("ana", title="Ventas", at="12:00-13:00")
    await world.open_log("ana")
    said = await world.says("ana", "¿qué tengo hoy?", sees=["lo que tienes hoy", "📅 12:00–13:00 · Ventas", "Contrato"])
    check(said, offers="📝 Reportar")


async def test_everybody_may_ask_when_somebody_is_back_and_not_why(world):
    for asked in ("¿cuándo regresa Luis?", "when is Luis back"):
        await world.says("ana", asked, sees="Luis trabaja hoy, lunes, 23 de noviembre")
    await world.away("luis", 0, 4, "Vacaciones en Oaxaca")
    await world.says("ana", "¿cuándo regresa Luis?", sees="Luis vuelve el lunes, 30 de noviembre", hides="Oaxaca")
    await world.says("lucia", "¿cuándo regresa Luis?", sees=["Ausencias de Luis", "23–27 nov 2026"])


async def test_who_works_today_and_is_away_from_tomorrow_is_said_to_be_both(world):
    await world.away("luis", 1, 4)
    both = ["Luis trabaja hoy, lunes, 23 de noviembre", "Después no está (24–27 nov): vuelve el lunes, 30 de noviembre"]
    await world.says("ana", "cuándo vuelve luis", sees=both)
    await world.says("lucia", "cuándo vuelve luis", sees=[*both, "Ausencias de Luis"])
    await world.away("luis", 1, 300)
    said = await world.says("ana", "when is Luis back", sees="Después no está (24 nov 2026 – 19 sep 2027).")
    assert "vuelve" not in said.text.split("Lo leí como")[-1].split("\n", 1)[-1]


async def test_the_next_event_of_ones_own(world):
    await world.event("luis", title="De Luis", offset=1)
    assert "No tienes eventos" in (await world.says("ana", "¿cuándo es mi próxima junta?", "Lo leí")).text
    await world.event("ana", title="Segunda", offset=2)
    await world.event("ana", title="Primera", offset=1)
    await world.says("ana", "¿cuándo es mi próxima junta?", sees=["tu próximo evento", "Primera"])


async def test_the_next_event_with_the_people_named(world):
    await world.event("ana", title="Sola", offset=1)
    asked = "¿cuándo es mi junta con Luis?"
    assert "No tienes eventos con Luis en los próximos 31 días." in (await world.says("ana", asked, "Lo leí")).text
    await world.event("ana", "luis", title="Con Luis", offset=2)
    await world.says("ana", asked, sees=["tu próximo evento", "Con Luis"])


async def test_a_question_is_answered_beside_an_open_draft_and_a_correction_is_none(world):
    await world.says("ana", "/nueva Revisar contrato para mañana", "Revisar contrato")
    await world.says("ana", "el viernes", sees=["Revisar contrato", "27\xa0nov"])
    await world.says("ana", "mis rojos", "Lo leí como: lo que está en rojo")
    await world.says("ana", "¿quién está libre mañana a las 4?", "Lo leí como: quién está libre")


@pytest.mark.parametrize(
    "words",
    ["y lo de reyes cuándo es?", "¿quién va a la junta con Reyes?", "where is the meeting with Luis?"],
)
async def test_a_question_about_an_event_shows_its_card(world, words):
    await world.event("ana", title="Comida de equipo", offset=1)
    await world.event("ana", "luis", title="Junta con Reyes", offset=2)
    await world.says("ana", words, "Lo leí como: un evento", sees=["Junta con Reyes", "10:00", "Luis"])


async def test_what_is_due_on_a_day_is_no_more_than_what_is_due_then(world):
    await world.event("ana", title="Comida", offset=1)
    for due in (0, 1, 2):
        await world.task("ana", text=f"Tarea para el {due}", due=due)
    said = await world.says("ana", "¿qué vence mañana?", "lo que vence", sees="Tarea para el 1")
    check(said, hides=["Comida", "Tarea para el 0", "Tarea para el 2"])


async def test_what_is_due_of_somebody_or_a_team_is_theirs(world):
    await world.task("ana", text="Contrato", due=1)
    await world.task("luis", text="Mesas", due=1)
    check(await world.says("lucia", "¿qué le vence a Ana mañana?", "lo que vence", sees="Contrato"), hides="Mesas")
    await world.says("lucia", "¿qué vence del equipo mañana?", "lo que vence", sees=["Contrato", "Mesas"])


async def test_several_questions_have_a_button_each_also_about_an_event(world):
    await world.event("ana", title="Junta con Reyes", offset=1)
    said = await world.says("ana", "¿qué vence hoy? ¿quién no vino? ¿y a qué hora es lo de Reyes?", "varias cosas")
    check(said, hides="No supe leer", offers=["lo que vence hoy", "y a qué hora es lo de Reyes"])


async def test_several_questions_are_answered_beside_an_open_draft(world):
    await world.says("ana", "/nueva Comprar café", "¿Para cuándo?")
    await world.says("ana", "¿qué vence hoy? ¿y mañana?", "varias cosas", offers=["lo que vence hoy"])
    await world.says("ana", "mañana", "Comprar café", sees="24\xa0nov")


# What is neither a question nor a command


async def test_other_words_are_offered_as_a_task_with_the_words_as_its_sentence(world):
    offer = await world.says("ana", "anoche soñé con dragones", "lo guardo")
    assert [button.text for button in offer.buttons] == ["📝 Sí, como tarea", "✖ No"]
    await world.taps("ana", offer, "📝 Sí, como tarea", sees="anoche soñé con dragones")


@pytest.mark.parametrize(("answer", "sees"), [("sí", "Tarea nueva"), ("no", "no guardé nada")])
async def test_the_offer_is_answered_in_words_too(world, answer, sees):
    await world.says("ana", "anoche soñé con dragones", "lo guardo")
    await world.says("ana", answer, sees)


async def test_words_with_an_hour_may_be_an_event(world):
    offer = await world.says("ana", "anoche soñé con dragones a las 4")
    await world.taps("ana", offer, "📅 Como evento", sees=["Evento nuevo", "16:00"])


async def test_what_is_surely_something_to_do_is_drafted_without_a_question(world):
    await world.says("ana", "comprar leche para mañana", "Lo leí como: una tarea nueva", sees=["comprar leche", "24"])


async def test_what_is_surely_an_event_is_drafted_without_a_question(world):
    await world.says("ana", "llamar a Luis mañana a las 4", "Lo leí como: un evento nuevo", sees=["llamar", "16:00"])


async def test_what_is_not_sure_is_offered_as_whole_acts_that_a_press_does(world):
    await world.task("ana", text="Imprimir las lonas")
    offer = await world.says("ana", "lo de las lonas", "¿Quisiste decir…?", offers="borrar la tarea 1")
    assert offer.keyboard[-1][:2] == ["📝 Sí, como tarea", "✖ No"]
    assert len(offer.keyboard) <= 4
    await world.taps("ana", offer, "borrar la tarea 1", sees=["Imprimir las lonas", "¿Eliminar esta tarea?"])


async def test_a_question_that_nothing_answers_may_be_searched_for(world):
    task = await world.task("ana", text="Cotización")
    await world.act("ana", tasks.add_comment, task.id, build(CommentRequest, {"comentario": "Va con la factura norte"}))
    offer = await world.says("ana", "¿dónde quedó la factura norte, pues?")
    await world.taps("ana", offer, "🔎 factura norte", sees="Cotización")


async def test_a_question_that_names_a_task_by_its_words_shows_it(world):
    await world.task("ana", text="Factura norte")
    await world.says("ana", "¿dónde quedó la factura norte?", "Tarea 1", sees="Factura norte")


@each_row(["¡Buenos días!", "hello, how are you?", "🙂"], given="world")
async def test_a_greeting_or_an_emoji_opens_a_menu(world, words):
    said = await world.says("lucia", words, "¿Qué quieres ver?")
    assert [button.text for button in said.buttons][:4] == ["☀️ Mi día", "📋 Mis tareas", "📅 Agenda", "👥 Equipo"]
    assert "👥 Equipo" not in [button.text for button in (await world.says("ana", words, "¿Qué")).buttons]


async def test_an_emoji_leads_first_where_it_points(world):
    assert (await world.says("ana", "📅", "¿Qué")).buttons[0].text == "📅 Agenda"
    for who, sees in (("lucia", "En rojo"), ("ana", "Mis tareas en rojo")):
        menu = await world.says(who, "🆘", "¿Qué quieres ver?")
        await world.taps(who, menu, menu.keyboard[0][0], sees=sees)


@pytest.mark.parametrize(("command", "near"), [("/hoi", "/hoy"), ("/tareaz", "/tareas")])
async def test_a_mistyped_command_offers_the_nearest(world, command, near):
    await world.taps("ana", await world.says("ana", command, "¿Quisiste decir…?"), near, hides="¿Quisiste decir…?")


async def test_a_mistyped_command_offers_none_that_is_refused(world):
    assert "/equipo" in str((await world.says("lucia", "/equipp")).buttons)
    assert (await world.says("ana", "/equipp")).text == "No conozco ese comando. En /ayuda están todos."


async def test_reds_of_others_are_not_said_to_be_ones_own(world):
    await world.task("ana")
    await world.says("ana", "1 rojo falta la factura @luis", sees="ya le avisé a Lucía y Luis")
    said = await world.says("luis", "¿quién está en rojo?", sees="te pide ayuda")
    assert said.text.startswith("🔎 Lo leí como: lo que está en rojo de tu equipo\n")


async def test_an_offer_is_answered_only_by_the_words_right_after_it(world):
    await world.says("ana", "anoche soñé con dragones", "lo guardo")
    await world.says("ana", "gracias", "¡De nada!")
    await world.says("ana", "ok", "No tenía ninguna pregunta abierta")
    offer = await world.says("ana", "anoche soñé con dragones", "lo guardo")
    await world.event("lucia", "ana")
    await deliver(world)
    await world.phone("ana").wait("te invita")
    await world.says("ana", "ok", "Dijiste que sí irás")
    await world.taps("ana", offer, "📝 Sí, como tarea", sees="Tarea nueva")


async def test_the_bots_name_before_words_is_left_out_in_private_too(world):
    await world.says("ana", "@semaforo_bot, ¿qué tengo hoy?", "Lo leí como: lo que tienes hoy")
    await world.says("ana", "@semaforo_bot", "¿La guardo como tarea?")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("avisos", "Tus avisos"),
        ("Abrir", "Día abierto"),
        ("hoy", "¿Qué quieres ver?"),
        ("token", "¿La guardo como tarea?"),
    ],
)
async def test_a_commands_name_alone_is_the_command_also_after_an_offer(world, words, shown):
    await world.says("ana", "anoche soñé con dragones", "lo guardo")
    await world.says("ana", words, shown)
