"""Questions in words, Spanish and English: what a sentence asks for, whom it is about, and of which days.

`reading.read_question` gives the readings of a sentence, or None. `lexicon.toml` has the words by what they say,
`deciding` the topics by what all words of a sentence say together, in whatever order; days are read by
`core.language.phrases`. A word that is not known makes a sentence no question, unless it stands where a person is
named.
"""
