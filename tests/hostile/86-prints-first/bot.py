"""It prints a greeting where its ready should be."""

from attack import behave

print("Hello, I am a bot!", flush=True)
behave()
