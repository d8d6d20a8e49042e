"""A message in docs/chat shows what a person sees: styles, covered spoilers, pictures, buttons, signs as signs."""

from bot.sandbox import Message
from bot.sandbox._entities import format_text
from tests.chat.markdown import quoted
from tests.tables import each_row


def shown(html, *rows, **more):
    """Markdown of a message as the stand-in would keep it."""
    text, entities = format_text(html, "HTML")
    keyboard = {"inline_keyboard": [[{"text": label} for label in row] for row in rows]}
    return quoted(Message(1, 1, {"text": text, "entities": entities, **more}, from_bot=True, markup=keyboard))


@each_row(
    [
        ("<b>Hoy</b> y <i>luego</i>", "> <b>Hoy</b> y <i>luego</i>"),
        ("<b>😀 a <i>b</i></b>", "> <b>😀 a <i>b</i></b>"),
        ("uno\ndos\n\ntres", "> uno\\\n> dos\n>\n> tres"),
        ("<tg-spoiler>secret</tg-spoiler>.", "> ▒▒▒▒▒▒."),
        (f"<tg-spoiler>{'s' * 900}</tg-spoiler>", "> ▒▒▒▒▒▒▒▒▒▒▒▒"),
        ("&lt;b&gt; *x* `y` _z_ [w] a|b &amp;amp; \\", "> \\<b\\> \\*x\\* \\`y\\` \\_z\\_ \\[w\\] a\\|b \\&amp; \\\\"),
        ("# no heading\n- no list\n1. no list", "> \\# no heading\\\n> \\- no list\\\n> 1\\. no list"),
        ("\u2068Ana\u2069", "> Ana"),
    ]
)
def test_text(html, markdown):
    assert shown(html) == markdown


def test_buttons_are_laid_out_in_their_rows():
    assert shown("x", ["a", "b"], ["c"]) == "> x\n>\n> `[ a ]` `[ b ]`\\\n> `[ c ]`"


def test_a_picture_stands_above_its_caption():
    assert shown("x", photo=[{}]) == "> 🖼\\\n> x"
