@preconcurrency import Glibc
import GrooveCore

// Pictures come from strangers: this program decodes them in a child of itself, which does nothing else.
if let status = PictureDecoderChild.runIfAsked(CommandLine.arguments) { exit(status) }
exit(await GrooveProgram.run(Array(CommandLine.arguments.dropFirst())))
