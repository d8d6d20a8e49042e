"""A team's week as a picture for whoever reads it outside of the chat."""

from datetime import date

from bot.chat.callbacks.team import TeamWeek
from bot.chat.panels.components import Scene
from bot.chat.panels.overview import team_overview
from bot.chat.pictures import painted
from core.application.use_case import Pipeline
from core.base.calendar_time import local_date
from core.base.model import Language
from core.work.overview import TeamDays


async def week_picture(pipeline: Pipeline, team: TeamDays, fecha: date, language: Language) -> bytes:
    """A PNG of the people shown, in the week that a date is in, as `/equipo semana` has it."""
    zone = pipeline.settings.zone
    scene = Scene(language, local_date(pipeline.clock.now(), zone), zone)
    return await painted(team_overview(scene, team, TeamWeek(fecha)).sheet)
