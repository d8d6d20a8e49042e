"""Groups: who may ask in one and press, what it shows, and that nothing is changed there."""

import pytest

from core.people import groups
from core.records.messages import MessageKind
from core.work import tasks
from tests.bot.chat.handlers.in_groups import NOT_LINKED, says, silent, told
from tests.bot.chat.pushing import written
from tests.bot.world import check
from tests.cast import TODAY
from tests.tables import each_row

# To ask


@pytest.mark.parametrize("who", ["ana", "lucia", "root"])
async def test_the_group_sees_the_leaders_team_whoever_asks(world, linked, who):
    panel = await says(world, linked, who, "/equipo", "Equipo · lunes, 23 de noviembre")
    check(panel, sees=["🔴 Ana", "Luis", "1 de 2 con el día abierto"], hides=["Pablo", "Root", "Lucía"])


@pytest.mark.parametrize("words", ["/equipo semana", "/equipo@Semaforo_Bot mes"])
async def test_pictures_of_the_team(world, linked, words):
    picture = await says(world, linked, "ana", words)
    assert picture.raw["photo"]
    assert "Ana" in str(picture.keyboard)
    assert "Pablo" not in picture.text + str(picture.keyboard)


async def test_what_is_red_in_the_team_and_nowhere_else(world, linked):
    await world.why_red("ana", await world.task_by_id(1), "Falta la firma")
    panel = await says(world, linked, "root", "/rojo", "En rojo · 1")
    check(panel, sees="Falta la firma", hides="Secreto")
    assert panel.keyboard == [["📋 #1 · Contrato", "👤 Ana"], ["👥 Equipo"]]
    card = await world.taps("luis", panel, "📋 #1 · Contrato")
    assert card.keyboard == [["💬 Abrir en privado"], ["‹ En rojo"]]
    assert (await world.taps("luis", card, "‹ En rojo")).text == panel.text


async def test_how_the_teams_day_goes_and_nobody_elses(world, linked):
    panel = await says(world, linked, "ana", "/resumen", "Resumen del equipo")
    assert "Secreto" not in panel.text
    assert panel.keyboard == [["👥 Equipo", "🔴 En rojo"], ["⏰ Atrasadas"]]
    await world.taps("luis", panel, "🔴 En rojo", sees="Nada en rojo; atrasadas")
    await world.forges("ana", "1:u:True", panel, alert=True)
    await world.forges("lucia", f"1:N:2026-11-23:{world.users['ana'].id}:0", panel, alert=True)
    assert await written(world, "ana", MessageKind.NUDGE) == []


async def test_people_of_other_teams_and_strangers_are_told_and_see_nothing(world, linked):
    before = len(told(linked))
    assert "only answer people of this group's team" in (await says(world, linked, "pablo", "/equipo")).text
    for _ in range(3):
        await world.phone("mallory").send("/equipo", chat=linked.id)
        await world.phone("mallory").send("/vincular", chat=linked.id)
    await world.quiet()
    assert [words for words in told(linked)[before + 1 :] if "código de invitación" not in words] == []
    assert len(told(linked)) == before + 2


