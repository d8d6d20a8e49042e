"""The documents: decision records have one form and an index, and what any page names is there."""

import re
from datetime import date

from tests.architecture.source import ROOT, kept_files
from tests.tables import each_row

DECISIONS = "docs/decisions/"
RECORD = re.compile(
    r"# (?P<number>[0-9]{4})\. (?P<title>.+)\n\n- Status: (?P<status>.+)\n- Date: (?P<date>[0-9-]{10})\n\n## Context\n"
)
STATUS = re.compile(r"Accepted|Rejected|Superseded by \[[0-9]{4}\]\([0-9]{4}-[a-z0-9-]+\.md\)")
SECTIONS = ["Context", "Decision", "Measurements", "Consequences", "Alternatives considered"]
ALWAYS = {"Context", "Decision", "Consequences"}
RECORDS = [path for path in kept_files() if re.fullmatch(r"docs/decisions/[0-9]{4}-[a-z0-9-]+\.md", path)]
TRANSCRIPTS = ("docs/chat.md", "docs/chat/")
PAGES = [path for path in kept_files() if path.endswith(".md") and not path.startswith(TRANSCRIPTS)]
NAMED_PATH = re.compile(r"`((?:core|storage|api|bot|tests|docs)/[\w./-]+)`")
NAMED_IN_FILE = re.compile(r"`((?:core|storage|api|bot|tests)/[\w/]+\.py)`\s+`(\w+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def head(path: str) -> re.Match[str]:
    found = RECORD.match(text(path))
    assert found, f"{path}: number and title, status, date, context"
    return found


@each_row(RECORDS)
def test_every_decision_record_has_the_same_form(path):
    found = head(path)
    assert path.startswith(f"{DECISIONS}{found['number']}-")
    assert STATUS.fullmatch(found["status"]), found["status"]
    assert date.fromisoformat(found["date"])
    sections = re.findall(r"^## (.+)$", text(path), re.MULTILINE)
    assert sections == [section for section in SECTIONS if section in sections]
    assert set(sections) >= ALWAYS


def test_the_index_has_every_decision_record_in_order_and_nothing_else():
    rows = [row for row in text(f"{DECISIONS}README.md").splitlines() if row.startswith("| [")]
    heads = [(path.removeprefix(DECISIONS), head(path)) for path in sorted(RECORDS)]
    assert rows == [
        f"| [{found['number']}]({name}) | {found['title']} | {found['status']} | {found['date']} |"
        for name, found in heads
    ]
    assert len({found["number"] for _, found in heads}) == len(heads)


@each_row(PAGES)
def test_every_path_that_a_page_names_is_there(page):
    assert [path for path in NAMED_PATH.findall(text(page)) if not (ROOT / path).exists()] == []


@each_row(PAGES)
def test_every_name_that_a_page_puts_into_a_file_is_defined_there(page):
    missing = [
        f"{path} {name}"
        for path, name in NAMED_IN_FILE.findall(text(page))
        if (ROOT / path).exists()
        and not re.search(rf"^\s*(?:async )?(?:def|class) {name}\b|^\s*{name}\b.*=", text(path), re.MULTILINE)
    ]
    assert missing == []


@each_row(PAGES)
def test_every_link_of_a_page_leads_somewhere(page):
    broken = []
    for target, anchor in LINK.findall(text(page)):
        path = (ROOT / page).parent / target if target else ROOT / page
        if not path.exists() or (anchor and path.suffix == ".md" and anchor not in anchors(path.read_text())):
            broken.append(f"{target}#{anchor}")
    assert broken == []


def anchors(page: str) -> set[str]:
    """The anchors that headings get: lower case, without punctuation, hyphens for blanks."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
