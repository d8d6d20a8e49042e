"""The Model Context Protocol: what assistants may do for the person whose token they have.

`POST /mcp` is its streamable HTTP without sessions: one JSON-RPC message a request, one JSON answer. `protocol` has the
messages, `tools` what an assistant may call, each by the use cases that REST and the chat run, and `server` answers.
"""
