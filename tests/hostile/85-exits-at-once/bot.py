"""It ends before it is ready."""

import sys

sys.exit(3)
