"""Questions in words: the panel that each opens, under how it was read; what is not sure is asked."""

import pytest


@pytest.mark.parametrize(
    ("who", "words", "read", "sees"),
    [
        ("lucia", "¿quién está en rojo?", "lo que está en rojo de tu equipo", "En rojo"),
        ("ana", "mis rojos", "lo que está en rojo (lo tuyo)", "Mis actividades en rojo"),
        ("lucia", "¿quién falta de abrir?", "quién falta de abrir", "Equipo"),
        ("lucia", "quién cerró ayer", "quién ya cerró ayer", "Equipo"),
        ("lucia", "¿qué hizo Ana ayer?", "el día de Ana ayer", "Ana"),
        ("ana", "¿qué hice ayer?", "tu día ayer", "domingo, 22 de noviembre"),
        ("ana", "¿qué vence esta semana?", "lo que vence (23–29 nov)", "esta semana"),
        ("ana", "¿qué vence mañana?", "lo que vence mañana", "24 nov 2026"),
        ("ana", "¿está libre Luis mañana a las 4?", "quién está libre mañana", "Luis"),
        ("ana", "¿cuándo podemos vernos con Luis?", "quién está libre", "Luis"),
        ("ana", "tareas de Luis", "tareas abiertas de Luis", "Tareas de Luis"),
        ("lucia", "¿quién está de vacaciones la próxima semana?", "ausencias (30 nov – 6 dic)", "30 nov"),
        ("ana", "mis tareas atrasadas", "tareas atrasadas (lo tuyo)", "atrasadas"),
        ("ana", "¿qué tengo mañana?", "lo que tienes mañana", "24 nov 2026"),
        ("lucia", "¿cómo va el equipo esta semana?", "cómo va el equipo (23–29 nov)", "23–29 nov"),
        ("ana", "¿dónde cambio mi idioma?", "cambiar el idioma", "¿En qué idioma"),
        ("ana", "¿cuándo es el próximo festivo?", "días festivos", "25 dic 2026"),
    ],
)
async def test_a_question_opens_its_panel_under_how_it_was_read(world, who, words, read, sees):
    said = await world.says(who, words, sees=sees)
    plain = said.text or said.caption
    assert plain.startswith(f"🔎 Lo leí como: {read}\n"), plain
