// What users of the library see of the pure target: models, states and commands.
@_exported public import GrooveLogic
