"""Reports and summaries of a team's days, and of one's own: the routes."""

from api.http.routing import Files, Route
from core.work import period_summaries, report_files, reports

AS_FILES = Files(report_files.MEDIA_TYPES, report_files.report_file)
ROUTES = (
    Route("GET", "/reports/team", reports.team_report, files=AS_FILES),
    Route("GET", "/reports/me", reports.own_report, files=AS_FILES),
    Route("GET", "/reports/team/summary", period_summaries.team_period),
    Route("GET", "/reports/me/summary", period_summaries.own_period),
)
