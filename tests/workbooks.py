"""Workbooks as a spreadsheet reads them."""

from io import BytesIO
from typing import Any


def workbook(content: bytes) -> Any:
    """The sheets of an XLSX file."""
    from openpyxl import load_workbook  # noqa: PLC0415 few need it, and it loads for half a second

    return load_workbook(BytesIO(content))
