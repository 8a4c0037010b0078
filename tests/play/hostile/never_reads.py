"""It gets ready without reading, and never reads an ask."""

# expect: late at 1
write({"type": "ready", "protocol": 1})
time.sleep(1000)
