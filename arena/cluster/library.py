"""The library `distributed`, loaded when a cluster is asked for, and set up for matches: long tasks, few and quiet."""

from __future__ import annotations

import asyncio
import importlib
import logging
import socket
import ssl
from typing import TYPE_CHECKING

from arena.cluster.address import Cluster
from arena.cluster.troubles import ClusterTrouble

if TYPE_CHECKING:
    from distributed import Security

TABLE = "tractor-table"
"""The resource that a worker of ours has, one for each table, and that a match takes: other workers get none."""

PLAIN_CALL_S = 2.0
"""For a call to be taken or refused."""

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


async def dial(cluster: Cluster, *, within_s: float) -> None:
    """See whether a scheduler answers, and trusts us.

    Raises:
        ClusterTrouble: it does not; the sentence says why.
    """
    from distributed.comm.core import connect  # noqa: PLC0415 - likewise

    arguments = security_of(cluster).get_connection_args("client")
    try:
        # What is no scheduler may take the call and say nothing.
        async with asyncio.timeout(2 * within_s):
            comm = await connect(cluster.address, timeout=within_s, **arguments)
            await comm.close()
    except (OSError, ValueError, TimeoutError) as error:
        reason = _reason(error) or await _refusal(cluster) or "it does not answer"
        raise ClusterTrouble(
            f"no Dask scheduler can be reached at {cluster.address}: {reason}; start one there with "
            "dask scheduler, or mend the address"
        ) from None


async def _refusal(cluster: Cluster) -> str:
    """Why a plain call is refused, in a few words; nothing if somebody takes it, or in a moment nobody does.

    The library's last try has whatever time the others have left, and may run out of it before it is refused.
    """

    def call() -> None:
        socket.create_connection((cluster.host, cluster.port), timeout=PLAIN_CALL_S).close()

    try:
        await asyncio.to_thread(call)
    except TimeoutError:
        return ""
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _reason(error: BaseException) -> str:
    """What is at the bottom of it, in a few words; nothing if time ran out."""
    chain = [error]
    while (deeper := chain[-1].__cause__ or chain[-1].__context__) is not None:
        chain.append(deeper)
    for each in reversed(chain):
        match each:
            case ssl.SSLCertVerificationError():
                return f"its certificate is not of our authority ({each.verify_message})"
            case ssl.SSLError():
                return f"TLS fails ({each.reason or each}); it may speak without TLS, or not trust our certificate"
            case OSError() if each.errno:
                return each.strerror or str(each)
            case _:
                pass
    if any(isinstance(each, TimeoutError) for each in chain):
        return ""
    return str(error) or type(error).__name__
