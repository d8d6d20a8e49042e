"""The commands: their names, how help groups them, and whose they are."""

import re

SECTIONS = {
    "day": {"hoy": "today", "abrir": "open", "avance": "report", "cerrar": "close", "historial": "history"},
    "tasks": {"nueva": "new", "tareas": "tasks", "tarea": "task", "buscar": "search", "comentar": "comment"},
    "time": {"agenda": "agenda", "disponible": "free", "evento": "event", "ausencia": "absence"},
    "team": {
        "equipo": "team",
        "rojo": "red",
        "resumen": "summary",
        "exportar": "export",
        "vincular": "link",
        "desvincular": "unlink",
    },
    "account": {
        "idioma": "language",
        "zona": "timezone",
        "avisos": "notifications",
        "porque": "why",
        "calendario": "calendar",
        "token": "token",
        "conectar": "connect",
        "deshacer": "undo",
        "cancelar": "cancel",
        "ayuda": "help",
        "salir": "leave",
    },
}
"""Each command's Spanish and English name, as help groups them; both are always understood."""
NAMES = {name: english for section in SECTIONS.values() for name, english in section.items()}
LINKING = frozenset({"vincular", "desvincular"})
"""The commands by which a group begins, and ends, to show one's own team."""
LEADERS = frozenset({"equipo", "exportar", *LINKING})
SHOWN_IN_GROUPS = ("equipo", "rojo", "resumen")
"""The commands by which a linked group shows what the leader who linked it may see."""
GROUPS = (*SHOWN_IN_GROUPS, "ayuda", "vincular", "desvincular")
"""The commands that groups understand, as their menu has them."""
FORMER = {"avisos": ("notices",)}
"""Names that commands once had, which are still understood."""
SPANISH = {spoken: name for name, english in NAMES.items() for spoken in (name, english, *FORMER.get(name, ()))}
COMMAND = re.compile(r"/(\w+)(?:@(\w+))?(?:\s(.*))?", re.DOTALL)
"""A message that is a command: its name, whose, and the words behind it."""
NAME_AND_NUMBER = re.compile(r"([a-z]+)_?([0-9]+)")
"""`/tarea12`: a command without the blank before its number."""
