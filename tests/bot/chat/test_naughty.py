"""Whatever people write is shown as they wrote it, in messages that Telegram takes, and stored unchanged.

As task, comment, name and behind every command there is, in both languages; that each call is one that Telegram takes
is watched by the fixture of `tests.bot_api`. `make test` takes a part of the strings for each, each of them in one of
the languages; `make test-all` takes all in both.
"""

import logging

import pytest

from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.day import Day, Item
from bot.chat.callbacks.tasks import TaskCard, TaskFilter, TaskList
from bot.chat.callbacks.team import Person, Team, TeamMonth, TeamWeek
from bot.chat.commands import NAMES
from bot.chat.panels.components import given_name, label
from core.application.requests import build
from core.base.errors import Invalid
from core.base.model import Language
from core.people import users
from core.people.users import UserCreate
from core.work import tasks
from core.work.tasks import TaskCreate
from tests.cast import day
from tests.naughty import LONG, MANY, SOME, not_blank

BOTH = pytest.mark.parametrize("language", list(Language))
PARTS = pytest.mark.parametrize("strings", [
    pytest.param(SOME, id="some"), pytest.param(MANY, id="all", marks=pytest.mark.long),
])  # fmt: skip


def shared(some, every):
    """Some strings, each in one of the languages, and in both of them every string."""
    return pytest.mark.parametrize(("language", "strings"), [
        pytest.param(Language.ES, some[::2], id="es-some"),
        pytest.param(Language.EN, some[1::2], id="en-some"),
        *(pytest.param(each, every, id=f"{each}-all", marks=pytest.mark.long) for each in Language),
    ])  # fmt: skip


BOTH_PARTS = shared(SOME, MANY)
AT_ONCE = 40
TYPED = 4000
"""More than a person's message holds is cut off by their app."""
COMMENT = 2000
TASK = {"descripcion": "Revisar", "fechaCumplir": day(3), "fechaSolicitud": day()}


