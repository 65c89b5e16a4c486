import Glibc
import GrooveTestSupport
import Testing

@testable import GrooveCore

/// A folder of its own for one test, gone with it.
private final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/groove-settings-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw FileProblem(message: "no folder") }
        path = String(cString: made)
    }

    deinit {
        _ = try? PasswordCommand.output(of: "rm -rf \(ShellText.quoted(path))", deadline: .ample)
    }

    /// Writes a file with permissions, and names it.
    func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        let file = path + "/" + name
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw FileProblem(message: "cannot write \(file)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fchmod(descriptor, mode) == 0 else {
            throw FileProblem(message: "cannot write \(file)")
        }
        return file
    }
}

@Suite("Settings from this computer", .blocks, .timeLimit(.minutes(5)))
struct SettingsLoaderTests {
    private func loader(_ folder: Folder, _ environment: [String: String] = [:]) -> SettingsLoader {
        var loader = SettingsLoader(environment: environment)
        loader.systemFile = folder.path + "/system.conf"
        return loader
    }

    /// What is said when loading fails.
    private func problems(_ loader: SettingsLoader, _ globals: GlobalOptions = GlobalOptions()) -> [String] {
        do {
            _ = try loader.load(globals)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("the user's file lies where XDG says")
    func userFile() {
        func path(_ environment: [String: String]) -> String? {
            SettingsLoader(environment: environment).userFile
        }
        #expect(path(["HOME": "/home/me"]) == "/home/me/.config/groove/groove.conf")
        #expect(path(["HOME": "/home/me", "XDG_CONFIG_HOME": "/c"]) == "/c/groove/groove.conf")
        #expect(
            path(["HOME": "/home/me", "XDG_CONFIG_HOME": "relative"]) == "/home/me/.config/groove/groove.conf"
        )
        #expect(path([:]) == nil)
    }

    @Test("a fifo is read as a file, and not waited for without end")
    func fifo() async throws {
        let folder = try Folder()
        let path = folder.path + "/fifo"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: FileProblem(message: "gives nothing and does not end within 50 ms")) {
            try SmallFile.read(path, limit: 100, patience: .milliseconds(50))
        }
        let writer = Task.detached {
            _ = try? PasswordCommand.output(of: "sleep 0.1; echo hello > \(path)", deadline: .ample)
        }
        #expect(try SmallFile.read(path, limit: 100, patience: .ample).bytes == Array("hello\n".utf8))
        await writer.value
    }

    @Test("without any file the built-in values hold")
    func noFiles() throws {
        let folder = try Folder()
        #expect(try loader(folder, ["HOME": folder.path]).load(GlobalOptions()) == Settings.builtIn)
    }

    @Test("system file, user file, environment and flags are laid over each other")
    func layers() throws {
        let folder = try Folder()
        _ = try folder.write(
            "system.conf", "[server]\nhost = system\n[listen]\ndevice = system\ngain = -1", mode: 0o644)
        _ = try folder.write(".config/groove/groove.conf", "[listen]\ndevice = user\ngain = -2")
        let loader = loader(folder, ["HOME": folder.path, "GROOVE_LISTEN_GAIN": "-3"])
        var settings = try loader.load(GlobalOptions())
        #expect(settings.server.host.name == "system")
        #expect(settings.listen.device == "user")
        #expect(settings.listen.gain == -3)
        var globals = GlobalOptions()
        globals.configFile = try folder.write("other.conf", "[listen]\ndrift = off")
        settings = try loader.load(globals)
        #expect(settings.listen.device == "system")
        #expect(settings.listen.drift == .off)
    }

