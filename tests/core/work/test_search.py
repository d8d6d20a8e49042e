"""The search: which words find what, in which order, and nobody else's."""

import pytest

from core.application.requests import build
from core.base.errors import FieldCode
from core.work import search
from core.work.search import SearchRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import invalid
from tests.core.world import TODAY, day, fresh_world
from tests.tables import each_row


async def find(world, who, q, **fields):
    return await world.run(who, search.search, build(SearchRequest, {"q": q} | fields))


async def found(world, who, q, **fields):
    """Search, and return what is found as kinds and ids."""
    return [(each.kind.value, each.id) for each in await find(world, who, q, **fields)]


@pytest.fixture
async def said(world):
    """Ana's task 1 with a comment, Luis's 2, Pedro's 3 with a comment; a private event of Ana's, a public one."""
    ana = await world.task(ANA, descripcion="Revisar el camión de Ñandú", fechaCumplir=day(5))
    await world.task(LUIS, descripcion="Vender el camion", fechaCumplir=day(1))
    pedro = await world.task(PEDRO, descripcion="Secreto del camión")
    await world.comment(ANA, ana, "Falta la factura,\nsin ella no sale el camión")
    await world.comment(PEDRO, pedro, "La factura es falsa")
    await world.event(ANA, title="Entrega", location="Sala Norte", description="Llevar la factura")
    await world.event(PEDRO, title="Facturas de todos", isPublic=True)
    return world


WORDS = [
    ("camión", [("TASK", 1), ("COMMENT", 1)]),
    ("  ñandú  revisar ", [("TASK", 1)]),
    ("revisar cam", [("TASK", 1)]),
    ("factura norte", [("EVENT", 1)]),
    ("factura", [("EVENT", 1), ("COMMENT", 1), ("EVENT", 2)]),
    ("factura AND camión", []),
    ('"factura" camión*', [("COMMENT", 1)]),
    ("(factura OR", []),
    ("revisar -camión", [("TASK", 1)]),
    ("title:entrega", []),
    ("#1", [("TASK", 1)]),
    ("1", [("TASK", 1)]),
    ("2", []),
]


@each_row(WORDS, given="said")
async def test_every_word_the_last_as_a_beginning_whatever_accents_and_case(said, q, finds):
    assert await found(said, ANA, q) == finds


READERS = [
    (ANA, "camión", [("TASK", 1), ("COMMENT", 1)]),
    (LUCIA, "camión", [("TASK", 2), ("TASK", 1), ("COMMENT", 1)]),
    (ROOT, "camión", [("TASK", 2), ("TASK", 1), ("TASK", 3), ("COMMENT", 1)]),
    (PABLO, "camión", []),
    (LUIS, "#3", []),
]


@each_row(READERS, given="said")
async def test_each_finds_what_they_may_read(said, who, q, finds):
    assert await found(said, who, q) == finds


async def test_a_deleted_task_is_not_found_by_its_number(said):
    await said.delete(ANA, await said.get(ANA, 1))
    assert await found(said, ANA, "#1") == []


async def test_best_first(world):
    for words, due in (
        ("Pago del seguro de Norte", 3),
        ("Seguros y pago", 1),
        ("Pago de seguro: firmar", 30),
        ("Pago seguro", 9),
        ("Pago seguro de hoy", 0),
    ):
        await world.task(ANA, descripcion=words, fechaCumplir=day(due))
    await world.comment(ANA, 1, "El pago seguro ya está")
    assert await found(world, ANA, "pago seguro", limit=5) == [
        *(("TASK", task) for task in (5, 4)), ("COMMENT", 1), *(("TASK", task) for task in (1, 3))
    ]  # fmt: skip
    await world.task(ANA, descripcion="Van 3 pagos", fechaCumplir=day(0))
    assert await found(world, ANA, "3") == [("TASK", 3), ("TASK", 6)]


async def test_a_result_says_what_it_is(said):
    comment = (await find(said, ANA, "factura camión"))[0]
    assert (comment.task_id, comment.title, comment.fecha) == (1, "Revisar el camión de Ñandú", TODAY)
    assert comment.excerpt == "Falta la factura, sin ella no sale el camión"
    task = (await find(said, ANA, "revisar"))[0]
    assert (task.task_id, task.title, task.excerpt, task.fecha) == (1, task.excerpt, comment.title, day(5))
    event = (await find(said, ANA, "llevar"))[0]
    assert (event.task_id, event.title, event.excerpt) == (None, "Entrega", "Sala Norte · Llevar la factura")
    assert event.fecha.isoformat() == "2026-11-23"


async def test_an_excerpt_of_a_long_text_is_what_stands_around_the_word(said):
    await said.comment(ANA, 1, "palabra " * 60 + "aquí está la AGUJA del pajar " + "palabra " * 60)
    excerpt = (await find(said, ANA, "aguja"))[0].excerpt
    assert excerpt.startswith("…palabra")
    assert "aquí está la AGUJA del pajar" in excerpt
    assert excerpt.endswith("…")
    assert len(excerpt) <= search.EXCERPT + 2


@each_row(
    [
        ("", FieldCode.NO_WORDS),
        ("   ", FieldCode.NO_WORDS),
        ('"*" ( ) -- ¿?', FieldCode.NO_WORDS),
        ("🚦", FieldCode.NO_WORDS),
        ("a" * 201, FieldCode.TOO_LONG),
        ("hola " * 800, FieldCode.TOO_LONG),
    ],
    world=fresh_world,
)
async def test_a_search_without_words_is_refused(world, q, fault):
    with invalid(("q", fault)):
        await find(world, ANA, q)


NEAR = [
    ("camoin", "camion"),
    ("factrua norte", "factura norte"),
    ("camión fatura", "camión factura"),
    ("zzz", ""),
    ("camión zzz", ""),
]


@each_row(NEAR, given="said")
async def test_words_spelt_otherwise_are_told_where_they_find_something(said, q, near):
    assert await said.run(ANA, search.nearest, q) == near


async def test_nobody_is_told_of_a_word_that_they_may_not_read(said):
    assert await said.run(MARTA, search.nearest, "fallsa") == "falsa"
    assert await said.run(ANA, search.nearest, "fallsa") == ""


async def test_blanks_around_do_not_count(world):
    assert await found(world, ANA, " " * 100 + "a" * 200 + " " * 100) == []
