"""The sentences that the reader knows messages by.

- `es.toml`, `en.toml`: sentences by intent, of which `make language` builds `model.bin`; a line added there is learnt.
- `reports.toml`: what is said of a task in a report; `leads.toml`: what stands before what a sentence is about.
"""
