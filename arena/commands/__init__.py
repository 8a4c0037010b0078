"""The command line: every command by name, each in a module that is loaded when it is called."""

from importlib.metadata import version

from cyclopts import App

app = App(
    name="arena",
    version=lambda: version("botarena"),
    help="Tournaments for bots: The Game: Face to Face, The Game and 6 nimmt!",
    suppress_keyboard_interrupt=False,  # cli.py says what it means to be stopped
    help_epilogue="Start with: arena new mybot && arena play mybot greedy --watch",
)
app.command("arena.commands.new:new", name="new", help="Make a folder with a bot that runs.")
app.command("arena.commands.check:check", name="check", help="Try a bot as a contest would.")
app.command("arena.commands.doctor:doctor", name="doctor", help="What this machine guarantees.")
app.command("arena.commands.play:play", name="play", help="Play bots here and now.")
app.command("arena.commands.tournament:tournament", name="tournament", help="Hold a contest.")
app.command("arena.commands.resume:resume", name="resume", help="Go on with a contest.")
app.command("arena.commands.leaderboard:leaderboard", name="leaderboard", help="Who stands where.")
app.command("arena.commands.publish:publish", name="publish", help="Write the site.")
app.command("arena.commands.compare:compare", name="compare", help="Is the new bot better?")
app.command("arena.commands.rate:rate", name="rate", help="Ratings of results from elsewhere.")
app.command("arena.commands.matches:matches", name="matches", help="List recorded matches.")
app.command("arena.commands.replay:replay", name="replay", help="Show a match turn by turn.")
app.command("arena.commands.rerun:rerun", name="rerun", help="Play a recorded match again.")
app.command("arena.commands.commit:commit", name="commit", help="Draw the next secret early.")
app.command("arena.commands.verify:verify", name="verify", help="Check all that is recorded.")
app.command("arena.commands.import_:import_", name="import", help="Take in a course's export.")
