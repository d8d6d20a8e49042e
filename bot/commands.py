"""The commands: their names, how help groups them, and whose they are."""

SECTIONS = {
    "day": {
        "hoy": "today",
        "abrir": "open",
        "avance": "report",
        "cerrar": "close",
        "historial": "history",
    },
    "tasks": {
        "nueva": "new",
        "tareas": "tasks",
        "tarea": "task",
        "comentar": "comment",
    },
    "time": {
        "agenda": "agenda",
        "disponible": "free",
        "evento": "event",
    },
    "team": {
        "equipo": "team",
        "rojo": "red",
    },
    "account": {
        "idioma": "language",
        "zona": "timezone",
        "token": "token",
        "cancelar": "cancel",
        "ayuda": "help",
        "salir": "leave",
    },
}
"""Each command's Spanish and English name, as help groups them; both are always understood."""
NAMES = {name: english for section in SECTIONS.values() for name, english in section.items()}
LEADERS = frozenset({"equipo"})
