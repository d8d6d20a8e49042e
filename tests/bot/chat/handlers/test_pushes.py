"""Every message that comes unasked: what it says, in both languages, and when it is not said any more."""

from datetime import timedelta

import msgspec
import pytest

from bot.chat.handlers.pushes import PUSHES
from bot.sandbox import Message
from core.application.requests import build
from core.calendar import events, outside_calendars, reminders
from core.calendar.events import EventUpdate
from core.calendar.outside_calendars import OutsideCalendarRequest
from core.calendar.reminders import ReminderRequest
from core.people import users
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.records.outside_calendars import CalendarFault, CalendarReading
from core.records.webhooks import NewWebhookRow, WebhookStop
from core.work import daily_logs, followers, task_batches, tasks
from core.work.daily_logs import DateRequest
from core.work.task_batches import TaskBatchCreate
from core.work.tasks import TaskUpdate
from tests.bot.chat.pushing import DAY, push_of, pushed, written
from tests.bot.world import check, plain
from tests.cast import TODAY, day, introduce
from tests.naughty import STRINGS, not_blank

K = MessageKind
SECRET = "whsec_s3cret"
PROMOTED, REMINDER, SURVEY, DIGEST = K.PLANNING_PROMOTED, K.REMINDER, K.OVERDUE_SURVEY, K.OVERDUE_DIGEST
ASSIGNED, COMMENTED, BIRTHDAYS, MISSED = K.TASK_ASSIGNED, K.TASK_COMMENTED, K.BIRTHDAYS, K.MISSED
OPEN, AVANCE, CLOSE, NUDGE, SUMMARY = K.OPEN_PROMPT, K.AVANCE_PROMPT, K.CLOSE_PROMPT, K.NUDGE, K.TEAM_SUMMARY


async def report(world, who):
    log = await world.open_log(who)
    await world.act(who, daily_logs.send_avance, log.id, DateRequest(fecha=TODAY))


def test_every_kind_of_message_can_be_told():
    assert set(PUSHES) == set(MessageKind)


async def test_a_backup_that_failed_is_told_to_an_admin_with_the_last_good_one(world):
    about = {"why": "disk <full>"}
    check(await pushed(world, "root", K.BACKUP_FAILED, **about), sees=["disk <full>", "Todavía no hay ningún respaldo"])
    said = await pushed(world, "root", K.BACKUP_FAILED, **about, last="2026-11-20T09:30:00+00:00")
    check(said, sees=["El último respaldo bueno es del viernes, 20 de noviembre de 2026 a las 3:30"])
    assert await pushed(world, "ana", K.BACKUP_FAILED, **about) is Reason.GONE


async def test_a_webhook_that_stopped_is_told_by_its_host_alone_until_it_is_resumed(world):
    await introduce(world.pipeline, "robot")
    world.users["robot"] = next(user for user in await world.operate(users.list_users) if user.username == "robot")

    async def stopped(who, why):
        new = NewWebhookRow(
            world.users[who].id, f"https://erp.example/{SECRET}", [], SECRET, None, world.clock.now(), 0
        )
        added = await world.store.write(lambda uow: uow.webhooks.add(new))
        row = await world.store.read(lambda uow: uow.webhooks.get(added))
        fields = {"stopped_at": world.clock.now(), "stopped_because": why}
        changed = msgspec.structs.replace(row, webhook=msgspec.structs.replace(row.webhook, **fields))
        await world.store.write(lambda uow: uow.webhooks.save(changed))
        return {"webhook_id": added}

    about = await stopped("ana", WebhookStop.FAILING)
    said = await pushed(world, "ana", K.WEBHOOK_STOPPED, **about)
    check(said, sees=["erp.example", "lleva días sin recibir nada", f"webhook {about['webhook_id']}"])
    assert SECRET not in said.text
    check(await pushed(world, "ana", K.WEBHOOK_STOPPED, **await stopped("ana", WebhookStop.GONE)), sees=["(410)"])
    assert await pushed(world, "luis", K.WEBHOOK_STOPPED, **about) is Reason.GONE
    assert await pushed(world, "ana", K.WEBHOOK_STOPPED, **await stopped("ana", None)) is Reason.GONE
    of_robot = await pushed(world, "root", K.WEBHOOK_STOPPED, **await stopped("robot", WebhookStop.GONE))
    check(of_robot, sees=["(410)", "Es de la integración Robot."])


