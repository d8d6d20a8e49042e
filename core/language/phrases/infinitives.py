"""A title in the infinitive for an order in other words: "lije la puerta", "hazme la lista", "que tengas listo…".

Only of verbs that are listed: what is not known for sure stays as it is. A form that is a noun as well ("entrega",
"corte") is a verb only before an article or with a pronoun at its end.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from core.language.accents import PLAIN

REGULAR = (
    *("acabar", "aceptar", "acomodar", "actualizar", "adjuntar", "afinar", "agendar", "agregar", "ajustar", "alistar"),
    *("analizar", "anotar", "apagar", "apartar", "aplicar", "apuntar", "archivar", "armar", "arreglar", "asignar"),
    *("avisar", "ayudar", "bajar", "barnizar", "barrer", "borrar", "buscar", "calcular", "cambiar", "cancelar"),
    *("capturar", "cargar", "checar", "chequear", "clasificar", "clavar", "cobrar", "colocar", "comparar", "completar"),
    *("comprar", "conectar", "confirmar", "contactar", "contestar", "contratar", "coordinar", "copiar", "cortar"),
    *("cotizar", "crear", "cuadrar", "cubrir", "dejar", "depositar", "desarmar", "descargar", "desmontar", "dibujar"),
    *("diseñar", "editar", "ejecutar", "elaborar", "eliminar", "embalar", "empacar", "encargar", "enseñar", "entregar"),
    *("enviar", "escanear", "escribir", "esperar", "estudiar", "etiquetar", "evaluar", "explicar", "exportar"),
    *("facturar", "filmar", "firmar", "fotografiar", "generar", "gestionar", "grabar", "guardar", "hablar", "importar"),
    *("imprimir", "iniciar", "instalar", "investigar", "invitar", "lavar", "leer", "levantar", "liberar", "lijar"),
    *("limpiar", "llamar", "llenar", "llevar", "mandar", "marcar", "meter", "montar", "negociar", "notificar"),
    *("ordenar", "organizar", "pagar", "pasar", "pegar", "pintar", "planear", "planificar", "preguntar", "preparar"),
    *("presentar", "programar", "publicar", "pulir", "quitar", "reagendar", "realizar", "recibir", "recoger"),
    *("redactar", "registrar", "rellenar", "reparar", "reportar", "reservar", "responder", "resumir", "retirar"),
    *("revisar", "sacar", "seleccionar", "separar", "solicitar", "subir", "surtir", "tapar", "terminar", "tomar"),
    *("tramitar", "trapear", "usar", "validar", "vender", "verificar", "visitar"),
)
"""Verbs whose forms follow from the infinitive, but for the spelling ("busque") and for `CHANGED`."""
CHANGED: Mapping[str, str] = dict(
    each.split()
    for each in (
        *("corregir corrig", "soldar sueld", "comprobar comprueb", "cerrar cierr", "probar prueb"),
        *("mostrar muestr", "contar cuent", "encontrar encuentr", "mover muev", "devolver devuelv"),
        *("resolver resuelv", "pedir pid", "medir mid", "servir sirv", "conseguir consigu", "seguir sigu"),
        *("elegir elig", "colgar cuelg", "recordar recuerd", "empezar empiez", "comenzar comienz"),
        *("renovar renuev", "regar rieg", "envolver envuelv", "repetir repit", "enterrar entierr"),
    )
)
"""Stems that change where they are stressed."""
IRREGULAR: Mapping[str, tuple[str, ...]] = {
    "hacer": ("haz", "hace", "haga", "hagas", "hagan"),
    "poner": ("pon", "pone", "ponga", "pongas", "pongan"),
    "tener": ("ten", "tenga", "tengas", "tengan"),
    "ver": ("vea", "veas", "vean"),
    "traer": ("trae", "traiga", "traigas", "traigan"),
    "traducir": ("traduce", "traduci", "traduzca", "traduzcas", "traduzcan"),
    "construir": ("construye", "construi", "construya", "construyas", "construyan"),
    "incluir": ("incluye", "inclui", "incluya", "incluyas", "incluyan"),
    "distribuir": ("distribuye", "distribui", "distribuya", "distribuyas", "distribuyan"),
}
RESPELT_BEFORE_E = {"c": "qu", "g": "gu", "z": "c"}
RESPELT_BEFORE_A = {"g": "j", "c": "z"}
NOUNS = frozenset(
    (
        *("ajusta", "ajuste", "alista", "anota", "aparta", "apunta", "apunte", "archiva", "arma", "avise", "ayuda"),
        *("baja", "borra", "busca", "calcula", "cambia", "carga", "cargue", "cierre", "cierres", "clava", "clave"),
        *("claves", "cobre", "coloca", "completa", "complete", "compra", "contrata", "contrate", "copia", "corrige"),
        *("corta", "corte", "cortes", "cotice", "cubre", "cuenta", "deja", "descarga", "empaque", "empaques"),
        *("encarga", "encargue", "entrega", "espera", "factura", "filme", "firma", "graba", "hace", "invite"),
        *("levante", "limpia", "llama", "llena", "mande", "marca", "meta", "metas", "mide", "monta", "monte", "montes"),
        *("muestra", "mueve", "ordena", "paga", "pague", "pasa", "pase", "pases", "pega", "pegue", "pinta", "planea"),
        *("pone", "prepara", "prepare", "programa", "prueba", "quita", "quite", "recibe", "reporte", "reportes"),
        *("reserva", "retire", "revise", "saca", "saque", "saques", "separa", "separe", "sigue", "sube", "tapa"),
        *("toma", "trae", "usa", "use", "visita"),
    )
)
"""Forms that are nouns as well, or words of English, or that tell what somebody does."""
BEFORE_A_THING = re.compile(
    r"(?:el|la|los|las|lo|un|una|unos|unas|mi|mis|tu|tus|su|sus|este|esta|estos|estas|ese|esa|esos|esas|nuestr[oa]s?"
    r"|tod[oa]s?|cada|ambos|ambas)\b",
    re.IGNORECASE,
)
SPANISH_BEHIND = re.compile(
    rf"{BEFORE_A_THING.pattern}|(?:al|a|de|del|con|en|por|para|list[oa]s?|que|bien)\b", re.IGNORECASE
)
"""The words that may follow the verb of a Spanish order."""
FIRST = re.compile(r"(?P<that>que\s+)?(?P<me>(?:me|nos)\s+)?(?P<verb>[^\W\d_]{2,20})(?=\s+\S)", re.IGNORECASE)
PRONOUN = re.compile(r"(?P<form>[a-z]{2,}?)(?P<me>me|nos)?(?P<other>(?:le|les|se)?(?:lo|la|los|las)|le|les)?")
MOST_LETTERS_LOOKED_AT = 60
SAID_TO_ONESELF = frozenset(
    (
        *("llamar", "avisar", "ayudar", "esperar", "contactar", "invitar", "contestar", "responder", "preguntar"),
        *("recordar", "explicar", "enseñar", "contar", "visitar", "notificar", "buscar", "encontrar"),
    )
)
"""Verbs of which "me" is a part: "llámame"."""


def in_infinitive(title: str) -> str:
    """Return a title that begins with an order with the infinitive in its place; any other as it is."""
    found = FIRST.match(title)
    verb = verb_of(found, title) if found else ""
    if found is None or not verb:
        return title
    return f"{verb[:1].upper()}{verb[1:]}{title[found.end() :]}"


def verb_of(found: re.Match[str], title: str) -> str:
    """Return the infinitive of the first verb of a title, with a pronoun that it keeps; "" where none is known."""
    word = found["verb"].lower()
    following = title[found.end() :].lstrip()[:MOST_LETTERS_LOOKED_AT].translate(PLAIN)
    if verb := forms().get(word.translate(PLAIN)):
        surely = found["that"] or found["me"] or word.translate(PLAIN) not in NOUNS or BEFORE_A_THING.match(following)
        is_past = word.endswith("é") and verb.endswith("ar")
        return verb if surely and not is_past and SPANISH_BEHIND.match(following) else ""
    parts = PRONOUN.fullmatch(word.translate(PLAIN))
    verb = forms().get(parts["form"], "") if parts else ""
    if parts is None or not verb or (parts["me"] and verb in SAID_TO_ONESELF):
        return ""
    return verb + (parts["other"] or "")


def begins_with_order(words: str) -> bool:
    """Return whether words begin with an order that names its object, which "ponla" does not."""
    found = FIRST.match(words)
    if found is None or not verb_of(found, words):
        return False
    word = found["verb"].lower().translate(PLAIN)
    return word in forms() or is_order_with_pronoun(words)


def is_order_with_pronoun(words: str) -> bool:
    """Return whether words begin with a verb that asks something for whoever says it: "mándame", "haceme"."""
    found = FIRST.match(words)
    parts = PRONOUN.fullmatch(found["verb"].lower().translate(PLAIN)) if found else None
    return parts is not None and bool(parts["me"]) and not parts["other"] and parts["form"] in forms()


@cache
def forms() -> Mapping[str, str]:
    """Return the infinitive of each imperative and subjunctive of the verbs that are known, without accents."""
    found: dict[str, set[str]] = {}
    for verb in {*REGULAR, *CHANGED, *IRREGULAR}:
        for form in IRREGULAR.get(verb) or regular_forms(verb):
            found.setdefault(form.translate(PLAIN), set()).add(verb)
    return {form: next(iter(verbs)) for form, verbs in found.items() if len(verbs) == 1}


def regular_forms(verb: str) -> Iterator[str]:
    """Return the imperatives and subjunctives of a verb, also of "vos": "lija", "lije", "lijes", "lijen"."""
    stem, of_ar = verb[:-2], verb.endswith("ar")
    stressed = CHANGED.get(verb, stem)
    wish = respelt(stressed, of_ar=of_ar) + ("e" if of_ar else "a")
    yield stressed + ("a" if of_ar else "e")
    yield stem + verb[-2]
    yield from (wish, f"{wish}s", f"{wish}n")


def respelt(stem: str, *, of_ar: bool) -> str:
    """Return a stem as it is spelt before the other vowel: "busqu" before an e, "recoj" before an a."""
    if of_ar:
        return stem[:-1] + RESPELT_BEFORE_E.get(stem[-1], stem[-1])
    if stem.endswith("gu"):
        return stem[:-1]
    return stem[:-1] + RESPELT_BEFORE_A.get(stem[-1], stem[-1])
