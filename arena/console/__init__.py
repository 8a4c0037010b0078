"""Everything that is drawn in a terminal. Only this package and the commands use rich."""
