"""One module a command. Each is loaded only when its command is called."""
