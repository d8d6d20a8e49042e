"""A colleague who is not of one's team is asked to take a task: the draft, the request, the answers."""

from core.records.messages import MessageKind, Reason
from tests.bot.chat.handlers.drafting import DRAFT, all_tasks
from tests.bot.chat.pushing import push_of, pushed
from tests.bot.world import check, labels, plain

ASKED, ANSWERED, WITHDRAWN = MessageKind.TASK_ASKED, MessageKind.ASKED_ANSWERED, MessageKind.ASKED_WITHDRAWN


async def ask(world):
    card = await world.says("ana", "/nueva Revisar contrato con @luis mañana", DRAFT)
    check(card, sees=["Revisar contrato", "🙋 Se lo pides a Luis"], lacks="✅ Guardar")
    return await world.taps("ana", card, "🙋 Pedírselo a Luis", sees="Espera la respuesta de Luis.")


async def request(world, who="luis", kind=ASKED):
    return await push_of(world, who, kind)


async def test_who_is_asked_takes_it(world):
    await ask(world)
    assert await all_tasks(world) == []
    said = await request(world)
    assert plain(said).startswith("🙋 Ana te pide:\nRevisar contrato\n")
    assert said.keyboard == [["✅ Sí, la tomo", "🙅 No"]]
    await world.taps("luis", said, "✅ Sí, la tomo", sees="Tarea 1", notice_has="Es tuya")
    (task,) = await all_tasks(world)
    assert (task.responsible_user_ids, task.created_by_user_id) == ([world.users["luis"].id], world.users["ana"].id)
    told = await request(world, "ana", ANSWERED)
    assert "✅ Luis la tomó." in plain(told)
    assert labels(told) == ["📋 Tarea"]
    assert await request(world) is Reason.DONE


async def test_who_declines_says_why_if_they_like(world):
    await ask(world)
    declined = await world.taps("luis", await request(world), "🙅 No", sees="¿Le dices por qué?", offers="Ahora no")
    await world.says("luis", "Esta semana no llego", "Anotado. Se lo digo a")
    told = await request(world, "ana", ANSWERED)
    check(told, sees=["🙅 Luis no la toma.", "Esta semana no llego"])
    assert await all_tasks(world) == []
    _, answer = await world.presses("luis", declined, "Ahora no")
    assert not answer.show_alert


async def test_words_on_a_request_that_waits_answer_nothing(world):
    await ask(world)
    await world.replies("luis", await request(world), "Qué calor", "Aquí solo se contesta con los botones.")
    assert await all_tasks(world) == []


async def test_who_does_not_know_is_asked_again(world):
    await ask(world)
    await world.replies("luis", await request(world), "No sé", "te pregunto")
    assert await all_tasks(world) == []


async def test_a_person_of_ones_own_instead_makes_it_a_task_again(world):
    await world.says("ana", "/nueva Revisar contrato con @luis mañana", DRAFT)
    card = await world.says("ana", "@ana", DRAFT, sees="Responsables: Ana")
    await world.taps("ana", card, "✅ Guardar", sees="Tarea 1")


async def test_somebody_elses_request_is_not_there(world):
    await ask(world)
    for data in ("1:ak:1:", "1:AK:1:True"):
        shown, answer = await world.forges("lucia", data)
        assert "No encuentro la petición 1" in f"{answer.text}{shown.text}"
    assert await all_tasks(world) == []


async def test_a_request_of_who_has_left_is_not_sent(world):
    await ask(world)
    await world.change_user("ana", is_active=False)
    assert await request(world) is Reason.GONE


async def test_who_asked_withdraws_it_and_who_was_asked_is_told(world):
    card = await ask(world)
    said = await request(world)
    gone = await world.taps("ana", card, "↩️ Ya no hace falta", sees="Ya no lo pides", notice="↩️ Retirado.")
    assert "Revisar contrato" in gone.text
    assert gone.keyboard == []
    await world.taps("luis", said, "✅ Sí, la tomo", notice_has="No encuentro la petición", alert=True)
    about = {"by_user_id": world.users["ana"].id, "description": "Revisar contrato"}
    await pushed(world, "luis", WITHDRAWN, **about)
    assert plain(world.phone("luis").messages[-1]) == "↩️ Ana ya no te pide esto:\nRevisar contrato"
    assert await all_tasks(world) == []
