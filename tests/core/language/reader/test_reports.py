"""Reports on several tasks in one message."""

import pytest

from core.base.model import Semaforo
from core.language.reader.reports import read_bare_report, read_percentage, read_tasks_report
from core.language.reader.titles import Titles
from tests.tables import each_row

TASKS = {
    1: "Revisar contrato de Aceros del Sur",
    2: "Enviar factura de marzo",
    3: "Propuesta para el museo",
    4: "Cotización de lonas",
    5: "Base de datos de socios",
    6: "Fotos de la bodega",
}
TITLES = Titles(TASKS)


def said(words: str) -> str:
    """Each line as its task and values, then what becomes of the day, and what was left."""
    found = read_tasks_report(words, TITLES)
    lines = [
        " ".join(
            filter(
                None,
                [
                    "/".join(map(str, each.tasks)),
                    "" if each.line.percent is None else str(each.line.percent),
                    "" if each.points is None else f"+{each.points}",
                    each.line.light or "",
                    f"no {each.line.ended}" if each.line.ended else "",
                    "solved" if each.solved else "",
                    "same" if each.line.unchanged else "",
                    "almost" if each.almost else "",
                    "unfinished" if each.unfinished else "",
                    f"«{each.line.reason}»" if each.line.reason else "",
                ],
            )
        )
        for each in found.lines
    ]
    ends = [name for name, says in (("send", found.send), ("close", found.close), ("rest", found.rest_same)) if says]
    left = [f"left «{each}»" for each in found.left]
    but = [f"all but {found.all_done_but}"] if found.all_done_but else []
    return "; ".join([*lines, *ends, *left, *but])


@each_row(
    [
        ("la factura ya quedó, la propuesta va en 60 y lo otro igual", "2 100; 3 60; rest"),
        ("mandé la factura, el contrato lo llevo al 70% y las lonas ni las he tocado todavía", "2 100; 1 70; left"),
        ("fotos listas, contrato a la mitad, propuesta tres cuartos", "6 100; 1 50; 3 75"),
        ("photos done! propuesta 50 contrato amarillo", "3 50; 1 AMARILLO; left «photos done»"),
        (
            "contrato 🟢 factura 🔴 falta que Luis firme propuesta 🟡",
            "1 VERDE; 2 ROJO «falta que Luis firme»; 3 AMARILLO",
        ),
        ("la cotización 40 amarillo, fotos 🔴 no me abre el almacén", "4 40 AMARILLO; 6 ROJO «no me abre el almacén»"),
        ("me atoré con las lonas, el proveedor no contesta", "4 ROJO «el proveedor no contesta»"),
        ("Contrato: esperando firma (90%)\nFactura: enviada ✅", "1 90 «esperando firma»; 2 100"),
        ("el contrato y la factura ya quedaron", "1 100; 2 100"),
        ("ya acabé con el contrato y con la factura", "1 100; 2 100"),
        ("contrato subió 10 puntos", "1 +10"),
        ("base de datos 30 -> 45", "5 45"),
        ("de las fotos llevo 3 de 8", "6 38"),
        ("la propuesta casi lista, las lonas sin empezar", "3 almost; 4 0"),
        ("terminé todo menos la base de datos", "all but (5,)"),
        ("cierra mi día, la factura quedó lista", "2 100; close"),
        ("manda mi avance: contrato 90 y propuesta 60", "1 90; 3 60; send"),
        ("contrato setenta y cinco por ciento", "1 75"),
        ("the contrato is at seventy five percent", "1 75"),
        ("le faltan 20% a la propuesta", "3 80"),
        ("el contrato ya no está en rojo", "1 no ROJO"),
        ("factura lista nomás falta que la firmen", "2 100 «nomás falta que la firmen»"),
        ("contrato 30, las lonas las hice ya y las fotos ni las he tocado", "1 30; 4 100; 6 0"),
        ("contrato 30, lo de las lonas ya quién sabe y las fotos ni las he tocado", "1 30; 6 0; left"),
        ("la factura ya se fue, ciérrala", "2 100"),
        ("fotos a la mitad y el folleto nuevo apenas un 15", "6 50; left «el folleto nuevo apenas un 15»"),
        (
            "contrato 20, fotos 0. El contrato va amarillo porque falta una firma",
            "1 20 AMARILLO «falta una firma»; 6 0",
        ),
        ("propuesta 50. havent touched the lonas", "3 50; 4 0"),
        (
            "todo en verde por ahora menos la factura que va en rojo, no la firman",
            "2 ROJO «no la firman»; left «todo en verde por ahora menos»",
        ),
    ]
)
def test_each_task_gets_what_is_said_of_it(words, reading):
    if reading.endswith("left"):
        assert said(words).startswith(reading.removesuffix("; left"))
    else:
        assert said(words) == reading


