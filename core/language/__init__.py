"""Texts that people read, and words that they write.

- `i18n` and `locale/`: every text in each language, and dates and numbers in it.
- `phrases/`: dates, times, durations, people, priorities and reminders in a person's own words.
- `zones`: time zones by name, country or place.
"""
