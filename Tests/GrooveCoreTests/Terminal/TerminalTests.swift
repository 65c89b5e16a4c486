import Glibc
import Testing

@testable import GrooveCore

/// Terminals are given back whatever happens: tried on a program of its own, on a pseudo-terminal of its own.
@Suite(.serialized, .blocks, .timeLimit(.minutes(5))) struct TerminalTests {
    static let probe = CoverDecoderTests.folder(of: "/proc/self/exe") + "/TerminalProbe"
    static let enter = "\u{1B}[?1049h"
    static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    struct Case: Sendable, CustomTestStringConvertible {
        var key: String
        var ending: Ending
        var testDescription: String { key }
    }

    @Test(
        "the terminal is put back",
        arguments: [
            Case(key: "q", ending: .exit(0)), Case(key: "e", ending: .exit(3)),
            Case(key: "a", ending: .signal(SIGABRT)),
            Case(key: "s", ending: .signal(SIGSEGV)),
        ])
    func restored(by way: Case) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let (process, errors) = try terminal.run([Self.probe])
        #expect(terminal.read(until: "picture").contains(Self.enter))
        #expect(PseudoTerminal.read(from: errors, until: "ready").contains("80x24"))
        #expect(terminal.settings() != before)
        terminal.type(way.key)
        #expect(terminal.read(until: Self.leave).hasSuffix(Self.leave))
        #expect(Ending(of: process) == way.ending)
        #expect(terminal.settings() == before)
        close(errors)
    }

    @Test("the terminal is put back after Swift's own traps, on whatever thread", arguments: ["f", "t"])
    func trapped(by key: String) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let (process, errors) = try terminal.run([Self.probe])
        _ = terminal.read(until: "picture")
        terminal.type(key)
        #expect(terminal.read(until: Self.leave).hasSuffix(Self.leave))
        // The trap is SIGILL on x86-64 and SIGTRAP on arm64.
        #expect([.signal(SIGILL), .signal(SIGTRAP)].contains(Ending(of: process)))
        #expect(terminal.settings() == before)
        close(errors)
    }

    @Test("the first signal asks, the second ends", arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func signals(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let (polite, errors) = try terminal.run([Self.probe])
        _ = terminal.read(until: "picture")
        kill(polite, signal)
        #expect(PseudoTerminal.read(from: errors, until: "ended").contains("endRequested(signal: \(signal))"))
        #expect(Ending(of: polite) == .exit(0))
        #expect(terminal.settings() == before)
        close(errors)
    }

    @Test(
        "a signal that ends the process puts the terminal back first",
        arguments: [SIGUSR1, SIGUSR2, SIGALRM, SIGPROF, SIGXCPU, SIGSYS])
    func deadly(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let (process, errors) = try terminal.run([Self.probe])
        _ = terminal.read(until: "picture")
        kill(process, signal)
        #expect(terminal.read(until: Self.leave).hasSuffix(Self.leave))
        #expect(Ending(of: process) == .signal(signal))
        #expect(terminal.settings() == before)
        close(errors)
    }

    @Test("signals that follow each other at once ask once: the program ends in its own way")
    func severalAtOnce() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let (polite, errors) = try terminal.run([Self.probe])
        _ = terminal.read(until: "picture")
        for _ in 0..<20 {
            kill(polite, SIGTERM)
            usleep(1000)
        }
        #expect(Ending(of: polite) == .exit(0))
        #expect(terminal.settings() == before)
        close(errors)
    }

    @Test("a program that hangs ends at the second signal")
    func hanging() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings()
        let (process, errors) = try terminal.run([Self.probe])
        _ = terminal.read(until: "picture")
        terminal.type("h")
        _ = PseudoTerminal.read(from: errors, until: "key")
        kill(process, SIGTERM)
        kill(process, SIGTERM)
        // Two that come at once may be one: the signal is repeated until it has ended the program.
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            kill(process, SIGTERM)
            poll(nil, 0, 5)
        }
        #expect(status & 0x7F == SIGTERM)
        #expect(terminal.settings() == before)
        #expect(terminal.read(until: Self.leave).hasSuffix(Self.leave))
        close(errors)
    }

    @Test("Ctrl-Z gives the terminal to the shell, and takes it again")
    func stopped() throws {
        let terminal = try PseudoTerminal()
        // Bash gives terminals to jobs only while its own standard error is one.
        let script =
            "exec 3>&2 2>/dev/tty; set -m; \(Self.probe) 2>&3; printf STOPPED; stty size; fg >/dev/null"
        let (process, errors) = try terminal.run(["/bin/bash", "-c", script])
        _ = terminal.read(until: "picture")
        terminal.type("z")
        let stopped = terminal.read(until: Self.enter)
        #expect(stopped.contains(Self.leave))
        #expect(stopped.contains("STOPPED24 80"))
        #expect(PseudoTerminal.read(from: errors, until: "continued").contains("continued"))
        terminal.type("q")
        #expect(terminal.read(until: Self.leave).hasSuffix(Self.leave))
        #expect(Ending(of: process) == .exit(0))
        close(errors)
    }

    @Test("without a shell to go on from, Ctrl-Z does not stop for ever")
    func orphaned() throws {
        let terminal = try PseudoTerminal()
        let (process, errors) = try terminal.run([Self.probe])
        _ = terminal.read(until: "picture")
        terminal.type("z")
        #expect(PseudoTerminal.read(from: errors, until: "continued").contains("continued"))
        terminal.type("q")
        #expect(Ending(of: process) == .exit(0))
        close(errors)
    }

    @Test("keys, sizes and the end of the terminal are told")
    func told() throws {
        var terminal: PseudoTerminal? = try PseudoTerminal(columns: 40, rows: 10)
        let (process, errors) = try #require(terminal).run([Self.probe])
        #expect(PseudoTerminal.read(from: errors, until: "ready").contains("40x10"))
        terminal?.type("\u{1B}[A")
        #expect(PseudoTerminal.read(from: errors, until: "up").contains("key"))
        terminal?.resize(columns: 200, rows: 60)
        #expect(PseudoTerminal.read(from: errors, until: "resized").contains("columns: 200, rows: 60"))
        terminal = nil
        #expect(PseudoTerminal.read(from: errors, until: "ended").contains("ended"))
        let rest = PseudoTerminal.read(from: errors, until: "\0")
        // The kernel tells first whoever reads, and then sends SIGHUP: it may come when all has been put back.
        #expect([.exit(0), .signal(SIGHUP)].contains(Ending(of: process)), "\(rest)")
        close(errors)
    }

    @Test("a terminal that takes nothing holds nobody up")
    func stuck() async throws {
        let pseudo = try PseudoTerminal()
        let end = try pseudo.open()
        let terminal = try Terminal(input: end, output: end)
        #expect(throws: TerminalError.inUse) { try Terminal(input: end, output: end) }
        #expect(terminal.isReady)
        terminal.write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18) + Array("END".utf8))
        #expect(!terminal.isReady)
        let text = pseudo.read(until: "END")
        #expect(text.utf8.count > 1 << 18)
        var events = terminal.events.makeAsyncIterator()
        #expect(await events.next() == .drained)
        #expect(terminal.isReady)
        // Stuck for good, and closed all the same.
        terminal.write([UInt8](repeating: UInt8(ascii: "y"), count: 1 << 20))
        terminal.close()
        #expect(!terminal.isReady)
        close(end)
    }
}
