"""Reports of a team's days, as JSON or as files: the route."""

from api.http.routing import Files, Route
from core.work import report_files, reports

ROUTES = (
    Route(
        "GET",
        "/reports/team",
        reports.team_report,
        files=Files(report_files.MEDIA_TYPES, report_files.report_file),
    ),
)
