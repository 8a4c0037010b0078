"""The tournament runner. The folders and files are the architecture; docs/architecture.md tells."""
