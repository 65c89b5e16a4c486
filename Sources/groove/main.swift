import Glibc
import GrooveCore

// A development driver, to be replaced: groove PORT PATH [--stats] [--json] [--for S] [--device D] [--output F] [--wait] [--buffer MS]
func value(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
    return arguments[index + 1]
}
var options = ListenOptions()
options.printsStats = CommandLine.arguments.contains("--stats")
options.waits = CommandLine.arguments.contains("--wait")
options.device = value("--device")
options.output = value("--output")
options.duration = value("--for").flatMap { Double($0) }.map { .milliseconds(Int($0 * 1000)) }
options.buffer = value("--buffer").flatMap { Int($0) }.map { .milliseconds($0) }
let urls = CommandLine.arguments[1].split(separator: ",").map {
    ServerURL(scheme: .http, host: "127.0.0.1", port: Int($0) ?? 0, path: CommandLine.arguments[2])
}
let password = getenv("GROOVE_AUTH_PASSWORD").map { String(cString: $0) }
let configuration = ListenerConfiguration(
    streams: urls, credentials: password.map { Credentials(username: "listener", password: Secret($0)) })
if let pauseAt = value("--pause-at").flatMap({ Double($0) }) {
    var configuration = configuration
    if let device = options.device { configuration.output = .device(device) }
    let listener = Listener(configuration: configuration)
    listener.start()
    let printing = Task { for await status in listener.statuses { print(status.statsLine) } }
    try await Task.sleep(for: .seconds(pauseAt))
    print("pause")
    listener.houseChanged(to: .paused)
    try await Task.sleep(for: .seconds(4))
    print("play")
    listener.houseChanged(to: .playing)
    try await Task.sleep(for: .seconds(4))
    print(await listener.stop())
    await printing.value
    exit(0)
}
exit(
    await runListen(
        options: options, configuration: configuration, json: CommandLine.arguments.contains("--json")))
