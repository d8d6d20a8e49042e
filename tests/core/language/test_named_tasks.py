"""Tasks named by words of their descriptions, and what is then read of them."""

from core.language.statements.named_tasks import named_task
from core.language.statements.reading import read_of_task
from tests.core.language.test_questions import MOMENT, NAMES
from tests.core.language.test_statements import said
from tests.tables import each_row
from tests.timing import is_done_within

DESCRIPTIONS = {
    4: "Revisar contrato norte",
    5: "Inventario de bodega",
    6: "Cotizaciones de paquetería",
    7: "Get courier quotes",
    8: "Factura de Pérez",
    9: "Contrato sur",
    10: "Enviar reporte mensual",
    11: "Migrar los respaldos",
}


@each_row(
    [
        ("el contrato norte ya va al 70", "#4 ya va al 70", "REPORT 4 70"),
        ("ya terminé las cotizaciones", "ya terminé #6", "REPORT 6 100"),
        ("YA TERMINE LA COTIZACION", "YA TERMINE #6", "REPORT 6 100"),
        ("I finished the courier quotes", "I finished #7", "REPORT 7 100"),
        ("the courier quotes are at 50%", "#7 are at 50%", "REPORT 7 50"),
        ("inventario 80%", "#5 80%", "REPORT 5 80"),
        ("lo del inventario quedó listo", "#5 quedó listo", "REPORT 5 100"),
        ("la tarea del inventario va en 80", "#5 va en 80", "REPORT 5 80"),
        (
            "el contrato sur está en rojo porque falta la firma",
            "#9 está en rojo porque falta la firma",
            "REPORT 9 ROJO «falta la firma»",
        ),
        ("la migración de los respaldos va al 70", "#11 va al 70", "REPORT 11 70"),
        ("ya quedó la migración", "ya quedó #11", "REPORT 11 100"),
        ("la revisión del contrato norte ya quedó", "#4 ya quedó", "REPORT 4 100"),
        ("pásale el inventario de la bodega a Luis", "pásale #5 a Luis", "HAND_OVER #5 3"),
        ("give Luis the courier quotes", "give Luis #7", "HAND_OVER #7 3"),
        ("borra lo del reporte mensual", "borra #10", "DELETE #10"),
        ("súbele la prioridad al reporte mensual", "súbele la prioridad a #10", "PRIORITY #10 +1"),
        ("comenta en la factura que ya salió", "comenta en #8 que ya salió", "COMMENT #8 «ya salió»"),
    ]
)
def test_a_task_is_named_by_words_of_its_description(words, numbered, reading):
    named = named_task(words, DESCRIPTIONS)
    assert named is not None
    assert (named.words, len(named.tasks)) == (numbered, 1)
    assert said(read_of_task(named.words, MOMENT, NAMES)) == reading


def test_of_several_that_have_as_many_of_the_words_each_may_be_meant():
    named = named_task("el contrato ya va al 70", DESCRIPTIONS)
    assert named is not None
    assert named.tasks == [4, 9]
    named = named_task("el contrato del sur ya va al 70", DESCRIPTIONS)
    assert named is not None
    assert named.tasks == [9]


@each_row(["ya terminé", "el contrato norte", "la tarea va al 70", "de la lista", "12 70", "", "contrato " * 40])
def test_words_that_name_none_name_none(words):
    assert named_task(words, DESCRIPTIONS) is None


def test_what_is_said_of_no_task_is_none_of_a_named_one():
    named = named_task("mañana firmamos el contrato norte con el cliente", DESCRIPTIONS)
    assert named is not None
    assert read_of_task(named.words, MOMENT, NAMES) is None


def test_two_hundred_characters_are_looked_through_in_five_milliseconds_for_two_hundred_tasks():
    many = {number: f"{words} {number}" for number in range(200) for words in DESCRIPTIONS.values()}
    words = "el contrato del inventario de la factura con las cotizaciones del reporte mensual ya va al 70 " * 2
    assert is_done_within(0.005, lambda: named_task(words[:200], many))
