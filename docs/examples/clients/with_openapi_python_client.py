"""The work of this folder with the client that openapi-python-client makes: a function a module, all of them typed."""

import os
from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from semaforo_client import AuthenticatedClient
from semaforo_client.api.events import create_series, get_series, list_events, update_series
from semaforo_client.api.external_ids import put_task_by_external_id
from semaforo_client.api.people import get_me
from semaforo_client.api.task_batches import create_tasks
from semaforo_client.api.tasks import list_tasks
from semaforo_client.models import (
    CalEventResponseListEnvelope,
    CalEventSeriesEnvelope,
    CalEventSeriesResultEnvelope,
    CalTaskModelEnvelope,
    CalTaskModelListEnvelope,
    CalTaskRequest,
    CreateCalEventSeriesRequest,
    CreateCalTasksRequest,
    ErrorDataCode,
    ErrorEnvelope,
    EventSort,
    IntegerEnvelope,
    OwnPersonEnvelope,
    PutCalTaskRequest,
    RecurrenceType,
    SortOrder,
    TaskSort,
    TaskStatus,
    UpdateCalEventSeriesRequest,
)
from semaforo_client.types import UNSET, Unset

client = AuthenticatedClient(base_url=os.environ["SEMAFORO_URL"], token=os.environ["SEMAFORO_TOKEN"])
long_ago, due = datetime(2026, 1, 1, tzinfo=UTC), datetime.now(UTC).date() + timedelta(days=30)


def ids_of_tasks(me: int) -> list[int]:
    """My open tasks, the last due first, two a page."""
    found: list[int] = []
    cursor: str | Unset = UNSET
    while True:
        page = list_tasks.sync_detailed(
            client=client,
            estatus=[TaskStatus.PENDIENTE, TaskStatus.EN_PROCESO],
            responsible_user_id=me,
            late=False,
            changed_since=long_ago,
            sort=TaskSort.FECHACUMPLIR,
            order=SortOrder.DESC,
            limit=2,
            cursor=cursor,
        )
        assert isinstance(page.parsed, CalTaskModelListEnvelope), page
        found += [task.id for task in page.parsed.data]
        link = page.headers.get("Link")
        if link is None:
            return found
        cursor = parse_qs(urlsplit(link.partition(">")[0].lstrip("<")).query)["cursor"][0]


def main() -> None:
    me = get_me.sync(client=client)
    assert isinstance(me, OwnPersonEnvelope), me

    tasks = [CalTaskRequest(descripcion=f"Tarea {number}", fecha_cumplir=due) for number in range(3)]
    made = create_tasks.sync(client=client, body=CreateCalTasksRequest(tasks=tasks))
    assert isinstance(made, CalTaskModelListEnvelope), made
    assert isinstance(made.data[0].fecha_cumplir, date)
    assert {task.id for task in made.data} <= set(ids_of_tasks(me.data.id))

    same = PutCalTaskRequest(descripcion="De otro sistema", fecha_cumplir=due)
    put = [put_task_by_external_id.sync("jira", "EQ/7", client=client, body=same) for _ in range(2)]
    assert [isinstance(each, CalTaskModelEnvelope) and each.data.descripcion for each in put] == [same.descripcion] * 2

    start = datetime.combine(due, datetime.min.time(), UTC) + timedelta(hours=15)
    body = CreateCalEventSeriesRequest(
        event_type_id=2,
        title="Avances",
        start_datetime=start,
        end_datetime=start + timedelta(hours=1),
        status_id=1,
        recurrence_type=RecurrenceType.WEEKLY,
        rrule="FREQ=WEEKLY;INTERVAL=2;COUNT=3",
    )
    series = create_series.sync(client=client, body=body)
    assert isinstance(series, CalEventSeriesResultEnvelope), series
    later = UpdateCalEventSeriesRequest(from_event_id=series.data.event_ids[1], start_time="11:30", location=None)
    changed = update_series.sync(series.data.series_id, client=client, body=later)
    assert isinstance(changed, IntegerEnvelope), changed
    assert changed.data == len(series.data.event_ids) - 1
    read = get_series.sync(series.data.series_id, client=client)
    assert isinstance(read, CalEventSeriesEnvelope), read
    events = list_events.sync(
        client=client, series_id=series.data.series_id, sort=EventSort.STARTDATETIME, changed_since=long_ago
    )
    assert isinstance(events, CalEventResponseListEnvelope), events
    assert [event.id for event in events.data] == read.data.event_ids

    refused = get_series.sync(series.data.series_id + 1, client=client)
    assert isinstance(refused, ErrorEnvelope), refused
    assert refused.data.code is ErrorDataCode.SERIES_NOT_FOUND


main()
