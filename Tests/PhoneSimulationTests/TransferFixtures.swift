import EventSimulation
import PhoneSimulation
import RandomStreams
import Workload

extension TransferSpecification {
  /// Files of 100 MB: 20 s each over Wi-Fi, 40 s over LTE.
  static func files(
    _ files: Int = 1, _ session: String = "session", megabytes: Double = 100, discretionary: Bool = false,
    sendsLaunchEvents: Bool = true, chained: Bool = false, earliestBegin: TimeSpan? = nil,
    fetches: Bool = false,
    handling: Double = 0, on trigger: Trigger = .open
  ) throws -> TransferSpecification {
    TransferSpecification(
      session: session, files: files, up: try Constant(0), down: try Constant(megabytes * 1e6),
      isDiscretionary: discretionary, sendsLaunchEvents: sendsLaunchEvents, isChained: chained,
      earliestBegin: earliestBegin.map { .after($0) },
      fetches: fetches, work: try .constant(cpu: handling), trigger: trigger)
  }
}

extension AppSpecification {
  /// An app that only moves files.
  static func moving(
    _ transfers: TransferSpecification..., bundleID: String = "org.example",
    quality: (inout QualityProfile) -> Void = { _ in }
  ) -> AppSpecification {
    AppSpecification(
      bundleID: bundleID,
      content: ContentSpecification(process: .fixed, changesPerDay: 0, fetchOnOpen: false),
      transfers: transfers, quality: .flawless(quality))
  }

  /// An app whose successful refresh runs, which a script submits, each create a file.
  static func refreshing(_ transfer: TransferSpecification) throws -> AppSpecification {
    var app = try AppSpecification.with(.refresh, submits: false)
    app.transfers = [transfer]
    return app
  }
}

extension LogRecord {
  /// A further field that is a length of time, in seconds.
  func seconds(_ name: LogField.Name) -> Double? {
    if case .span(let span)? = self[name] { return span.seconds }
    return nil
  }

  func integer(_ name: LogField.Name) -> Int64? {
    if case .integer(let number)? = self[name] { return number }
    return nil
  }
}

extension DeviceResult {
  /// When something was written of transfers of either kind.
  func transferSeconds(_ event: LogEvent, _ word: LogWord? = nil) -> [Double] {
    log(event, word).filter { $0.mechanism?.isTransfer == true }.map(\.time.seconds)
  }
}
