"""The environment of every bot that runs in a sandbox: the same in all of them."""

from arena.sandbox.runtime import ENVIRONMENT, PACKAGES, PYTHON

# A machine with many cores would otherwise make libraries start more threads than allowed.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GOMAXPROCS")

VARIABLES = {
    "PATH": f"{PYTHON}/bin:/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONPATH": f"{PACKAGES}:{ENVIRONMENT}",
    "PYTHONDONTWRITEBYTECODE": "1",
    "JAVA_TOOL_OPTIONS": "-XX:ActiveProcessorCount=1 -XX:+UseSerialGC",
    **dict.fromkeys(_ONE_THREAD, "1"),
}
