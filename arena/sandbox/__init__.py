"""The ways to run a bot's process, behind one interface."""
