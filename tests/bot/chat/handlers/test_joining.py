"""Joining by link or typed code, leaving, and what strangers get."""

from dataclasses import replace

import pytest

from bot.chat.handlers.account import parse_code
from core.base.errors import DomainError
from core.base.model import Language
from core.people import colleagues, users
from core.records.messages import MessageKind, Reason
from tests.bot.chat.pushing import push_of, written
from tests.bot.world import check

NOT_LINKED = "tu cuenta no está vinculada"


@pytest.fixture
async def code(office):
    """Ana's code; the bot runs and nobody is linked."""
    await office.start_bot()
    return await office.operate(users.invite, "ana")


def call(office, phone, name):
    """Have a phone's account take an @name."""
    state = office.sandbox._world.people[phone.id]
    state.person = replace(state.person, username=name)


async def named(office, words):
    return (await office.operate(colleagues.find_named, [words])).user_ids


async def test_from_the_link_on_a_telegram_name_names_its_person(office, code):
    call(office, office.phone("ana"), "Torres_Ana")
    asked = await office.says("Torres_Ana", code, "Este código es de Ana")
    await office.taps("Torres_Ana", asked, "Sí, soy yo")
    await office.quiet()
    ana = office.users["ana"].id
    assert await named(office, "torres_ana") == [ana]
    call(office, office.phone("Torres_Ana"), "ana_t")
    await office.says("ana_t", "/hoy")
    assert (await named(office, "torres_ana"), await named(office, "ana_t")) == ([], [ana])


async def linked_to(office, who):
    """The person of the directory that a phone is linked to."""
    try:
        return (await office.operate(users.actor_by_telegram, office.phone(who).id)).user.username
    except DomainError:
        return None


@pytest.mark.parametrize(
    "typed",
    [lambda code: f"  {code[:13]} {code[13:].upper()}\n", lambda code: f"/start {code[:13]}-{code[13:]}"],
)
async def test_a_typed_code_links_however_it_is_written(office, code, typed):
    asked = await office.says("ana", typed(code), "Este código es de Ana")
    await office.taps("ana", asked, "Sí, soy yo")
    assert await linked_to(office, "ana") == "ana"


async def test_a_code_works_once(office, code):
    asked = await office.says("ana", code, "Este código")
    also_asked = await office.says("mallory", code, "Este código")
    await office.taps("ana", asked, "Sí, soy yo")
    await office.taps(
        "mallory", also_asked, "Sí, soy yo", sees="No se vinculó nada", notice_has="Ese código no es válido", alert=True
    )
    assert await linked_to(office, "mallory") is None
    await office.says("mallory", code, sees="Ese código no es válido")


async def test_pressed_twice_the_second_press_shows_what_holds(office, code):
    phone = office.phone("ana")
    asked = await office.says("ana", code, "Este código")
    presses = [await phone.press(asked, "Sí, soy yo") for _ in range(2)]
    for press in presses:
        await phone.wait_answer(press)
    await office.quiet()
    welcome = phone.current(asked)
    assert welcome.text.startswith("Hola, Ana. Tres veces al día te pregunto cómo vas.\n")
    assert welcome.keyboard[-1] == ["☀️ Mi día", "❓ Ayuda"]


async def test_an_expired_code_is_refused(office, code):
    asked = await office.says("ana", code, "Este código")
    office.clock.advance(hours=24, seconds=1)
    await office.taps("ana", asked, "Sí, soy yo", notice_has="Ese código no es válido")
    await office.says("ana", code, sees="Ese código no es válido")


TAKEN = "Tu cuenta ya está vinculada a Luis. Para cambiarla, usa /salir primero."


async def test_somebody_elses_code_is_refused_before_asking(office, code):
    await office.link("luis")
    assert (await office.says("luis", code)).text == TAKEN
    assert await linked_to(office, "luis") == "luis"


async def test_an_account_of_somebody_who_was_deactivated_is_free(office, code):
    await office.link("luis")
    await office.change_user("luis", is_active=False)
    asked = await office.says("luis", code, "Este código es de Ana")
    await office.taps("luis", asked, "Sí, soy yo")
    assert await linked_to(office, "luis") == "ana"


async def test_linked_meanwhile_a_press_on_somebody_elses_code_is_refused(office, code):
    asked = await office.says("luis", code, "Este código es de Ana")
    await office.link("luis")
    panel = await office.taps("luis", asked, "Sí, soy yo", notice=TAKEN, alert=True)
    assert (panel.text, panel.keyboard) == (TAKEN, [])
    assert await linked_to(office, "luis") == "luis"


@pytest.mark.parametrize("typed", ["a" * 25, "abcde-fghij-klmno-pqrst-uvwx1"])
async def test_a_mistyped_code_is_said_to_be_none_every_time(office, code, typed):
    for _ in range(2):
        await office.says("mallory", typed, sees="Eso no es un código de invitación")
    await office.says("mallory", "/start hola", sees="Eso no es un código de invitación")


async def test_a_new_phone_takes_over(office, code):
    asked = await office.says("ana", code, "Este código")
    await office.taps("ana", asked, "Sí, soy yo")
    second = await office.operate(users.invite, "ana")
    asked = await office.says("mallory", second, "Este código es de Ana")
    await office.taps("mallory", asked, "Sí, soy yo")
    assert await linked_to(office, "mallory") == "ana"
    assert await linked_to(office, "ana") is None


