"""`/ayuda`: every example in it works for who reads it."""

import re

import pytest

EXAMPLE = re.compile(r"/[a-z]+[^—,;(\n]*")
NOT_TRIED = ("/salir", "/leave", "/vincular", "/desvincular", "/link", "/unlink")
"""What ends the reader's account, and what is for groups alone."""
REFUSALS = (
    *("No entendí", "No encuentro", "No sé", "No conozco", "No existe", "Eso es para", "Algo falló", "¿Quisiste"),
    *("I did not", "I cannot find", "I do not know", "That is for", "Something failed", "Did you mean"),
)


@pytest.mark.parametrize("who", ["ana", "lucia", "root", "pablo"])
async def test_every_example_works_for_who_reads_it(world, who):
    await world.task("ana", text="Factura norte")
    await world.task("lucia", text="Contrato")
    text = (await world.says(who, "/ayuda")).text
    examples = [found.strip().removesuffix(" o").removesuffix(" or").strip() for found in EXAMPLE.findall(text)]
    assert len(examples) > 15
    failed = {}
    for example in examples:
        if not example.startswith(NOT_TRIED):
            said = (await world.says(who, example)).text or ""
            if any(refusal in said for refusal in REFUSALS):
                failed[example] = said
    assert failed == {}
