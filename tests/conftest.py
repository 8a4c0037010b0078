"""Settings for all tests."""

import hypothesis

# The machine may be busy: how long an example takes says nothing. The same examples
# every time, so that a red build can be repeated.
hypothesis.settings.register_profile("arena", deadline=None, derandomize=True)
hypothesis.settings.load_profile("arena")
