"""Checks that Schemathesis runs besides its own: the document says all that a schema can say of an answer."""

import schemathesis
from schemathesis.generation.meta import TestPhase

OF_ONE_VALUE = {
    "required",
    "wrong_type",
    "null_not_allowed",
    "out_of_range",
    "not_one_of",
    "too_long",
    "empty",
    "invalid_date",
    "invalid_datetime",
    "invalid_character",
    "invalid_format",
}
"""Wrong with a value by itself, which a schema says; the other codes are of values together, or of the store."""
LOOSE_IN_JSON_SCHEMA = (
    ("wrong_type", "un número entero"),  # to a schema 1.0 is an integer
    ("out_of_range", "1900–9998"),  # to a schema every year is a date's
)

FROM_PATHS = {"externalId"}
"""Fields that are passed on from an earlier request's path: there they are percent-encoded, and so may be too long."""


def said_by_a_schema(fault: dict[str, str]) -> bool:
    loose = any(fault["code"] == code and text in fault["message"] for code, text in LOOSE_IN_JSON_SCHEMA)
    return fault["code"] in OF_ONE_VALUE and not loose


@schemathesis.check
def refuses_only_what_no_schema_says(ctx, response, case):
    """A request that is as documented is 400 only for what a schema cannot say."""
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    faults = response.json()["data"].get("errors", [])
    assert faults, "refused as a whole, though it is as documented"
    missing = [fault for fault in faults if said_by_a_schema(fault)]
    if case.meta.phase.name is TestPhase.STATEFUL:  # what an earlier answer or path had is passed on as it is
        passed_on = {*case.path_parameters, *FROM_PATHS}
        missing = [fault for fault in missing if fault["field"].rpartition(".")[2] not in passed_on]
    assert not missing, f"the document does not say so: {missing}"
