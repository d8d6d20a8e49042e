"""Words that have broken chats: markup, entities, directions, lengths, invisible characters, templates."""

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
    "😀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇲🇽", "🇲", "❤️", "❤", "☺︎", "1️⃣", "🟢🟡🟠🔴", "▰▰▱", "😀" * 300, "👩‍💻" * 200,
    "\U000e0041", "🫠", "\ufe0f",
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
