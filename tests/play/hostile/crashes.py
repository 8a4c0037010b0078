"""It raises an exception at its first ask."""

# expect: gone at 1: exit code 1
# stderr: ZeroDivisionError
handshake()
next_ask()
print(1 / 0)
