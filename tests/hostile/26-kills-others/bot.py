"""It kills what it can find: the referee, a bystander, everybody."""

import os
import signal

from attack import FACTS, behave, tried

tried("reach the referee", lambda: os.kill(FACTS["referee"], 0))
# Signal 0 to everybody: it only asks who could be killed.
tried("reach everybody", lambda: os.kill(-1, 0))
tried("kill a bystander", lambda: os.kill(FACTS["victim"], signal.SIGKILL))
behave()
