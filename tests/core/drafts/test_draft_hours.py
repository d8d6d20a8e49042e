"""The hours within which a draft's own is to be found: what open ends make of a question, and nothing of an event."""

from datetime import time
from zoneinfo import ZoneInfo

from core.base.model import Language
from core.drafts import event_drafts
from core.language.phrases.model import ALL_DAY, FREE_TIME, DoubtReason, Moment, Note, PartOfDay, TimeWindow
from core.language.phrases.reading import read
from core.people.colleagues import NamedPeople
from tests.core.drafts.test_event_drafts import WHOLE, begun, changed, said
from tests.core.world import NOW


def asked(draft, words):
    """The draft with what words say where a free time is sought."""
    heard = read(words, Moment.of(NOW, ZoneInfo(draft.zone), Language.ES), FREE_TIME)
    return event_drafts.apply(draft, heard, NamedPeople([], []))


def test_open_ends_leave_the_hour_open_and_the_last_that_were_said_count():
    draft = changed(WHOLE)
    for words, within, notes in (
        ("después de las 4", TimeWindow(time(16), time.min), (Note.AFTERNOON,)),
        ("mejor antes de las 12:30", TimeWindow(time.min, time(12, 30)), ()),
        ("en la tarde", PartOfDay.AFTERNOON.value, ()),
        ("después de las 4 y antes de las 6", TimeWindow(time(16), time(18)), (Note.AFTERNOON,)),
        ("todo el día", ALL_DAY, ()),
    ):
        draft = asked(draft, words)
        assert draft == changed(WHOLE, starts=None, within=within, hour_notes=notes)
    draft = asked(draft, "desde las 4")
    assert said(draft, "a las 10 am") == WHOLE


def test_of_an_event_from_four_is_when_it_begins_and_after_four_is_in_doubt():
    assert begun("Junta jueves a partir de las 4").starts == time(16)
    assert begun("Junta jueves from 4").starts == time(16)
    draft = begun("Junta mañana después de las 4")
    assert (draft.starts, draft.within, draft.title) == (None, ALL_DAY, "Junta después de las 4")
    assert [(doubt.words, doubt.why) for doubt in draft.doubts] == [("después de las 4", DoubtReason.VAGUE)]
