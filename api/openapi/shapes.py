"""The name in the document of each Struct that the contract calls otherwise, and an example of each by that name."""

import re
from datetime import date
from pathlib import Path

import msgspec

from api.openapi.schemas import Json

NAMES = {
    "Task": "CalTaskModel",
    "TaskCreate": "CalTaskRequest",
    "TaskUpdate": "UpdateCalTaskRequest",
    "TaskPatch": "PatchCalTaskRequest",
    "TaskBatchCreate": "CreateCalTasksRequest",
    "TaskBatchUpdate": "UpdateCalTasksRequest",
    "TaskPut": "PutCalTaskRequest",
    "TaskComment": "CalTaskCommentModel",
    "Attachment": "CommentAttachment",
    "CommentRequest": "CalTaskCommentRequest",
    "DailyLog": "CalDailyLogModel",
    "DailyLogItem": "CalDailyLogItemModel",
    "TeamRow": "CalDailyLogLeaderItemModel",
    "DateRequest": "DailyLogDateRequest",
    "SemaforoRequest": "DailyLogSemaforoRequest",
    "PercentageRequest": "DailyLogPorcentajeRequest",
    "Event": "CalEventResponse",
    "EventCreate": "CreateCalEventRequest",
    "EventReplace": "ReplaceCalEventRequest",
    "EventUpdate": "UpdateCalEventRequest",
    "VisibilityRecord": "CalEventVisibilityModel",
    "Participant": "CalEventParticipantsModel",
    "ParticipantRequest": "ParticipantsRequest",
    "ParticipantResponse": "CalEventParticipantResponseModel",
    "ResponseRequest": "ParticipantResponseRequest",
    "AvailabilityConflict": "ParticipantAvailabilityResponse",
    "Reminder": "CalEventReminderModel",
    "ReminderRequest": "RemindersRequest",
    "SeriesCreate": "CreateCalEventSeriesRequest",
    "SeriesUpdate": "UpdateCalEventSeriesRequest",
    "SeriesResult": "CalEventSeriesResult",
    "SeriesView": "CalEventSeries",
    "EventType": "CalEventTypeResponse",
    "EventTypeCreate": "CreateCalEventTypeRequest",
    "EventTypeReplace": "ReplaceCalEventTypeRequest",
    "EventTypeUpdate": "UpdateCalEventTypeRequest",
    "Example": "ExampleModel",
    "ExampleRequest": "CreateExampleRequest",
    "TeamPerson": "TeamPersonDay",
    "RedAnswer": "RedAnswerRequest",
    "AskRequest": "AskTaskRequest",
    "AskedAnswer": "AskedTaskAnswerRequest",
    "HandOverRequest": "HandOverTaskRequest",
    "DueDateRequest": "AskForDueDateRequest",
    "SplitRequest": "SplitTaskRequest",
    "DirectoryEntry": "Person",
    "OwnEntry": "OwnPerson",
    "WebhookUpdate": "UpdateWebhookRequest",
    "TaskRuleCreate": "CreateTaskRuleRequest",
    "TaskRuleUpdate": "UpdateTaskRuleRequest",
    "RecordedChange": "Change",
    "FieldFault": "FieldError",
}
EXAMPLES: dict[str, Json] = msgspec.json.decode(Path(__file__).with_name("examples.json").read_bytes())
WRITTEN_ON = date(2026, 11, 23)
"""The day that the examples take for today."""

DATE = re.compile(r"\d{4}-\d\d-\d\d")


def examples_on(today: date) -> dict[str, Json]:
    """The examples, those of requests with dates by which they can be sent today."""
    later = today - WRITTEN_ON

    def moved(found: re.Match[str]) -> str:
        return (date.fromisoformat(found[0]) + later).isoformat()

    requests = {name: example for name, example in EXAMPLES.items() if name.endswith("Request")}
    written = msgspec.json.encode(requests).decode()
    return EXAMPLES | msgspec.json.decode(DATE.sub(moved, written), type=dict[str, Json])