@each_row(
    [
        ("lo del contrato ya no está atorado", "1 no ROJO"),
        ("ya está desbloqueado lo del contrato", "1 no ROJO"),
        ("ya se destrabó el contrato", "1 no ROJO"),
        ("ya quedó destrabada la factura", "2 no ROJO"),
        ("che, ya lo destrabé al contrato", "1 no ROJO"),
        ("ya se resolvió lo del contrato", "1 100 solved"),
        ("ya quedó resuelto el contrato, quítale el rojo", "1 no ROJO solved"),
        ("ya no estoy bloqueado con la factura", "2 no ROJO"),
        ("the contrato isn't stuck anymore", "1 no ROJO"),
        ("contrato is no longer blocked", "1 no ROJO"),
        ("unblocked on the contrato, back at it", "1 no ROJO «back at it»"),
        ("contrato is sorted", "1 100 solved"),
        ("el contrato ya salió de rojo", "1 no ROJO"),
        ("quítale el rojo al contrato", "1 no ROJO"),
        ("el contrato ya no está en amarillo", "1 no AMARILLO"),
        ("el contrato ya no está en rojo, ya me lo firmaron", "1 no ROJO «ya me lo firmaron»"),
        ("ya me firmaron el contrato así que ya no está en rojo", "1 no ROJO «ya me firmaron el contrato»"),
        ("el contrato ya no está en rojo, va en verde", "1 VERDE"),
        ("el contrato ya no está trabado, lo tengo en 40", "1 40 no ROJO"),
        ("el contrato ya quedó desbloqueado, va en 70", "1 70 no ROJO"),
        ("la propuesta va en 60 y lo del contrato ya no está en rojo", "3 60; 1 no ROJO"),
        ("finished the fotos, contrato unblocked and the propuesta is at 45", "6 100; 1 no ROJO; 3 45"),
        ("el contrato no está listo, sigue en rojo", "1 ROJO"),
    ]
)
def test_a_red_that_is_over_is_said_in_words(words, reading):
    assert said(words) == reading


@each_row(
    [
        ("no, la del contrato: en rojo, falta la firma del cliente", "1 ROJO «falta la firma del cliente»"),
        ("estoy atorado con el contrato porque no me mandan las medidas", "1 ROJO «no me mandan las medidas»"),
        ("ando en rojo con el contrato", "1 ROJO"),
        ("no puedo avanzar con la factura, contabilidad no ha cerrado", "2 ROJO «contabilidad no ha cerrado»"),
        ("propuesta en amarillo, depende de que luis mande el logo", "3 AMARILLO «depende de que luis mande el logo»"),
        ("fotos: rojo, se cayó la página y toca repetirlo", "6 ROJO «se cayó la página y toca repetirlo»"),
        ("no llega el proveedor y el contrato está en rojo", "1 ROJO «no llega el proveedor»"),
        ("blocked on the contrato, waiting for Tom's numbers", "1 ROJO «waiting for Tom's numbers»"),
        ("contrato in red. Legal finished nothing yet", "1 ROJO «Legal finished nothing yet»"),
    ]
)
def test_why_a_task_has_a_light_is_its_reason(words, reading):
    assert said(words) == reading


@each_row(
    [
        ("contrato 80, lo del cliente ya casi", "1 80; left «lo del cliente ya casi»"),
        ("propuesta 30, la de marzo va en 40", "3 30; 2 40"),
    ]
)
def test_what_is_called_by_no_title_is_not_said_of_the_task_before(words, reading):
    assert said(words) == reading


def test_a_report_with_words_of_no_use_is_not_clear():
    found = read_tasks_report("factura lista\nlo del gato también quién sabe", TITLES)
    assert [each.line.percent for each in found.lines] == [100]
    assert not found.clear or found.lines[0].line.reason


def test_one_value_of_several_tasks_is_each_ones():
    found = read_tasks_report("lonas y fotos al 50", TITLES)
    assert {each.line.task_id: each.line.percent for each in found.lines} == {4: 50, 6: 50}


