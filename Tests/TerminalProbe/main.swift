// A program that takes the terminal and then ends in the way that its keys ask for. It tells on standard error what
// comes; the terminal's tests read that, and look at what is left of the terminal.
import Dispatch
import Glibc
import GrooveCore

func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
}

func end(by key: KeyPress, _ terminal: Terminal) {
    switch key {
    case .character("q"): terminal.close()
    case .character("e"): exit(3)
    case .character("f"): fatalError("asked for")
    case .character("a"): abort()
    case .character("s"): UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .character("t"): DispatchQueue.global().async { fatalError("asked for") }
    case .character("z"): terminal.suspend()
    case .character("h"): while true { sleep(1) }
    default: break
    }
}

func run() async {
    do {
        let terminal = try Terminal()
        terminal.write(Array("picture".utf8))
        tell("ready \(terminal.size.columns)x\(terminal.size.rows)")
        for await event in terminal.events {
            tell("\(event)")
            switch event {
            case .key(let key): end(by: key, terminal)
            case .endRequested, .closed: terminal.close()
            default: break
            }
        }
        tell("ended")
    } catch {
        tell("\(error)")
    }
}

await run()
