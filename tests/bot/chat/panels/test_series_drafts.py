"""A draft's card where the clocks change on some of its dates."""

from datetime import date, time
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.chat.panels.components import Scene
from bot.chat.panels.series_drafts import hint_lines
from core.base.model import Language
from core.drafts import series_drafts
from tests.core.drafts.test_event_drafts import MEXICO, WHOLE
from tests.core.drafts.test_series_drafts import MADRID, monthly, weekly
from tests.tables import each_row


def hints(draft, language=Language.ES):
    scene = Scene(language, date(2026, 11, 23), ZoneInfo(draft.team_zone))
    return hint_lines(scene, series_drafts.plan_of(draft), ZoneInfo(draft.zone), inexact=False)


@each_row([date(2027, 2, 28), date(2027, 3, 28)])
def test_an_hour_that_the_clocks_skip_is_named_with_its_date(first):
    at = {"zone": MADRID, "team_zone": MADRID, "starts": time(2, 30), "day": first}
    draft = replace(WHOLE, repeats=monthly(28, occurrence_count=3), **at)
    assert hints(draft) == ["🌍 28 mar 2027: el reloj se adelanta y esa hora no existe; ese día empieza más tarde."]


def test_who_lives_by_other_clocks_is_told_when_the_hour_changes_for_them():
    at = {"zone": MADRID, "team_zone": MEXICO, "starts": time(16), "day": date(2027, 3, 25)}
    draft = replace(WHOLE, repeats=weekly(4, occurrence_count=2), **at)
    (said,) = hints(draft, Language.EN)
    assert said == "🌍 The series follows the team's clock: for you it is at another hour on Apr 1, 2027."
