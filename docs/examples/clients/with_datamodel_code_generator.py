"""The work of this folder with the models that datamodel-code-generator makes, over httpx: it makes no calls."""

import os
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import httpx
from pydantic import BaseModel
from semaforo_models import (
    ApiV1EventsGetParametersQuery,
    ApiV1TasksGetParametersQuery,
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

M = TypeVar("M", bound=BaseModel)

client = httpx.Client(
    base_url=f"{os.environ['SEMAFORO_URL']}/api/v1",
    headers={"Authorization": f"Bearer {os.environ['SEMAFORO_TOKEN']}"},
)
long_ago, due = datetime(2026, 1, 1, tzinfo=UTC), datetime.now(UTC).date() + timedelta(days=30)


def written(model: BaseModel) -> dict[str, object]:
    """The fields that were given: those that were not are absent, and null is null."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


def sent(kind: type[M], method: str, path: str, body: BaseModel | None = None) -> M:
    reply = client.request(method, path, json=written(body) if body else None)
    return kind.model_validate_json(reply.content)


def ids_of_tasks(me: int) -> list[int]:
    """My open tasks, the last due first, two a page."""
    query = ApiV1TasksGetParametersQuery(
        estatus=[TaskStatus.PENDIENTE, TaskStatus.EN_PROCESO],
        responsibleUserId=me,
        late=False,
        changedSince=long_ago,
        sort=TaskSort.fechaCumplir,
        order=SortOrder.desc,
        limit=2,
    )
    page = client.get("/tasks", params=httpx.QueryParams(**written(query)))
    found = CalTaskModelListEnvelope.model_validate_json(page.content).data
    while "next" in page.links:
        page = client.get(str(page.url.join(page.links["next"]["url"])))
        found += CalTaskModelListEnvelope.model_validate_json(page.content).data
    return [task.id for task in found]


def main() -> None:
    me = sent(OwnPersonEnvelope, "GET", "/me").data

    tasks = [CalTaskRequest(descripcion=f"Tarea {number}", fechaCumplir=due) for number in range(3)]
    made = sent(CalTaskModelListEnvelope, "POST", "/tasks/batch", CreateCalTasksRequest(tasks=tasks)).data
    assert {task.id for task in made} <= set(ids_of_tasks(me.id))

    same = PutCalTaskRequest(descripcion="De otro sistema", fechaCumplir=due)
    put = [sent(CalTaskModelEnvelope, "PUT", "/tasks/external/jira/EQ%2F8", same).data for _ in range(2)]
    assert put[0].id == put[1].id

    start = datetime.combine(due, datetime.min.time(), UTC) + timedelta(hours=15)
    body = CreateCalEventSeriesRequest(
        eventTypeId=2,
        title="Avances",
        startDatetime=start,
        endDatetime=start + timedelta(hours=1),
        statusId=1,
        recurrenceType=RecurrenceType.WEEKLY,
        rrule="FREQ=WEEKLY;INTERVAL=2;COUNT=3",
    )
    series = sent(CalEventSeriesResultEnvelope, "POST", "/events/series", body).data
    later = UpdateCalEventSeriesRequest(fromEventId=series.eventIds[1], startTime="11:30", location=None)
    assert sent(IntegerEnvelope, "PATCH", f"/events/series/{series.seriesId}", later).data == len(series.eventIds) - 1
    read = sent(CalEventSeriesEnvelope, "GET", f"/events/series/{series.seriesId}").data
    query = ApiV1EventsGetParametersQuery(seriesId=series.seriesId, sort=EventSort.startDatetime, changedSince=long_ago)
    page = client.get("/events", params=httpx.QueryParams(**written(query)))
    events = CalEventResponseListEnvelope.model_validate_json(page.content).data
    assert [event.id for event in events] == read.eventIds

    refused = sent(ErrorEnvelope, "GET", f"/events/series/{series.seriesId + 1}")
    assert refused.data.code is ErrorDataCode.series_not_found


main()
