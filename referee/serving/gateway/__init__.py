"""Where bots from elsewhere dial in, and from where they are brought to tables.

`guests` are the bots that have dialled in; `seating` brings them to the chairs of a match; `relay` passes messages on
between a bot and a referee; `server` is all of it at work, `client` the arena's side.
"""
