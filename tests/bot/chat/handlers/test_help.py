"""`/ayuda`: every example in it works for the person who reads it."""

import re

import pytest

from core.base.model import Role
from core.people import users
from tests.bot.chat.handlers.in_groups import says

EXAMPLE = re.compile(r"/[a-z]+[^—,;(\n]*")
LISTED = re.compile(r"/[a-z]+ [a-z]+, [a-z]+ (?:o|or) [a-z]+")
NOT_TRIED = ("/salir", "/leave", "/vincular", "/desvincular", "/link", "/unlink")
"""The commands that end the reader's account, and those for groups alone."""
REFUSALS = (
    *("No entendí", "No encuentro", "No sé", "No conozco", "No existe", "Eso es para", "Algo falló", "¿Quisiste"),
    *("I didn't", "I can't find", "I don't know", "That's for", "Something failed", "Did you mean"),
)


@pytest.mark.parametrize("who", ["ana", "lucia", "pablo"])
async def test_every_example_works_for_who_reads_it(world, who):
    await world.task("ana", text="Factura norte")
    await world.task("lucia", text="Contrato")
    text = (await world.says(who, "/ayuda")).text
    examples = examples_in(text)
    assert len(examples) > 15
    assert {"/agenda semana", "/agenda diciembre"} <= {*examples} or {"/agenda week", "/agenda december"} <= {*examples}
    failed = {}
    for example in examples:
        if not example.startswith(NOT_TRIED):
            said = (await world.says(who, example)).text or ""
            if any(refusal in said for refusal in REFUSALS):
                failed[example] = said
    assert failed == {}


def examples_in(text: str) -> list[str]:
    """Every example, also those in a list behind the first: "/agenda viernes, semana o diciembre"."""
    found = [example.strip().removesuffix(" o").removesuffix(" or").strip() for example in EXAMPLE.findall(text)]
    lists = [re.split(", | o | or ", words) for words in LISTED.findall(text)]
    return [*found, *(f"{words[0].split()[0]} {other}" for words in lists for other in words[1:])]


@pytest.mark.parametrize("who", ["ana", "lucia", "pablo"])
async def test_every_sentence_works_for_who_reads_it(world, who):
    await world.task("ana", text="Factura norte", by="lucia")
    await world.task("lucia", text="Invoice factura")
    text = (await world.says(who, "/ayuda")).text
    sentences = re.findall("[«“]([^»”]+)[»”] —", text)
    assert len(sentences) == 5 + 3 * (who in ("ana", "lucia")) + 2 * (who == "lucia")
    for words in sentences:
        await world.says(who, "/cancelar")
        said = (await world.says(who, words)).text
        assert said.startswith(("🔎 Lo leí como: ", "🔎 I read it as: ", "✅ 1 t", "🔔 ")), (words, said)
        if not words.startswith(("buscar", "find")):
            assert not any(refusal in said for refusal in REFUSALS), (words, said)


async def test_every_example_in_a_group_works_there(world, linked):
    text = (await says(world, linked, "lucia", "/ayuda", "Este grupo muestra")).text
    examples = [example for example in examples_in(text) if not example.startswith(NOT_TRIED)]
    assert {"/equipo", "/rojo", "/resumen"} <= {example.split()[0] for example in examples}
    for example in examples:
        said = (await says(world, linked, "lucia", example)).text or ""
        assert not any(refusal in said for refusal in REFUSALS), (example, said)


async def test_its_examples_name_people_that_one_works_with_before_an_admin(world):
    await world.operate(users.add_user, users.UserCreate(username="adela", name="Adela Admin", role=Role.ADMIN))
    await world.task("ana")
    text = (await world.says("ana", "/ayuda")).text
    assert "@adela" not in text
    assert "pásale la 1 a @luis" in text
    assert "@luis @lucia mañana" in text
    assert "recuérdale a @ana que abra" in (await world.says("lucia", "/ayuda")).text
