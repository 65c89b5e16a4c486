import Glibc
import GrooveCore

if let code = PictureDecoderChild.runIfAsked(CommandLine.arguments) { exit(code) }
print("groove")
