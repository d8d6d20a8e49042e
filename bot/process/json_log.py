"""The log as JSON objects, a line each, for programs that collect logs."""

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from core.base.log_fields import ABOUT


def write_json() -> None:
    """Make all handlers of the root logger write JSON."""
    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonFormatter())


class JsonFormatter(logging.Formatter):
    """Formats a line as JSON. It has exceptions only by type and place, since their messages may quote people."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
            **msgspec.structs.asdict(ABOUT.get()),
            "duration": getattr(record, "duration", None),
            "errors": list(raised(record.exc_info[1] if record.exc_info else None)),
        }
        return json.dumps({name: value for name, value in fields.items() if value not in (None, [])})


def raised(error: BaseException | None) -> Iterator[dict[str, object]]:
    """Yield an exception and those that led to it, each with its calls, the innermost first."""
    while error is not None:
        calls = reversed(traceback.extract_tb(error.__traceback__))
        yield {"type": type(error).__qualname__, "at": [f"{each.filename}:{each.lineno} {each.name}" for each in calls]}
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
