"""It reads nothing and says nothing."""

# expect: did_not_start at 0: not ready
time.sleep(1000)
