"""What every room of the core stands on: errors, values and enums, settings, paging, calendar time."""
