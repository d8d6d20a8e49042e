"""Inline mode: whose tasks are offered to whom, what is shared of them, and the link that leads back."""

import pytest

from bot.telegram.inbox import as_update
from tests.tables import each_row


async def offered(world, who, words="", **where):
    phone = world.phone(who)
    return await phone.wait_offers(await phone.type_inline(words, **where))


def titles(answer):
    return [result["title"] for result in answer.results]


@pytest.fixture
async def tasks(world):
    """Ana's two, Luis's, and Pablo's, who is of another team."""
    for who, text, due in (
        ("ana", "Revisar contrato", 3),
        ("ana", "Enviar <b>reporte</b> & cobro", 1),
        ("luis", "Contrato de Luis", 9),
        ("pablo", "Contrato secreto", 9),
    ):
        await world.task(who, text=text, due=due)
    return world


async def test_ones_own_open_tasks_are_offered_the_soonest_due_first(tasks):
    answer = await offered(tasks, "ana")
    assert titles(answer) == ["#2 · Enviar <b>reporte</b> & cobro", "#1 · Revisar contrato"]
    assert answer.results[0]["description"] == "Pendiente · vence mar,\u00a024\u00a0nov · prioridad media"
    assert (answer.is_personal, answer.next_offset, answer.button) == (True, "", None)
    assert answer.cache_time <= 5


@each_row(
    [
        ("ana", "CONTRÁTO", [1]),
        ("lucia", "contrato", [1, 3]),
        ("luis", "contrato", [3]),
        ("pablo", "contrato", [4]),
        ("root", "contrato", []),
        ("root", "#4", [4]),
        ("luis", "#4", []),
        ("ana", "nada de esto", []),
    ],
    given="tasks",
)
async def test_everybody_is_offered_what_they_may_see(tasks, who, words, found):
    assert [int(result["id"]) for result in (await offered(tasks, who, words)).results] == found


async def test_the_card_says_what_the_task_is_and_no_comment(tasks):
    await tasks.comment("ana", await tasks.task_by_id(2), "Esto es entre nosotros")
    phone = tasks.phone("ana")
    group = await tasks.sandbox.group("Norte", "ana", "mallory")
    asked = await phone.type_inline("reporte", chat=group.id)
    answer = await phone.wait_offers(asked)
    card = await phone.choose(asked, answer.results[0]["id"])
    assert card.text == (
        "Tarea 2\n\u2068Enviar <b>reporte</b> & cobro\u2069\n\n"
        "Pendiente · vence mar,\u00a024\u00a0nov · prioridad media\nLíder: Lucía\nResponsables: Ana"
    )
    assert card.marked("bold") == ["Tarea 2"]
    (button,) = card.buttons
    assert (button.text, button.url) == ("📋 Abrir en Semáforo", "https://t.me/semaforo_bot?start=t2")


async def test_the_bot_does_not_answer_a_card_that_is_shared_with_it(tasks):
    phone = tasks.phone("ana")
    asked = await phone.type_inline("reporte")
    answer = await phone.wait_offers(asked)
    await phone.choose(asked, answer.results[0]["id"])
    assert await tasks.silent("ana")


async def test_a_stranger_is_shown_the_way_to_the_private_chat(tasks):
    answer = await offered(tasks, "mallory", "contrato")
    assert (answer.results, answer.is_personal) == ([], True)
    assert answer.button == {"text": "Vincula tu cuenta para compartir tareas", "start_parameter": "inline"}
    await tasks.phone("mallory").open_link("https://t.me/semaforo_bot?start=inline")
    assert "tu cuenta no está vinculada" in (await tasks.phone("mallory").wait()).text


async def test_who_was_deactivated_is_a_stranger(tasks):
    await tasks.change_user("ana", is_active=False)
    assert (await offered(tasks, "ana")).results == []


async def test_where_nothing_fits_that_is_said_and_leads_to_help(tasks):
    answer = await offered(tasks, "ana", "zzz")
    assert answer.button["text"] == "No hay tareas tuyas con esas palabras"
    await tasks.phone("ana").open_link("https://t.me/semaforo_bot?start=inline")
    assert "Vive tu día" in (await tasks.phone("ana").wait()).text


async def test_they_come_a_page_at_a_time(world):
    for number in range(13):
        await world.task("ana", text=f"Tarea {number}")
    phone = world.phone("ana")
    first = await offered(world, "ana", "tarea")
    assert (len(first.results), first.next_offset) == (10, "10")
    rest = await phone.wait_offers(await phone.type_inline("tarea", offset=first.next_offset))
    assert (len(rest.results), rest.next_offset) == (3, "")


def test_a_query_is_in_the_order_of_its_askers_private_chat():
    query = {"id": "7", "from": {"id": 101}, "query": "", "offset": ""}
    assert as_update({"update_id": 1, "inline_query": query}).chat_id == 101
    assert as_update({"update_id": 1, "poll": {"id": "7"}}).chat_id == 0


@pytest.mark.parametrize("offset", ["-1", "9" * 60])
async def test_a_forged_offset_does_no_harm(tasks, offset):
    phone = tasks.phone("ana")
    answer = await phone.wait_offers(await phone.type_inline("", offset=offset))
    assert len(answer.results) in (0, 2)


@pytest.mark.parametrize("text", ["\n.\n", "x" * 9000, "<" * 5000, "👩‍🚀" * 2000])
async def test_any_description_makes_an_offer_that_telegram_takes(world, text):
    await world.task("ana", text=text)
    assert len((await offered(world, "ana")).results) == 1


async def test_each_persons_queries_are_answered_in_their_order(tasks):
    phone = tasks.phone("ana")
    asked = [await phone.type_inline("contrato"[:length]) for length in range(1, 9)]
    for query in asked:
        await phone.wait_offers(query)
    answered = [call.params["inline_query_id"] for call in tasks.sandbox.calls_to("answerInlineQuery")]
    assert answered == [query.id for query in asked]


async def test_a_query_too_old_is_passed_over(tasks, caplog):
    await tasks.stop_bot()
    tasks.sandbox._world.callback_timeout = 0
    await tasks.phone("ana").type_inline("contrato")
    await tasks.start_bot()
    await tasks.quiet()
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("brought", ["t99999999999", "t999999999999999999999"])
async def test_a_link_to_no_task_is_said(tasks, brought):
    await tasks.phone("ana").open_link(f"https://t.me/semaforo_bot?start={brought}")
    said = (await tasks.phone("ana").wait()).text
    assert "No encuentro la tarea" in said or "código" in said
