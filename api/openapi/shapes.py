"""The name in the document of each Struct that has another name there, and an example of each by that name."""

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
    "SearchResult": "SearchResultModel",
    "ExternalId": "ExternalIdModel",
    "ExternalTaskPut": "PutExternalCalTaskRequest",
    "ExternalTaskPuts": "PutExternalCalTasksRequest",
    "PutTask": "PutExternalTask",
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
OPERATION_NAMES = {
    "tasks.list_range": "list_tasks_due_between",
    "visibility.list_records": "list_visibility_records",
    "visibility.create_record": "create_visibility_record",
    "visibility.list_of_event": "list_visibility_records_of_event",
    "visibility.replace_record": "replace_visibility_record",
    "visibility.delete_record": "delete_visibility_record",
    "reminders.list_due": "list_due_reminders",
    "participants.list_of_person": "list_participations_of_person",
    "red_help.answer": "answer_red",
    "followers.get_mute": "get_task_mute",
    "followers.mute": "mute_task",
    "followers.unmute": "unmute_task",
    "task_rules.list_rules": "list_task_rules",
    "task_rules.create_rule": "create_task_rule",
    "task_rules.get_rule": "get_task_rule",
    "task_rules.update_rule": "update_task_rule",
    "task_rules.end_rule": "end_task_rule",
    "calendar_links.own_links": "own_calendar_links",
    "calendar_links.make_link": "make_calendar_link",
    "calendar_links.renew_link": "renew_calendar_link",
    "calendar_links.end_link": "end_calendar_link",
    "meeting.meeting": "get_meeting_agenda",
    "jobs.task-planeacion-sync": "run_task_planeacion_sync",
    "jobs.birthday-sync": "run_birthday_sync",
    "jobs.reminders": "run_reminders",
    "jobs.overdue-survey": "run_overdue_survey",
    "jobs.overdue-regular": "run_overdue_regular",
}
"""The operation of each use case whose own name says what it does only beside its module's.

Clients are generated as functions of one module, too: `answer` or `create_record` would be among all the others.
"""
Examples = dict[str, Json | list[Json]]
EXAMPLES: Examples = msgspec.json.decode(Path(__file__).with_name("examples.json").read_bytes())
"""An example of each Struct, or several, by its name in the document."""
WRITTEN_ON = date(2026, 11, 23)
"""The day that the examples take for today."""

DATE = re.compile(r"\d{4}-\d\d-\d\d")


def examples_on(today: date) -> Examples:
    """The examples, those of requests with dates by which they can be sent today."""
    later = today - WRITTEN_ON

    def moved(found: re.Match[str]) -> str:
        return (date.fromisoformat(found[0]) + later).isoformat()

    requests = {name: example for name, example in EXAMPLES.items() if name.endswith("Request")}
    written = msgspec.json.encode(requests).decode()
    return EXAMPLES | msgspec.json.decode(DATE.sub(moved, written), type=Examples)
