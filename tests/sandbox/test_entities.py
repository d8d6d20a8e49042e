"""The HTML parse mode and what Telegram finds in a text by itself."""

import pytest

from bot.sandbox import ApiError
from bot.sandbox._entities import format_text, utf16_length
from tests.tables import each_row


def shape(text, mode="HTML"):
    plain, entities = format_text(text, mode)
    return plain, [(e["type"], e["offset"], e["length"]) for e in entities]


@each_row(
    [
        ("<b>a</b> <b>b</b>", "a b", [("bold", 0, 1), ("bold", 2, 1)]),
        ("<i>a</i>", "a", [("italic", 0, 1)]),
        ("<s>a</s>", "a", [("strikethrough", 0, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ("<code>a</code>", "a", [("code", 0, 1)]),
        ("🟢 <b>Ñu</b>", "🟢 Ñu", [("bold", 3, 2)]),
        ("👩‍👩‍👧 <i>x</i>", "👩‍👩‍👧 x", [("italic", 9, 1)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("<b></b>a<i> </i>b", "a b", []),
        ("&lt;b&gt; &amp; &quot;x&quot; &#65;&#x42; &nbsp; &#128512;", '<b> & "x" AB &nbsp; 😀', []),
        ("  <b> a </b>  ", " a", [("bold", 0, 2)]),
        ("\n\n a <b>b</b>", "a b", [("bold", 2, 1)]),
        ("a\r\n<b>b</b>\0c", "a\nb c", [("bold", 2, 1)]),
    ],
)
def test_tags_become_entities(source, plain, entities):
    assert shape(source) == (plain, entities)


def test_arguments_of_tags():
    text = (
        '<a href="https://example.com?a=1&amp;b=2">l</a> '
        '<code>y</code> <a href="tg://user?id=101">Ana</a> <a href="example.org">l</a>'
    )
    _, entities = format_text(text, "html")
    assert [e["type"] for e in entities] == ["text_link", "code", "text_mention", "text_link"]
    assert entities[0]["url"] == "https://example.com/?a=1&b=2"
    assert entities[2]["user"] == {"id": 101}
    assert entities[3]["url"] == "http://example.org/"


@each_row(["http://localhost/x", "javascript:alert(1)", "not a url"])
def test_links_that_lead_nowhere_are_dropped(url):
    assert shape(f'<a href="{url}">x</a>') == ("x", [])


@each_row(
    [
        ("<x>a</x>", 'Unsupported start tag "x" at byte offset 0'),
        ("ñ<p>", 'Unsupported start tag "p" at byte offset 2'),
        ("a < b>", 'Unsupported start tag "" at byte offset 2'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("1 <2", "Unclosed start tag at byte offset 2"),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b><i>a</i>", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<pre>a</pre>", 'Unsupported start tag "pre" at byte offset 0'),
        ("<a href=x>a</a>", 'The stand-in reads no " href=x" in the tag "a"'),
        ("<a href", "Unclosed start tag at byte offset 0"),
    ],
)
def test_complaints_are_telegrams(source, reason):
    with pytest.raises(ApiError) as caught:
        format_text(source, "HTML")
    assert caught.value.description == f"Bad Request: can't parse entities: {reason}"


def test_other_modes():
    with pytest.raises(ApiError, match="unsupported parse_mode"):
        format_text("a", "BBCode")
    with pytest.raises(ApiError, match="not supported by this stand-in"):
        format_text("*a*", "MarkdownV2")


@each_row(
    [
        ("/hoy", [("bot_command", 0, 4)]),
        ("🟢 /hoy@semaforo_bot ya", [("bot_command", 3, 17)]),
        ("a/hoy /hoy/x </hoy", []),
        ("hola @ana y x@luis", [("mention", 5, 4)]),
        ("mira https://example.com/a?b=(c), ya", [("url", 5, 27)]),
        ("mira example.com.", [("url", 5, 11)]),
        ("escribe a ana@example.com", [("email", 10, 15)]),
        ("#equipo #12", [("hashtag", 0, 7)]),
        ("1.5 y 10.30", []),
    ]
)
def test_what_stands_in_plain_text(text, found):
    assert shape(text, "") == (text, found)


def test_nothing_is_found_inside_code_or_links():
    text = '<code>/hoy @ana</code> <a href="https://example.com">#x @luis</a> <b>/dia</b>'
    assert [e["type"] for e in format_text(text, "HTML")[1]] == ["code", "text_link", "bot_command", "bold"]


def test_lengths_count_utf16():
    assert [utf16_length(text) for text in ("", "ñ", "🟢", "a🟢b")] == [0, 1, 2, 4]
