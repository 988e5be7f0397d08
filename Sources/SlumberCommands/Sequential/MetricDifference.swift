import ModelParameters
import StudyMetrics

/// A difference of a metric as users write it: `50`, in the unit of the metric, or `0.05 Wh/d`.
enum MetricDifference {
  /// The difference in the unit of the metric; nil for anything but a number above 0, alone or with a unit that converts.
  static func value(_ text: String, of metric: MetricDefinition) -> Double? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let first = parts.first, let number = Quantity.number(first), number > 0 else { return nil }
    let value: Double?
    switch parts.count {
    case 1: value = number
    case 2: value = units(of: metric).first { $0.name == parts[1] }.map { number * $0.scale }
    default: value = nil
    }
    return value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// The expectation in words.
  static func expectation(of metric: MetricDefinition) -> String {
    let names = units(of: metric).map(\.name)
    return "a number above 0, in \(metric.unit)"
      + (names.count > 1 ? " or with a unit (\(names.joined(separator: ", ")))" : "")
  }

  /// Units of the metric, with their size in its own.
  private static func units(of metric: MetricDefinition) -> [(name: String, scale: Double)] {
    let own = (name: metric.unit, scale: 1.0)
    let parts = metric.unit.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let base = baseUnit(parts[0]) else { return [own] }
    let others = ParameterUnit.allCases.filter { $0.dimension == base.dimension && $0.rawValue != parts[0] }
    return [own] + others.map { ("\($0.rawValue)/\(parts[1])", $0.scale / base.scale) }
  }

  /// The unit of what is counted; nil for a unit that nothing converts to. Bytes are the base of data.
  private static func baseUnit(_ name: String) -> (dimension: ParameterUnit.Dimension, scale: Double)? {
    if name == "B" { return (.data, 1) }
    guard let unit = ParameterUnit(rawValue: name), unit.dimension == .energy || unit.dimension == .time
    else {
      return nil
    }
    return (unit.dimension, unit.scale)
  }
}
