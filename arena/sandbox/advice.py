"""What to do about what is in the way of a better tier, on the machines that people have."""

from __future__ import annotations

from pathlib import Path

LANDLOCK = "use a kernel of 5.13 or later that has it on (lsm= in its command line names landlock)"

GROUPS_OF_A_USER = "start the arena as `systemd-run --user --scope -p Delegate=yes arena ...`, or as root"

_PACKAGES = {"bwrap": ("bubblewrap", "bubblewrap"), "prlimit": ("util-linux", "util-linux")}
_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_CLONE = Path("/proc/sys/kernel/unprivileged_userns_clone")
_MOST = Path("/proc/sys/user/max_user_namespaces")


def how_to_install(program: str) -> str:
    """Where a program comes from."""
    package, debian = _PACKAGES.get(program, ("util-linux", "util-linux"))
    return f"install {package} (Debian and Ubuntu: apt install {debian})"


def for_bubblewrap(said: str) -> str:
    """What to do where bubblewrap, or what it started, failed with these words."""
    if "proc" in said and "mount" in said.lower():
        return "in a container, /proc is covered: start the arena outside, or the container with --privileged"
    if "namespace" not in said and "uid map" not in said and "Operation not permitted" not in said:
        return ""
    if _setting(_APPARMOR) == "1":
        return (
            "AppArmor forbids user namespaces to programs without a profile: give bwrap one (docs/isolation.md), or, "
            "for all programs, sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
        )
    if _setting(_CLONE) == "0":
        return "user namespaces are off: sysctl -w kernel.unprivileged_userns_clone=1"
    if _setting(_MOST) == "0":
        return "user namespaces are off: sysctl -w user.max_user_namespaces=10000"
    return "namespaces are forbidden here, as in most containers: start the arena outside of it, or as root"


def _setting(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""
