"""Sentences that want something done, Spanish and English: "ya terminé la 12", "falto el jueves".

`reading.read_statement` gives what one wants, or None; `vocabulary` has the words that it may be said in, and `wording`
how they are looked for. The first sentence read compiles them, in a fifth of a second. Nothing is written by them: each
leads to the draft or the panel in which a person presses. A sentence that says more than is understood is none, but for
words that are kept as they are: a reason, a title, what to be reminded of.
"""
