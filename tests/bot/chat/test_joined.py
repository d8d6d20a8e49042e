"""Messages that are due to somebody at the same time are one message, whose parts stay apart."""

import asyncio

import pytest

import bot.chat.sender
from bot.chat.joining import BETWEEN_QUESTIONS
from bot.process.background_tasks import cancel
from core.application.requests import build
from core.base.model import Language, Semaforo
from core.delivery.sending import CLAIM
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.work import daily_logs
from core.work.daily_logs import SemaforoRequest
from tests.bot.chat.posting import deliver, new_sender, received, rows, send_due
from tests.bot.world import plain
from tests.cast import TODAY
from tests.waiting import until

OPEN, REPORT = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT
FIRST, SECOND = "①\N{NO-BREAK SPACE}", "②\N{NO-BREAK SPACE}"
NEWS = "💬 Lucía comentó en la tarea #1 Contrato\n\n¿Cómo vas?"
QUESTION = "Buenos días, Ana. Tienes 1 tarea: ¿abrimos el día?"
OF_NEWS = ["📋 Tarea", "💬 Comentar", "🔕"]
OF_QUESTION = [["☀️ Abrir el día"], ["☀️ Mi día"]]


async def prompt(world, kind=OPEN, who="ana"):
    """A question about today, which is due now."""
    at = world.clock.now()
    new = NewMessage(world.users[who].id, kind, {"day": TODAY.toordinal()}, f"{kind}{who}", at, at)
    await world.store.write(lambda uow: uow.outbox.add([new]))


@pytest.fixture
async def told(world):
    """Ana knows of the contract, of which Lucía has written something by now."""
    task = await world.task("ana", by="lucia", text="Contrato")
    await deliver(world)
    await world.comment("lucia", task, "¿Cómo vas?")
    return task


@pytest.fixture
async def joined(world, told):
    """Return what Ana gets when it is also time to open the day."""
    await prompt(world)
    await deliver(world)
    return world.phone("ana").messages[-1]


def labels(message):
    rows = message.raw.get("reply_markup", {}).get("inline_keyboard", [])
    return [[button["text"] for button in row] for row in rows]


def now(world, message):
    return world.phone("ana").current(message)


def of_ana(world):
    """Return what Ana's phone shows below the task that she was given."""
    return [plain(each) for each in world.phone("ana").messages[1:]]


async def test_news_come_first_and_the_question_with_its_buttons_last(world, joined):
    assert of_ana(world) == [f"{NEWS}\n\n{QUESTION}"]
    assert labels(joined) == [OF_NEWS, *OF_QUESTION]


async def test_each_is_sent_in_the_ledger_and_as_the_same_message(world, joined):
    assert rows(world, "outcome", "reason", "sent_as")[1:] == [
        (Outcome.SENT, None, joined.id),
        (Outcome.SENT, Reason.TOGETHER, joined.id),
    ]


async def test_an_answer_by_its_button_goes_on_below_and_the_news_stay(world, joined):
    await world.presses("ana", joined, "☀️ Abrir el día")
    assert plain(now(world, joined)) == f"{NEWS}\n\n{QUESTION}"
    assert labels(now(world, joined)) == [OF_NEWS]
    assert (await world.log("ana")).closed_at is None
    assert "Contrato" in of_ana(world)[1]


async def test_a_second_press_on_the_answered_question_does_nothing(world, joined):
    (data,) = [button.data for button in joined.buttons if button.text == "☀️ Abrir el día"]
    await world.presses("ana", joined, "☀️ Abrir el día")
    await world.forges("ana", data, joined)
    assert len(of_ana(world)) == 2


async def test_the_card_of_the_news_opens_below_and_the_question_stays_open(world, joined):
    await world.presses("ana", joined, "📋 Tarea")
    assert labels(now(world, joined)) == [OF_NEWS, *OF_QUESTION]
    assert "Líder: Lucía" in of_ana(world)[1]
    await world.says("ana", "sí")
    assert await world.log("ana") is not None


@pytest.mark.parametrize("how", ["says", "replies"])
async def test_words_answer_the_question_in_it_and_the_news_stay(world, joined, how):
    await (world.says("ana", "sí, ábrelo") if how == "says" else world.replies("ana", joined, "sí, ábrelo"))
    await world.quiet()
    assert await world.log("ana") is not None
    assert plain(now(world, joined)) == f"{NEWS}\n\n{QUESTION}"
    assert labels(now(world, joined)) == [OF_NEWS]


