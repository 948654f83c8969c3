"""Where gRPC and trio meet, and the only place with threads.

gRPC speaks asyncio, on a private thread; trio owns everything else. `loop` is the thread and the two ways across,
`stream` one conversation, `server` listens, `client` calls. Messages cross as bytes, or as what a `Method` makes of
them.
"""
