import ModelParameters
import Workload

/// Which detail a run keeps beside its counters; none of it changes the outcome.
public struct RecordOptions: OptionSet, Sendable, Hashable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// One row per request and push.
  public static let attempts = RecordOptions(rawValue: 1)
  /// The energy ledger of the whole horizon, by app, component and cause.
  public static let energy = RecordOptions(rawValue: 2)
  /// Charge and power of the device at each whole hour.
  public static let timeseries = RecordOptions(rawValue: 4)
  /// Every event of the vocabulary.
  public static let log = RecordOptions(rawValue: 8)
  /// Charge and power of every component after each event that changes them.
  public static let power = RecordOptions(rawValue: 16)
  /// The reasons that kept every item from starting, interval by interval.
  public static let blocking = RecordOptions(rawValue: 32)
  /// The input of a bound on fetch schedules, per app.
  public static let freshness = RecordOptions(rawValue: 64)
  /// A check for tests: the verdicts and candidates that are kept from one decision point to the next are computed
  /// anew at each, and the run fails where they differ; the gates of ``freshness`` are read after every event.
  public static let gateCheck = RecordOptions(rawValue: 128)
  /// Screen, apps in front, charger, level and cell as a logger on the phone would see them.
  public static let use = RecordOptions(rawValue: 256)
}
