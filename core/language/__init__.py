"""What people write and read: texts in each language, dates and times in a person's words, time zones by name."""
