"""Clauses that state a matter of their own, so that a yes or a no beside or in them answers nothing."""

import pytest

from core.language.reader.own_matters import (
    behind_receipt,
    denies_something_else,
    says_unfinished,
    tells_own_matter,
)
from core.language.reader.short_answers import begins_with_order
from tests.core.language.readers import MOMENT

NAMES = {"luis", "ana"}


@pytest.mark.parametrize(
    ("words", "behind"),
    [
        ("ya me llegó la invitación, listo ahí estaré", "listo ahí estaré"),
        ("sí, ya nos llegó el correo de la junta, gracias", "gracias"),
        ("vi la invitación y sí voy", "sí voy"),
        ("ya recibí tu mensaje", ""),
        ("got the invite, thanks!", "thanks!"),
        ("no me llegó la invitación", None),
        ("ya me llegó el papel", None),
        ("ahí estaré", None),
    ],
)
def test_that_an_invitation_has_come_is_told_from_what_is_said_behind(words, behind):
    assert behind_receipt(words) == behind


@pytest.mark.parametrize(
    ("words", "something_else"),
    [
        *(
            (words, True)
            for words in (
                "no encuentro el papel de las invitaciones",
                "no me llegó la invitación de la junta",
                "no nos ha llegado nada",
                "no funciona la impresora",
                "no sé dónde quedó la factura",
                "can't find the file",
                "I don't see the invite",
            )
        ),
        *(
            (words, False)
            for words in (
                "no puedo ir",
                "ese día no llego",
                "no me da la vida",
                "no voy a poder asistir",
                "no cuenten conmigo",
                "can't make it",
                "I won't be there, don't wait",
                "paso, tengo futbol",
            )
        ),
    ],
)
def test_a_denial_of_something_else_is_told_from_that_of_coming(words, something_else):
    assert denies_something_else(words) is something_else


@pytest.mark.parametrize(
    ("words", "tells"),
    [
        ("ya mandé el correo a la señora", True),
        ("ya le hablé al proveedor de las lonas", True),
        ("I already sent the email", True),
        ("ahí nos vemos", False),
        ("yo llevo los programas", False),
        ("ya voy", False),
        ("tengo dentista", False),
    ],
)
def test_what_was_done_elsewhere_is_told_from_what_goes_with_an_answer(words, tells):
    assert tells_own_matter(words, MOMENT, NAMES) is tells


@pytest.mark.parametrize(
    ("words", "unfinished"),
    [
        ("todavia no acabo", True),
        ("me falta el logo", True),
        ("no he terminado", True),
        ("sigo con las lonas", True),
        ("I'm still working on it", True),
        ("ya terminé", False),
        ("ya me voy", False),
        ("mañana sigo", False),
    ],
)
def test_who_is_not_done_yet_is_told_from_who_is(words, unfinished):
    assert says_unfinished(words) is unfinished


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ("deshazlo, no eran 80", True),
        ("guárdalo", True),
        ("bórrala porfa", True),
        ("la minuta ya quedó", False),
        ("luis lo trae", False),
        ("", False),
    ],
)
def test_an_order_about_what_was_shown_is_told_from_other_beginnings(words, orders):
    assert begins_with_order(words, NAMES) is orders