async def test_that_a_message_was_put_aside_is_told_by_its_kind(world):
    said = await pushed(world, "ana", K.NOT_SENT, of="reminder")
    check(said, sees=["no te pudo llegar: recordatorio de un evento", "Lo intenté tres veces"])


async def test_an_outside_calendar_that_cannot_be_read_is_told_by_its_host_alone_while_it_cannot(world):
    request = build(OutsideCalendarRequest, {"url": f"https://office.example/{SECRET}"})
    made = await world.act("ana", outside_calendars.add_outside_calendar, request)
    about = {"calendar_id": made.id}
    (due,) = await world.operate(outside_calendars.calendars_to_read)
    for fault in CalendarFault:
        await world.operate(outside_calendars.settle_reading, due, CalendarReading(fault))
        said = await pushed(world, "ana", K.CALENDAR_UNREAD, **about)
        check(said, sees=["office.example", "le digo que no sé"])
        assert SECRET not in said.text
    assert await pushed(world, "luis", K.CALENDAR_UNREAD, **about) is Reason.GONE
    await world.operate(outside_calendars.settle_reading, due, CalendarReading())
    assert await pushed(world, "ana", K.CALENDAR_UNREAD, **about) is Reason.GONE


class TestAssigned:
    @pytest.fixture
    async def task(self, world):
        return await world.task("ana", by="lucia", text="Cotizar <b>")

    async def test_what_is_done_deleted_or_anothers_is_not_said(self, world, task):
        (about,) = await written(world, "ana", ASSIGNED)
        await world.change_task("lucia", task, responsibleUserIds=[world.users["luis"].id])
        assert await pushed(world, "ana", ASSIGNED, **about) is Reason.GONE
        await world.change_task("lucia", task, responsibleUserIds=[world.users["ana"].id], estatus="CERRADA")
        assert await pushed(world, "ana", ASSIGNED, **about) is Reason.DONE
        await world.act("lucia", tasks.delete_task, task.id)
        assert await pushed(world, "ana", ASSIGNED, **about) is Reason.GONE


class TestCommented:
    @pytest.fixture
    async def about(self, world):
        task = await world.task("ana", by="lucia", text="Contrato")
        await world.comment("lucia", task, "¿Cómo\nvas?")
        (about,) = await written(world, "ana", COMMENTED)
        return about

    async def test_it_says_what_the_comment_says_now(self, world, about):
        edit = tasks.CommentRequest(comentario="Otra cosa")
        await world.act("lucia", tasks.update_comment, about["task_id"], about["comment_id"], edit)
        await world.change_user("ana", language="en")
        said = await pushed(world, "ana", COMMENTED, **about)
        check(said, sees=["Lucía commented on task #1", "Otra cosa"])

    async def test_what_followed_is_in_the_same_message(self, world, about):
        task = await world.task_by_id(about["task_id"])
        await world.comment("ana", task, "Voy")
        await world.comment("lucia", task, "Gracias")
        said = await pushed(world, "ana", COMMENTED, **about)
        check(said, sees=["2 comentarios en la tarea #1", "Lucía: \u2068¿Cómo", "Lucía: \u2068Gracias"], hides="Voy")

    async def test_a_muted_task_makes_no_news(self, world, about):
        said = await pushed(world, "ana", COMMENTED, **about)
        await world.taps("ana", said, "🔕", notice_has="Ya no te aviso", offers="🔔")
        assert await pushed(world, "ana", COMMENTED, **about) is Reason.MUTED

    async def test_a_task_that_one_may_no_longer_read_makes_no_news(self, world, about):
        task = await world.task_by_id(about["task_id"])
        await world.change_task("lucia", task, responsibleUserIds=[world.users["luis"].id])
        assert await pushed(world, "ana", COMMENTED, **about) is Reason.GONE
        assert await pushed(world, "pablo", COMMENTED, **about) is Reason.GONE