def test_a_light_is_taken_in_either_language():
    for words, light in (("contrato en rojo", Semaforo.ROJO), ("contrato is amber", Semaforo.AMARILLO)):
        assert read_tasks_report(words, TITLES).lines[0].line.light is light


@pytest.mark.parametrize(
    ("titles", "words"),
    [
        (["Fotos de la obra"], "ya le mandé las fotos a Gómez"),
        (["Fotos de la obra"], "already sent Gómez the fotos"),
        (["Mesa de roble"], "ya le pagué al de la mesa"),
    ],
)
def test_what_somebody_did_that_is_more_than_a_title_says_is_unsure(titles, words):
    found = read_tasks_report(words, Titles(dict(enumerate(titles, 1))))
    assert [each.unsure for each in found.lines] == [True]
    assert not found.clear


@pytest.mark.parametrize(
    ("titles", "words"),
    [
        (["Enviar fotos a Gómez"], "ya le mandé las fotos a Gómez"),
        (["Pagar la luz"], "ya pagué la luz del local"),
        (["Factura de noviembre"], "ya mandé la factura hoy"),
        (["Fotos de la obra"], "ya terminé las fotos con Gómez"),
    ],
)
def test_what_a_title_says_was_done_closes_it(titles, words):
    found = read_tasks_report(words, Titles(dict(enumerate(titles, 1))))
    assert [(each.line.percent, each.unsure) for each in found.lines] == [(100, False)]


@pytest.mark.parametrize(
    ("words", "percent", "reason"),
    [
        ("las bisagras ya están, saca el rojo", None, "las bisagras ya están"),
        ("las bisagras ya quedaron, quítale el rojo", None, "las bisagras ya quedaron"),
        ("ya llegaron las bisagras, sácala del rojo", None, ""),
        ("terminé las bisagras, saca el rojo", 100, ""),
    ],
)
def test_what_is_there_ends_a_red_and_does_not_close_its_task(words, percent, reason):
    (line,) = [each.line for each in read_tasks_report(words, Titles({1: "Instalar bisagras"})).lines]
    assert (line.percent, line.light, line.ended, line.reason) == (percent, None, Semaforo.ROJO, reason)


@each_row(
    [
        ("no he acabado el contrato", "1 unfinished"),
        ("el contrato no lo he podido terminar", "1 unfinished"),
        ("aún no mandé la factura", "2 unfinished"),
        ("las lonas no quedaron", "4 unfinished"),
        ("no alcancé a entregar las fotos", "6 unfinished"),
        ("no me dio tiempo de acabar la propuesta", "3 unfinished"),
        ("la propuesta todavía no queda", "3 unfinished"),
        ("nunca cerré el contrato", "1 unfinished"),
        ("tampoco entregué las fotos", "6 unfinished"),
        ("la factura no está lista", "2 unfinished"),
        ("las fotos aún no están", "6 unfinished"),
        ("contrato sin terminar", "1 unfinished"),
        ("I haven't finished the contrato", "1 unfinished"),
        ("the factura isn't done yet", "2 unfinished"),
        ("couldn't get the fotos done", "6 unfinished"),
        ("el contrato no quedó resuelto", "1 unfinished"),
        ("la factura ya quedó, las lonas no", "2 100; 4 unfinished"),
        ("no he acabado el contrato pero la factura ya quedó", "1 unfinished; 2 100"),
        ("no terminé el contrato, va en 60", "1 60"),
        ("casi no he avanzado en el contrato", "1 same"),
        ("no tengo lista la factura", "2 unfinished"),
        ("no tengo la factura lista", "2 unfinished"),
        ("no me eché el contrato", "1 unfinished"),
        ("ya me eché el contrato", "1 100"),
        ("me aventé las lonas", "4 100"),
        ("no, ya terminé el contrato", "1 100"),
        ("no, el contrato quedó", "1 100"),
        ("no\nel contrato quedó", "1 100"),
        ("no hay bronca el contrato ya quedó", "1 100"),
        ("no te preocupes, ya acabé el contrato", "1 100"),
        ("ya no falta nada, el contrato quedó", "1 100; left «ya no falta nada»"),
        ("el contrato ya no", "left «el contrato ya no»"),
    ]
)
def test_what_is_denied_is_not_done(words, reading):
    assert said(words) == reading


