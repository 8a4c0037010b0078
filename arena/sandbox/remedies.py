"""What to do on a machine where bubblewrap may not work, by what it complained about."""

from pathlib import Path

_APPARMOR_SWITCH = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_SWITCHES = {  # files of the kernel that forbid user namespaces, and the value that does
    Path("/proc/sys/kernel/unprivileged_userns_clone"): "0",
    Path("/proc/sys/user/max_user_namespaces"): "0",
}
APPARMOR_PROFILE = """\
abi <abi/4.0>,
include <tunables/global>
profile bwrap /usr/bin/bwrap flags=(unconfined) {
  userns,
  include if exists <local/bwrap>
}
"""
APPARMOR_REMEDY = (
    "AppArmor keeps bubblewrap from making a user namespace; allow it for bwrap alone:"
    " write these lines to /etc/apparmor.d/bwrap and run"
    " `sudo apparmor_parser -r /etc/apparmor.d/bwrap`:\n" + APPARMOR_PROFILE.rstrip()
)
# What bwrap says when a user namespace is refused or comes without its rights.
_NO_NAMESPACE = ("setting up uid map", "RTM_NEWADDR", "Creating new namespace", "No permissions to")


def for_complaint(line: str, *, switches: dict[Path, str] | None = None) -> str:
    """The remedy for what bwrap said; `switches` are the kernel's settings, read if not given."""
    if "RLIMIT_" in line:
        return "raise that hard limit, in /etc/security/limits.conf or in the service's unit"
    settings = _read_switches() if switches is None else switches
    if not any(words in line for words in _NO_NAMESPACE):
        return "see `bwrap --ro-bind / / true`"
    if settings.get(_APPARMOR_SWITCH) == "1":
        return APPARMOR_REMEDY
    for file, forbidden in _SWITCHES.items():
        if settings.get(file) == forbidden:
            name = ".".join(file.parts[3:])
            return f"the kernel forbids user namespaces: `sudo sysctl -w {name}=28633`"
    return "user namespaces are forbidden here, as in most containers: use a machine of its own"


def _read_switches() -> dict[Path, str]:
    files = [_APPARMOR_SWITCH, *_SWITCHES]
    return {file: file.read_text().strip() for file in files if file.is_file()}
