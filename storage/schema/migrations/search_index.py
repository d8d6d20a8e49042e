# ruff: noqa: S608 names of our own
r"""The index of the search as a migration makes it: the words of tasks, comments and events, and whom each may concern.

Like a migration it never changes; another form is another file. Triggers have a row indexed in the transaction of what
it follows: at once on PostgreSQL; on SQLite before the commit, once for all that a transaction has written.

A reader is a mark before a person's id; the marks are letters of private use, of which no word that is searched for
consists. Readers may be too many, never too few. On PostgreSQL readers are also among the words, as is the row's era,
the 2048 ids that it is one of; and all words are kept once more, to be found by how they begin. SQLite's index has them
in order.
"""

KINDS = ("tasks", "comments", "events")
LED, ALONE = "{char}(57344) || ", "{char}(57345) || "
"""The marks: of those whose leader is a reader, too, and of the others. Of an event, the person 0 is everybody."""


def listed(mark: str, rows: str) -> str:
    """The readers of some rows, after a blank."""
    return f"coalesce(' ' || (SELECT {{gathered}}({mark} user_id, ' ') FROM {rows}), '')"


TASK_READERS = " || ".join(
    (
        f"coalesce({LED} t.created_by_user_id, '')",
        f"coalesce(' ' || {ALONE} t.leader_user_id, '')",
        listed(LED, "task_responsibles WHERE task_id = t.id"),
        listed(ALONE, "task_followers WHERE task_id = t.id"),
        listed(
            ALONE, "red_helpers h JOIN reds r ON r.id = h.red_id WHERE r.task_id = t.id AND r.ended_at IS NULL"
        ).replace("user_id", "h.user_id"),
    )
)
EVENT_READERS = " || ".join(
    (
        f"coalesce({ALONE} e.created_by_user_id, '')",
        f"CASE WHEN e.is_public THEN ' ' || {ALONE} '0' ELSE '' END",
        listed(ALONE, "event_participants WHERE event_id = e.id AND user_id IS NOT NULL AND {live}"),
        listed(ALONE, "event_visibility WHERE event_id = e.id AND is_visible AND {live}"),
    )
)
VIEWS = (
    f"""
CREATE VIEW search_tasks_wanted AS
SELECT t.id, t.descripcion AS words, {TASK_READERS} AS readers
FROM tasks t WHERE EXISTS (SELECT 1 FROM task_responsibles r WHERE r.task_id = t.id)
""",
    f"""
CREATE VIEW search_comments_wanted AS
SELECT c.id, c.comentario AS words, {TASK_READERS} AS readers
FROM task_comments c JOIN tasks t ON t.id = c.task_id
""",
    f"""
CREATE VIEW search_events_wanted AS
SELECT e.id, e.title || coalesce(' ' || e.location, '') || coalesce(' ' || e.description, '') AS words,
  {EVENT_READERS} AS readers
FROM events e
""",
)
"""The rows that the index should have."""

SQLITE_TABLES = (
    *(
        statement
        for kind in KINDS
        for statement in (
            f"""
CREATE VIRTUAL TABLE search_{kind}
USING fts5(words, readers, tokenize = 'unicode61 remove_diacritics 2', detail = none, columnsize = 0)
""",
            f"CREATE VIRTUAL TABLE search_{kind}_words USING fts5vocab(search_{kind}, instance)",
        )
    ),
    "CREATE TABLE search_pending (kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID",
)
SEPARATORS = (
    r"[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7"
    r"\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3004\u3007-\u3020\ufe00-\ufe6f\ufffc\ufffd"
    r"\U0001f000-\U0001faff]+"
)
VECTOR = rf"""
CREATE FUNCTION search_vector(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
SELECT array_to_tsvector(array(SELECT DISTINCT left(word, 64) FROM regexp_split_to_table(
  lower(regexp_replace(normalize(said, NFD), '[\u0300-\u036f]', '', 'g') COLLATE "default"), '{SEPARATORS}'
) AS word WHERE word <> ''))
$$
"""
POSTGRESQL_TABLES = (
    *(
        f"CREATE TABLE search_{kind} (rowid bigint PRIMARY KEY, words tsvector NOT NULL,"
        ' readers text COLLATE "C" NOT NULL)'
        for kind in KINDS
    ),
    'CREATE TABLE search_words (word text COLLATE "C" PRIMARY KEY)',
)
POSTGRESQL_INDEXES = tuple(
    f"CREATE INDEX search_{kind}_terms ON search_{kind} USING gin (words) WITH (fastupdate = off)" for kind in KINDS
)
ONLY_WORDS = "unnest(tsvector_to_array({words})) AS word WHERE ascii(word) NOT BETWEEN 57344 AND 57346"
KEEP_WORDS = f"""
INSERT INTO search_words SELECT word FROM {ONLY_WORDS.format(words="NEW.words")} ORDER BY word ON CONFLICT DO NOTHING;
"""