@pytest.fixture(autouse=True)
def nothing_fails(caplog):
    """No exception: nothing is logged as an error."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
def speaking(world, language):
    """The world, with every app in the language."""
    for state in world.sandbox._world.people.values():
        state.language_code = language
    return world


async def shows(world, who, message, *places):
    """Return what a message shows at each of these screens in turn, by presses as the buttons to them would send."""
    phone, texts = world.phone(who), []
    for place in places:
        await phone.wait_answer(await phone.press_data(message, write(place)))
        texts.append(phone.current(message).text)
    await world.quiet()
    return texts


async def visits(world, who, message, *places):
    """Show each of these places in turn, whatever it shows."""
    for batch in batches(places):
        for place in batch:
            await world.phone(who).press_data(message, write(place))
        await world.quiet()


async def sends(world, who, *messages):
    """Write them, each of which is answered; what they became on the way."""
    before, sent = len(written_by_bot(world, who)), []
    for batch in batches(messages):
        sent += [(await world.phone(who).send(words)).text for words in batch]
        await world.quiet()
    assert len(written_by_bot(world, who)) - before >= len(messages)
    return sent


def batches(items):
    """So many at once, in order."""
    return [items[start : start + AT_ONCE] for start in range(0, len(items), AT_ONCE)]


def written_by_bot(world, who):
    return [message for message in world.phone(who).messages if message.from_bot]


def test_there_are_more_than_five_hundred():
    assert len(set(MANY)) > 500


@BOTH_PARTS
async def test_as_tasks(speaking, strings):
    world = speaking
    strings = not_blank(strings)
    made = [await world.task("ana", text=words, due=index % 30) for index, words in enumerate(strings)]
    (panel,) = [await world.says("ana", "/abrir")]
    items = (await world.log("ana")).items
    await visits(world, "ana", panel, *(Day(day(), page) for page in range(len(items) // 10 + 1)))
    await visits(world, "ana", panel, *(Item(day(), item.id) for item in items))
    await visits(world, "ana", panel, *(TaskList(TaskFilter.OPEN, page) for page in range(len(made) // 8 + 1)))
    await visits(world, "ana", panel, *(TaskCard(task.id) for task in made))
    team = await world.says("lucia", "/equipo")
    ana = world.users["ana"].id
    await visits(world, "lucia", team, *(Person(day(), ana, page) for page in range(len(items) // 10 + 1)))
    assert [task.descripcion for task in [await world.task_now(task) for task in made]] == list(strings)


@shared(LONG, LONG)
async def test_as_whole_descriptions_in_as_many_messages_as_they_need(speaking, strings):
    for words in not_blank(strings):
        task = await speaking.task("ana", text=words)
        await speaking.says("ana", f"/tarea {task.id}", "Respons")


@BOTH_PARTS
async def test_as_comments(speaking, language, strings):
    task = await speaking.task("ana", due=5)
    command = {Language.ES: "/comentar 1 ", Language.EN: "/comment 1 "}[language]
    fitting = [f"x{words}" for words in strings if len(words) < COMMENT]
    sent = await sends(speaking, "ana", *(f"{command}{words}" for words in fitting))
    kept = [words.removeprefix(command) for words in sent]
    assert await speaking.comments(task) == kept
    card = await speaking.says("ana", "/tarea 1")
    for words in filter(can_be_a_reply, strings):
        kept.append((await speaking.phone("ana").reply(card, words)).text)
        await speaking.phone("ana").wait()
    await speaking.quiet()
    assert await speaking.comments(task) == kept


def can_be_a_reply(words):
    """Return whether an app sends such words, and the bot does not take them for a command."""
    seen = "".join(sign for sign in words if sign >= " ").strip()
    return seen != "" and not seen.startswith("/") and len(words) <= COMMENT


@BOTH_PARTS
async def test_as_names_of_a_team(speaking, strings):
    world = speaking
    people = [user for words in strings if (user := await hired(world, words))]
    for user in people:
        await world.act("lucia", tasks.create_task, build(TaskCreate, {**TASK, "responsibleUserIds": [user.id]}))
    team = await world.says("lucia", "/equipo")
    await visits(world, "lucia", team, *(Team(day(), page) for page in range(len(people) // 15 + 1)))
    panels = await shows(world, "lucia", team, *(Person(day(), user.id) for user in people))
    cards = await shows(world, "lucia", team, *(TaskCard(number + 1) for number in range(len(people))))
    for user, *texts in zip(people, panels, cards, strict=True):
        name = label(user.display_name)
        assert not user.display_name.isprintable() or all(name in text for text in texts)
    picture = await world.says("lucia", "/equipo semana")
    pages = range(len(people) // 10 + 1)
    await visits(world, "lucia", picture, *(kind(day(), page) for page in pages for kind in (TeamWeek, TeamMonth)))


@BOTH_PARTS
async def test_as_names_of_the_invited(speaking, strings):
    world = speaking
    people = [user for words in strings[::3] if (user := await hired(world, words))]
    for user in people:
        asked = await world.says("mallory", await world.operate(users.invite, user.username))
        welcome, _ = await world.presses("mallory", asked, asked.rows[0][0].text)
        if user.display_name.isprintable():
            assert label(user.display_name) in asked.text
            assert given_name(user.display_name) in welcome.text
        world.users[user.username] = user
        await world.act(user.username, users.unlink)


async def hired(world, name):
    """A new member of Lucía's team; None where that is no name for anybody."""
    number = len(await world.operate(users.list_users))
    try:
        request = build(UserCreate, {"username": f"u{number}", "name": name, "leader": "lucia"})
    except Invalid:
        return None
    user = await world.operate(users.add_user, request)
    assert user.display_name == name
    return user


@BOTH
async def test_behind_each_command_some(speaking, language):
    begin, step = (0 if language is Language.ES else 4 * len(NAMES)), 8 * len(NAMES)
    for number, command in enumerate(NAMES):
        await behind(speaking, language, command, MANY[begin + number :: step])


@BOTH
@pytest.mark.long
@pytest.mark.parametrize("command", NAMES)
async def test_behind_each_command_all(speaking, language, command):
    await behind(speaking, language, command, MANY)


async def behind(world, language, command, strings):
    """A leader writes a command with each of them behind it: each is answered, and nobody is called otherwise."""
    before = [(user.username, user.display_name) for user in await world.operate(users.list_users)]
    name = command if language is Language.ES else NAMES[command]
    await sends(world, "lucia", *(f"/{name} {words}"[:TYPED] for words in strings))
    assert [(user.username, user.display_name) for user in await world.operate(users.list_users)] == before


async def test_a_description_without_end_does_not_flood_the_chat(world):
    await world.task("ana", text="palabra " * 8_000)
    shown = await world.says("ana", "/tarea 1", "comentarios")
    assert "palabra…" in shown.text.replace("\u2069", "")
    assert "Responsables: Ana" in shown.text
    assert len(written_by_bot(world, "ana")) <= 12