class TestChanged:
    async def test_it_says_before_and_now_of_what_changed(self, world):
        task = await world.task("ana", by="lucia", text="Contrato", due=3)
        both = [world.users["ana"].id, world.users["luis"].id]
        fields = {
            "descripcion": "Otro <contrato>",
            "fechaCumplir": day(4),
            "prioridad": "URGENTE",
            "estatus": "EN_PROCESO",
        }
        await world.change_task("lucia", task, responsibleUserIds=both, **fields)
        check(
            await push_of(world, "ana", K.TASK_CHANGED),
            sees=[
                "Lucía cambió «\u2068Otro <contrato>\u2069» (#1)",
                "Vence: jue,\xa026\xa0nov → vie,\xa027\xa0nov",
                "Prioridad: Media → Urgente",
                "Estado: Pendiente → En proceso",
                "Responsables: Ana → Ana, Luis",
                "Contrato",
                "Otro <contrato>",
            ],
            offers=["📋 Tarea", "💬 Comentar", "🔕"],
        )

    async def hand_over(self, world, task, *people, **fields):
        now = await world.task_now(task)
        about = {"descripcion": now.descripcion, "fechaCumplir": now.fecha_cumplir}
        request = build(TaskUpdate, {**about, "responsibleUserIds": [world.users[who].id for who in people], **fields})
        await world.act("lucia", tasks.team_edit_task, task.id, request)

    async def test_a_task_handed_to_somebody_else_is_told_as_that_to_both(self, world):
        task = await world.task("ana", by="ana", text="Contrato")
        await self.hand_over(world, task, "luis", prioridad="URGENTE")
        said = await push_of(world, "ana", K.TASK_CHANGED)
        check(
            said,
            sees=["🤝 Lucía le pasó tu tarea «\u2068Contrato\u2069» (#1) a Luis", "Media → Urgente"],
            hides=["Responsables", "cambió"],
        )
        world.clock.advance(minutes=1)
        check(await push_of(world, "luis", K.TASK_ASSIGNED), sees="🤝 Lucía te pasó la tarea #1:")
        await self.hand_over(world, task, "luis", "lucia")
        check(await push_of(world, "luis", K.TASK_ASSIGNED), sees="📋 Lucía te asignó una tarea:")

    async def test_several_new_tasks_of_one_batch_are_one_message_of_those_that_are_still_to_be_done(self, world):
        ana = [world.users["ana"].id]
        given = [
            {"descripcion": f"Tarea {n}", "fechaCumplir": str(day(n)), "responsibleUserIds": ana} for n in (1, 2, 3)
        ]
        request = build(TaskBatchCreate, {"tasks": given})
        made = await world.act("lucia", task_batches.create_tasks, request)
        check(await push_of(world, "ana", K.TASK_ASSIGNED), sees=["📋 Lucía te asignó 3 tareas:", "Tarea 1", "Tarea 3"])
        await world.act("lucia", tasks.delete_task, made[0].id)
        said = await push_of(world, "ana", K.TASK_ASSIGNED)
        check(said, sees=["📋 Lucía te asignó 2 tareas:", "Tarea 2"], hides="Tarea 1")
        for task in made[1:]:
            await world.act("lucia", tasks.delete_task, task.id)
        assert await push_of(world, "ana", K.TASK_ASSIGNED) is Reason.GONE

    async def test_several_changes_are_told_as_one_and_nothing_if_all_is_as_before(self, world):
        task = await world.task("ana", by="lucia", text="Contrato")
        for level in ("URGENTE", "ALTA"):
            world.clock.advance(seconds=5)
            await world.change_task("lucia", await world.task_now(task), prioridad=level)
        said = await push_of(world, "ana", K.TASK_CHANGED)
        check(said, sees=["✏️ Lucía cambió «\u2068Contrato\u2069» (#1)", "Media → Alta"])
        await world.change_task("root", await world.task_now(task), fechaCumplir=day(9))
        check(await push_of(world, "ana", K.TASK_CHANGED), sees="✏️ Cambió «\u2068Contrato\u2069» (#1)", hides="Lucía")
        await world.change_task("root", await world.task_now(task), fechaCumplir=task.fecha_cumplir)
        await world.change_task("lucia", await world.task_now(task), prioridad="MEDIA")
        assert await push_of(world, "ana", K.TASK_CHANGED) is Reason.DONE

    async def test_deleted_and_restored(self, world):
        task = await world.task("ana", by="lucia", text="Contrato")
        await world.act("lucia", tasks.delete_task, task.id)
        (about,) = await written(world, "ana", K.TASK_CHANGED)
        check(
            await pushed(world, "ana", K.TASK_CHANGED, **about),
            sees="🗑 Lucía eliminó «\u2068Contrato\u2069» (#1): ya no aparece",
        )
        await world.change_task("lucia", await world.task_now(task), isActive=True)
        assert await pushed(world, "ana", K.TASK_CHANGED, **about) is Reason.DONE
        again = about | {"active": 0}
        check(
            await pushed(world, "ana", K.TASK_CHANGED, **again),
            sees="♻️ Lucía recuperó «\u2068Contrato\u2069» (#1)",
            hides="Prioridad",
        )

    async def test_who_may_not_read_it_any_more_is_told_its_title_as_they_knew_it_and_who_has_it_now(self, world):
        task = await world.task("ana", by="lucia", text="Contrato")
        await world.change_task("lucia", task, responsibleUserIds=[world.users["luis"].id], descripcion="Secreto")
        said = await push_of(world, "ana", K.TASK_CHANGED)
        check(
            said,
            sees="🤝 Lucía le pasó tu tarea «\u2068Contrato\u2069» (#1) a Luis",
            hides="Secreto",
            offers="📋 Mis tareas",
        )

    @pytest.mark.parametrize(
        ("language", "to", "words"),
        [
            ("es", ["lucia"], "🤝 Lucía tomó «Contrato» (#1): ya no es tuya."),
            ("en", ["lucia"], "🤝 Lucía took “Contrato” (#1): it's no longer yours."),
            ("es", ["luis"], "👋 Lucía te quitó de «Contrato» (#1): ya no es tuya."),
        ],
    )
    async def test_it_says_who_took_it_or_took_one_off_it(self, world, language, to, words):
        await world.change_user("ana", language=language)
        task = await world.task("luis", by="lucia", text="Contrato")
        held = ["ana", "luis"] if to == ["luis"] else ["ana"]
        await self.hand_over(world, task, *held)
        world.store.execute("DELETE FROM outbox")
        await self.hand_over(world, task, *to)
        assert plain(await push_of(world, "ana", K.TASK_CHANGED)) == words

    @pytest.mark.parametrize(
        ("language", "words"),
        [("es", "✅ Ana terminó «Contrato» (#1)"), ("en", "✅ Ana finished “Contrato” (#1)")],
    )
    async def test_a_closing_is_good_news(self, world, language, words):
        await world.change_user("lucia", language=language)
        task = await world.task("ana", by="lucia", text="Contrato")
        await world.change_task("ana", task, estatus="EN_PROCESO")
        check(await push_of(world, "lucia", K.TASK_CHANGED), lacks="🚦")
        await world.change_task("ana", await world.task_now(task), estatus="CERRADA")
        assert plain(await push_of(world, "lucia", K.TASK_CHANGED)) == words

    async def test_who_closes_somebody_elses_task_has_not_finished_it(self, world):
        task = await world.task("ana", by="lucia", text="Contrato")
        await world.change_task("lucia", task, estatus="CERRADA")
        assert plain(await push_of(world, "ana", K.TASK_CHANGED)) == "✅ Lucía cerró «Contrato» (#1)"
        await world.change_task("lucia", await world.task_now(task), estatus="EN_PROCESO")
        (about,) = await written(world, "ana", K.TASK_CHANGED)
        said = await pushed(world, "ana", K.TASK_CHANGED, **about | {"status": "CERRADA"})
        assert plain(said) == "🔄 Lucía reabrió «Contrato» (#1)"

    async def test_nothing_to_those_whom_it_no_longer_concerns(self, world):
        task = await world.task("ana", by="lucia", text="Contrato")
        await world.change_task("lucia", task, prioridad="ALTA")
        (about,) = await written(world, "ana", K.TASK_CHANGED)
        for who in ("luis", "pablo", "root"):
            assert await pushed(world, who, K.TASK_CHANGED, **about) is Reason.GONE
        await world.act("ana", followers.mute, task.id)
        assert await pushed(world, "ana", K.TASK_CHANGED, **about) is Reason.MUTED


