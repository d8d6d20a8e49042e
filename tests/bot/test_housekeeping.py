"""What the service forgets by itself, and what it must not forget yet."""

from bot import housekeeping
from tests.bot.world import until


async def test_what_has_served_its_time_is_forgotten(world, caplog):
    await world.task("ana")
    await world.says("ana", "/comentar 1 una vez", "guardado")
    await world.quiet()
    world.clock.advance(days=31)
    with caplog.at_level("INFO"):
        await housekeeping.keep_house(world.pipeline, world.chat)
    assert "forgot 1 causes, 0 drafts" in caplog.text


async def test_what_people_wrote_is_kept_for_two_days_and_what_messages_are_about_for_a_month(world, caplog):
    await world.task("ana")
    panel = await world.taps("ana", await world.says("ana", "/abrir", "abierto"), "🟢 1 · 0\u00a0% · Revisar contrato")
    await world.quiet()
    world.clock.advance(days=3)
    with caplog.at_level("INFO"):
        await housekeeping.keep_house(world.pipeline, world.chat)
    assert "forgot 1 causes, 0 drafts and 2 rows of the chat" in caplog.text
    await world.phone("ana").reply(panel, "¿sigue?")
    await world.phone("ana").wait("Comentario guardado")


async def test_a_change_is_applied_once_however_long_the_service_was_down(world):
    task = await world.task("ana")
    await world.quiet()
    fault = world.sandbox.faults.delay(30, method="sendMessage")
    await world.phone("ana").send("/comentar 1 una vez")
    await until(lambda: fault.hits)
    await world.kill_bot()
    world.clock.advance(days=3)
    await housekeeping.keep_house(world.pipeline, world.chat)
    await world.start_bot()
    await world.phone("ana").wait("Comentario guardado")
    assert await world.comments(task) == ["una vez"]
