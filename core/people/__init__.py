"""The directory, and when its people work.

- `users`: people and integrations, who leads whom, tokens, Telegram accounts. `groups`: group chats that show a team.
- `tokens`: tokens of the API that have a name, what they are limited to, and their end.
- `directory`: people as everybody may know them.
- `colleagues`: people by the names that others use. `named_people`: people whom a request names by id.
- `absences`, `schedules`, `public_holidays`: what decides when a person works; `working_time` answers from all three.
- `absence_undo`: taking back what was made of absences.
- `birthdays`: when a birthday is.
"""