class TestDay:
    async def test_to_report_on_a_day_that_is_not_open_begins_by_opening_it(self, world):
        said = await pushed(world, "ana", AVANCE, **DAY)
        check(said, sees="Buenos días, Ana. Hoy no tienes tareas. ¿Abrimos el día?")
        assert said.keyboard == [["☀️ Abrir el día"], ["☀️ Mi día"]]

    @pytest.mark.parametrize(
        ("hours", "tasks", "said"),
        [
            (0, 0, "Buenos días, Ana. Hoy no tienes tareas. ¿Abrimos el día?"),
            (3, 1, "Buenas tardes, Ana. Tienes 1 tarea: ¿abrimos el día?"),
            (10, 4, "Buenas noches, Ana. Tienes 4 tareas: ¿abrimos el día?"),
        ],
    )
    async def test_to_open_it_greets_by_the_clock_and_counts(self, world, hours, tasks, said):
        for _ in range(tasks):
            await world.task("ana")
        world.clock.advance(hours=hours)
        assert (await pushed(world, "ana", OPEN, **DAY)).text == said

    async def test_the_clock_is_the_readers(self, world):
        world.clock.advance(hours=2)
        await world.change_user("ana", timezone="America/Sao_Paulo", name="Lic. Ana Ruiz", language="en")
        said = await pushed(world, "ana", OPEN, **DAY)
        assert said.text.startswith("Good afternoon, Lic. Ana Ruiz. You have no tasks today.")
        await world.change_user("ana", name="Ana Ruiz")
        assert (await pushed(world, "ana", OPEN, **DAY)).text.startswith("Good afternoon, Ana. ")

    async def test_to_close_it(self, world):
        assert await pushed(world, "ana", CLOSE, **DAY) is Reason.GONE
        await world.open_log("ana")
        await world.change_user("ana", language="en")
        said = await pushed(world, "ana", CLOSE, **DAY)
        assert said.text == "🔒 Ana, shall we close the day?"
        await world.taps("ana", said, "🔒 Close the day", sees="closed 9:00")
        for kind in (OPEN, AVANCE, CLOSE):
            assert await pushed(world, "ana", kind, **DAY) is Reason.DONE

    async def test_another_days_is_not_said(self, world):
        world.clock.advance(days=1)
        for kind in (OPEN, AVANCE, CLOSE, BIRTHDAYS, SUMMARY):
            assert await pushed(world, "ana", kind, **DAY) is Reason.GONE
        by = {"by_user_id": world.users["lucia"].id}
        assert await pushed(world, "ana", NUDGE, **DAY, **by) is Reason.GONE

    @pytest.mark.parametrize(
        ("lived", "said", "offered"),
        [
            ((), "te recuerda abrir tu día", [["☀️ Abrir el día"]]),
            (("open_log",), "te recuerda enviar tu avance", [["📝 Reportar", "👌 Sin cambios"]]),
            (("open_log", "report"), "te recuerda cerrar tu día", [["📝 Reportar"], ["🔒 Cerrar el día"]]),
        ],
    )
    async def test_a_nudge_is_about_what_comes_next_when_it_is_sent(self, world, lived, said, offered):
        by = {"by_user_id": world.users["lucia"].id}
        if lived:
            await world.open_log("ana")
        if "report" in lived:
            await report(world, "ana")
        message = await pushed(world, "ana", NUDGE, **DAY, **by)
        assert message.text.startswith(f"👋 Lucía {said}.")
        assert message.keyboard == [*offered, ["☀️ Mi día"]]
        await world.end_day("ana")
        assert await pushed(world, "ana", NUDGE, **DAY, **by) is Reason.DONE


