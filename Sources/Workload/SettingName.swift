/// Settings that a user or a script can change.
public enum SettingName: UInt8, Sendable, Hashable, CaseIterable {
  /// Background App Refresh of the device: 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular, 3 off by a management profile.
  case backgroundRefresh
  /// The switch of one app: 0 off, 1 on, 2 off by a management profile.
  case appRefresh
  /// Low Power Mode by hand: 0 or 1.
  case lowPowerMode
  /// Busy (camera, call, CarPlay, restore): 0 or 1.
  case busy
  /// System processor load outside the model's own runs, 0 to 1.
  case cpuLoad
  /// Memory pressure: 0 or 1.
  case memoryPressure
  /// Thermal level: 0 nominal, 1 fair, 2 serious, 3 critical.
  case thermal

  /// The name in logs, scripts and CSV files.
  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  /// The words for the values of a setting, with their numbers.
  public var words: [(word: String, value: Double)] {
    switch self {
    case .backgroundRefresh: [("off", 0), ("wifi", 1), ("wifiAndCellular", 2), ("restricted", 3)]
    case .appRefresh: [("off", 0), ("on", 1), ("restricted", 2)]
    case .lowPowerMode, .busy, .memoryPressure: [("false", 0), ("true", 1)]
    case .thermal: [("nominal", 0), ("fair", 1), ("serious", 2), ("critical", 3)]
    case .cpuLoad: []
    }
  }

  /// The numbers that a study may write instead; `restricted` accepts no numbers.
  public var numbers: ClosedRange<Double> {
    switch self {
    case .backgroundRefresh: 0...2
    case .thermal: 0...3
    case .appRefresh, .lowPowerMode, .busy, .memoryPressure, .cpuLoad: 0...1
    }
  }

  /// Whether its numbers are whole.
  public var isWhole: Bool { self != .cpuLoad }

  /// The value of a category, or of the same text read as a number; nil for any other text.
  public func value(word: String, number: Double?) -> Double? {
    if let known = words.first(where: { $0.word == word }) { return known.value }
    guard let number, numbers.contains(number), !isWhole || number == number.rounded() else { return nil }
    return number
  }

  /// Whether a timeline may hold the number as a value of the setting.
  public func isValue(_ number: Double) -> Bool {
    isWhole ? words.contains { $0.value == number } : numbers.contains(number)
  }

  /// The state of a value: the whole number at or below it, from 0 to 255.
  public static func state(_ value: Double) -> UInt8 { value >= 0 ? UInt8(min(255, value)) : 0 }

  /// The numbers that a timeline may hold, in words.
  public var timelineDomain: String {
    guard isWhole else { return domain }
    return "one of \(words.map { "\(Int($0.value))" }.joined(separator: ", ")) for `\(name)`"
  }

  /// The domain in words: `off, wifi, wifiAndCellular, restricted, or a whole number from 0 to 2`.
  public var domain: String {
    let (low, high) = (Int(numbers.lowerBound), Int(numbers.upperBound))
    guard isWhole else { return "a number from \(low) to \(high)" }
    let range = high == low + 1 ? "\(low) or \(high)" : "a whole number from \(low) to \(high)"
    return (words.map(\.word) + ["or \(range)"]).joined(separator: ", ")
  }
}
