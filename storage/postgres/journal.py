"""Tells the triggers that write the journal where a transaction's writes come from."""

from core.records.journal import Origin


def setting(origin: Origin) -> str:
    """Settings of one transaction. They take no snapshot, so they may stand before the lock that one has to follow."""
    unit = "-" if origin.unit is None else origin.unit
    at = "-" if origin.at is None else origin.at.isoformat()
    token = "" if origin.token is None else f"; SET LOCAL semaforo.token = {literal(origin.token)}"
    return f"SET LOCAL semaforo.origin = '{unit} {at} {origin.person} {origin.via}'{token}"


def literal(text: str) -> str:
    return "'" + text.replace("\0", "").replace("'", "''") + "'"
