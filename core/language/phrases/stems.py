"""The stems of words by which a title is called: "factura" and "facturas", "migrar" and "migración"."""

import re

SHORTEST = 3
LINKS = frozenset(
    (
        *("a", "al", "con", "de", "del", "e", "el", "en", "la", "las", "lo", "los", "para", "por", "y"),
        *("and", "for", "in", "of", "on", "the", "to", "with"),
    )
)
"""Words that may stand between the words that name a task."""
SAYS_NOTHING = frozenset(
    (
        *("que", "mis", "sus", "una", "uno", "unos", "unas", "this", "that", "his", "her", "its", "our", "your", "not"),
        *("tarea", "tareas", "task", "tasks", "pendiente", "tema", "asunto", "listo", "lista", "done"),
        *("termine", "acabe", "cerre", "complete", "mande", "deje"),
        *("hoy", "ayer", "manana", "today", "tomorrow", "yesterday"),
    )
)
ENDING = re.compile(r"(?<=\w{4})(?:(?:a|i|u|ca|)[ct]ion(?:es|s)?|ion(?:es|s)?|[aei]r|ing|ate)$")
"""Endings that tell "migración" from "migrar"; what is left is the same."""


def stem(word: str) -> str:
    """A word of either language without the endings of a plural or of a verb; "" if it is a word that names nothing."""
    if word in LINKS:
        return word
    if len(word) < SHORTEST or word.isdigit() or word in SAYS_NOTHING:
        return ""
    return ENDING.sub("", word).removesuffix("s").removesuffix("e")
