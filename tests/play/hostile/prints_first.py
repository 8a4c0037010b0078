"""It prints a greeting where its ready should be."""

# expect: bad_handshake at 0: frame of
print("Hello, I am a bot!", flush=True)
handshake()
play_on()
