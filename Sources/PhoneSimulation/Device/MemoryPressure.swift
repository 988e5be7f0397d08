/// The sources of memory pressure.
struct MemoryPressure: OptionSet {
  var rawValue: UInt8
  static let script = MemoryPressure(rawValue: 1)
  static let heavyApp = MemoryPressure(rawValue: 2)
  static let hazard = MemoryPressure(rawValue: 4)
}
