"""The directory, and when its people work.

- `users`: people and integrations, who leads whom, tokens, Telegram accounts. `groups`: group chats that show a team.
- `colleagues`: people by the names that others use. `named_people`: people whom a request names by id.
- `absences`, `schedules`, `public_holidays`: what decides when a person works; `working_time` answers from all three.
- `birthdays`: when a birthday is.
"""
