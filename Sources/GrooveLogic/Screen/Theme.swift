/// The screen's colours. The background is always the terminal's own.
public struct Theme: Sendable, Hashable {
    /// What is read first.
    var text: Color?
    /// What is read second.
    var secondary: Color
    /// What is off, and what explains.
    var hint: Color
    /// Rules and troughs.
    var faint: Color
    /// What is on, filled or chosen; taken from the cover where that has a colour.
    var accent: Color
    /// All is well.
    var good: Color
    /// Something is being waited for, or was lost for a moment.
    var warning: Color
    /// Something is wrong, and stays so.
    var bad: Color
    /// What the terminal's background is thought to be, to fade toward.
    var background: Color
    /// Brightness that an accent is brought to, so that it can be read.
    private var accentBrightness: ClosedRange<Int>

    /// For light text on a dark ground.
    public static let dark = Theme(
        text: nil, secondary: Color(150, 156, 168), hint: Color(104, 110, 122), faint: Color(48, 51, 59),
        accent: Color(136, 170, 222),
        good: Color(138, 190, 140), warning: Color(222, 184, 116), bad: Color(226, 124, 118),
        background: Color(20, 21, 25), accentBrightness: 140...205)

    /// For dark text on a light ground.
    public static let light = Theme(
        text: nil, secondary: Color(98, 104, 116), hint: Color(138, 143, 154), faint: Color(208, 211, 217),
        accent: Color(56, 98, 170),
        good: Color(48, 122, 62), warning: Color(156, 102, 10), bad: Color(178, 48, 44),
        background: Color(250, 250, 250), accentBrightness: 60...120)

    /// For terminals with sixteen colours, on either ground: their own colours, none of them mixed.
    private static let sixteen = Theme(
        text: nil, secondary: Color(127, 127, 127), hint: Color(127, 127, 127), faint: Color(127, 127, 127),
        accent: Color(0, 205, 205), good: Color(0, 205, 0), warning: Color(205, 205, 0),
        bad: Color(205, 0, 0),
        background: Color(0, 0, 0), accentBrightness: 0...255)

    /// The theme as far as a terminal with so many colours can show it.
    func limited(to level: ColorLevel) -> Theme {
        level == .sixteen ? .sixteen : self
    }

    /// The one whose name the settings give: `dark`, `light`, or `auto`, which asks `COLORFGBG`.
    public static func named(_ name: String, in environment: (String) -> String?) -> Theme? {
        switch name {
        case "dark": return .dark
        case "light": return .light
        case "auto", "default":
            // The last part is the background's number; 7 and 9 to 15 are light (rxvt, Konsole and others set it).
            let last = environment("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
            return last.map { $0 == 7 || $0 > 8 } == true ? .light : .dark
        default: return nil
        }
    }

    /// The ground of bars. Of sixteen colours none is quiet enough: there, a line is all.
    var trough: Color? { self == .sixteen || self == Theme.sixteen.faded ? nil : faint }

    /// The styles that views draw with, by what they are for.
    var plain: Style { Style(text) }
    var strong: Style { Style(text, .bold) }
    var quiet: Style { Style(secondary) }
    var off: Style { Style(hint) }
    var thin: Style { Style(faint) }
    var lit: Style { Style(accent) }

    /// With an accent that can be read on the ground.
    func withAccent(_ color: Color?) -> Theme {
        guard self != .sixteen, let color else { return self }
        let wanted = min(max(color.brightness, accentBrightness.lowerBound), accentBrightness.upperBound)
        // Made stronger before it is mixed with white or black: it stays a colour for as long as it can.
        let strong = color.scaled(towardBrightness: wanted)
        let goal: Color = wanted > strong.brightness ? Color(255, 255, 255) : Color(0, 0, 0)
        var accent = strong
        for share in stride(from: 16, through: 240, by: 16)
        where !accentBrightness.contains(accent.brightness) {
            accent = strong.mixed(with: goal, share: share)
        }
        var changed = self
        changed.accent = accent
        return changed
    }

    /// For a state of which it is not known whether it still holds.
    var faded: Theme {
        var changed = self
        if self == .sixteen {
            (changed.text, changed.accent, changed.good) = (secondary, secondary, secondary)
            return changed
        }
        changed.text = secondary
        changed.secondary = secondary.mixed(with: background, share: 112)
        changed.hint = hint.mixed(with: background, share: 112)
        changed.faint = faint.mixed(with: background, share: 96)
        changed.accent = secondary.mixed(with: background, share: 64)
        changed.good = changed.accent
        return changed
    }
}
