"""Confines itself as ordered and becomes the program: run as one of its own, ``python -I -S confine.py FD``.

Tiers C and D start every bot through it (docs/isolation.md). Its orders are one JSON object, read from the descriptor
FD to its end; the keys are the arguments of `Orders`, all of them named, none more. They are not given as arguments,
which every process of the machine can read. What it does, in this order:

1. closes every descriptor but 0, 1 and 2, and takes back what Python changed of signals;
2. starts a new session, if ordered;
3. sets the limits, hard and soft alike, and no core files;
4. gives up gaining rights by running a program (``no_new_privs``), and with Landlock all files but those ordered;
5. becomes the ordered user and group, with no other groups; no capability outlasts the start of the program, also if
   it stays root;
6. asks to be killed when its parent ends; the thread that starts it has to live as long as it does;
7. takes on the seccomp filter, and becomes the program. Until then no process of the same user can look into it.

What Landlock cannot do is dialling unix sockets with a path: those are kept by the permissions of the file system, so
a socket that bots must not dial has to lie in a folder that their user cannot enter.

Exit status, with one sentence on standard error: 125 if it cannot confine itself as ordered, 126 if the program cannot
be run, 127 if it is not there. It starts with the standard library alone and little of that, within milliseconds.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import sys
from collections.abc import Callable

# Started as a file, with nothing but the standard library in reach: what lies beside it is found from the root.
if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # noqa: PTH100, PTH120 - pathlib takes as long to import as all else

from arena.sandbox import landlock

CANNOT_CONFINE = 125
CANNOT_RUN = 126
NOT_FOUND = 127

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_MODE_FILTER = 2
_INSTRUCTION_BYTES = 8

_libc = ctypes.CDLL(None, use_errno=True)


class Orders:
    """What to become, and what to give up before.

    A plain class, read once: importing dataclasses takes longer than all else that is done here.
    """

    def __init__(
        self,
        *,
        command: list[str],
        folder: str,
        environment: dict[str, str],
        user: list[int] | None,
        new_session: bool,
        limits: dict[str, int],
        landlock: dict[str, list[str]] | None,
        seccomp: str | None,
        has_network: bool = False,
    ) -> None:
        """Take the orders as they were given.

        Args:
            command: the program, as a path or a name in the PATH of *environment*, and its arguments.
            folder: where it starts.
            environment: the whole of it.
            user: numbers of the user and the group to become; None to stay who one is.
            new_session: start a session, and with it a process group, of its own; not if the starter did.
            limits: any of ``process_count`` (processes and threads that may be added to those that the user has now),
                ``open_file_count``, ``file_bytes`` (of one file), ``data_bytes`` (private memory of one process)
                and ``nice`` (0 to 19); what is missing stays as it is.
            landlock: ``readable`` and ``writable``, each a list of paths, with everything below a folder; what is
                readable may be run. All else is refused, as are TCP, unless it *has_network*, and, where the kernel
                knows how, abstract sockets and signals out of this confinement. None for no such rules.
            seccomp: what `arena.sandbox.seccomp.filter_bytes` gives, in hexadecimal; None for no filter.
        """
        self.command = command
        self.folder = folder
        self.environment = environment
        self.user = user
        self.new_session = new_session
        self.limits = limits
        self.landlock = landlock
        self.seccomp = seccomp
        self.has_network = has_network


class _Refused(Exception):
    """A step that the system refuses; *status* is what to end with."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def read_orders(descriptor: int) -> Orders:
    """The orders that wait there.

    Raises:
        _Refused: they are no orders.
    """
    try:
        with os.fdopen(descriptor, "rb") as source:
            return Orders(**json.load(source))
    except (OSError, ValueError, TypeError) as error:
        raise _Refused(CANNOT_CONFINE, f"orders cannot be read: {error}") from None


def carry_out(orders: Orders) -> None:
    """Become the program; it comes back only with an exception.

    Raises:
        _Refused: a step failed, or the program cannot be run.
    """
    parent = os.getppid()
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    _step("restore signals", _restore_signals)
    if orders.new_session:
        _step("start a session", os.setsid)
    _step("set its limits", lambda: _set_limits(orders.limits, is_new_user=orders.user is not None))
    _step("give up gaining rights", lambda: _prctl(_PR_SET_NO_NEW_PRIVS, 1))
    if orders.landlock is not None:
        rules = orders.landlock
        _step(
            "take on Landlock",
            lambda: landlock.restrict(rules["readable"], rules["writable"], has_network=orders.has_network),
        )
    # Of root as well: who may watch the performance of programs may read their environment, past Landlock.
    _step("give up capabilities", _drop_capabilities)
    if orders.user is not None:
        user, group = orders.user
        _step(f"become user {user}", lambda: _become(user, group))
    _step(f"enter {orders.folder}", lambda: os.chdir(orders.folder))
    _step("end with its parent", lambda: _end_with(parent))
    # Running the program makes it an ordinary process again.
    _step("hide itself", lambda: _prctl(_PR_SET_DUMPABLE, 0))
    if orders.seccomp is not None:
        text = orders.seccomp
        _step("take on its filter of system calls", lambda: _set_filter(bytes.fromhex(text)))
    _run(orders.command, orders.environment)


