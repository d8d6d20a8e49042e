"""The statements that the repositories run."""

import inspect

from storage.sql.statements import Change
from storage.unit_of_work import SqlUnitOfWork


def statements(compiled):
    """Every statement of the repositories by its name, `tasks.get`, as an engine compiles it."""
    for group, repository in vars(SqlUnitOfWork(None)).items():
        for name, member in inspect.getmembers(type(repository)):
            declared = member.statement if inspect.isfunction(member) and hasattr(member, "statement") else member
            several = declared.items() if isinstance(declared, dict) else enumerate(flat(declared))
            for key, statement in several:
                if isinstance(statement, Change):
                    first = key[0] if isinstance(key, tuple) else key
                    yield f"{group}.{name.lower()}.{first}", compiled[statement]


def flat(declared):
    """A statement, or several, as several."""
    return declared if isinstance(declared, tuple) else (declared,)