THIS, OF_TASK = "SELECT NEW.id", "SELECT NEW.task_id"
COMMENTS = "SELECT id FROM task_comments WHERE task_id = NEW.task_id"
HELPED = "SELECT task_id FROM reds WHERE id = NEW.red_id"
NEW_LEADER = "NEW.leader_user_id IS NOT NULL AND coalesce(OLD.leader_user_id, 0) <> NEW.leader_user_id"
RETITLED = " OR ".join(
    f"coalesce(NEW.{each}, '') <> coalesce(OLD.{each}, '')" for each in ("title", "location", "description")
)
TAKES_PART = "NEW.user_id IS NOT NULL AND NOT NEW.is_deleted"
IS_SHOWN = "NEW.is_visible AND NOT NEW.is_deleted"
FOLLOWING = (
    ("task_given", "INSERT ON task_responsibles", "", "tasks", OF_TASK),
    ("task_given_comments", "INSERT ON task_responsibles", "", "comments", COMMENTS),
    ("task_changed", "UPDATE OF descripcion ON tasks", "NEW.descripcion <> OLD.descripcion", "tasks", THIS),
    ("task_led", "UPDATE OF leader_user_id ON tasks", NEW_LEADER, "tasks", THIS),
    (
        "task_led_comments",
        "UPDATE OF leader_user_id ON tasks",
        NEW_LEADER,
        "comments",
        COMMENTS.replace("NEW.task_id", "NEW.id"),
    ),
    ("task_followed", "INSERT ON task_followers", "", "tasks", OF_TASK),
    ("task_followed_comments", "INSERT ON task_followers", "", "comments", COMMENTS),
    ("task_helped", "INSERT ON red_helpers", "", "tasks", HELPED),
    ("task_helped_comments", "INSERT ON red_helpers", "", "comments", COMMENTS.replace("NEW.task_id", f"({HELPED})")),
    ("comment_added", "INSERT ON task_comments", "", "comments", THIS),
    ("comment_changed", "UPDATE OF comentario ON task_comments", "NEW.comentario <> OLD.comentario", "comments", THIS),
    ("event_added", "INSERT ON events", "", "events", THIS),
    ("event_changed", "UPDATE OF title, location, description ON events", RETITLED, "events", THIS),
    ("event_published", "UPDATE OF is_public ON events", "NEW.is_public AND NOT OLD.is_public", "events", THIS),
    ("event_joined", "INSERT ON event_participants", TAKES_PART, "events", "SELECT NEW.event_id"),
    (
        "event_rejoined",
        "UPDATE OF event_id, user_id, is_deleted ON event_participants",
        TAKES_PART,
        "events",
        "SELECT NEW.event_id",
    ),
    ("event_shown", "INSERT ON event_visibility", IS_SHOWN, "events", "SELECT NEW.event_id"),
    (
        "event_reshown",
        "UPDATE OF event_id, user_id, is_visible, is_deleted ON event_visibility",
        IS_SHOWN,
        "events",
        "SELECT NEW.event_id",
    ),
)
"""The triggers: name, when, on what condition, and what they have indexed: a kind and a select of ids."""

INDEX_PENDING = {
    kind: f"""
REPLACE INTO search_{kind} (rowid, words, readers) SELECT id, words, readers FROM search_{kind}_wanted
WHERE id IN (SELECT id FROM search_pending WHERE kind = '{kind}')
"""
    for kind in KINDS
}
"""On SQLite, by kind: indexes what triggers have noted."""


def indexed(row: str = "", readers: str = "readers") -> str:
    """On PostgreSQL, the words of a wanted row as they are indexed."""
    return f"search_vector({row}words || ' ' || {readers} || ' ' || chr(57346) || ({row}id >> 11))"


def triggers() -> dict[str, tuple[str, str]]:
    """On PostgreSQL, by name: when, and what."""
    found = {}
    for name, when, condition, kind, ids in FOLLOWING:
        found[f"search_{name}"] = (
            f"{when} FOR EACH ROW" + (f" WHEN ({condition})" if condition else ""),
            f"""
INSERT INTO search_{kind} SELECT id, {indexed()}, readers FROM search_{kind}_wanted WHERE id = ANY (ARRAY({ids}))
ON CONFLICT (rowid) DO UPDATE SET words = excluded.words, readers = excluded.readers;
""",
        )
    kept = {f"search_{kind}_kept": (f"INSERT OR UPDATE ON search_{kind} FOR EACH ROW", KEEP_WORDS) for kind in KINDS}
    return found | kept


def on_sqlite() -> list[str]:
    """What makes the index of a SQLite file, empty."""
    followed = (
        f"CREATE TRIGGER search_{name} AFTER {when} FOR EACH ROW"
        + (f" WHEN {condition}" if condition else "")
        + f" BEGIN INSERT OR IGNORE INTO search_pending (kind, id) SELECT '{kind}', * FROM ({ids}); END"
        for name, when, condition, kind, ids in FOLLOWING
    )
    return [
        *SQLITE_TABLES,
        *(view.format(char="char", gathered="group_concat", live="is_deleted = 0") for view in VIEWS),
        *followed,
    ]


def creation(*, sqlite: bool) -> list[str]:
    """All that makes the index, of what there is."""
    if sqlite:
        filled = (
            f"INSERT INTO search_{kind} (rowid, words, readers) SELECT * FROM search_{kind}_wanted" for kind in KINDS
        )
        return [*on_sqlite(), *filled]
    followed = (
        statement
        for name, (when, what) in triggers().items()
        for statement in (
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {what} RETURN NULL; END $$",
            f"CREATE TRIGGER {name} AFTER {when} EXECUTE FUNCTION {name}()",
        )
    )
    every = " UNION ".join(f"SELECT word FROM search_{kind}, {ONLY_WORDS.format(words='words')}" for kind in KINDS)
    return [
        VECTOR,
        *POSTGRESQL_TABLES,
        *(view.format(char="chr", gathered="string_agg", live="NOT is_deleted") for view in VIEWS),
        *(f"INSERT INTO search_{kind} SELECT id, {indexed()}, readers FROM search_{kind}_wanted" for kind in KINDS),
        f"INSERT INTO search_words {every}",
        *POSTGRESQL_INDEXES,
        *followed,
    ]
