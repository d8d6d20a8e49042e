"""What Schemathesis asks of an answer besides its own checks: that the document says all that a schema can say."""

import schemathesis

BETWEEN_VALUES = {"before", "not_after", "too_many_days", "too_far_ahead", "not_applicable", "required_without"}
OF_A_SERIES = {"sunday_start", "too_many_occurrences", "no_occurrences"}
OF_THE_STORE = {"unknown_id", "inactive_user"}
LOOSE_IN_JSON_SCHEMA = (
    ("wrong_type", "de tipo int"),  # to a schema 1.0 is an integer
    ("out_of_range", "1900–9998"),  # to a schema every year is a date's
)


def beyond_a_schema(fault: dict[str, str]) -> bool:
    if fault["code"] in BETWEEN_VALUES | OF_A_SERIES | OF_THE_STORE:
        return True
    return any(fault["code"] == code and text in fault["message"] for code, text in LOOSE_IN_JSON_SCHEMA)


@schemathesis.check
def refuses_only_what_no_schema_says(ctx, response, case):
    """A request that is as documented is 400 only for what a schema cannot say."""
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    faults = response.json()["data"].get("errors", [])
    assert faults, "refused as a whole, though it is as documented"
    said = [fault for fault in faults if not beyond_a_schema(fault)]
    assert not said, f"the document does not say so: {said}"
