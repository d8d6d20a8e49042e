"""Sentences in the chat, by class: how each is read, and what it leads to; see `heard_table`."""

from datetime import timedelta

import pytest

from core.application.requests import build
from core.work import daily_logs, tasks
from core.work.daily_logs import DateRequest, SemaforoRequest
from core.work.tasks import StatusRequest
from tests.bot.chat.handlers.heard_table import HEARD
from tests.bot.world import labels, listed
from tests.cast import day

DONE = 100
OFFERED = ("¿La guardo como tarea?", "¿Quisiste decir…?")
"""The beginnings of answers that offer what words may mean, a task among it."""


@pytest.mark.parametrize("kind", HEARD)
async def test_a_sentence_leads_to_what_it_means(world, kind):
    await world.task("ana", text="Contrato", fechaSolicitud=day(-4))
    await world.task("ana", text="Factura", by="lucia")
    await world.task("luis", text="Mesas")
    await thursday(world)
    await world.open_log("ana")
    differing = []
    for who, words, read, sees in HEARD[kind]:
        await reopen_done(world)
        phone = world.phone(who)
        await world.chat.forget_prompt(phone.id, phone.id)
        world.store.execute("UPDATE message_questions SET buttons = ''")
        said = await world.says(who, words)
        await world.quiet()
        text = plain(said.text or said.caption)
        begins = text.startswith(opening(read)) if read else text.endswith(OFFERED)
        if not begins or any(each not in f"{text} {' '.join(map(plain, labels(said)))}" for each in listed(sees)):
            differing.append((words, (read, sees), text))
    assert differing == []


async def thursday(world):
    """On the last one Luis closed task 4, and Ana's task 1 was red."""
    now = world.clock.now()
    world.clock.set(now + timedelta(days=-4))
    task = await world.task("luis", text="Cotización")
    await world.act("luis", tasks.set_status, task.id, build(StatusRequest, {"estatus": "CERRADA"}))
    log = await world.open_log("ana", -4)
    request = {"fecha": day(-4), "semaforo": "ROJO", "motivo": "falta la firma"}
    await world.act("ana", daily_logs.set_semaforo, log.items[0].id, build(SemaforoRequest, request))
    world.clock.set(now)


async def reopen_done(world):
    """Reopen what an earlier sentence has finished or closed, so that it takes a report again."""
    log = await world.log("ana")
    if log.closed_at is not None:
        log = await world.act("ana", daily_logs.reopen_log, log.id, DateRequest(fecha=day(0)))
    for item in log.items:
        if item.porcentaje == DONE:
            await world.act("ana", daily_logs.reopen_item, item.id, DateRequest(fecha=day(0)))


def opening(read: str) -> str:
    """Return the beginning of an answer that says how words were read; one that does something says so by a sign."""
    return read if read.startswith(("✅", "🔴", "🔔")) else f"🔎 Lo leí como: {read}"


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")
