"""The reading of a message in words: the acts that it may mean, how sure that is, and what it says of tasks.

A text is normalised once (`core.language.phrases.folding`), what is found in it stands as marks (`marks`), and the
intents that it may have are scored by a small model (`model`), whose weights `make language` builds from the sentences
in `core/language/sentences`. `titles` finds the tasks that are called by words of their titles, `reports` reads what is
said of several tasks at once, without the numbers of money or things that `counted` finds, `unfinished` finds what is
said not to be done, and `intents` is the list of intents.
"""
