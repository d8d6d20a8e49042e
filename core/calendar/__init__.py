"""Events of the calendar, and when people have time.

- `events` (who sees and changes one), `event_types`, `participants`, `visibility`, `reminders`: a file for each
  resource.
- `event_edits`: changes of an event, or of what is left of its series, from its card.
- `responses`: answers to invitations. `invitations`: what the person invited is shown.
- `event_state`: whether an event takes place. `event_news`: what people are told of what others do with an event.
- `event_undo`: taking back what was made of events.
- `external_events`, `external_series`: events and series by their ids in another system.
- `series` and `recurrence`: events that a rule repeats. `meetings`: an event with its people and reminder, made at
  once.
- `agenda`: what a day holds for a person. `availability`: whether people are busy at a time.
- `calendar_links`: by which other calendars subscribe. `calendar_feed`: what one shows; `calendar_text` writes it;
  `calendar_news`: whom what has changed concerns.
- `slot_search`: when several people could meet, by the arithmetic of `free_slots`.
"""
