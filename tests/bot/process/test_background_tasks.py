"""Work that is to last goes on after an error, which the log names."""

from bot.process import background_tasks
from bot.process.background_tasks import go_on


async def test_work_that_fails_is_begun_again_until_it_is_over(monkeypatch, caplog):
    monkeypatch.setattr(background_tasks, "AGAIN_SECONDS", 0.0)
    ends = [ValueError("one"), KeyError("two"), None]

    async def work():
        if end := ends.pop(0):
            raise end

    await go_on(work, "the look")
    assert ends == []
    assert [record.getMessage() for record in caplog.records] == ["the look: begun again in 0 s"] * 2
    assert [str(record.exc_info[1]) for record in caplog.records] == ["one", "'two'"]
