"""Settings for all tests."""

import os

import hypothesis

# As `arena` has it. Read when numpy is loaded, so before that.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The machine may be busy: how long an example takes says nothing. The same examples
# every time, so that a red build can be repeated.
hypothesis.settings.register_profile("arena", deadline=None, derandomize=True)
hypothesis.settings.load_profile("arena")
