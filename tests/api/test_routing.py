"""The route table by itself: every declaration is found by its own path, and by no other's."""

from datetime import date
from inspect import Parameter, signature

import pytest

from api.http.errors import HttpError
from api.http.routing import RouteTable
from api.routes import ROUTES
from core.base.external_ids import IdThere, Source
from core.records.journal import Seq
from tests.tables import each_row


@each_row(ROUTES)
def test_a_use_case_takes_what_its_route_brings_and_needs_nothing_else(route):
    _, *parameters = signature(route.use_case.act).parameters.values()
    assert set(route.parameter_types) <= {int, date, str, Seq, Source, IdThere}
    brought = [*route.parameter_types] + [shape for shape in (route.query, route.body) if shape]
    brought += [bytes] if route.links else []
    assert [each.annotation for each in parameters[: len(brought)]] == brought
    assert all(each.default is not Parameter.empty for each in parameters[len(brought) :])


def test_the_same_method_and_template_twice_is_an_error():
    with pytest.raises(ValueError, match="GET"):
        RouteTable([("GET", "/x/{id}", 1), ("GET", "/x/{other}", 2)])


@each_row(
    [
        ("/a/b", "fixed", []),
        ("/a/c", "open", ["c"]),
        ("/a/b/c", "deep", ["b"]),
        ("/a/b/7/d", "fixed deep", ["7"]),
        ("/a/x/7/d", "open deep", ["x", "7"]),
        ("/a/b/c/d", "fixed deep", ["c"]),
    ]
)
def test_a_fixed_segment_comes_first_but_may_be_left_again(path, target, values):
    table = RouteTable(
        [
            ("GET", "/a/b", "fixed"), ("GET", "/a/{id}", "open"), ("GET", "/a/{id}/c", "deep"),
            ("GET", "/a/b/{id}/d", "fixed deep"), ("GET", "/a/{id}/{other}/d", "open deep"),
        ]
    )  # fmt: skip
    found, segments = table.find("GET", path)
    assert (found, list(segments)) == (target, values)


@each_row(["", "/", "a", "/a/", "/a//", "//a", "/a/b/", "/a/{id}/x"])
def test_no_segment_may_be_empty_or_left_over(path):
    with pytest.raises(HttpError) as refused:
        RouteTable([("GET", "/a/{id}", 1)]).find("GET", path)
    assert refused.value.code == "not_found_path"
