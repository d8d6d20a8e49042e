"""The name in the document of each Struct, the contract's if it has one, and its example (`examples.json`)."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from api.http.errors import ErrorData, FieldChange, FieldFault
from core import examples
from core.calendar import (
    calendar_links,
    event_types,
    events,
    outside_calendars,
    participants,
    reminders,
    responses,
    series,
    visibility,
)
from core.delivery import webhooks
from core.people import tokens
from core.people.directory import DirectoryEntry, OwnEntry
from core.people.notices import NoticesRequest
from core.records.calendar import (
    AvailabilityConflict,
    Event,
    EventType,
    Participant,
    ParticipantResponse,
    Reminder,
    VisibilityRecord,
)
from core.records.calendar_links import CalendarLink, NewCalendarLink
from core.records.examples import Example
from core.records.journal import ChangeHistory, Changes, RecordedChange, TakenBack
from core.records.outside_calendars import OutsideCalendar
from core.records.people import Notices
from core.records.search import SearchResult
from core.records.tokens import IssuedToken, Token
from core.records.webhooks import NewWebhook, Webhook, WebhookData, WebhookEvent, WebhookTest
from core.records.work import (
    AskedTask,
    Attachment,
    DailyLog,
    DailyLogItem,
    Red,
    RedHelper,
    Task,
    TaskComment,
    TaskFollower,
    TaskMute,
    TaskRule,
    TeamRow,
)
from core.work import asked_tasks, daily_logs, day_overview, period_summaries, red, red_help, reports, task_rules, tasks

Json = dict[str, Any]


class Shape(Struct, frozen=True):
    kind: type[Struct]
    name: str
    example: Json


NAMES: dict[type[Struct], str] = {
    Task: "CalTaskModel",
    tasks.TaskCreate: "CalTaskRequest",
    tasks.TaskUpdate: "UpdateCalTaskRequest",
    TaskComment: "CalTaskCommentModel",
    Attachment: "CommentAttachment",
    tasks.CommentRequest: "CalTaskCommentRequest",
    DailyLog: "CalDailyLogModel",
    DailyLogItem: "CalDailyLogItemModel",
    TeamRow: "CalDailyLogLeaderItemModel",
    daily_logs.DateRequest: "DailyLogDateRequest",
    daily_logs.SemaforoRequest: "DailyLogSemaforoRequest",
    daily_logs.PercentageRequest: "DailyLogPorcentajeRequest",
    Event: "CalEventResponse",
    events.EventCreate: "CreateCalEventRequest",
    events.EventReplace: "ReplaceCalEventRequest",
    events.EventUpdate: "UpdateCalEventRequest",
    VisibilityRecord: "CalEventVisibilityModel",
    visibility.VisibilityRequest: "VisibilityRequest",
    Participant: "CalEventParticipantsModel",
    participants.ParticipantRequest: "ParticipantsRequest",
    ParticipantResponse: "CalEventParticipantResponseModel",
    responses.ResponseRequest: "ParticipantResponseRequest",
    AvailabilityConflict: "ParticipantAvailabilityResponse",
    Reminder: "CalEventReminderModel",
    reminders.ReminderRequest: "RemindersRequest",
    series.SeriesCreate: "CreateCalEventSeriesRequest",
    series.SeriesUpdate: "UpdateCalEventSeriesRequest",
    series.SeriesResult: "CalEventSeriesResult",
    EventType: "CalEventTypeResponse",
    event_types.EventTypeCreate: "CreateCalEventTypeRequest",
    event_types.EventTypeReplace: "ReplaceCalEventTypeRequest",
    event_types.EventTypeUpdate: "UpdateCalEventTypeRequest",
    Example: "ExampleModel",
    examples.ExampleRequest: "CreateExampleRequest",
    day_overview.TeamPerson: "TeamPersonDay",
    TaskFollower: "TaskFollower",
    TaskMute: "TaskMute",
    red.RedItem: "RedItem",
    RedHelper: "RedHelper",
    Red: "Red",
    red_help.RedAnswer: "RedAnswerRequest",
    AskedTask: "AskedTask",
    asked_tasks.AskRequest: "AskTaskRequest",
    asked_tasks.AskedAnswer: "AskedTaskAnswerRequest",
    DirectoryEntry: "Person",
    OwnEntry: "OwnPerson",
    Notices: "Notices",
    NoticesRequest: "NoticesRequest",
    Token: "Token",
    tokens.TokenRequest: "TokenRequest",
    IssuedToken: "IssuedToken",
    CalendarLink: "CalendarLink",
    calendar_links.CalendarLinkRequest: "CalendarLinkRequest",
    NewCalendarLink: "NewCalendarLink",
    OutsideCalendar: "OutsideCalendar",
    outside_calendars.OutsideCalendarRequest: "OutsideCalendarRequest",
    Webhook: "Webhook",
    NewWebhook: "NewWebhook",
    WebhookTest: "WebhookTest",
    WebhookEvent: "WebhookEvent",
    WebhookData: "WebhookData",
    webhooks.WebhookRequest: "WebhookRequest",
    webhooks.WebhookUpdate: "UpdateWebhookRequest",
    TaskRule: "TaskRule",
    task_rules.TaskRuleCreate: "CreateTaskRuleRequest",
    task_rules.TaskRuleUpdate: "UpdateTaskRuleRequest",
    SearchResult: "SearchResult",
    RecordedChange: "Change",
    Changes: "Changes",
    ChangeHistory: "ChangeHistory",
    TakenBack: "TakenBack",
    reports.TeamReport: "TeamReport",
    reports.ReportSum: "ReportSum",
    reports.ReportPerson: "ReportPerson",
    reports.ReportDay: "ReportDay",
    reports.ReportRed: "ReportRed",
    period_summaries.PeriodSummary: "PeriodSummary",
    period_summaries.LightDays: "LightDays",
    period_summaries.RedDays: "RedDays",
    period_summaries.UnopenedDays: "UnopenedDays",
    period_summaries.MovedTask: "MovedTask",
    ErrorData: "ErrorData",
    FieldFault: "FieldError",
    FieldChange: "FieldChange",
}
EXAMPLES: dict[str, Json] = msgspec.json.decode(Path(__file__).with_name("examples.json").read_bytes())
SHAPES = tuple(Shape(kind, name, EXAMPLES[name]) for kind, name in NAMES.items())