async def surveyed(world, who, task_id):
    """Somebody was asked about a late task just now."""
    now = world.clock.now()
    asked = NewMessage(world.users[who].id, SURVEY, {"task_id": task_id}, f"survey{task_id}", now, now, Outcome.SENT)
    await world.store.write(lambda uow: uow.outbox.add([asked]))


class TestTasks:
    async def test_planned_tasks_whose_day_has_come(self, world):
        ids = [(await world.task("ana", text=f"Plan {number}")).id for number in range(12)]
        await world.act("ana", tasks.delete_task, ids[0])
        said = await pushed(world, "ana", PROMOTED, task_ids=ids)
        assert said.text.startswith("🗓 Llegó el día de empezar estas 11 tareas:\n\n#2")
        assert said.text.endswith("y 1 más")
        assert "Plan 0" not in said.text
        await world.taps("ana", said, "#2 · Plan 1", sees="Tarea 2")
        assert await pushed(world, "ana", PROMOTED, task_ids=ids[:1]) is Reason.GONE
        assert await pushed(world, "pablo", PROMOTED, task_ids=ids) is Reason.GONE

    async def test_what_is_late_of_ones_own_and_of_ones_people(self, world):
        late = {"due": -1, "fechaSolicitud": day(-3)}
        await world.task("lucia", text="Mía", **late)
        done = await world.task("ana", text="De Ana", **late)
        said = await pushed(world, "lucia", DIGEST, own_task_ids=[1], team_task_ids=[2], **DAY)
        assert said.text == (
            "⏰ Atrasadas · 2\n\nTuyas\n\n#1 \u2068Mía\u2069\n⚠️ venció dom,\u00a022\u00a0nov\n\n"
            "De tu equipo\n\n#2 \u2068De Ana\u2069\nAna · ⚠️ venció dom,\u00a022\u00a0nov"
        )
        await world.change_task("ana", done, estatus="CERRADA")
        await world.change_user("lucia", language="en")
        said = await pushed(world, "lucia", DIGEST, own_task_ids=[1], team_task_ids=[2], **DAY)
        check(said, sees="Yours", hides="Your team's")
        assert await pushed(world, "ana", DIGEST, own_task_ids=[2], team_task_ids=[], **DAY) is Reason.DONE

    async def test_a_digest_of_what_one_was_asked_about_today_is_not_sent(self, world):
        for text in ("Contrato", "Factura"):
            await world.task("ana", text=text, due=-1, fechaSolicitud=day(-3))
        for task_id in (1, 2):
            assert isinstance(await pushed(world, "ana", DIGEST, **DAY), Message)
            await surveyed(world, "ana", task_id)
        assert await pushed(world, "ana", DIGEST, **DAY) is Reason.ASKED

    async def test_a_digest_has_all_that_is_late_and_in_short_what_one_was_asked_about_today(self, world):
        late = {"due": -1, "fechaSolicitud": day(-3)}
        for number in range(1, 8):
            await world.task("lucia", text=f"Mía {number}", **late)
        await world.task("ana", text="De Ana", **late)
        for task_id in range(1, 7):
            await surveyed(world, "lucia", task_id)
        said = await pushed(world, "lucia", DIGEST, **DAY)
        short = ["Por estas ya te pregunté hoy", *(f"#{number} \u2068Mía {number}\u2069" for number in range(1, 5))]
        check(said, sees=["Atrasadas · 8", "Tuyas\n\n#7", "De tu equipo\n\n#8", "\n".join([*short, "y 2 más"])])
        assert said.keyboard[:2] == [["#7 · Mía 7"], ["#8 · De Ana"]]
        shown = await world.taps("lucia", said, "⏰ Todas · 8", sees=["Atrasadas · 8", "#6 \u2068Mía 6"])
        check(shown, lacks="⏰ Todas · 8", hides="ya te pregunté")

    async def test_a_digest_that_waited_for_longer_than_its_day_is_not_told_beside_that_of_today(self, world):
        await world.task("ana", due=-1, fechaSolicitud=day(-3))
        yesterday = {"day": day(-1).toordinal()}
        assert await pushed(world, "ana", DIGEST, own_task_ids=[1], team_task_ids=[], **yesterday) is Reason.GONE

    async def test_a_survey_of_what_is_done_moved_or_anothers_is_not_asked(self, world):
        task = await world.task("ana", by="lucia", due=-1, fechaSolicitud=day(-3))
        assert isinstance(await pushed(world, "ana", SURVEY, task_id=task.id), Message)
        moved = await world.change_task("lucia", task, fechaCumplir=TODAY)
        assert await pushed(world, "ana", SURVEY, task_id=task.id) is Reason.GONE
        await world.change_task("lucia", moved, fechaCumplir=day(-1), estatus="CERRADA")
        assert await pushed(world, "ana", SURVEY, task_id=task.id) is Reason.DONE
        assert await pushed(world, "luis", SURVEY, task_id=task.id) is Reason.GONE