async def test_a_stranger_gets_one_polite_answer_and_nothing_else(office, code):
    await office.says("mallory", "hola", sees=NOT_LINKED)
    for words in ("/hoy", "/start", "/tarea 1", "¿hola?"):
        await office.phone("mallory").send(words)
    assert await office.silent("mallory")
    assert len([message for message in office.phone("mallory").messages if message.from_bot]) == 1


async def test_a_strangers_press_is_answered_and_does_nothing(office, code):
    await office.link("ana")
    panel = await office.says("ana", "/hoy", "Sin abrir")
    await office.change_user("ana", is_active=False)
    after = await office.taps("ana", panel, "☀️ Abrir el día", notice_has=NOT_LINKED)
    assert after.text == panel.text


async def test_an_integration_is_a_stranger(office, code):
    await office.link("luis")
    await office.change_user("luis", role="service")
    await office.says("luis", "/hoy", sees=NOT_LINKED)


async def test_leaving_unlinks_and_a_second_press_says_the_same(office, code):
    await office.link("ana")
    phone = office.phone("ana")
    asked = await office.says("ana", "/leave", "¿Desvincular")
    presses = [await phone.press(asked, "Sí, desvincular") for _ in range(2)]
    for press in presses:
        await phone.wait_answer(press)
    await office.quiet()
    assert "ya no está vinculada" in phone.current(asked).text
    assert await linked_to(office, "ana") is None
    await office.says("ana", "/hoy", sees=NOT_LINKED)


async def test_the_code_is_nowhere_in_what_the_chat_keeps(office, code):
    await office.says("ana", "/start " + code, "Este código")
    await office.quiet()
    asked = office.phone("ana").last
    assert await office.chat.subject(asked.chat_id, asked.id) is None


SENTENCE = "Acondicionamiento terminado"
"""Words whose letters, spaces aside, could be a code."""


async def test_words_that_could_be_a_code_answer_what_was_asked(office, code):
    assert parse_code(SENTENCE)
    await office.link("ana")
    task = await office.task("ana")
    card = await office.taps("ana", await office.says("ana", "/tarea 1"), "💬 Comentar")
    await office.says("ana", SENTENCE, "Comentario guardado")
    await office.replies("ana", card, SENTENCE, "Comentario guardado")
    assert await office.comments(task) == [SENTENCE, SENTENCE]


async def test_a_code_is_taken_while_an_item_waits_for_a_number(office, code):
    await office.link("ana")
    await office.task("ana", text="Revisar", due=9)
    await office.taps("ana", await office.says("ana", "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")
    await office.says("ana", await office.operate(users.invite, "ana"), "Este código es de Ana")


async def test_who_chose_no_language_is_written_to_in_that_of_their_telegram(world):
    await world.says("pablo", "/hoy")
    await world.says("ana", "/hoy")
    assert (await language_of(world, "pablo"), await language_of(world, "ana")) == (Language.EN, None)
    await world.act("pablo", users.set_language, Language.ES)
    await world.says("pablo", "/hoy")
    assert await language_of(world, "pablo") is Language.ES


async def language_of(world, who):
    return next(user.language for user in await world.operate(users.list_users) if user.username == who)


async def test_who_joins_is_told_who_leads_them_and_what_a_day_is_like(office, code):
    welcome = await office.taps("ana", await office.says("ana", code, "Este código"), "Sí, soy yo")
    check(welcome, sees=["Tu líder es Lucía", "por la mañana lo abres"], hides="Llevas a")
    assert welcome.keyboard[:3] == [["💬 Abre mi día"], ["💬 ¿Qué tengo hoy?"], ["💬 Cierra mi día"]]


async def test_who_leads_people_is_told_whom(office):
    await office.start_bot()
    code = await office.operate(users.invite, "lucia")
    welcome = await office.taps("lucia", await office.says("lucia", code, "Este código"), "Sí, soy yo")
    check(welcome, sees="Llevas a Ana y Luis", hides="Tu líder es")


async def test_an_example_is_said_by_a_press_as_if_it_were_typed(office, code):
    await office.task("ana", text="Contrato")
    welcome = await office.taps("ana", await office.says("ana", code, "Este código"), "Sí, soy yo")
    phone = office.phone("ana")
    for button, said in (
        ("Abre mi día", "Día abierto"),
        ("¿Qué tengo hoy?", "Contrato"),
        ("Cierra mi día", "No has movido nada"),
    ):
        await phone.wait_answer(await phone.press(welcome, f"💬 {button}"))
        await phone.wait(said)
    assert (await office.log("ana")).opened_at
    assert phone.current(welcome).text == welcome.text


async def test_a_leader_is_told_who_joined(office, code):
    await office.link("lucia")
    await office.taps("ana", await office.says("ana", code, "Este código"), "Sí, soy yo")
    assert await written(office, "lucia", MessageKind.JOINED) == [{"person_id": office.users["ana"].id}]
    said = await push_of(office, "lucia", MessageKind.JOINED)
    check(said, sees="Ana ya está en Semáforo", offers="👥 Equipo")
    assert await written(office, "pablo", MessageKind.JOINED) == []


async def test_nobody_is_told_of_a_new_phone_or_of_who_has_left_again(office, code):
    await office.link("lucia", "ana")
    await office.act("ana", users.unlink)
    assert await push_of(office, "lucia", MessageKind.JOINED) is Reason.GONE
    office.clock.advance(hours=1)
    await office.link("ana")
    again = await office.operate(users.invite, "ana")
    await office.operate(users.link, again, office.phone("mallory").id)
    assert len(await written(office, "lucia", MessageKind.JOINED)) == 2
