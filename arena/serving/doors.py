"""What every answer has, and who gets none: headers that keep pages to themselves, and names of this server."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.serving.live_pages import LIVE_POLICY

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
"""Under which a server on the loopback is asked. A page from elsewhere that has its own name resolve to this machine
asks under that one."""

HEADERS = {
    "content-security-policy": f"{LIVE_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class SecurityHeaders:
    """Adds `HEADERS` to every answer of an application."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._application(scope, receive, send_with_headers if scope["type"] == "http" else send)


def known_hosts_only(application: ASGIApp, hosts: frozenset[str] | None) -> ASGIApp:
    """The application for who asks under one of these names, with any port; None for any name."""
    if hosts is None:
        return application

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _name(Headers(scope=scope).get("host", "")) not in hosts:
            refusal = PlainTextResponse(f"this server is asked under {', '.join(sorted(hosts))} alone\n", 421)
            await refusal(scope, receive, send)
            return
        await application(scope, receive, send)

    return answer


def _name(host: str) -> str:
    """A host without its port; addresses of IPv6 have brackets."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() and not host.endswith("]") else host).lower()
