"""Chapter 13: who is told what happens to a task."""

import pytest

from api import Outside
from bot.app.api_service import FilesOfBot
from bot.app.config import TelegramConfig
from bot.sandbox import Person, Sandbox
from core.application.use_case import Caller
from core.people import users
from core.records.work import AttachmentKind, TelegramFile
from core.work import tasks
from core.work.tasks import CommentRequest
from tests.api.world import served_again
from tests.rules.test_rules_12_reds import in_red
from tests.rules.world import UNKNOWN, done, refused

TOKEN = "7000000001:test-token"
PDF = b"%PDF-1.7 " + bytes(range(256)) * 1000


async def shared_task(world, **fields):
    """A task of Ana's and Luis's that Lucía made."""
    people = [world.id("ana"), world.id("luis")]
    return await world.task("lucia", responsibleUserIds=people, **fields)


async def test_13_1_a_comment_is_told_to_those_in_the_conversation(world):
    task = await shared_task(world)
    await world.comment(task, who="ana")
    assert await world.told("task_commented") == ["lucia", "luis"]
    await world.comment(task, who="root")
    assert await world.told("task_commented") == ["ana", "lucia", "luis"]
    world.clock.advance(minutes=5)
    await world.comment(task, who="luis")
    assert "root" in await world.told("task_commented")


async def test_13_1_a_helper_is_told_while_the_red_lasts(world):
    task, _, _ = await in_red(world, desbloqueaUserIds=[world.id("pedro")])
    assert "pedro" not in await world.told("task_commented")
    done(await world.post(f"/tasks/{task}/comments", {"comentario": "Voy"}, "ana"))
    assert "pedro" in await world.told("task_commented")


async def test_13_1_what_follows_soon_is_one_message(world):
    task = await shared_task(world)
    for who in ("lucia", "lucia", "luis"):
        await world.comment(task, who=who)
    assert await world.told("task_commented") == ["ana", "lucia", "luis"]


async def test_13_1_who_is_named_and_may_read_it_is_told(world):
    task = await shared_task(world)
    await world.comment(task, "Pregunta a @root y a @pedro", "ana")
    assert await world.told("task_commented") == ["lucia", "luis", "root"]


@pytest.fixture
async def sandbox():
    """Telegram, with a file that Ana sent to the bot."""
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", [Person(101, "Ana", "ana", started=True)]) as running:
        yield running


async def attached(world, task, *files):
    """The ids of files attached to a new comment of Ana's."""
    ana = Caller(await world.operate(users.actor, world.id("ana")))
    request = CommentRequest(comentario="La factura")
    comment = await world.pipeline.run(ana, tasks.add_comment, task["id"], request, files)
    return [f"{comment.id}-{number}" for number in range(len(files))]


async def test_13_4_attachments_are_listed_without_what_telegram_knows_them_by(world):
    task = await shared_task(world)
    comment = await world.comment(task, who="ana")
    first, second = await attached(
        world,
        task,
        TelegramFile(AttachmentKind.DOCUMENT, "factura.pdf", "BQAC-secret"),
        TelegramFile(AttachmentKind.PHOTO, None, "AgAC-secret"),
    )
    listed = await world.get(f"/tasks/{task['id']}/attachments", "luis")
    number = comment["id"] + 1
    assert done(listed) == [
        {"id": first, "commentId": number, "kind": "DOCUMENT", "name": "factura.pdf"},
        {"id": second, "commentId": number, "kind": "PHOTO", "name": None},
    ]
    assert b"secret" not in listed.body
    assert set((await world.read(f"/tasks/{task['id']}/comments"))[1]) == set(comment)
    refused(await world.get(f"/tasks/{task['id']}/attachments", "pedro"), 404)


async def test_13_4_an_attachment_is_given_as_a_file_to_those_who_read_the_task(world, sandbox):
    message = await sandbox.person("ana").send_document(PDF, name="factura año.pdf")
    task = await shared_task(world)
    file_id = message.raw["document"]["file_id"]
    (kept,) = await attached(world, task, TelegramFile(AttachmentKind.DOCUMENT, "factura año.pdf", file_id))
    path = f"/tasks/{task['id']}/attachments/{kept}"
    config = TelegramConfig(token=TOKEN, base_url=sandbox.url)
    files = FilesOfBot(config)
    async with served_again(world, outside=Outside(kept_files=files)) as served:
        given = await served.get(path, "luis")
        assert (given.status, given.body) == (200, PDF)
        assert given.headers["Content-Type"] == "application/pdf"
        names = "filename=\"factura a_o.pdf\"; filename*=UTF-8''factura%20a%C3%B1o.pdf"
        assert given.headers["Content-Disposition"] == f"attachment; {names}"
        assert given.headers["X-Content-Type-Options"] == "nosniff"
        refused(await served.get(path, "pedro"), 404)
        refused(await served.get(f"/tasks/{task['id']}/attachments/{kept}1", "luis"), 404)
        sandbox.lose_file(file_id)
        assert refused(await served.get(path, "luis"), 410)["code"] == "attachment_gone"
    await files.close()
    assert refused(await world.get(path, "luis"), 409)["code"] == "attachments_without_bot"


def follower(world, task, who):
    return f"/tasks/{task['id']}/followers/{world.id(who)}"


