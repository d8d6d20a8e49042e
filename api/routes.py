"""The operations as declarations: the contract's, then those beyond it, a resource after the other."""

from api.http.routing import Files, Route
from core import examples
from core.base.model import Language
from core.calendar import (
    availability,
    calendar_links,
    event_types,
    events,
    external_events,
    external_series,
    outside_calendars,
    own_reminders,
    participants,
    reminders,
    responses,
    series,
    visibility,
)
from core.delivery import task_nudges, webhooks
from core.jobs.timetable import TIMETABLE
from core.language.i18n import text
from core.people import absences, directory, notices, tokens
from core.records.jobs import JobRun
from core.work import (
    asked_tasks,
    changes,
    daily_logs,
    day_overview,
    external_tasks,
    followers,
    meeting,
    period_summaries,
    red,
    red_help,
    report_files,
    reports,
    search,
    splitting,
    task_batches,
    task_requests,
    task_rules,
    tasks,
    undo,
    workload,
)

PREFIX = "/api/v1"
TRIGGER_SECONDS = 30
RESPONSES, FOLLOWERS, CALENDARS = "event-responses", "task-followers", "calendars"
OWN_REMINDERS = "own-reminders"
BATCHES = "task-batches"
EXTERNAL_IDS, EXTERNAL = "external-ids", "/tasks/external/{source}/{externalId}"
EVENT_EXTERNAL = "/events/external/{source}/{externalId}"
SERIES_EXTERNAL = "/events/series/external/{source}/{externalId}"
TASKS_EXTERNAL = "/tasks/external/{source}"
FOLLOWER = "/tasks/{id}/followers/{userId}"
REPORT_FILES = Files(report_files.MEDIA_TYPES, report_files.report_file)


def run_message(language: Language, run: JobRun) -> str:
    """Return the sentence on what a run did: «Correcto: tareas atrasadas 3, mensajes 2.» and the like."""
    counts = ", ".join(f"{text(language, f'jobs.{name}')} {count}" for name, count in run.counts.items())
    return text(language, "jobs.done", counts=counts)


TRIGGERS = tuple(
    Route("POST", f"/internal/jobs/{job}/run", planned.use_case, message=run_message, timeout=TRIGGER_SECONDS)
    for job, planned in TIMETABLE.items()
    if planned.triggered
)
"""The routes of jobs. A body is not read. The envelope's message says what a run did."""

