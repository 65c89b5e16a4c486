@preconcurrency import Glibc
import GrooveCore

exit(await GrooveProgram.run(Array(CommandLine.arguments.dropFirst())))
