@testable import GrooveLogic

/// A terminal that understands what the encoder writes: what it shows is what a person would see.
struct VirtualTerminal {
    private(set) var canvas: Canvas
    private var row = 0
    private var column = 0
    private var style = Style.plain
    /// Everything that was written and not understood.
    private(set) var unknown: [String] = []

    init(columns: Int, rows: Int) {
        canvas = Canvas(columns: columns, rows: rows)
    }

    mutating func feed(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let first = rest.first {
            if first == "\u{1B}" {
                let end = rest.dropFirst(2).firstIndex { ("@"..."~").contains($0) } ?? rest.endIndex
                let sequence = rest[..<end].dropFirst(2)
                control(String(sequence), final: end < rest.endIndex ? rest[end] : "?")
                rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
            } else {
                put(first)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func put(_ character: Character) {
        let width = Width.of(character)
        if let ascii = character.asciiValue, ascii < 0x20 { unknown.append("control \(ascii)") }
        canvas.place(
            Cell(text: String(character), width: width, isCertain: Width.isCertain(character), style: style),
            row: row, column: column)
        column += width
    }

    private mutating func control(_ parameters: String, final: Character) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? -1 }
        switch final {
        case "H":
            row = (numbers.first ?? 1) - 1
            column = (numbers.dropFirst().first ?? 1) - 1
        case "C": column += numbers.first ?? 1
        case "J": canvas = Canvas(columns: canvas.columns, rows: canvas.rows)
        case "m": setStyle(numbers[...])
        case "h", "l": if parameters != "?2026" { unknown.append(parameters) }
        default: unknown.append("\(parameters)\(final)")
        }
    }

    private mutating func setStyle(_ numbers: ArraySlice<Int>) {
        var rest = numbers
        while let code = rest.popFirst() {
            switch code {
            case 0: style = .plain
            case 1: style.attributes.insert(.bold)
            case 2: style.attributes.insert(.dim)
            case 7: style.attributes.insert(.reverse)
            case 39: style.foreground = nil
            case 49: style.background = nil
            case 38, 48:
                let parts = rest.prefix(4).dropFirst().map { UInt8(clamping: $0) }
                rest = rest.dropFirst(4)
                let color = Color(parts[0], parts[1], parts[2])
                if code == 38 { style.foreground = color } else { style.background = color }
            default: unknown.append("style \(code)")
            }
        }
    }
}