async def test_who_left_the_team_or_the_company_may_not_ask_any_more(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    await world.change_user("ana", leader=None)
    assert (await world.taps("ana", panel, "◀\u00a0dom\u00a022", alert=True)).text == panel.text
    assert "solo respondo a quienes son del equipo" in (await says(world, linked, "ana", "/equipo")).text
    await world.change_user("luis", is_active=False)
    assert "cuenta vinculada" in (await says(world, linked, "luis", "/equipo")).text


async def test_a_leader_who_leads_nobody_any_more_shows_nothing(world, linked):
    panel = await says(world, linked, "lucia", "/equipo")
    for who in ("ana", "luis"):
        await world.change_user(who, leader=None)
    assert "ya no tiene un equipo a su cargo" in (await says(world, linked, "lucia", "/equipo")).text
    shown, _ = await world.presses("lucia", panel, "🔴 Ana")
    assert "Ana" not in shown.text + str(shown.keyboard)


async def test_a_leader_who_left_the_company_shows_nothing(world, linked):
    await world.change_user("lucia", is_active=False)
    for who in ("ana", "root"):
        assert "🔴" not in (await says(world, linked, who, "/equipo")).text


async def test_a_date_or_a_word_that_is_not_understood_is_said(world, linked):
    said = await says(world, linked, "ana", "/equipo <b>nunca</b>")
    assert said.text.startswith("No entendí la fecha «<b>nunca</b>»")


@each_row(
    ["/hoy", "/today@semaforo_bot", "/tareas", "/token", "/salir", "/tarea 1", "/comentar 1 x", "/exportar"],
    given="world linked",
)
async def test_what_is_a_persons_own_is_for_the_private_chat(world, linked, words):
    said = await says(world, linked, "ana", words)
    assert said.text == "Eso es entre tú y yo: escríbeme en privado."
    assert said.button("💬 Abrir en privado").url == "https://t.me/semaforo_bot"


@pytest.mark.parametrize(
    ("words", "sees"),
    [
        ("/nueva Revisar factura para el viernes", ["Tarea nueva", "Revisar factura"]),
        ("/evento Junta mañana 10:00", ["Evento nuevo", "Junta"]),
    ],
)
async def test_a_draft_goes_on_in_private_with_its_words_for_who_began_it(world, linked, words, sees):
    said = await says(world, linked, "ana", words, "en privado")
    assert "Revisar" not in said.text
    start = said.button("💬 Abrir en privado").url.partition("?start=")[2]
    await world.says("ana", f"/start {start}", sees=sees)
    assert "sin guardar" not in (await world.says("luis", f"/start {start}")).text


async def test_what_people_say_to_each_other_and_to_other_bots_is_left_alone(world, linked):
    world.sandbox._world.privacy = False
    words = ("hola", "40", "/equipo@otro_bot", "/rojo@otro_bot", "/desconocido", "// nada", "oye @otro_bot")
    assert await silent(world, linked, "ana", *words)
    assert "No conozco ese comando" in (await says(world, linked, "ana", "/desconocido@semaforo_bot")).text


async def test_a_reply_to_a_panel_changes_nothing_there(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    await says(world, linked, "ana", "40", "En privado", reply_to=panel)
    assert await world.comments((await world.act("ana", tasks.list_tasks))[0]) == []


async def test_what_is_said_in_a_group_is_not_written_down_unless_it_is_for_the_bot(world, linked):
    world.sandbox._world.privacy = False
    await says(world, linked, "ana", "/equipo")
    other = await world.phone("luis").send("¿y el secreto?", chat=linked.id)
    await world.phone("ana").send("el secreto de Ana", chat=linked.id, reply_to=other)
    await world.phone("ana").send_photo(caption="el secreto de Ana", chat=linked.id)
    await world.quiet()
    body = str(await world.store.read(bodies))
    assert "el secreto de Ana" not in body
    assert "/equipo" in body


async def bodies(uow):
    return uow.chat._db._execute("SELECT body FROM inbox").fetchall()


async def test_each_who_writes_in_the_groups_name_is_asked_to_be_somebody_each_time(world, linked):
    for who in ("lucia", "lucia", "ana"):
        assert "con tu propia cuenta" in (await says(world, linked, who, "/equipo", anonymous=True)).text
    assert await silent(world, linked, "lucia", "hola", anonymous=True)


def as_channel(group, channel, **more):
    """A message in a group in the name of a channel."""
    return {
        "message": {
            "message_id": 9000,
            "date": 1,
            "from": {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"},
            "sender_chat": {"id": channel, "type": "channel", "title": "Avisos"},
            "chat": {"id": group.id, "type": "supergroup", "title": "Norte"},
            "text": "/equipo",
            **more,
        }
    }


async def test_who_writes_as_a_channel_is_asked_to_be_somebody_once_a_channel(world, linked):
    before = len(told(linked))
    for channel in (-1001, -1001, -1002):
        world.sandbox.inject(as_channel(linked, channel))
    await world.quiet()
    assert ["canal" in words for words in told(linked)[before:]] == [True, True]


async def test_a_channels_post_that_telegram_forwards_into_its_group_is_nobodys(world, linked):
    telegram = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
    before = told(linked)
    for words in ("/equipo", "/equipo@semaforo_bot", "@semaforo_bot ¿quién está en rojo?"):
        forwarded = {"from": telegram, "is_automatic_forward": True, "text": words}
        world.sandbox.inject(as_channel(linked, -1001, **forwarded))
    await world.quiet()
    assert told(linked) == before


async def test_help_says_what_a_group_shows(world, linked, group):
    assert "Este grupo muestra el equipo de Lucía" in (await says(world, linked, "ana", "/ayuda")).text
    assert "only answer people" in (await says(world, linked, "pablo", "/help")).text


async def test_let_in_by_the_leaders_link_it_asks_at_once(world, group):
    assert "¿Mostrar en este grupo" in (await says(world, group, "lucia", "/start@semaforo_bot link")).text
    assert NOT_LINKED in (await says(world, group, "ana", "/start@semaforo_bot link")).text


# To press


async def test_into_a_person_a_task_and_back_without_a_way_to_change_anything(world, linked):
    await world.comment("ana", await world.task_by_id(1), "Falta la firma")
    await world.close_log("ana")
    panel = await says(world, linked, "luis", "/equipo")
    person = await world.taps("luis", panel, "🔴 Ana")
    assert person.keyboard == [["📋 #1 · Contrato"], ["‹ Equipo"]]
    card = await world.taps("luis", person, "📋 #1 · Contrato", sees="Falta la firma")
    assert card.keyboard == [["💬 Abrir en privado"], ["‹ Volver a la persona"]]
    back = await world.taps("luis", card, "‹ Volver a la persona", "‹ Equipo", "📊 Semana", "🗓 Mes", "‹ Equipo")
    assert back.keyboard[0] == panel.keyboard[0]


async def test_a_cards_link_opens_the_task_in_private_for_who_may_see_it(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    card = await world.taps("ana", panel, "🔴 Ana", "📋 #1 · Contrato")
    link = card.button("💬 Abrir en privado").url
    await world.phone("ana").open_link(link)
    assert "💬 Comentar" in str((await world.phone("ana").wait("Tarea 1")).keyboard)
    await world.phone("luis").open_link(link)
    assert "No encuentro la tarea 1" in (await world.phone("luis").wait()).text
    await world.phone("mallory").open_link(link)
    assert "tu cuenta no está vinculada" in (await world.phone("mallory").wait()).text


async def test_a_stranger_and_another_team_press_in_vain(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    for who, words in (("mallory", "cuenta vinculada"), ("pablo", "only answer people")):
        assert (await world.taps(who, panel, "🔴 Ana", notice_has=words, alert=True)).text == panel.text


async def test_buttons_of_private_chats_do_nothing_in_a_group(world, linked):
    await world.close_log("ana")
    panel = await says(world, linked, "ana", "/equipo")
    item = (await world.log("ana")).items[0].id
    today = TODAY.isoformat()
    pressed = [
        f"1:O:{today}:{today}", f"1:P:{today}:{today}:{item}:50", f"1:R:{today}:{today}:{item}", "1:X", "1:G:en",
        f"1:RL:{today}:{today}:{item}:{world.users['ana'].id}", "1:S:1:o:0:0:0:CERRADA", "1:d:2026-11-23", "1:0", "1:l",
        f"1:i:{today}:{item}", "1:t:1", "1:t:1:c:o:0:0:3", "1:t:1:s:o:0:0:3", "1:h", "1:gm", f"1:GU:{linked.id}",
    ]  # fmt: skip
    for who in ("ana", "lucia"):
        for data in pressed:
            shown, answer = await world.forges(who, data, panel)
            assert answer.text == "Eso es entre tú y yo: escríbeme en privado.", data
            assert shown.text == panel.text, data
    log = await world.log("ana")
    assert (log.closed_at is None, log.items[0].porcentaje) == (False, 0)
    assert (await world.act("lucia", groups.my_groups)) != []


async def test_a_forged_button_shows_nobody_of_another_team(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    for data in (f"1:p:{TODAY}:{world.users['pablo'].id}", f"1:t:2::o:0:0:{world.users['pablo'].id}"):
        for who in ("lucia", "root"):
            await world.forges(who, data, panel, hides=["Secreto", "Pablo"])


async def test_buttons_of_groups_do_nothing_in_private(world, group):
    panel = await world.says("lucia", "/hoy")
    data = f"1:GL:{world.users['lucia'].id}"
    await world.forges("lucia", data, panel, sees="Ningún grupo", notice_has="en el grupo mismo")
    assert await world.act("lucia", groups.my_groups) == []


async def test_a_button_of_an_older_version_shows_the_team_as_it_is(world, linked):
    panel = await says(world, linked, "ana", "/equipo ayer")
    await world.forges("ana", "0:whatever", panel, sees="lunes, 23 de noviembre", notice_has="de antes")


async def test_what_changed_meanwhile_is_seen_at_the_next_press(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    await world.set_percent("ana", 60)
    await world.taps("luis", panel, "🔴 Ana", sees="60\u00a0%")
