"""A team's days as files in the chat: which days, whose, announced, opened again, and once."""

import csv
from io import StringIO

import pytest

from tests.cast import day
from tests.workbooks import workbook


@pytest.fixture
async def busy(world):
    """Ana has a task that is red today, Luis has opened nothing."""
    await world.task("ana", text="=1+1", due=-1, fechaSolicitud=day(-3))
    await world.open_log("ana")
    await world.set_percent("ana", 60)
    return world


async def files(world, who, words, *, count=2):
    """The files that an export sends, by their names, once its announcement says that they are there."""
    await world.phone(who).send(words)
    await world.quiet()
    sent = [message for message in world.phone(who).messages if "document" in message.raw][-count:]
    store = world.sandbox._world.files
    return {
        message.raw["document"]["file_name"]: store.by_id(message.raw["document"]["file_id"]).data for message in sent
    }


async def test_this_month_as_excel_and_csv_with_the_numbers_of_the_picture(busy):
    sent = await files(busy, "lucia", "/exportar")
    names = [f"equipo-2026-11-01-2026-11-23.{form}" for form in ("xlsx", "csv")]
    assert list(sent) == names
    rows = list(csv.DictReader(StringIO(sent[names[1]].decode("utf-8-sig"), newline="")))
    assert [(row["Persona"], row["Rojas"]) for row in rows] == [("Ana", "1"), ("Luis", "0")]
    assert rows[0]["En rojo y por qué"] == "#1 =1+1"
    book = workbook(sent[names[0]])
    head, ana, *_ = book.worksheets[0].values
    totals = dict(zip(head, ana, strict=True))
    await busy.says("lucia", "/equipo mes", sees="Así estuvieron los días: 🔴 1 · promedio 60\u00a0%")
    assert (totals["Días en rojo"], totals["Avance promedio"]) == (1, 0.6)


async def test_it_says_what_is_made_and_then_that_it_is_there(busy):
    await files(busy, "lucia", "/exportar octubre")
    told = [message.text for message in busy.phone("lucia").messages if "document" not in message.raw]
    assert told[-1] == "📎 1–31 oct 2026: 2 personas, en Excel y CSV."
    (begun,) = [call for call in busy.sandbox.calls_to("sendMessage") if "Preparo" in call.params["text"]]
    assert begun.params["text"] == "⏳ Preparo los archivos: 1–31 oct 2026…"


@pytest.mark.parametrize(
    ("words", "days"), [("del 1 al 15", "2026-11-01-2026-11-15"), ("ayer", "2026-11-22-2026-11-22")]
)
async def test_the_days_that_words_name(busy, words, days):
    assert f"equipo-{days}.csv" in await files(busy, "lucia", f"/exportar {words}")


async def test_what_is_too_long_is_said(busy):
    await busy.says("lucia", "/exportar del 1 de enero al 20 de noviembre", "como máximo 92 días")
    assert not busy.sandbox.calls_to("sendDocument")


async def test_an_admin_gets_everybody(busy):
    (name, content), *_ = (await files(busy, "root", "/export")).items()
    people = [row[0] for row in list(workbook(content).worksheets[0].values)[1:-1]]
    assert (name[:7], people) == ("equipo-", ["Ana", "Lucía", "Luis", "Pablo", "Root"])


@pytest.mark.parametrize("lost", [True, False])
async def test_a_file_is_sent_again_only_if_it_has_not_arrived(busy, lost):
    faults = busy.sandbox.faults
    (faults.too_many_requests(0, method="sendDocument") if lost else faults.lose_answer(method="sendDocument"))
    sent = await files(busy, "lucia", "/exportar", count=9)
    assert [name.rpartition(".")[2] for name in sent] == ["xlsx", "csv"]
