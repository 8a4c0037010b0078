"""What bots need to run: it can be read by their uid."""

from arena.sandbox import runtime


def test_what_was_installed_under_a_strict_umask_can_be_read_by_bots(tmp_path, monkeypatch):
    """The SDK of an organiser whose umask is 077 is there for bots, and its bytecode too."""
    package = tmp_path / "installed" / "package"
    (package / "inner").mkdir(parents=True)
    for file in (package / "module.py", package / "inner" / "other.py"):
        file.write_text("")
        file.chmod(0o600)
    for folder in (package / "inner", package):
        folder.chmod(0o700)
    monkeypatch.setattr(runtime, "_package_folders", lambda: [package])
    copy = tmp_path / "copy"
    copy.mkdir()

    runtime._copy_packages(copy)

    modes = {path.name: path.stat().st_mode & 0o777 for path in copy.rglob("*")}
    bytecode = [name for name in modes if name.endswith(".pyc")]
    assert len(bytecode) == 2
    assert {modes[name] for name in ("package", "inner", "__pycache__")} == {0o755}
    assert {modes[name] for name in ("module.py", "other.py", *bytecode)} == {0o644}
