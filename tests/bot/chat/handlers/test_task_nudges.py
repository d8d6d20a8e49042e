"""«Recuérdale a Ana el video»: one press asks her in Lucía's name, and Lucía hears what came of it."""

import pytest

from bot.chat.panels.components import NO_ISOLATES
from core.calendar import own_reminders
from core.records.messages import MessageKind
from tests.bot.chat.handlers.meetings import spaced
from tests.bot.chat.pushing import push_of, pushed, written
from tests.bot.world import check, labels, plain
from tests.tables import each_row


@pytest.fixture
async def video(world):
    await world.link("ana", "luis", "lucia", "pablo")
    return await world.task("ana", by="lucia", text="Video de la expo")


@pytest.fixture
async def with_video(world, video):
    assert video.id == 1
    return world


@each_row(
    [
        ("recuérdale a Ana el video",),
        ("oye recuerdale a ana lo del video porfa",),
        ("pregúntale a Ana cómo va lo del video",),
        ("recordale a Ana el video",),
        ("dale un toque a Ana con el video",),
        ("nudge Ana about the video",),
        ("can you remind Ana about the video, please?",),
        ("ask Ana how the video is going",),
    ],
    given="with_video",
)
async def test_it_is_read_and_asks_once_whether_to_ask(with_video, words):
    said = await with_video.says("lucia", words, "#1")
    assert said.keyboard[0][0] in ("👋 Sí, a Ana", "👋 Yes, Ana")


async def test_she_is_asked_in_the_name_of_who_asks_and_may_answer_by_three_buttons(world, video):
    said = await world.says("lucia", "recuérdale a Ana el video", "Lo leí como: preguntar por la tarea 1")
    await world.taps("lucia", said, "👋 Sí, a Ana", notice="👋 Le pregunto a Ana. Te digo en cuanto reporte.")
    push = await push_of(world, "ana", MessageKind.TASK_NUDGE)
    assert push.text.translate(NO_ISOLATES).startswith("👋 Lucía te pregunta cómo va «Video de la expo» (#1).")
    assert push.keyboard == [["✅ Ya está"], ["🔄 Sigo en ella"], ["🔴 Está atorada"]]
    asked = await world.taps("ana", push, "🔄 Sigo en ella", sees="¿Qué porcentaje lleva?")
    assert asked.text.startswith("¿Cómo va esta tarea?")


async def test_who_asked_hears_how_far_it_is(world, video):
    await world.open_log("ana")
    await world.set_percent("ana", 60)
    at = int(world.clock.now().timestamp())
    about = {"task_id": video.id, "person_id": world.users["ana"].id, "at": at}
    told = await pushed(world, "lucia", MessageKind.NUDGE_ANSWERED, **about)
    assert spaced(told) == "👋 Preguntaste por «Video de la expo» (#1). Ana: 🟢 60 %"


async def test_of_a_task_that_is_not_theirs_whoever_has_it_may_be_asked(world, video):
    said = await world.says("lucia", "recuérdale a Luis el video", "La #1 no la lleva Luis")
    assert said.keyboard[0] == ["👋 Sí, a Ana"]


async def test_who_may_not_is_told_so(world, video):
    both = await world.task("ana", "luis", by="lucia", text="Lona del stand")
    said = await world.says("luis", "recuérdale a Ana la lona")
    await world.taps("luis", said, "👋 Sí, a Ana", alert=True)
    assert await written(world, "ana", MessageKind.TASK_NUDGE) == []
    assert both.responsible_user_ids


LATER, ALONE = (
    "No le escribo a Ana en otro momento. Puedo preguntarle",
    "No le escribo a Ana en otro momento. Puedo record",
)


@each_row(
    [
        ("recuerdale a ana lo del video mañana a las 8", LATER),
        ("porfa recuérdale a Ana mañana el video", LATER),
        ("recordale a Ana el video el jueves a la tarde", LATER),
        ("mañana a las 8 recuérdale a Ana el video", LATER),
        ("recuérdale mañana a Ana lo del video", LATER),
        ("dile a ana mañana que suba el video", LATER),
        ("avisale a ana a las 5 lo del video", LATER),
        ("remind Ana tomorrow to send the video", LATER),
        ("can you tell Ana tomorrow to send the video", LATER),
        ("recuérdale a Ana llamar al banco mañana a las 8", ALONE),
        ("remind Ana tomorrow to file the permits", ALONE),
    ],
    given="with_video",
)
async def test_at_another_time_it_asks_now_or_reminds_oneself_and_sets_nothing(with_video, words, sees):
    said = await with_video.says("lucia", words)
    check(said, sees=sees, offers="🔔 Recuérdamelo a mí")
    assert ("👋 #1 · Video de la expo" in labels(said)) == (sees == LATER)
    assert await with_video.act("lucia", own_reminders.list_own_reminders) == []
    assert await written(with_video, "ana", MessageKind.TASK_NUDGE) == []


@each_row(
    [
        ("recuerdale a ana lo del video mañana a las 8", "recordarle a ana lo del video"),
        ("mañana a las 8 recuérdale a Ana el video", "recordarle a Ana el video"),
        ("remind Ana tomorrow at 8 am to file the permits", "nudge Ana to file the permits"),
        ("avisale a ana mañana a las 8 lo del video", "decirle a ana lo del video"),
    ],
    given="with_video",
)
async def test_the_press_reminds_oneself_of_it_then(with_video, words, of):
    said = await with_video.says("lucia", words)
    set_now = await with_video.taps("lucia", said, "🔔 Recuérdamelo a mí")
    assert plain(set_now).startswith(f"🔔 mañana 8:00 · {of}")


@each_row(
    [
        ("recuérdame mañana a las 8 decirle a Ana lo del video",),
        ("remind me to ping Ana tomorrow at 8 am about the video",),
    ],
    given="with_video",
)
async def test_what_one_is_to_do_oneself_is_ones_own_reminder(with_video, words):
    await with_video.says("lucia", words, "🔔 mañana 8:00")