    @Test("files that cannot be read are told beside what is wrong in the others")
    func unreadable() throws {
        let folder = try Folder()
        let system = try folder.write("system.conf", "[listen]\nx = 1", mode: 0o644)
        var globals = GlobalOptions()
        globals.configFile = folder.path + "/none.conf"
        #expect(
            problems(loader(folder), globals) == [
                "\(folder.path)/none.conf: there is no such file",
                "\(system):2: \"listen.x\" is not a setting; groove help settings lists them",
            ])
        globals.configFile = folder.path
        #expect(problems(loader(folder), globals).first == "\(folder.path): is a folder; a file is needed")
        globals.configFile = try folder.write("big.conf", String(repeating: "#", count: (1 << 20) + 1))
        #expect(problems(loader(folder), globals).first?.contains("larger than 1024 KiB") == true)
    }

    @Test("a config file with a password that others can read is refused")
    func permissions() throws {
        let folder = try Folder()
        let file = try folder.write("system.conf", "[auth]\npassword = hunter2", mode: 0o644)
        #expect(
            problems(loader(folder)) == [
                "\(file):2: auth.password stands in a file that others can read; run chmod 600 \(file)"
            ])
    }

    // MARK: Passwords

    private func credentials(
        _ folder: Folder, _ line: String, deadline: Duration = .ample
    ) throws(SettingsProblems) -> Credentials? {
        var loader = loader(folder, ["HOME": folder.path])
        var globals = GlobalOptions()
        do {
            globals.configFile = try folder.write("groove.conf", "[auth]\n\(line)\n")
        } catch {
            throw SettingsProblems([SettingsProblem(place: "test", message: "\(error)")])
        }
        loader.systemFile = "/nonexistent"
        let settings = try loader.load(globals)
        return try loader.credentials(for: settings.access(to: .stream), deadline: deadline)
    }

    /// What is said when a password cannot be had.
    private func credentialsProblem(_ folder: Folder, _ line: String, deadline: Duration = .ample)
        -> String?
    {
        do {
            _ = try credentials(folder, line, deadline: deadline)
            return nil
        } catch {
            return error.problems.map(\.message).joined(separator: "; ")
        }
    }

    @Test("a password stands in the file itself, in another one, or is printed by a command")
    func passwords() throws {
        let folder = try Folder()
        let file = try folder.write("secret", "p#ä:@%+\"\\ \r\nsecond line\n")
        #expect(try credentials(folder, "password = p ;q")?.password.revealed == "p")
        #expect(try credentials(folder, "password_file = \(file)")?.password.revealed == "p#ä:@%+\"\\ ")
        #expect(try credentials(folder, "password_file = ~/secret")?.password.revealed == "p#ä:@%+\"\\ ")
        #expect(try credentials(folder, "password_command = echo 'a b'; echo c")?.password.revealed == "a b")
        #expect(try credentials(folder, "password_command = printf x | tr x y")?.password.revealed == "y")
        #expect(try credentials(folder, "password =") == nil)
        #expect(try credentials(folder, "username = me")?.username == "me")
    }

    @Test("what goes wrong with it is said, and never what it is")
    func passwordProblems() throws {
        let folder = try Folder()
        let open = try folder.write("open", "hunter2", mode: 0o644)
        let empty = try folder.write("empty", "\nhunter2")
        let found = [
            "password_file = \(open)": "auth.password_file: others can read \(open); run chmod 600 \(open)",
            "password_file = \(empty)":
                "auth.password_file: the first line of \(empty) is empty; the password must stand there",
            "password_file = \(folder.path)/none": "auth.password_file: there is no such file",
            "password_command = exit 3": "auth.password_command: the command ended with code 3",
            "password_command = kill -9 $$": "auth.password_command: the command was ended by a signal",
            "password_command = true":
                "auth.password_command: the first line of the command is empty; the password must stand there",
            "password_command = printf '\\377'":
                "auth.password_command: the first line of the command is not UTF-8 text",
            "password_command = yes": "auth.password_command: the command printed more than 64 KiB",
        ]
        for (line, expected) in found { #expect(credentialsProblem(folder, line) == expected) }
    }

    @Test("a command that hangs is ended at the deadline, also one that closed its output")
    func deadline() throws {
        let folder = try Folder()
        for command in ["exec sleep 60", "exec >/dev/null; exec sleep 60"] {
            let found = credentialsProblem(
                folder, "password_command = \(command)", deadline: .milliseconds(100))
            #expect(found == "auth.password_command: the command did not end within 100 ms")
        }
    }
}
