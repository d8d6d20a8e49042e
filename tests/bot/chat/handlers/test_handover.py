"""Passing on what somebody has in hand, from the leader's panel of that person, and what is told of it."""

from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.team import HandOverAll, HandoverOf
from core.records.messages import MessageKind, Reason
from core.work import task_edits
from core.work.task_edits import TaskEdit
from tests.bot.chat.handlers.drafting import all_tasks
from tests.bot.chat.handlers.meetings import spaced
from tests.bot.chat.pushing import push_of
from tests.bot.world import check, labels


async def panel(world):
    team = await world.says("lucia", "/equipo")
    person = await world.taps("lucia", team, "Ana")
    return await world.taps("lucia", person, "🤝 Pasar lo suyo")


async def test_a_leader_chooses_who_takes_it_and_is_asked_before(world):
    await world.task("ana", text="Informe")
    card = await panel(world)
    assert "🤝 Lo que lleva Ana\n1 tarea\n\n📋 #1 Informe" in spaced(card)
    sure = await world.taps("lucia", card, "Luis", sees="¿Se lo paso todo a", offers=["✅ Sí, pásalo todo"])
    done = await world.taps(
        "lucia", sure, "✅ Sí, pásalo todo", notice_has="ahora lo lleva Luis", offers=["↩ Deshacer"]
    )
    assert "No tiene nada abierto que pasar." in spaced(done)
    (task,) = await all_tasks(world)
    assert task.responsible_user_ids == [world.users["luis"].id]
    await world.taps("lucia", done, "↩ Deshacer")
    (task,) = await all_tasks(world)
    assert task.responsible_user_ids == [world.users["ana"].id]


async def test_its_new_owner_is_told_once_and_no_more_when_it_is_done(world):
    await world.task("ana", text="Informe")
    sure = await world.taps("lucia", await panel(world), "Luis")
    await world.taps("lucia", sure, "✅ Sí, pásalo todo")
    message = await push_of(world, "luis", MessageKind.HANDED_OVER)
    assert "Lo que llevaba Ana ahora es tuyo." in spaced(message)
    assert "📋 #1 Informe" in spaced(message)
    await world.act("root", task_edits.edit_task, 1, TaskEdit(is_active=False))
    assert await push_of(world, "luis", MessageKind.HANDED_OVER) is Reason.GONE


async def test_its_new_owner_gets_ten_buttons_for_tasks_before_events(world):
    for number in range(9):
        await world.task("ana", text=f"Informe {number}")
    for day in (1, 2):
        await world.event("ana", "pablo", title=f"Junta {day}", offset=day)
    await world.taps("lucia", await panel(world), "Luis", "✅ Sí, pásalo todo")
    message = await push_of(world, "luis", MessageKind.HANDED_OVER)
    assert [text[:2] for text in labels(message)].count("📅 ") == 1
    assert len(labels(message)) == 10


async def test_who_does_not_lead_them_is_refused(world):
    await world.task("ana", text="Informe")
    for who in ("ana", "luis"):
        await world.forges(who, write(HandoverOf(world.users["ana"].id)))
        await world.forges(who, write(HandOverAll(world.users["ana"].id, world.users["luis"].id)))
    (task,) = await all_tasks(world)
    assert task.responsible_user_ids == [world.users["ana"].id]


async def test_who_had_it_is_told_unless_it_is_taken_back_by_then(world):
    await world.task("ana", text="Informe")
    done = await world.taps("lucia", await panel(world), "Luis", "✅ Sí, pásalo todo")
    message = await push_of(world, "ana", MessageKind.HANDED_OVER)
    check(message, sees=["🤝 Lucía le pasó a Luis lo que llevabas:", "📋 #1", "Informe"], offers="📋 Mis tareas")
    await world.taps("lucia", done, "↩ Deshacer")
    assert await push_of(world, "ana", MessageKind.HANDED_OVER) is Reason.GONE
