"""Drafts of tasks: pure functions that read a draft from a person's words and turn it into a request.

What words say replaces what was there; what they do not mention stays. A name that cannot be taken stays in the
description as it was written, and is shown as such.
"""

import re
from datetime import date

from msgspec.structs import replace

from core.base.calendar_time import Days, within_calendar
from core.base.errors import FieldCode, Invalid
from core.base.recurrence import Recurrence, wire_fields
from core.language.accents import without_accents
from core.language.phrases.courtesy import without_courtesy
from core.language.phrases.infinitives import in_infinitive
from core.language.phrases.model import Doubt, DoubtReason, Kind, Note, Understood
from core.language.phrases.remaining import remaining
from core.records.drafts import ResolvedNames, TaskDraft

JOINING = ("y ", "e ", "and ", "& ", "+ ")
SAYS_NO_MORE = re.compile(
    r"(?:(?:mejor|y|e|que|sea|quede|para|a|la|lo|de|pon|ponla|ponlo|ponle|hazla|hazlo|dejala|dejalo|cambiala|cambialo"
    r"|pasala|pasalo|muevela|es|va|con|no|perdon|porfa|por favor|make|it|that|and|set|to|be|rather|instead|actually"
    r"|please|sorry|the|is|as|for|also|too|with|give|assign|responsible|responsable|tambien|tb|tmb|dasela|asignala|asignasela"
    r"|oh|oye|on|falta|agrega|agregale|suma|sumale|anade|ademas|add|both|los dos|ambos)"
    r"(?:[\s,.;:!]+|\Z))*"
)
"""Words that only join a change to what it changes: "mejor para el 22 y ponla urgente"."""


def new_draft(words: str, understood: Understood, named: ResolvedNames, owner: int) -> TaskDraft:
    """The draft that words make. A title that begins with a known imperative gets the infinitive in its place."""
    draft = completed(TaskDraft(descripcion="", responsible_user_ids=(owner,)), words, understood, named)
    return replace(draft, descripcion=in_infinitive(draft.descripcion))


def completed(draft: TaskDraft, words: str, understood: Understood, named: ResolvedNames) -> TaskDraft:
    """The draft with what the words say, and the rest of them as its description."""
    return replace(apply(draft, understood, named), descripcion=description(words, understood, named))


def corrected(draft: TaskDraft, understood: Understood, named: ResolvedNames) -> TaskDraft:
    """The draft with what the words say; its description stays, and the rest of the words is kept in `left`.

    The people named replace the draft's, unless the words add them: "y @ana".
    """
    people = next((piece.words for piece in understood.pieces if piece.kind is Kind.PERSON), "")
    joins = without_accents(people).startswith(JOINING)
    if named.asked_user_id is not None and joins:
        named = replace(named, asked_user_id=None, beyond=tuple(understood.people))
    if named.user_ids and joins:
        named = replace(named, user_ids=tuple(dict.fromkeys((*draft.responsible_user_ids, *named.user_ids))))
    left = "" if only_joins(understood.title) else understood.title
    return replace(apply(draft, understood, named), left=left)


def only_joins(words: str) -> bool:
    """Return whether words beside a change say nothing else."""
    return SAYS_NO_MORE.fullmatch(without_accents(words).lower().strip(" ,.;:!")) is not None


def with_doubts(draft: TaskDraft, understood: Understood) -> TaskDraft | None:
    """The draft with what the words may have said but left in doubt; None if that is nothing."""
    open_to = tuple(doubt for doubt in understood.doubts if doubt.why is not DoubtReason.WORDS)
    return replace(draft, doubts=open_to, unknown=(), beyond=(), left="") if open_to else None


def apply(draft: TaskDraft, understood: Understood, named: ResolvedNames) -> TaskDraft:
    people, priority = named.user_ids or draft.responsible_user_ids, understood.priority or draft.prioridad
    asked = named.asked_user_id or (None if named.user_ids else draft.asked_user_id)
    draft = replace(draft, responsible_user_ids=people, asked_user_id=asked, prioridad=priority)
    draft = replace(draft, doubts=understood.doubts, unknown=named.unknown, beyond=named.beyond, left="")
    draft = with_repeats(draft, understood)
    return due_within(draft, understood.days, understood) if understood.days else draft


