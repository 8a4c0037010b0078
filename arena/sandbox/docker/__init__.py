"""Docker: a bot in a container, for machines without bubblewrap and bots with an image."""

from arena.sandbox.docker.sandbox import DockerSandbox

__all__ = ["DockerSandbox"]
