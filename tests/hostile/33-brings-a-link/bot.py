"""Its folder holds links to a file and a folder of the host."""

from attack import behave, opened, tried

tried("the linked file", opened("a-file"))
tried("the linked folder", opened("a-folder/plan.txt"))
behave()