async def test_13_2_a_follower_reads_comments_and_is_told(world):
    task = await shared_task(world)
    refused(await world.get(f"/tasks/{task['id']}", "pedro"), 404)
    added = done(await world.put(follower(world, task, "pedro")))
    assert (added["taskId"], added["userId"], added["addedByUserId"]) == (
        task["id"],
        world.id("pedro"),
        world.id("ana"),
    )
    assert await world.ids("/tasks", "pedro") == [task["id"]]
    assert await world.read(f"/tasks/{task['id']}/followers", "pedro") == [added]
    await world.comment(task, who="pedro")
    refused(await world.edit(task, "pedro", prioridad="ALTA"), 403)
    done(await world.delete(follower(world, task, "pedro"), "pedro"))
    refused(await world.get(f"/tasks/{task['id']}", "pedro"), 404)


async def test_13_2_who_may_change_the_task_lets_in_and_out(world):
    task = await shared_task(world)
    for who in ("ana", "lucia", "root"):
        done(await world.put(follower(world, task, "pedro"), who=who))
    refused(await world.put(follower(world, task, "pablo"), who="pedro"), 403)
    refused(await world.put(follower(world, task, "pablo"), who="pablo"), 404)
    refused(await world.get(f"/tasks/{task['id']}/followers", "pablo"), 404)
    refused(await world.put(f"/tasks/{task['id']}/followers/{UNKNOWN}"), 400, "userId")
    done(await world.delete(follower(world, task, "pedro")))
    refused(await world.delete(follower(world, task, "pedro")), 404)


async def test_13_2_each_relation_lets_in_and_out_alone_and_no_other_does(world):
    task = await world.task("pedro")  # whom Marta leads
    given = {"responsibleUserIds": [world.id("ana")], "leaderUserId": world.id("pablo")}
    done(await world.edit(task, "root", **given))
    luis = follower(world, task, "luis")
    for who in ("pedro", "ana", "lucia", "pablo", "root", "robot"):
        done(await world.put(luis, who=who))
        done(await world.delete(luis, who))
    done(await world.put(luis))
    for who in ("marta", "luis"):
        refused(await world.put(follower(world, task, "ines"), who=who), 403)
        refused(await world.delete(follower(world, task, "ana"), who), 403)
    refused(await world.put(follower(world, task, "ines")), 400, "userId")
    done(await world.delete(luis, "luis"))


async def test_13_3_a_change_by_somebody_else_is_told_once(world):
    task = await shared_task(world)
    done(await world.team_edit(task, prioridad="URGENTE"))
    done(await world.edit(task, "lucia", descripcion="Otra"))
    assert await world.told("task_changed") == ["ana", "luis"]
    world.clock.advance(minutes=5)
    done(await world.edit(await world.task_now(task), "ana", estatus="EN_PROCESO"))
    assert await world.told("task_changed") == ["ana", "lucia", "luis"]


async def test_13_5_who_mutes_a_task_is_not_told_of_its_comments_and_changes(world):
    task = await shared_task(world)
    path = f"/tasks/{task['id']}/mute"
    assert await world.read(path, "luis") == {"taskId": task["id"], "muted": False}
    for _ in range(2):
        assert done(await world.put(path, who="luis")) == {"taskId": task["id"], "muted": True}
    assert await world.read(path, "ana") == {"taskId": task["id"], "muted": False}
    await world.comment(task, who="lucia")
    done(await world.edit(task, "lucia", prioridad="ALTA"))
    assert "luis" not in [*await world.told("task_commented"), *await world.told("task_changed")]
    for _ in range(2):
        assert done(await world.delete(path, "luis")) == {}
    await world.comment(task, who="lucia")
    assert "luis" in await world.told("task_commented")
    for refusal in (world.get(path, "pedro"), world.put(path, who="pedro"), world.delete(path, "pedro")):
        refused(await refusal, 404)


async def test_13_6_one_deed_is_one_message_to_a_person(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    people = [world.id("ana"), world.id("luis")]
    done(await world.edit(task, "lucia", responsibleUserIds=people, prioridad="URGENTE"))
    assert (await world.told("task_assigned"), await world.told("task_changed")) == (["ana", "luis"], ["ana"])
    await world.comment(task, "Para @luis", "ana")
    assert await world.told("task_commented") == ["lucia", "luis"]


async def test_13_7_a_responsible_is_asked_once_a_day_by_who_may(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    path, body = f"/tasks/{task['id']}/nudges", {"userId": world.id("ana")}
    for who, status in {"luis": 403, "pablo": 404}.items():
        refused(await world.post(path, body, who), status)
    refused(await world.post(path, body, "lucia"), 409)
    await world.operate(users.link, await world.operate(users.invite, "ana"), 1001)
    nudged = done(await world.post(path, body, "lucia"))
    assert (nudged["userId"], nudged["taskId"]) == (world.id("ana"), 1)
    refused(await world.post(path, body, "root"), 409)
    refused(await world.post(path, {"userId": world.id("pedro")}, "lucia"), 409)
    refused(await world.post(path, {"userId": UNKNOWN}, "lucia"), 400, "userId")
    assert await world.told("task_nudge") == ["ana"]