def _run(command: list[str], environment: dict[str, str]) -> None:
    # `os.execvpe` imports modules, which are out of reach by now.
    program = command[0]
    folders = [""] if "/" in program else [folder + "/" for folder in environment.get("PATH", "").split(":")]
    refusal: OSError | None = None
    for folder in folders:
        try:
            os.execve(folder + program, command, environment)  # noqa: S606 - to become it is the point
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            refusal = error
    if refusal is not None:
        raise _Refused(CANNOT_RUN, f"{program} cannot be run: {refusal.strerror}")
    raise _Refused(NOT_FOUND, f"{program} is not there, or the interpreter that it names is not")


def _step(what: str, do: Callable[[], object]) -> None:
    try:
        do()
    except (OSError, ValueError, KeyError) as error:
        reason = error.strerror if isinstance(error, OSError) else repr(error)
        raise _Refused(CANNOT_CONFINE, f"cannot {what}: {reason}") from None


def _restore_signals() -> None:
    # Python ignores these two, and what is ignored stays so in the program.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.umask(0o077)


def _set_limits(limits: dict[str, int], *, is_new_user: bool) -> None:
    _limit(resource.RLIMIT_CORE, 0)
    if "process_count" in limits:
        # The kernel counts all that a user has, wherever it was started.
        others = 0 if is_new_user else _task_count(os.getuid())
        _limit(resource.RLIMIT_NPROC, others + limits["process_count"])
    if "open_file_count" in limits:
        _limit(resource.RLIMIT_NOFILE, limits["open_file_count"])
    if "file_bytes" in limits:
        _limit(resource.RLIMIT_FSIZE, limits["file_bytes"])
    if "data_bytes" in limits:
        _limit(resource.RLIMIT_DATA, limits["data_bytes"])
    if "nice" in limits:
        os.setpriority(os.PRIO_PROCESS, 0, limits["nice"])


def _limit(which: int, most: int) -> None:
    hard = resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(which, (most, most))


def _task_count(user: int) -> int:
    """Processes and threads that the user has now."""
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib is slow to import
        if not name.isdigit():
            continue
        try:
            if os.stat(f"/proc/{name}").st_uid == user:  # noqa: PTH116
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
        except OSError:
            continue  # it has ended meanwhile
    return count


def _drop_capabilities() -> None:
    for capability in range(64):
        try:
            _prctl(_PR_CAPBSET_DROP, capability)
        except OSError as error:
            # The kernel knows no more, or an ordinary user has none to give up.
            if error.errno in {errno.EINVAL, errno.EPERM}:
                break
            raise


def _become(user: int, group: int) -> None:
    os.setgroups([])
    os.setresgid(group, group, group)
    os.setresuid(user, user, user)


def _end_with(parent: int) -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        # It ended before the kernel was asked.
        os.kill(os.getpid(), signal.SIGKILL)


def _set_filter(program: bytes) -> None:
    class Fprog(ctypes.Structure):
        _fields_ = (("count", ctypes.c_ushort), ("instructions", ctypes.c_char_p))

    fprog = Fprog(len(program) // _INSTRUCTION_BYTES, program)
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(fprog))


def _prctl(option: int, first: int, second: object = 0) -> None:
    if _libc.prctl(option, ctypes.c_ulong(first), second, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def main(arguments: list[str]) -> int:
    """Carry out the orders on the descriptor given; it comes back only if they cannot be, with the exit status."""
    if len(arguments) != 1 or not arguments[0].isdigit():
        sys.stderr.write("confine: it takes one argument, the number of the descriptor that its orders are on\n")
        return CANNOT_CONFINE
    try:
        carry_out(read_orders(int(arguments[0])))
    except _Refused as refused:
        sys.stderr.write(f"confine: {refused}\n")
        return refused.status
    return CANNOT_CONFINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
