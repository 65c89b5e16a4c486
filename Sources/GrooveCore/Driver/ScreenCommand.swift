import GrooveLogic

/// Bare `groove`: the screen on a terminal, else what `status` prints.
struct ScreenCommand {
    let context: RunContext

    /// Runs until the person leaves.
    func run() async throws(Failure) -> ExitCode {
        guard Terminal.isInteractive(), !context.globals.printsJSON else {
            return try await StatusCommand(context: context).run()
        }
        let access = try context.mopidyAccess()
        let environment = context.loader.environment
        let level: ColorLevel =
            context.globals.usesColor ? ColorLevel.detected(in: { environment[$0] }) : .none
        let terminal: Terminal
        do {
            terminal = try Terminal()
        } catch {
            throw .terminal(error.description)
        }
        let driver = ScreenDriver(terminal: terminal, context: context, access: access, level: level)
        return await driver.run(listens: context.settings.listen.autostart)
    }
}
