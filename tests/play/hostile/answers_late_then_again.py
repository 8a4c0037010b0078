"""Its answer comes after the deadline, and then once more."""

# expect: late at 1
handshake()
ask = next_ask()
time.sleep(5)
write(answer(ask, legal(ask["view"])))
write(answer(ask, legal(ask["view"])))
play_on()
