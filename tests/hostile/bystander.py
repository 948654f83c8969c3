"""A program that minds its own business beside an arena: it keeps secrets, listens, and tells who called.

It reads its secret as a line, says where it is as a line of JSON, and at the end of its input says what it heard.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import socket
import sys


def main(folder: str) -> None:
    """Listen until the input ends."""
    secret = ctypes.create_string_buffer(sys.stdin.buffer.readline().strip())
    name = f"bystander-{os.getpid()}"
    listeners = {
        "tcp": socket.create_server(("127.0.0.1", 0)),
        "udp": socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
        "abstract": socket.socket(socket.AF_UNIX),
        "unix": socket.socket(socket.AF_UNIX),
    }
    path = f"{folder}/bystander.sock"
    listeners["udp"].bind(("127.0.0.1", 0))
    listeners["abstract"].bind("\0" + name)
    listeners["unix"].bind(path)
    os.chmod(path, 0o777)
    for each in ("abstract", "unix"):
        listeners[each].listen()
    told = {
        "bystander": os.getpid(),
        "address": ctypes.addressof(secret),
        "size": len(secret.value),
        "tcp": listeners["tcp"].getsockname()[1],
        "udp": listeners["udp"].getsockname()[1],
        "abstract": name,
        "unix": path,
    }
    print(json.dumps(told), flush=True)
    heard: list[str] = []
    while True:
        ready, _, _ = select.select([sys.stdin, *listeners.values()], [], [])
        for who, listener in listeners.items():
            if listener in ready:
                heard.append(who)
                if who == "udp":
                    listener.recv(100)
                else:
                    listener.accept()[0].close()
        if sys.stdin in ready:
            print(json.dumps(heard), flush=True)
            return


if __name__ == "__main__":
    main(sys.argv[1])