ROUTES = (
    Route("GET", "/tasks", tasks.list_tasks),
    Route("POST", "/tasks", tasks.create_task),
    Route("GET", "/tasks/range", tasks.list_range),
    Route("GET", "/tasks/{id}", tasks.get_task),
    Route("PATCH", "/tasks/{id}", tasks.update_task),
    Route("DELETE", "/tasks/{id}", tasks.delete_task),
    Route("PATCH", "/tasks/{id}/team-edit", tasks.team_edit_task, current=tasks.get_task),
    Route("GET", "/tasks/{id}/comments", tasks.list_comments),
    Route("GET", "/tasks/{id}/attachments", tasks.list_attachments),
    Route("GET", "/tasks/{id}/attachments/{attachmentId}", tasks.get_attachment, opens=True),
    Route("POST", "/tasks/{id}/comments", tasks.add_comment),
    Route("PATCH", "/tasks/{id}/comments/{commentId}", tasks.update_comment, current=tasks.get_comment),
    Route("POST", "/daily-logs/open", daily_logs.open_log),
    Route("POST", "/daily-logs/{dailyLogId}/avance", daily_logs.send_avance),
    Route("POST", "/daily-logs/{dailyLogId}/close", daily_logs.close_log),
    Route("POST", "/daily-logs/items/{itemId}/reopen", daily_logs.reopen_item),
    Route("PATCH", "/daily-logs/items/{itemId}/semaforo", daily_logs.set_semaforo, current=daily_logs.log_of_item),
    Route("PATCH", "/daily-logs/items/{itemId}/avance", daily_logs.set_porcentaje, current=daily_logs.log_of_item),
    Route("GET", "/daily-logs/me", daily_logs.my_log),
    Route("GET", "/daily-logs/me/history", daily_logs.my_history),
    Route("GET", "/daily-logs/team", daily_logs.team_log),
    Route("GET", "/daily-logs/team/history", daily_logs.team_history),
    Route("GET", "/daily-logs/team/people", day_overview.team_people),
    Route("GET", "/events", events.list_events),
    Route("POST", "/events", events.create_event),
    Route("GET", "/events/availability", availability.find_conflicts),
    Route("GET", "/events/{id}", events.get_event),
    Route("PUT", "/events/{id}", events.replace_event),
    Route("PATCH", "/events/{id}", events.update_event),
    Route("DELETE", "/events/{id}", events.delete_event),
    Route("POST", "/events/series", series.create_series),
    Route("GET", "/events/series/{seriesId}", series.get_series),
    Route("PATCH", "/events/series/{seriesId}", series.update_series),
    Route("DELETE", "/events/series/{seriesId}", series.delete_series),
    Route("GET", "/event-types", event_types.list_event_types),
    Route("POST", "/event-types", event_types.create_event_type),
    Route("GET", "/event-types/{id}", event_types.get_event_type),
    Route("PUT", "/event-types/{id}", event_types.replace_event_type),
    Route("PATCH", "/event-types/{id}", event_types.update_event_type),
    Route("DELETE", "/event-types/{id}", event_types.delete_event_type),
    # In a path a GET has an event's id, a write a record's.
    Route("GET", "/visibility", visibility.list_records),
    Route("POST", "/visibility", visibility.create_record),
    Route("GET", "/visibility/{event_id}", visibility.list_of_event),
    Route("PUT", "/visibility/{id}", visibility.replace_record, current=visibility.get_record),
    Route("DELETE", "/visibility/{id}", visibility.delete_record, current=visibility.get_record),
    # In a path a GET has the date on which they are due, a write a reminder's id.
    Route("GET", "/reminders", reminders.list_reminders),
    Route("POST", "/reminders", reminders.create_reminder),
    Route("GET", "/reminders/{due}", reminders.list_due),
    Route("PUT", "/reminders/{id}", reminders.replace_reminder, current=reminders.get_reminder),
    Route("DELETE", "/reminders/{id}", reminders.delete_reminder, current=reminders.get_reminder),
    # In a path a GET has a person's id, a write a participation's.
    Route("GET", "/participants", participants.list_participants),
    Route("POST", "/participants", participants.create_participant),
    Route("GET", "/participants/{userId}", participants.list_of_person),
    Route("PUT", "/participants/{id}", participants.replace_participant, current=participants.get_participant),
    Route("DELETE", "/participants/{id}", participants.delete_participant, current=participants.get_participant),
    Route("GET", "/events/{id}/responses", responses.list_responses, tag=RESPONSES),
    Route("PUT", "/events/{id}/response", responses.set_response, current=responses.own_response, tag=RESPONSES),
    Route("GET", "/examples", examples.list_examples),
    Route("POST", "/examples", examples.create_example),
    Route("GET", "/examples/{id}", examples.get_example),
    Route("PUT", "/examples/{id}", examples.replace_example),
    Route("DELETE", "/examples/{id}", examples.delete_example),
    *TRIGGERS,
    Route("GET", "/red", red.list_red),
    Route("DELETE", "/red/{redId}", red_help.withdraw_red, current=red_help.get_red),
    Route("PUT", "/red/{redId}/answer", red_help.answer, current=red_help.get_red),
    Route("GET", "/asked-tasks", asked_tasks.list_asked),
    Route("POST", "/asked-tasks", asked_tasks.ask_for_task),
    Route("GET", "/asked-tasks/{askedId}", asked_tasks.get_asked),
    Route("DELETE", "/asked-tasks/{askedId}", asked_tasks.withdraw_asked),
    Route("PUT", "/asked-tasks/{askedId}/answer", asked_tasks.answer_asked, current=asked_tasks.get_asked),
    Route("POST", "/tasks/{id}/hand-over", task_requests.hand_over, tag="asked-tasks"),
    Route("POST", "/tasks/{id}/due-date-request", task_requests.ask_for_date, tag="asked-tasks"),
    Route("POST", "/tasks/{id}/split", splitting.split_task, tag="task-splits"),
    Route("GET", "/tasks/{id}/followers", followers.list_followers, tag=FOLLOWERS),
    Route("PUT", FOLLOWER, followers.add_follower, current=followers.get_follower, tag=FOLLOWERS),
    Route("DELETE", FOLLOWER, followers.remove_follower, current=followers.get_follower, tag=FOLLOWERS),
    Route("POST", "/tasks/{id}/nudges", task_nudges.nudge_about, tag="tasks"),
    Route("POST", "/tasks/batch", task_batches.create_tasks, tag=BATCHES, of_several=True),
    Route("PATCH", "/tasks/batch", task_batches.update_tasks, tag=BATCHES, of_several=True),
    Route("DELETE", "/tasks/batch", task_batches.delete_tasks, tag=BATCHES, of_several=True),
    Route("GET", EXTERNAL, external_tasks.get_task_by_external_id, tag=EXTERNAL_IDS),
    Route("PUT", EXTERNAL, external_tasks.put_task_by_external_id, tag=EXTERNAL_IDS),
    Route("GET", TASKS_EXTERNAL, external_tasks.list_external_tasks, tag=EXTERNAL_IDS),
    Route("PUT", TASKS_EXTERNAL, external_tasks.put_tasks_by_external_id, tag=EXTERNAL_IDS),
    Route("GET", EVENT_EXTERNAL, external_events.get_event_by_external_id, tag=EXTERNAL_IDS),
    Route("GET", "/events/{id}/external", external_events.get_event_external_id, tag=EXTERNAL_IDS),
    Route("PUT", "/events/{id}/external", external_events.set_event_external_id, tag=EXTERNAL_IDS),
    Route("GET", SERIES_EXTERNAL, external_series.get_series_by_external_id, tag=EXTERNAL_IDS),
    Route("GET", "/events/series/{seriesId}/external", external_series.get_series_external_id, tag=EXTERNAL_IDS),
    Route("PUT", "/events/series/{seriesId}/external", external_series.set_series_external_id, tag=EXTERNAL_IDS),
    Route("GET", "/tasks/{id}/external", external_tasks.get_task_external_id, tag=EXTERNAL_IDS),
    Route("PUT", "/tasks/{id}/external", external_tasks.set_task_external_id, tag=EXTERNAL_IDS),
    Route("GET", "/tasks/{id}/mute", followers.get_mute, tag=FOLLOWERS),
    Route("PUT", "/tasks/{id}/mute", followers.mute, tag=FOLLOWERS),
    Route("DELETE", "/tasks/{id}/mute", followers.unmute, tag=FOLLOWERS),
    Route("GET", "/task-rules", task_rules.list_rules),
    Route("POST", "/task-rules", task_rules.create_rule),
    Route("GET", "/task-rules/{ruleId}", task_rules.get_rule),
    Route("PATCH", "/task-rules/{ruleId}", task_rules.update_rule),
    Route("DELETE", "/task-rules/{ruleId}", task_rules.end_rule),
    Route("GET", "/people", directory.list_people),
    Route("GET", "/people/{id}", directory.get_person),
    Route("GET", "/people/{id}/absences", absences.list_absences, tag="absences"),
    Route("POST", "/absences/hours", absences.declare_hours),
    Route("DELETE", "/absences/{absenceId}", absences.cancel_absence),
    Route("GET", "/me", directory.get_me, tag="people"),
    Route("GET", "/me/notices", notices.own_notices, tag="notices"),
    Route("PUT", "/me/notices", notices.set_notices, current=notices.own_notices, tag="notices"),
    Route("GET", "/me/tokens", tokens.own_tokens, tag="tokens"),
    Route("POST", "/me/tokens", tokens.issue_own_token, tag="tokens", grants=True),
    Route("DELETE", "/me/tokens/{tokenId}", tokens.end_own_token, tag="tokens"),
    Route("GET", "/me/calendars", calendar_links.own_links, tag=CALENDARS),
    Route("POST", "/me/calendars", calendar_links.make_link, tag=CALENDARS, links=True),
    Route("POST", "/me/calendars/{linkId}/renewal", calendar_links.renew_link, tag=CALENDARS, links=True),
    Route("DELETE", "/me/calendars/{linkId}", calendar_links.end_link, tag=CALENDARS),
    Route("GET", "/me/outside-calendars", outside_calendars.own_outside_calendars, tag=CALENDARS),
    Route("POST", "/me/outside-calendars", outside_calendars.add_outside_calendar, tag=CALENDARS, sends_to=True),
    Route("DELETE", "/me/outside-calendars/{calendarId}", outside_calendars.remove_outside_calendar, tag=CALENDARS),
    Route("GET", "/me/reminders", own_reminders.list_own_reminders, tag=OWN_REMINDERS),
    Route("POST", "/me/reminders", own_reminders.create_own_reminder, tag=OWN_REMINDERS),
    Route("GET", "/me/reminders/{reminderId}", own_reminders.get_own_reminder, tag=OWN_REMINDERS),
    Route("PUT", "/me/reminders/{reminderId}", own_reminders.replace_own_reminder, tag=OWN_REMINDERS),
    Route("DELETE", "/me/reminders/{reminderId}", own_reminders.remove_own_reminder, tag=OWN_REMINDERS),
    Route("GET", "/webhooks", webhooks.list_webhooks),
    Route("POST", "/webhooks", webhooks.make_webhook, sends_to=True),
    Route("GET", "/webhooks/{webhookId}", webhooks.get_webhook),
    Route("PATCH", "/webhooks/{webhookId}", webhooks.update_webhook, sends_to=True),
    Route("DELETE", "/webhooks/{webhookId}", webhooks.delete_webhook),
    Route("POST", "/webhooks/{webhookId}/renewal", webhooks.renew_webhook),
    Route("POST", "/webhooks/{webhookId}/test", webhooks.test_webhook, delivers=True),
    Route("GET", "/search", search.search),
    Route("GET", "/changes", changes.list_changes, held=True),
    Route("POST", "/changes/{seq}/undo", undo.undo_change),
    Route("GET", "/tasks/{id}/history", changes.task_history, tag="changes"),
    Route("GET", "/events/{id}/history", changes.event_history, tag="changes"),
    Route("GET", "/reports/team", reports.team_report, files=REPORT_FILES),
    Route("GET", "/reports/me", reports.own_report, files=REPORT_FILES),
    Route("GET", "/reports/team/summary", period_summaries.team_period),
    Route("GET", "/reports/me/summary", period_summaries.own_period),
    Route("GET", "/reports/team/workload", workload.team_workload),
    Route("GET", "/reports/meeting", meeting.meeting),
    Route("GET", "/reports/me/workload", workload.own_workload),
    Route("GET", "/people/{id}/workload", workload.person_workload, tag="reports"),
)
