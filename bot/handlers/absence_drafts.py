"""`/ausencia del 3 al 7`: an absence from a sentence, looked at on its card, kept by ✅."""

from bot.handlers import absences
from bot.handlers.draft_kind import DraftKind
from bot.handlers.words import understood, understood_as_a_day
from bot.panels.absence_drafts import AbsenceDraftModel, absence_draft_panel
from bot.panels.form import LINE_UNITS, Panel, shorten, user_text
from bot.panels.phrases import doubts
from bot.places.absences import AbsenceCard, Absences
from bot.places.drafts import DraftCard, Field, SetField
from bot.places.form import day_numbered
from bot.turn import REFUSALS, Handlers, Reply, Turn, Typed
from core import absence_drafts, absence_outlook, colleagues, drafts
from core.absence_drafts import AbsenceDraft
from core.absences import AbsenceCreate
from core.access import Operation, may, relations_to_person
from core.colleagues import Colleague
from core.phrases import DAYS_ONLY, Understood
from core.requests import build


async def absence_typed(turn: Turn, words: str) -> Reply:
    """`/ausencia`, `/ausencia del 3 al 7 vacaciones`, `/ausencia @ana`, `/ausencia @ana del 3 al 7`."""
    named = absence_drafts.whose(words)
    if len(named) > 1:
        return Reply(words=turn.say("absence_one_person"))
    if named:
        return await of_somebody(turn, *named[0])
    if not words.strip():
        return Reply(Absences())
    return await of_a_name(turn, words) or await begin(turn, turn.actor.id, words)


async def of_a_name(turn: Turn, words: str) -> Reply | None:
    """What is meant where a leader names somebody without @ and says nothing but days besides."""
    name = (await understood(turn, words, DAYS_ONLY)).title if turn.leads else ""
    if not name or name not in words:
        return None
    called = await turn.run(colleagues.called, [name])
    if not called.user_ids and not called.ambiguous:
        return None
    return await of_somebody(turn, name, words.replace(name, "", 1))


async def of_somebody(turn: Turn, name: str, words: str) -> Reply:
    """The absences of somebody, or one to be."""
    called = await turn.run(colleagues.called, [name])
    if not called.user_ids:
        return Reply(words=turn.say("absence_who", name=shorten(name, LINE_UNITS)))
    (person,) = called.user_ids
    if not may(turn.actor, Operation.ABSENCE_WRITE, relations_to_person(turn.actor, person)):
        return Reply(words=turn.say("absence_not_yours"))
    return await begin(turn, person, words) if words.strip() else Reply(Absences(person))


async def begin(turn: Turn, person: int, words: str) -> Reply:
    """A draft of what some words say, to look at; or what of them was not understood."""
    heard, body = await understood_as_days(turn, words, person)
    if body is None:
        return Reply(panel=not_understood(turn, words, heard))
    draft = await turn.run(drafts.begin_draft, body)
    return Reply(DraftCard(draft.id, asks(body)))


async def understood_as_days(turn: Turn, words: str, person: int) -> tuple[Understood, AbsenceDraft | None]:
    """What words say, and the draft that they make."""
    heard = [await understood(turn, meant, DAYS_ONLY) for meant in absence_drafts.readings(words)]
    bodies = [absence_drafts.begun(each, person, turn.today) for each in heard]
    return heard[0], next((body for body in bodies if body), None)


def not_understood(turn: Turn, words: str, heard: Understood) -> Panel:
    """That the days are not clear, why, and how they can be said."""
    said = user_text(words, LINE_UNITS, language=turn.language)
    told = doubts(turn.scene, absence_drafts.in_doubt(heard) or heard.doubts)
    lines = [turn.scene.say("absence_not_understood", words=said), *told, "", turn.scene.say("absences_how")]
    return Panel("\n".join(lines))


# Its card


def asks(body: AbsenceDraft) -> Field:
    """Until when, where that is not said."""
    return Field.DAY if body.last_day is None else Field.NOTHING


async def draw(turn: Turn, body: AbsenceDraft, view: DraftCard) -> Panel:
    """The draft, with what it would come to, or why it cannot be kept."""
    preview, fault = None, ""
    if body.last_day is not None:
        try:
            preview = await turn.run(absence_outlook.preview, build(AbsenceCreate, absence_drafts.fields(body)))
        except REFUSALS as error:
            fault = turn.refusal(error)
    own = body.user_id == turn.actor.id
    person = preview.person if preview else await person_of(turn, body.user_id)
    return absence_draft_panel(turn.scene, AbsenceDraftModel(view.draft, body, person, own, preview, fault), view)


async def person_of(turn: Turn, user_id: int) -> Colleague:
    """Whose the absence is to be."""
    people = await turn.run(colleagues.colleagues)
    return next((each for each in people if each.id == user_id), Colleague(user_id, "", f"#{user_id}"))


async def given(_: Turn, body: AbsenceDraft, press: SetField) -> AbsenceDraft:
    """The draft with what a button says; a value that no button has changes nothing."""
    day = day_numbered(press.value) if press.field is Field.DAY else None
    return absence_drafts.until(body, day) if day else body


async def heard(turn: Turn, body: AbsenceDraft, field: Field, typed: Typed) -> AbsenceDraft | None:
    """The draft with what was typed for a field, or for none; None where that says nothing of an absence."""
    if field is Field.TITLE:
        return absence_drafts.because(body, typed.words)
    if field is Field.DAY and (changed := await until_typed(turn, body, typed.words)):
        return changed
    _, again = await understood_as_days(turn, typed.words, body.user_id)
    if again is not None and (field is Field.NOTHING or again.first_day != again.last_day):
        return absence_drafts.said_anew(body, again)
    return absence_drafts.because(body, typed.words) if field is Field.NOTHING and typed.replied else None


async def until_typed(turn: Turn, body: AbsenceDraft, words: str) -> AbsenceDraft | None:
    """The draft with a last day that words say and nothing else: from today, else from the first day, as they count."""
    for moment in (turn.today, body.first_day):
        said = await understood_as_a_day(turn, words, DAYS_ONLY, moment)
        if said.days and said.days.first == said.days.last >= body.first_day and not said.title:
            return absence_drafts.until(body, said.days.last, said.notes)
    return None


KIND = DraftKind(
    draw=draw,
    asks=asks,
    given=given,
    heard=heard,
    unheard={Field.NOTHING: "absence_draft_not_heard", Field.DAY: "draft_not_heard_DAY"},
    became=lambda _turn, _body, absence_id: AbsenceCard(absence_id),
    card=absences.draw_absence,
)
HANDLERS = Handlers(commands={"ausencia": absence_typed})
