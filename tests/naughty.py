"""Words that have broken chats and stores: markup, directions, lengths, invisible characters, templates, commands.

`STRINGS` are for the chat, where each costs many calls; `MANY` are these and more, for the REST API.
"""

import re
import unicodedata
from collections.abc import Iterable

from core.base.model import NOT_BLANK

MARKUP = [
    "<b>", "</b>", "<b>x</b>", "<B>", "< b >", "<b", "b>", "<", ">", "&", "&&", "&amp;", "&lt;", "&amp;lt;", "&#60;",
    "&#x3C;", "&nbsp;", "&unknown;", "&;", "& ;", "<script>alert(1)</script>", "<a href='http://x'>x</a>",
    '<a href="',
    "<tg-spoiler>x</tg-spoiler>", "<pre><code>", "<!-- -->", "<![CDATA[x]]>", "<?xml?>", "</>", "<>", "<1>", "<_>",
    "**x**", "_x_", "`x`", "[x](http://y)", "||x||", "~x~", ">x", "#x", "/hoy", "@ana", "http://x.mx/?a=1&b=2",
    "a<b && c>d", '"x"', "'x'", "\\", "\\n", "\\u0000", "--", ";DROP TABLE tasks;--", "' OR '1'='1", "1;2",
]  # fmt: skip
TEMPLATES = ["{", "}", "{}", "{{}}", "{0}", "{count}", "{name!r}", "%s", "%", "%%", "%(x)s", "$x", "${x}", "{words}"]
NUMBERS = ["0", "-1", "1e9", "NaN", "0x1F", "٥", "½", "Ⅻ", "１２", "1,5", "007", "999999999999999999999", "-0", "+5"]
BLANK = [
    "",
    " ",
    "   ",
    "\t",
    "\n",
    "\n\n\n",
    "\r\n",
    "\u00a0",
    "\u2003",
    "\u3000",
    "\u200b",
    "\ufeff",
    "\u2060",
    "\u00ad",
]
DIRECTIONS = [
    "שלום עולם", "مرحبا بالعالم", "abc שלום 123 def", "\u202eabc\u202c", "\u202e", "\u2067x", "\u2069\u2069",
    "\u2068x",
    "\u200f\u200e", "ن (1) <b>", "\u202egnp.exe", "עברית <i>x</i> & y", "۱۲۳ %",
]  # fmt: skip
SCRIPTS = [
    "Ñandú, pingüino, corazón", "Ω≈ç√∫", "田中さん", "部落格",
    "パーティー", "사회과학원", "Ѐ Ё Ж", "ᚠᛇᚻ", "𝔗𝔢𝔰𝔱", "𐐜 𐐔", "ﬃ",
    "ß", "İı", "Å Å", "e\u0301", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢", "a" + "\u0301" * 50, "ก็็็็็็", "\u0338x",
    "◌҉", "₀₁₂", "㍿",
]  # fmt: skip
EMOJI = [
    "😀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇲🇽", "🇲", "❤️", "❤", "☺︎", "1️⃣", "🟢🟡🟠🔴", "▰▰▱", "😀" * 300,
    "👩‍💻" * 200, "\U000e0041", "🫠", "\ufe0f",
]  # fmt: skip
CONTROLS = [chr(code) for code in (*range(1, 32), 127, 0x80, 0x85, 0x9F)]
SEPARATORS = ["a\u2028b", "a\u2029b", "a\x0bb", "a\x0cb", "a\x1cb", "a\rb", "a\r\nb"]
ODD_CODES = ["\ufffe", "\uffff", "\ufdd0", "\U0010ffff", "\U0001fffe", "\ue000", "\ufffd", "\u0378"]
LONG = [
    "x" * 300, "x" * 5000, "<" * 5000, "&" * 5000, "x y " * 3000, "x\n" * 3000, "x" + "\n" * 5000 + "y",
    "\n" * 5000, "😀" * 3000, "&lt;" * 2000,
    "a" * 99 + "😀", "a" * 98 + "😀😀", "palabra " * 13, "ñ" * 101, "\u0301" * 3000, "שלום " * 1000,
]  # fmt: skip
STRINGS = [
    *MARKUP, *TEMPLATES, *NUMBERS, *BLANK, *DIRECTIONS, *SCRIPTS, *EMOJI, *CONTROLS, *SEPARATORS, *ODD_CODES, *LONG,
]  # fmt: skip

