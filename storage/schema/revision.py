"""The revision of the schema, which each write transaction checks: one program may upgrade what another has open."""


class SchemaOutOfDate(Exception):
    """The database is at another version than this program. `upgrade` migrates an older one."""

    def __init__(self, name: str, found: str | None, wanted: str) -> None:
        newer = found is not None and found > wanted
        self.is_older = found is not None and found < wanted
        later = f"knows nothing after {wanted}: install the version that made it, or a later one"
        takes = later if newer else f"needs {wanted}, which `semaforo db upgrade` makes of it"
        super().__init__(f"the schema of {name} is at {found or 'nothing'}; this program {takes}")
        self.name = name
        self.found = found
        self.wanted = wanted


class SchemaChanged(Exception):
    """Another program has changed the schema while this one had the database open."""

    def __init__(self, found: str | None, wanted: str) -> None:
        now = f"at {found} now" if found else "at another revision now"
        super().__init__(f"the schema is {now}, and this program writes at {wanted} only: restart it")


MARKER = "at_revision_"


def marker_of(revision: str) -> str:
    """The name of an empty table on PostgreSQL, renamed with each upgrade.

    A write transaction locks a table anyhow; that this one is there is the check, without a query more.
    """
    return f"{MARKER}{revision}"