def with_repeats(draft: TaskDraft, understood: Understood) -> TaskDraft:
    if understood.repeats is None:
        return draft
    said = next(piece.words for piece in understood.pieces if piece.kind is Kind.REPEAT)
    return replace(draft, repeats=understood.repeats.rule, inexact=said if understood.repeats.inexact else "")


def due_within(draft: TaskDraft, days: Days, understood: Understood) -> TaskDraft:
    """The draft due on the last of some days, in doubt beyond the calendar. "Until" a day ends what repeats."""
    if not within_calendar(days.last):
        return replace(draft, doubts=(*draft.doubts, *beyond_calendar(understood)))
    notes = tuple(note for piece in understood.pieces if piece.kind is Kind.DAYS for note in piece.notes)
    if draft.repeats and not understood.repeats and Note.UNTIL in notes:
        return replace(draft, repeats=replace(draft.repeats, ends_on=days.last))
    since = days.first if days.first < days.last else None
    return replace(draft, fecha_cumplir=days.last, since=since, notes=notes)


def beyond_calendar(understood: Understood) -> list[Doubt]:
    return [
        Doubt(each.start, each.end, each.words, DoubtReason.IMPOSSIBLE)
        for each in understood.pieces
        if each.kind is Kind.DAYS
    ]


def with_description(draft: TaskDraft, words: str) -> TaskDraft:
    return replace(draft, descripcion=words, doubts=(), unknown=(), beyond=(), left="")


def with_due_date(draft: TaskDraft, day: date) -> TaskDraft:
    return replace(draft, fecha_cumplir=day, since=None, notes=(), doubts=(), left="")


def with_responsible(draft: TaskDraft, person: int, *, responsible: bool) -> TaskDraft:
    """The draft with or without a person among its responsibles. Raises `Invalid` if nobody would be left.

    Where a draft asks a colleague to take the task, putting a person in withdraws that: the person is responsible.
    """
    if draft.asked_user_id is not None and responsible:
        draft = replace(draft, responsible_user_ids=(), asked_user_id=None)
    others = tuple(each for each in draft.responsible_user_ids if each != person)
    people = (*others, person) if responsible else others
    if responsible and person in draft.responsible_user_ids:
        return draft
    if not people:
        raise Invalid.at("responsibleUserIds", FieldCode.EMPTY)
    return replace(draft, responsible_user_ids=people, unknown=(), beyond=(), left="")


def description(words: str, understood: Understood, named: ResolvedNames) -> str:
    """Return the rest of the words, with the names in it that could not be taken."""
    lost = tuple(f"@{name}" for name in (*named.unknown, *named.beyond))
    cuts = [
        (piece.start, piece.end)
        for piece in understood.pieces
        if not piece.kept and not (piece.kind is Kind.PERSON and without_accents(piece.words).endswith(lost))
    ]
    return without_courtesy(remaining(words, cuts))


def fields(draft: TaskDraft) -> dict[str, object]:
    """Return the fields of a `TaskCreate`, by their wire names; those that are not known yet are left out."""
    known = {"fechaCumplir": draft.fecha_cumplir} if draft.fecha_cumplir else {}
    return {
        "descripcion": draft.descripcion,
        "prioridad": draft.prioridad,
        "responsibleUserIds": list(draft.responsible_user_ids),
        **known,
    }


def without_repeats(draft: TaskDraft) -> TaskDraft:
    """The draft of a task that does not repeat."""
    return replace(draft, repeats=None, inexact="")


def rule_fields(draft: TaskDraft, rule: Recurrence) -> dict[str, object]:
    """Return the fields of a `TaskRuleCreate`, from a draft of a task that repeats."""
    known = {name: value for name, value in fields(draft).items() if name != "fechaCumplir"}
    return known | {"startsOn": draft.fecha_cumplir, **wire_fields(rule)}


def asked_fields(draft: TaskDraft) -> dict[str, object]:
    """Return the fields of an `AskRequest`, from a draft that a colleague is asked to take."""
    return {
        "descripcion": draft.descripcion,
        "prioridad": draft.prioridad,
        "fechaCumplir": draft.fecha_cumplir,
        "userId": draft.asked_user_id,
    }
