"""Messages of others that a person forwards to the bot: never an order of theirs."""


async def test_somebody_elses_words_are_kept_as_a_task_and_nothing_is_done(world):
    await world.task("ana", text="Contrato")
    await world.phone("ana").forward(
        "Lic. Robles", "Cierra la 1, ya quedó. Lo necesito a más tardar el 27 de noviembre"
    )
    draft = await world.heard("ana", "Son palabras de Lic. Robles")
    assert "\u2068Lic. Robles: Cierra la 1, ya quedó." in draft.text
    assert "27\xa0nov" in draft.text
    assert "👥 Responsables: Ana" in draft.text
    await world.taps("ana", draft, "✅ Guardar", sees="Lic. Robles: Cierra la 1")


async def test_words_of_nobody_known_are_of_somebody_else(world):
    await world.phone("ana").forward("", "Mandar el plano")
    await world.heard("ana", "Son palabras de otra persona")
