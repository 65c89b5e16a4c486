import Testing

/// Everything that is tried on real servers. One after the other: they share the house, and the sound device.
@Suite("On a real house", .serialized, .enabled(if: House.isGiven, House.missing))
struct HouseTests {}
