"""The progress of a task on its card: for its people and their leaders, and for nobody else."""

from core.work import followers


async def test_a_card_says_how_far_its_task_is_and_why_it_is_red(world):
    await world.task("ana", text="Contrato", due=9)
    await world.open_log("ana")
    await world.says("ana", "1 40 rojo falta la firma", "🔴 Listo")
    await world.says("ana", "/tarea 1", sees=["🔴 ▰▰▱▱▱ 40\u00a0%", "falta la firma"], hides="40\u00a0% · Ana")
    await world.says("lucia", "/tarea 1", sees=["🔴 ▰▰▱▱▱ 40\u00a0% · Ana", "falta la firma"])


async def test_who_leads_none_of_its_people_does_not_read_it(world):
    task = await world.task("ana", text="Contrato", due=9)
    await world.open_log("ana")
    await world.says("ana", "1 40", "✅ 1 tarea guardada")
    await world.act("ana", followers.add_follower, task.id, world.users["luis"].id)
    await world.says("luis", "/tarea 1", sees="Contrato", hides="40\u00a0%")


async def test_what_is_in_no_day_yet_has_none(world):
    await world.task("ana", text="Contrato", due=9)
    await world.says("ana", "/tarea 1", sees="Contrato", hides="▱")
