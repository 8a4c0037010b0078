"""Packs archives as people and attackers do."""

import io
import tarfile
import zipfile
from pathlib import Path

BOT = "import arena_sdk\n"
TOML = 'command = ["python", "bot.py"]\n'

Content = str | bytes


def zipped(archive: Path, files: dict[str, Content], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """A zip with these files, names written as they are."""
    with zipfile.ZipFile(archive, "w", method) as packed:
        for name, content in files.items():
            info = zipfile.ZipInfo("x")
            info.filename, info.compress_type = name, method
            packed.writestr(info, content)
    return archive


def zip_member(archive: Path, name: str, *, mode: int = 0o644, flags: int = 0) -> Path:
    """A zip with a bot and one more member of this mode, or with these flags."""
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("bot.py", BOT)
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        packed.writestr(info, "/etc/passwd")
        info.flag_bits |= flags
    return archive


def tarred(
    archive: Path, *members: tarfile.TarInfo, files: dict[str, Content] | None = None
) -> Path:
    """A tar, by its name also a packed one, with a bot, these members and these files."""
    mode = "w:gz" if archive.name.endswith("gz") else "w"
    with tarfile.open(archive, mode) as packed:
        for name, content in {"bot.py": BOT, **(files or {})}.items():
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))
        for info in members:
            packed.addfile(info, io.BytesIO(bytes(info.size)))
    return archive


def tar_member(name: str, kind: bytes = tarfile.REGTYPE, **fields: object) -> tarfile.TarInfo:
    """One member; `fields` such as linkname, mode or size."""
    info = tarfile.TarInfo(name)
    info.type = kind
    for field, value in fields.items():
        setattr(info, field, value)
    return info


def files_below(folder: Path) -> dict[str, bytes]:
    """Everything that is a file below the folder, by relative name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
