"""A title that begins with an order, with the infinitive in its place where that is known for sure."""

from core.language.phrases.infinitives import forms, in_infinitive
from tests.tables import each_row


@each_row(
    [
        ("lije la puerta", "Lijar la puerta"),
        ("lijá la puerta", "Lijar la puerta"),
        ("hazme la lista", "Hacer la lista"),
        ("haceme el resumen", "Hacer el resumen"),
        ("que tengas listo el informe", "Tener listo el informe"),
        ("me impriman los planos", "Imprimir los planos"),
        ("busque el archivo", "Buscar el archivo"),
        ("cotice los tubos", "Cotizar los tubos"),
        ("pague la luz", "Pagar la luz"),
        ("recoja las llaves", "Recoger las llaves"),
        ("corrija el plano", "Corregir el plano"),
        ("siga la obra", "Seguir la obra"),
        ("sueldes la reja", "Soldar la reja"),
        ("devuelva el taladro", "Devolver el taladro"),
        ("pásale el archivo a Ana", "Pasarle el archivo a Ana"),
        ("llévalo al taller", "Llevarlo al taller"),
        ("cierre el mes", "Cerrar el mes"),
        ("entrega el acta", "Entregar el acta"),
    ]
)
def test_an_order_is_an_infinitive(said, title):
    assert in_infinitive(said) == title


@each_row(
    [
        *("entrega de material", "cierre de mes", "informe el avance", "corte de caja", "compra de cemento", "firma"),
        *("pagué la luz", "mandé las fotos", "revise the budget", "prepare a report", "use the new form"),
        *("lista de precios", "llámame a las 5", "busca proveedor", "comprar pan", "la minuta", "", "¿qué hago?"),
    ]
)
def test_what_may_not_be_an_order_is_kept(title):
    assert in_infinitive(title) == title


def test_no_form_is_of_two_verbs():
    assert {"lije", "haga", "tengas", "siga", "cierre"} <= forms().keys()
    assert all(verb[-2:] in ("ar", "er", "ir") for verb in forms().values())
