"""The library `distributed`, loaded when a cluster is asked for, and set up for matches: long tasks, few and quiet."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import socket
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.cluster.address import Cluster
from arena.cluster.troubles import ClusterTrouble, Unreachable

if TYPE_CHECKING:
    from distributed import Security

TABLE = "tractor-table"
"""The resource that a worker of ours has, one for each table, and that a match takes: other workers get none."""

SLOW_S = 1.0
"""A scheduler that is looked for longer is waited for, which is to be said."""

_SETTINGS = {
    # Matches run in other processes: to look at this one's threads a hundred times a second tells nothing.
    "distributed.worker.profile.enabled": False,
    # Nothing of ours is to be read with a browser.
    "distributed.worker.http.routes": [],
}

_LOUD = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


def load() -> None:
    """Load the library; it says nothing by itself from now on, as what matters is told in our words.

    Raises:
        ClusterTrouble: it is not installed.
    """
    try:
        dask = importlib.import_module("dask")
        importlib.import_module("distributed")
    except ModuleNotFoundError as missing:
        raise ClusterTrouble(
            f"a cluster needs Dask, and {missing.name} is not installed; in the checkout of the arena, "
            ".venv/bin/pip install -c constraints.txt -e '.[cluster]' does it"
        ) from None
    dask.config.set(_SETTINGS)
    for name in _LOUD:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def security_of(cluster: Cluster) -> Security:
    """How the library is to speak with a cluster."""
    from distributed import Security  # noqa: PLC0415 - loaded when a cluster is asked for

    files = cluster.credentials
    if files is None:
        return Security(require_encryption=False)
    certificate, key = str(files.certificate), str(files.key)
    return Security(
        require_encryption=True,
        tls_ca_file=str(files.authority),
        tls_client_cert=certificate,
        tls_client_key=key,
        tls_worker_cert=certificate,
        tls_worker_key=key,
    )


async def dial(cluster: Cluster, *, within_s: float, on_slow: Callable[[], None] = lambda: None) -> None:
    """See whether a scheduler answers, and trusts us.

    Args:
        on_slow: called if that is not known after a second.

    Raises:
        Unreachable: it does not; the sentence says why. Only silence takes all of the time.
    """
    slow = asyncio.get_running_loop().call_later(SLOW_S, on_slow)
    try:
        async with asyncio.timeout(within_s):
            await _knock(cluster)
            await _greet(cluster, within_s)
    except TimeoutError:
        raise Unreachable(cluster.address, "it does not answer", _START) from None
    except OSError as error:
        raise Unreachable(cluster.address, *_explained(cluster, error)) from None
    finally:
        slow.cancel()


async def _knock(cluster: Cluster) -> None:
    """Call once, with TLS if it is to be, and hang up: the library calls again and again whatever it is refused for."""
    context = security_of(cluster).get_connection_args("client").get("ssl_context")
    with await _call(cluster.host, cluster.port) as line:
        if context is not None:
            _, writer = await asyncio.open_connection(sock=line, ssl=context, server_hostname=cluster.host)
            writer.transport.abort()


async def _call(host: str, port: int) -> socket.socket:
    """The first of a host's addresses that takes a call; what the last one says if none does."""
    loop = asyncio.get_running_loop()
    refused: OSError | None = None
    for family, kind, protocol, _, address in await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        line = socket.socket(family, kind, protocol)
        try:
            line.settimeout(0)
            await loop.sock_connect(line, address)
        except OSError as error:
            line.close()
            refused = error
        except BaseException:
            line.close()
            raise
        else:
            return line
    assert refused is not None, "a name that is known has an address"
    raise refused


async def _greet(cluster: Cluster, within_s: float) -> None:
    """Have the library and the scheduler introduce themselves.

    Raises:
        Unreachable: who is there says something else.
        OSError: they do not come to it.
    """
    from distributed.comm.core import connect  # noqa: PLC0415 - likewise

    arguments = security_of(cluster).get_connection_args("client")
    try:
        comm = await connect(cluster.address, timeout=within_s, **arguments)
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - another server's words are read as numbers, and memory is asked for, say
        raise Unreachable(cluster.address, *_stranger(cluster)) from None
    await comm.close()


_START = "start one there with dask scheduler, or mend the address"


def _explained(cluster: Cluster, error: OSError) -> tuple[str, str]:
    """What is at the bottom of it, in a few words, and what to do."""
    chain: list[BaseException] = [error]
    while (deeper := chain[-1].__cause__ or chain[-1].__context__) is not None:
        chain.append(deeper)
    for each in reversed(chain):
        match each:
            case ssl.SSLCertVerificationError():
                reason = f"its certificate is not of our authority ({each.verify_message})"
                return reason, "give all members certificates of one authority, or mend the address"
            case ssl.SSLError():
                reason = f"TLS fails ({each.reason or each}); it may speak without TLS, or not trust our certificate"
                return reason, "give all members certificates of one authority, or mend the address"
            case ConnectionResetError() | BrokenPipeError():
                return _stranger(cluster)
            case socket.gaierror():
                return each.strerror or str(each), _START
            case OSError() if each.errno:
                # What the event loop raises names the address once more in place of the trouble.
                return os.strerror(each.errno), _START
            case _:
                pass
    # It was closed without a word.
    return _stranger(cluster)


def _stranger(cluster: Cluster) -> tuple[str, str]:
    what = "what answers there is no Dask scheduler"
    if cluster.credentials is not None:
        return what, _START
    return f"{what}, or one with TLS", f"{_START}, or write tls:// and give the certificates"