async def test_of_two_news_the_figures_say_whose_the_buttons_are_and_a_reply_is_about_the_last(world, told):
    other = await world.task("ana", by="lucia", text="Minuta")
    await deliver(world)
    (text,) = of_ana(world)
    assert text.startswith(f"{FIRST}{NEWS}\n\n{SECOND}📋 Lucía te asignó una tarea:\n\n#2 Minuta")
    joined = world.phone("ana").messages[-1]
    assert labels(joined)[0] == [f"{FIRST}{label}" for label in OF_NEWS]
    assert labels(joined)[1] == [f"{SECOND}{label}" for label in OF_NEWS[:2]]
    await world.replies("ana", joined, "Enterada", "Comentario guardado")
    assert await world.comments(other) == ["Enterada"]


async def test_in_english_it_reads_the_same_way(world, told):
    await world.change_user("ana", language=Language.EN)
    await prompt(world)
    await deliver(world)
    (text,) = of_ana(world)
    assert text.endswith("¿Cómo vas?\n\nGood morning, Ana. You have 1 task: shall we open the day?")


async def test_of_two_questions_the_second_comes_a_minute_later(world, told):
    await world.open_log("ana")
    await prompt(world, REPORT)
    await prompt(world, MessageKind.CLOSE_PROMPT)
    await deliver(world)
    assert len(of_ana(world)) == 1
    assert [each[0] for each in rows(world, "outcome", "attempts")[1:]] == ["sent", "sent", "waiting"]
    world.clock.advance(seconds=BETWEEN_QUESTIONS)
    await deliver(world)
    assert len(of_ana(world)) == 2
    assert rows(world, "attempts")[-1] == 0


async def test_of_two_questions_a_red_is_asked_about_first(world, told):
    await prompt(world, who="lucia")
    item = (await world.open_log("ana")).items[0]
    request = build(SemaforoRequest, {"fecha": TODAY, "semaforo": Semaforo.ROJO})
    await world.act("ana", daily_logs.set_semaforo, item.id, request)
    await deliver(world)
    assert "Ana está en rojo" in plain(world.phone("lucia").messages[-1])
    assert received(world, "lucia", "abrimos el día") == 0


async def test_a_chat_that_is_to_rest_gets_it_in_one_after_the_rest(world, told, sender):
    await prompt(world)
    world.sandbox.faults.too_many_requests(1, method="sendMessage", chat_id=101)
    await send_due(world, sender)
    assert rows(world, "outcome", "send_started_at")[1:] == [("waiting", None)] * 2
    assert rows(world, "claimed_until")[1:] == [rows(world, "claimed_until")[1]] * 2
    world.clock.advance(seconds=5)
    await until(lambda: not sender.resting())
    await deliver(world)
    assert of_ana(world) == [f"{NEWS}\n\n{QUESTION}"]


async def test_a_sender_that_dies_repeats_the_one_message_and_nothing_else(world, told, monkeypatch):
    monkeypatch.setattr(bot.chat.sender, "GRACE_SECONDS", 0.0)
    await prompt(world)
    fault = world.sandbox.faults.lose_answer(30, method="sendMessage", chat_id=101)
    dying = asyncio.create_task(send_due(world, new_sender(world)))
    await until(lambda: fault.hits)
    await cancel([dying])
    await world.task("ana", by="lucia", text="Minuta")
    world.clock.advance(seconds=CLAIM.total_seconds())
    await deliver(world)
    assert [text.startswith(NEWS) for text in of_ana(world)] == [True, True, False]
    assert ["abrimos el día" in text for text in of_ana(world)] == [True, True, False]


async def test_what_telegram_refuses_as_one_is_sent_one_by_one(world, told):
    await prompt(world)
    world.sandbox.faults.refuse(400, "Bad Request: can't parse entities", method="sendMessage", chat_id=101)
    await deliver(world)
    assert of_ana(world) == [NEWS, QUESTION]
    assert rows(world, "outcome", "reason")[1:] == [("sent", None)] * 2


async def test_what_cannot_be_drawn_is_a_dead_letter_alone(world, told, caplog):
    await prompt(world)
    world.store.execute("UPDATE outbox SET params = '{}' WHERE kind = 'open_prompt'")
    await deliver(world)
    assert of_ana(world) == [NEWS]
    assert rows(world, "outcome")[1:] == ["sent", "failed"]
    assert "KeyError" in caplog.text


async def test_a_chat_that_is_closed_is_the_outcome_of_each(world, told):
    await prompt(world)
    world.sandbox.faults.forbidden(method="sendMessage", chat_id=101)
    await deliver(world)
    assert rows(world, "outcome")[1:] == ["blocked"] * 2


async def test_a_comment_that_follows_is_not_written_over_it(world, joined, told):
    await world.comment("lucia", told, "Urge")
    await deliver(world)
    assert plain(now(world, joined)) == f"{NEWS}\n\n{QUESTION}"
    assert of_ana(world)[1].endswith("Urge")
