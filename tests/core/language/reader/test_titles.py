"""Tasks that a message calls by words of their titles."""

from core.language.reader.titles import Titles
from core.language.reader.words import words_of
from tests.tables import each_row

TITLES = Titles(
    {
        1: "Revisar contrato de Aceros del Sur",
        2: "Facturar noviembre",
        3: "Cotización de impresoras",
        4: "Contrato norte",
        5: "Llamar al proveedor de internet",
    }
)


def named(words: str) -> list[tuple[int, ...]]:
    return [mention.tasks for mention in TITLES.mentions(words_of(words))]


@each_row(
    [
        ("la factura ya quedó", [(2,)]),
        ("cotizaciones 40", [(3,)]),
        ("lo de las inpresoras al 90", [(3,)]),
        ("el contrato del sur", [(1,)]),
        ("el contrato norte", [(4,)]),
        ("el contrato", [(1, 4)]),
        ("contrato norte y factura", [(4,), (2,)]),
        ("ya llamé al banco", []),
        ("revisé mi correo", []),
        ("el proveedor de internet no vino", [(5,)]),
        ("qué bonito día", []),
    ]
)
def test_a_task_is_found_by_the_words_people_use_for_it(words, tasks):
    assert named(words) == tasks