@each_row(
    [
        ("gracias, y ya voy en la mitad de la propuesta", "3 50"),
        ("oki gracias, las fotos van en 50", "6 50"),
        ("el contrato ya quedó, muchas gracias", "1 100"),
        ("no hay problema, el contrato ya quedó", "1 100"),
        ("thanks! the contrato is at 60", "1 60"),
        ("gracias a Pedro el contrato ya quedó", "1 100"),
    ]
)
def test_courtesy_beside_a_report_is_not_left(words, reading):
    assert said(words) == reading


@each_row(
    [
        ("las lonas cuestan 80 pesos", "left «las lonas cuestan 80 pesos»"),
        ("me cobran 90 por las lonas", "left «me cobran 90 por las lonas»"),
        ("piden 50 de anticipo por las lonas", "left «piden 50 de anticipo por las lonas»"),
        ("las fotos son 40", "left «las fotos son 40»"),
        ("la propuesta quedó en 45 mil", "left «la propuesta quedó en 45 mil»"),
        ("imprimí 50 fotos", "left «imprimí 50 fotos»"),
        ("llevo 50 fotos", "left «llevo 50 fotos»"),
        ("el contrato son $80", "left «el contrato son $80»"),
        ("contrato: 15 páginas revisadas", "1 same «15 páginas revisadas»"),
        ("the lonas cost 80 dollars", "left «the lonas cost 80 dollars»"),
        ("llevo 50 fotos de 200", "6 25"),
        ("de las fotos llevo 30 piezas de 40", "6 75"),
        ("compré 30 lonas de 45 pesos", "left «compré 30 lonas de 45 pesos»"),
        ("50 fotos, 40 lonas", "6 50; 4 40"),
        ("fotos 50 lonas 40", "6 50; 4 40"),
        ("el contrato va en 60 porque faltan 3 firmas", "1 60 «faltan 3 firmas»"),
        ("contrato 60, faltan 8 firmas del contrato", "1 60 «faltan 8 firmas del contrato»"),
        ("las lonas cuestan 80 y van en 50%", "4 50 «cuestan 80 y»"),
    ]
)
def test_a_number_of_money_or_of_things_is_no_percentage(words, reading):
    assert said(words) == reading


@each_row(["qué está en rojo", "oye que esta en rojo", "quién está atorado", "cuáles están en rojo", "what's in red"])
def test_a_question_without_its_mark_is_no_report(words):
    assert read_bare_report(words) is None


@each_row(["está en rojo", "que ya no está en rojo", "ando en rojo con eso, no firman"])
def test_a_light_alone_is_a_report(words):
    assert read_bare_report(words) is not None


@each_row(
    [
        ("60", 60),
        ("va como en 60", 60),
        ("ando en setenta", 70),
        ("60 por ciento", 60),
        ("a la mitad", 50),
        ("ya quedó", 100),
        ("ponle 40", 40),
        ("80 pesos", None),
        ("son 80", None),
        ("60 más", None),
        ("faltan 20%", None),
        ("no va en 60", None),
        ("no he acabado", None),
        ("sigue igual", None),
        ("va en verde", None),
        ("va en 60 porque falta la firma", None),
    ]
)
def test_a_percentage_is_read_that_stands_alone(words, percent):
    assert read_percentage(words) == percent


@each_row(
    [
        "hasta que entregue el contrato no sigo",
        "en cuanto acabe la propuesta les aviso",
        "cuando las lonas estén listas te digo",
        "nomás que quede la propuesta",
        "una vez que la factura esté enviada",
        "necesito que el contrato quede listo hoy",
        "as soon as the contrato is done I'll tell you",
        "until the lonas are ready",
    ]
)
def test_what_a_condition_says_is_not_done(words):
    assert not any(each.understood for each in read_tasks_report(words, TITLES).lines)


@each_row(
    [
        ("hasta que por fin quedó el contrato", "1 100"),
        ("ya que terminé el contrato, la propuesta va en 20", "1 100; 3 20"),
        ("el contrato ya quedó para que lo revises", "1 100"),
        ("cuando pueda sigo, la propuesta va en 60", "3 60"),
        (
            "me toca esperar a que Luis me mande los anexos del contrato, no puedo avanzar",
            "1 ROJO «me toca esperar a que Luis me mande los anexos del contrato»",
        ),
    ]
)
def test_a_condition_takes_nothing_from_what_is_said_beside_it(words, reading):
    assert said(words).removesuffix("; left «cuando pueda sigo»") == reading
