"""It ends before it is ready."""

# expect: did_not_start at 0: exit code 3
sys.exit(3)
