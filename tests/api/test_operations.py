"""Conditions and tags as they follow from a route's declaration alone."""

from api.http.endpoints import endpoints
from api.http.routing import Route
from core.application.use_case import command, query
from core.base.model import Model
from core.records.work import Task
from core.work import daily_logs, tasks


class Nothing(Model, frozen=True):
    """An answer without a thing in it."""


@query
async def read(ctx, number: int) -> Task:
    raise NotImplementedError


@query
async def read_all(ctx, number: int) -> list[Task]:
    raise NotImplementedError


@command
async def drop(ctx, number: int) -> Nothing:
    raise NotImplementedError


def of(*routes):
    """(what guards it, whether its answer is tagged) of each route."""
    return [(each.current, each.tagged) for each in endpoints(routes)]


def test_a_write_is_guarded_by_the_read_of_its_own_template():
    assert of(Route("GET", "/things/{id}", read), Route("DELETE", "/things/{id}", drop)) == [
        (None, True),
        (read, False),
    ]


def test_another_templates_read_does_not_guard():
    routes = Route("GET", "/things/{eventId}", read), Route("PUT", "/things/{id}", drop)
    assert of(*routes) == [(None, True), (None, False)]


def test_a_list_has_a_tag_and_does_not_guard():
    routes = Route("GET", "/things/{id}", read_all), Route("PUT", "/things/{id}", drop)
    assert of(*routes) == [(None, True), (None, False)]


def test_a_write_that_answers_what_is_read_is_tagged():
    assert of(Route("PATCH", "/things/{id}/team-edit", tasks.team_edit_task, current=read)) == [(read, True)]


def test_a_post_is_neither_guarded_nor_tagged():
    routes = Route("GET", "/logs/{id}", read), Route("POST", "/logs/{id}", daily_logs.close_log)
    assert of(*routes)[1] == (None, False)
