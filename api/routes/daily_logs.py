"""Daily logs with the traffic light: the routes."""

from api.http.routing import Route
from core.work import daily_logs, day_overview

ROUTES = (
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
)
