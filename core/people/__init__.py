"""The directory, groups, absences, schedules and when a person works."""
