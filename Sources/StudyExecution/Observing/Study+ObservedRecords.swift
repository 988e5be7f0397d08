import PhoneSimulation
import StudyFormat

extension LogObservation {
  /// The detail that a run must keep for it; that beyond the log costs time and memory.
  var records: RecordOptions {
    switch self {
    case .blockedHours: [.log, .blocking]
    case .minLevelAtLaunchOnBattery: [.log, .power]
    default: .log
    }
  }
}

extension Study {
  /// The detail that its runs must keep for what it expects to observe.
  var observedRecords: RecordOptions {
    expectations.reduce(into: .log) { records, expectation in
      guard case .observation(let name, _) = expectation.quantity else { return }
      records.formUnion(LogObservation(rawValue: name)?.records ?? [])
    }
  }
}
