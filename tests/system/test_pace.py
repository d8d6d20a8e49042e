"""The pace of one process: the same for all that it sends, asked for or not."""

import shutil
from contextlib import AsyncExitStack

from bot.app import config, scheduler, service, serving, warming, wiring
from tests.system.process import over


async def test_answers_and_what_nobody_asked_for_share_one_pace(empty_database, tmp_path, monkeypatch):
    telegram = config.TelegramConfig(token="7000000001:token", base_url="http://127.0.0.1:9")
    settings = over(shutil.copy(empty_database, tmp_path / "semaforo.db"), telegram=telegram)
    made, running = [], scheduler.running

    class Watched(service.BotService):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            made.append(self.outgoing.pacing)

    def watched(pipeline, chat, sender, *others):
        made.append(sender.pacing)
        return running(pipeline, chat, sender, *others)

    monkeypatch.setattr(service, "BotService", Watched)
    monkeypatch.setattr(scheduler, "running", watched)
    monkeypatch.setattr(warming, "warm", lambda _: None)
    async with AsyncExitStack() as stack:
        core = await wiring.open_core(settings, stack)
        await serving.start(settings, frozenset({config.BOT, config.JOBS}), core, stack)
    answers, unasked = made
    assert answers is unasked
    assert answers.interval == 1 / 29