class TestBirthdays:
    async def test_whose_it_is_but_for_ones_own_which_is_congratulated(self, world):
        assert await pushed(world, "lucia", BIRTHDAYS, **DAY) is Reason.GONE
        for who in ("ana", "luis"):
            await world.change_user(who, birthday=day().replace(year=1990))
        assert (await pushed(world, "lucia", BIRTHDAYS, **DAY)).text == "🎂 Hoy cumplen años Ana y Luis."
        assert (await pushed(world, "ana", BIRTHDAYS, **DAY)).text == "🎉 ¡Feliz cumpleaños!\n🎂 Hoy cumple años Luis."
        await world.change_user("lucia", language="en")
        said = await pushed(world, "lucia", BIRTHDAYS, **DAY)
        assert said.text == "🎂 Birthdays today: Ana and Luis."


def remind(event, at):
    return build(ReminderRequest, {"eventId": event.id, "remindAt": at.isoformat()})


class TestReminder:
    @pytest.fixture
    async def event(self, world):
        return await world.event("ana", title="Junta <i>", offset=1, at="12:00-13:00", location="Sala 2")

    async def test_by_ones_own_clock(self, world, event):
        await world.change_user("ana", timezone="America/Tijuana")
        assert "10:00–11:00" in (await pushed(world, "ana", REMINDER, event_id=event.id)).text

    @pytest.mark.parametrize(
        ("button", "again"), [("🔁 10 min", "9:10"), ("🔁 1 h", "10:00"), ("🔁 mañana", "mar,\u00a024\u00a0nov 9:00")]
    )
    async def test_snoozed_it_says_until_when_and_who_snoozed_alone_is_told(self, world, event, button, again):
        said = await pushed(world, "ana", REMINDER, event_id=event.id)
        notice = f"🔁 Te lo recuerdo otra vez: {again}"
        await world.taps("ana", said, button, sees=f"otra vez: {again}", notice=notice)
        assert await written(world, "ana", REMINDER) == [{"event_id": event.id}]

    async def test_a_snooze_until_after_the_start_is_not_offered_and_is_refused(self, world, event):
        said = await pushed(world, "ana", REMINDER, event_id=event.id)
        moved = build(EventUpdate, {"startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:00"})
        await world.act("ana", events.update_event, event.id, moved)
        said = await world.taps("ana", said, "🔁 mañana", notice_has="ya habrá empezado", alert=True)
        assert said.keyboard[0] == ["🔁 10 min", "🔁 1 h"]
        await world.taps("ana", said, "🔁 1 h", notice_has="otra vez: 10:00")

    async def test_pressed_twice_there_is_one(self, world, event):
        said = await pushed(world, "ana", REMINDER, event_id=event.id)
        await world.taps("ana", said, "🔁 10 min", "🔁 10 min", "🔁 1 h")
        (waiting,) = await world.store.read(lambda uow: uow.outbox.waiting(world.users["ana"].id))
        assert (waiting.due_at - world.clock.now()).total_seconds() == 3600
        assert waiting.reason is Reason.SNOOZED

    async def test_told_again_it_does_not_promise_what_has_come(self, world, event):
        said = await pushed(world, "ana", REMINDER, event_id=event.id)
        await world.taps("ana", said, "🔁 10 min")
        world.clock.advance(minutes=10)
        await pushed(world, "ana", REMINDER, event_id=event.id)
        assert "otra vez" not in world.phone("ana").last.text

    async def test_what_does_not_take_place_is_neither_told_nor_snoozed(self, world, event):
        said = await pushed(world, "ana", REMINDER, event_id=event.id)
        await world.act("ana", events.update_event, event.id, build(EventUpdate, {"statusId": 3}))
        await world.taps("ana", said, "1 h", notice="🚫 Cancelaste este evento a las 9:00.", alert=True)
        assert await pushed(world, "ana", REMINDER, event_id=event.id) is Reason.GONE
        await world.act("ana", events.delete_event, event.id)
        assert await pushed(world, "ana", REMINDER, event_id=event.id) is Reason.GONE
        await world.taps("ana", said, "10 min", notice="🗑 Eliminaste este evento a las 9:00.")

    async def test_one_for_another_time_by_now_is_not_told(self, world, event):
        now = world.clock.now()
        moved, there = [await world.act("ana", reminders.create_reminder, remind(event, now)) for _ in range(2)]
        about = {"event_id": event.id, "reminder_id": moved.id}
        await world.act("ana", reminders.replace_reminder, moved.id, remind(event, now + timedelta(hours=1)))
        assert "Junta" in (await pushed(world, "ana", REMINDER, **about)).text
        await world.act("ana", reminders.delete_reminder, there.id)
        assert await pushed(world, "ana", REMINDER, **about) is Reason.GONE

    async def test_one_of_an_event_that_is_over_is_not_told(self, world, event):
        world.clock.set(event.end_datetime - timedelta(microseconds=1))
        assert "Junta" in (await pushed(world, "ana", REMINDER, event_id=event.id)).text
        world.clock.set(event.end_datetime)
        assert await pushed(world, "ana", REMINDER, event_id=event.id) is Reason.OVER

    async def test_an_event_hidden_from_one_is_not_told(self, world, event):
        await world.act("ana", events.update_event, event.id, build(EventUpdate, {"isPublic": False}))
        assert await pushed(world, "pablo", REMINDER, event_id=event.id) is Reason.GONE


async def test_a_push_leaves_an_open_question_open(world):
    task = await world.task("ana", by="lucia", text="Primera")
    card = await world.says("ana", "/tarea 1")
    await world.taps("ana", card, "💬 Comentar")
    await pushed(world, "ana", OPEN, **DAY)
    await world.says("ana", "Sigue abierta", "Comentario guardado en la tarea 1")
    assert await world.comments(task) == ["Sigue abierta"]


async def test_whatever_people_write_is_taken_by_telegram(world):
    for words in not_blank(STRINGS[::5]):
        task = await world.task("ana", by="lucia", text=words, due=-1, fechaSolicitud=day(-2))
        await world.comment("lucia", task, words[:2000])
    for kind in (ASSIGNED, COMMENTED):
        for about in await written(world, "ana", kind):
            assert isinstance(await pushed(world, "ana", kind, **about), Message)
    for about in await written(world, "ana", ASSIGNED):
        assert isinstance(await pushed(world, "ana", SURVEY, task_id=about["task_id"]), Message)
    assert isinstance(await pushed(world, "ana", DIGEST, **DAY), Message)