NULLS = [
    "null", "NULL", "None", "nil", "undefined", "true", "false", "[]", '{"a": 1}', "[object Object]", "Infinity",
    "-Infinity", "hasOwnProperty", "__proto__", "constructor", "0/0", "1/0", "INF", "#REF!", "CON", "NUL", "COM1",
    "con.txt", "A:", "PRN",
]  # fmt: skip
FIGURES = [
    "1.0", "1.", ".1", "-1.5", "1E02", "1e400", "0b1", "0o7", "0xdeadbeef", "1,000.00", "1 000,00", "1_000",
    "2147483648", "-2147483649", "9223372036854775808", "0.1e-700", "١٢٣", "１２３", "²", "1" * 400, "+0", "-0.0",
    "2026-02-30", "20260105",
]  # fmt: skip
COMMANDS = [
    "'; DROP TABLE events; --", '" OR ""="', "1; SELECT sqlite_version()", "' UNION SELECT NULL,NULL--",
    "%' ESCAPE '!", "_%_", ":name", "?1", "@p", "$1", "'||'", "''", '""', "`", "\\'",
    "x' AND randomblob(1000000000)--", "admin'/*", "*/", "--+", "$(touch /tmp/x)", "`touch /tmp/x`", "| ls", "&& ls",
    "; ls", "> /dev/null", "$HOME", "%PATH%", "${jndi:ldap://x}", "!!", "~", "../../../etc/passwd",
    "..\\..\\windows", "file:///etc/passwd", "/dev/null", "-rf", "--help", "\\\\server\\share", "=1+1", "+1+1",
    "-1+1", "@SUM(1+1)", '=HYPERLINK("http://x")', "=cmd|'/C calc'!A0", "\ta\tb", "a,b", "a;b", '"a","b"', "{{7*7}}",
    "{% raw %}", "<%= 7*7 %>", "#{7*7}", "%n%n%n", "%08x", "%1$s", "\\x41", "\\u0041", "\\ud800", "&#0;", "\\0",
    "javascript:alert(1)", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<iframe>", '"><script>',
    "'><b>", "]]>", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///x'>]>", "<?php echo 1 ?>", "data:text/html,x", "%00",
    "%0a", "%252e", "+", "%2B", "Set-Cookie: a=b", "a\r\nX-Injected: 1", "(){ :;};", "eval(1)",
    "a" + "(" * 100 + "a+)+$", "^(a+)+$", "[[:alpha:]]", "\\d+",
]  # fmt: skip
LIKENESSES = [
    "é", "e\u0301", "ﬁ", "fi", "Å", "Å", "Ω", "Ω", "ſ", "ς", "ŉ", "ǰ", "ΐ", "Dž", "ⅷ", "㎏", "ﷺ", "ẞ", "K", "ı",
    "i̇", "Ǆ", "ǅ", "a\u0327\u0302", "a\u0302\u0327", "각", "각", "か\u3099", "が", "ｶﾞ", "ガ", "\u1100\u1161",
    "ÅÅÅ", "ÇŸ", "paypаl",
]  # fmt: skip
LANGUAGES = [
    "El veloz murciélago hindú comía feliz cardillo y kiwi", "¿¡Qué!?", "Pchnąć w tę łódź jeża",
    "Příliš žluťoučký kůň", "Þjófur", "Съешь ещё этих мягких французских булок", "Ξεσκεπάζω", "դ", "עִבְרִית",
    "نَصّ", "फ़ॉन्ट", "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ไทย", "ລາວ",
    "བོད", "မြန်မာ", "ქართული", "አማርኛ", "ᏣᎳᎩ", "ᐃᓄᒃ", "ភាសា", "ᠮᠣᠩᠭᠣᠯ", "いろは", "カナ", "漢字", "𠜎𠜱", "한국어",
    "ꙮ", "𐎠𐎼𐎹", "𓀀𓂸", "𒀱", "⠃⠗", "ߒߞߏ", "ⵜⵉⴼ", "Ɐʇxǝʇ", "ᶠᵒᵒ", "🅣🅔", "ｆｕｌｌ", "t̲e̲x̲t̲", "ᵃᵇ",
]  # fmt: skip
SEQUENCES = [
    "👩🏾‍❤️‍💋‍👨🏻", "🧑‍🤝‍🧑", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "#️⃣", "©️", "™", "👋🏿" * 20, "🇲🇽🇺🇸" * 10, "🇽🇽", "\u200d",
    "a\u200db", "\U0001f3fb", "👨\u200d", "☠️☠", "🈁", "㊙️", "♾️", "🩷", "✍🏽", "🕺🏿💃🏻", "😶‍🌫️", "❤️‍🔥",
    "🐻‍❄️", "🏳️‍⚧️", "▀▄█", "┌─┐", "( ͡° ͜ʖ ͡°)", "¯\\_(ツ)_/¯", "ಠ_ಠ", "ʕ•ᴥ•ʔ",
]  # fmt: skip
SPACES = [f"{space}a{space}{space}b{space}" for space in map(chr, range(0x3001)) if unicodedata.category(space) == "Zs"]
CATEGORIES = list({unicodedata.category(character): character for character in map(chr, range(1, 0xD800))}.values())
PUNCTUATION = [sign * count for sign in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" for count in (1, 3)]
LENGTHS = [
    "é" * 127,
    "ñ" * 50,
    "😀" * 50,
    "x" * 255,
    "x" * 256,
    "x" * 50,
    "x" * 51,
    "x" * 2000,
    "x" * 2001,
    "e\u0301" * 127,
]
MANY = sorted({
    *STRINGS, *NULLS, *FIGURES, *COMMANDS, *LIKENESSES, *LANGUAGES, *SEQUENCES,
    *SPACES, *CATEGORIES, *PUNCTUATION, *LENGTHS,
})  # fmt: skip
REFUSED = ["\x00", "a\x00", "\x00b", "a\x00b", "\x00" * 50, "😀\x00", "<\x00>"]
SOME = MANY[::17]
"""A seventeenth of them, of every kind, for tests that cost many calls a string."""


def not_blank(strings: Iterable[str]) -> list[str]:
    """Texts that say anything, as a task has to."""
    return [words for words in strings if re.search(NOT_BLANK, words)]
