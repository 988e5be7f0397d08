/// The unit in which a parameter is written in a study and printed.
public enum ParameterUnit: String, Sendable, Hashable, CaseIterable {
  case none = "-"
  case microseconds = "us"
  case milliseconds = "ms"
  case seconds = "s"
  case minutes = "min"
  case hours = "h"
  case days = "d"
  case joules = "J"
  case wattHours = "Wh"
  case milliwatts = "mW"
  case watts = "W"
  case kilobytes = "kB"
  case megabytes = "MB"
  case percent = "%"
  case perHour = "1/h"
  case perDay = "1/d"
  case volts = "V"
  case ohms = "ohm"
  case megabitsPerSecond = "Mbit/s"
  case metres = "m"

  /// The dimension that the unit measures; quantities convert within one dimension only.
  public enum Dimension: Sendable, Hashable {
    case number, time, energy, power, data, share, rate, voltage, resistance, dataRate, length
  }

  /// The dimension of the unit.
  public var dimension: Dimension {
    switch self {
    case .none: .number
    case .microseconds, .milliseconds, .seconds, .minutes, .hours, .days: .time
    case .joules, .wattHours: .energy
    case .milliwatts, .watts: .power
    case .kilobytes, .megabytes: .data
    case .percent: .share
    case .perHour, .perDay: .rate
    case .volts: .voltage
    case .ohms: .resistance
    case .megabitsPerSecond: .dataRate
    case .metres: .length
    }
  }

  /// The size of the unit in the base unit of its dimension: s, J, W, byte, 1, 1/s, V, ohm, bit/s, m.
  public var scale: Double {
    switch self {
    case .none, .seconds, .joules, .watts, .volts, .ohms, .metres: 1
    case .microseconds: 1e-6
    case .milliseconds, .milliwatts: 1e-3
    case .minutes: 60
    case .hours, .wattHours: 3600
    case .days: 86_400
    case .kilobytes: 1e3
    case .megabytes, .megabitsPerSecond: 1e6
    case .percent: 1e-2
    case .perHour: 1 / 3600
    case .perDay: 1 / 86_400
    }
  }
}
