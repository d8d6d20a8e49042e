"""Sign-on of assistants: OAuth 2.1 as the Model Context Protocol asks for it.

`server` has the endpoints, `clients` says who a client is, `page` is what a browser shows. What a sign-on is and what
it grants: `core.people.sign_ons`.
"""
