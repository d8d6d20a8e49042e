"""Finding tasks, comments and events by their words.

Case and accents do not matter. Every word must be there, the last one perhaps as the beginning of a longer one. Only
what the caller may read is found, and nothing of the rest is shown, not even how much it is.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime
from difflib import get_close_matches
from itertools import islice
from typing import Annotated
from unicodedata import normalize

from msgspec import Meta, Struct

from core.application.use_case import Context, needs, query
from core.base.calendar_time import local_date
from core.base.errors import FieldCode, Invalid
from core.base.model import Request
from core.language.accents import PLAIN, without_accents, words_in
from core.records.search import Match, SearchKind, SearchResult
from core.records.tokens import Scope
from core.records.work import Task
from core.work.task_search import by_number

LONGEST, MOST, USUAL = 200, 50, 20
"""Characters of `q` at most, results at most, and results if no number is asked for."""

WEIGHED = 50
"""The number of each kind's newest matches that are put in order."""

TITLE, EXCERPT, LEAD = 100, 140, 40
"""Lengths in characters of titles and of excerpts, and of the part of an excerpt that precedes the word found."""

TRIED_WORDS, SAME_LETTERS, COMPARED, TRIED, LIKENESS = 3, 2, 500, 2, 0.75
"""For a search that found nothing: how many of its words are replaced, and by how similar ones."""

LETTER = r"[^\W_]"


class SearchRequest(Request, frozen=True, kw_only=True):
    """The words wanted, of 200 characters at most, and how many results at most."""

    q: str
    limit: Annotated[int, Meta(ge=1, le=MOST)] = USUAL


class WordPatterns(Struct, frozen=True):
    """Patterns that recognise the words: any of them, all next to each other, and the last one as a whole word."""

    any: re.Pattern[str]
    together: re.Pattern[str]
    last: re.Pattern[str]


@needs(Scope.TASKS_READ, Scope.EVENTS_READ)
@query(stale_ok=True)
async def search(ctx: Context, request: SearchRequest) -> Sequence[SearchResult]:
    """Find tasks, comments and events that have all the words, the best first."""
    text = request.q.strip()
    if len(text) > LONGEST:
        raise Invalid.at("q", FieldCode.TOO_LONG, limit=LONGEST)
    words = list(dict.fromkeys(words_in(text)))
    if not words:
        raise Invalid.at("q", FieldCode.NO_WORDS)
    wanted = recognised(words)
    task = await by_number(ctx, text)
    numbered = [of_task(task)] if task is not None and task.is_active else []
    matches = await ctx.uow.search.matches(ctx.actor, words, WEIGHED)
    best = sorted(matches, key=lambda match: rank(match, wanted, ctx))
    found = {(match.kind, match.id): match for match in (*numbered, *best)}.values()
    return [result(match, wanted, ctx) for match in islice(found, request.limit)]


@query(stale_ok=True)
async def nearest(ctx: Context, q: str) -> str:
    """The words with another spelling of one of them by which the caller finds something; "" where there is none."""
    words = words_in(q)
    for place, word in enumerate(words[:TRIED_WORDS]):
        plain = without_accents(word)
        known = await ctx.uow.search.words(plain[:SAME_LETTERS], COMPARED)
        for near in get_close_matches(plain, [each for each in known if each != plain], TRIED, LIKENESS):
            tried = [*words[:place], near, *words[place + 1 :]]
            if await ctx.uow.search.matches(ctx.actor, tried, 1):
                return " ".join(tried)
    return ""


def of_task(task: Task) -> Match:
    return Match(SearchKind.TASK, task.id, task.id, task.descripcion, "", task.fecha_cumplir)


def recognised(words: Sequence[str]) -> WordPatterns:
    plain = [re.escape(without_accents(word)) for word in words]
    begins = f"(?<!{LETTER})"
    return WordPatterns(
        re.compile(f"{begins}(?:{'|'.join([*(f'{word}(?!{LETTER})' for word in plain[:-1]), plain[-1]])})"),
        re.compile(begins + r"[\W_]+".join(plain)),
        re.compile(f"{begins}{plain[-1]}(?!{LETTER})"),
    )


def rank(match: Match, wanted: WordPatterns, ctx: Context) -> tuple[bool, bool, bool, int, int]:
    """Less is better: words next to each other, whole words, no comment, near today, new."""
    comment = match.kind is SearchKind.COMMENT
    text = (match.text if comment else f"{match.title} {match.text}").translate(PLAIN)
    away = abs((day_of(match.at, ctx) - ctx.today).days)
    return not wanted.together.search(text), not wanted.last.search(text), comment, away, -match.id


def result(match: Match, wanted: WordPatterns, ctx: Context) -> SearchResult:
    in_title = not match.text or (match.kind is SearchKind.EVENT and wanted.any.search(match.title.translate(PLAIN)))
    text = one_line(match.title if in_title else match.text)
    found = wanted.any.search(text.translate(PLAIN))
    return SearchResult(
        match.kind,
        match.id,
        match.task_id,
        title=cut(one_line(match.title), 0, TITLE),
        excerpt=cut(text, found.start() - LEAD if found else 0, EXCERPT),
        fecha=day_of(match.at, ctx),
    )


def one_line(text: str) -> str:
    return " ".join(normalize("NFC", text).split())


def cut(text: str, begin: int, length: int) -> str:
    """So many characters from one on, from the beginning of a word; what is left out is an ellipsis."""
    if len(text) <= length:
        return text
    begin = min(max(begin, 0), len(text) - length)
    begin = text.find(" ", begin) + 1 if begin else 0
    shown = text[begin : begin + length].rstrip()
    return f"{'…' if begin else ''}{shown}{'…' if begin + length < len(text) else ''}"


def day_of(at: date | datetime, ctx: Context) -> date:
    return local_date(at, ctx.settings.zone) if isinstance(at, datetime) else at
