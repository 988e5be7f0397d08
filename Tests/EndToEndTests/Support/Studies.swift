import Foundation
import TestSupport

/// Study files that the tests write.
enum Studies {
  /// Two apps with refresh, processing and pushes on three phones for five days, in two replications.
  static func small(
    name: String = "small", devices: Int = 3, days: Int = 5, replications: Int = 2,
    policies: String = "seven-factor, never, fixed-interval", record: String = "", extra: String = ""
  ) -> String {
    """
    formatVersion: 1
    name: \(name)
    question: Does the program work from end to end?
    horizonDays: \(days)
    warmUpDays: 1
    replications: \(replications)
    population: {devices: \(devices)}
    policies: [\(policies)]
    \(record.isEmpty ? "" : "record: [\(record)]\n")\(apps)\(extra)

    """
  }

  /// The text of a file of the tests.
  static func fixture(_ name: String) throws -> String {
    try String(contentsOf: PackageRoot.file("Tests/EndToEndTests/Fixtures/\(name)"), encoding: .utf8)
  }

  /// A shipped study, whose files are not beside it.
  static func shipped(_ name: String) throws -> String {
    try String(contentsOfFile: ShippedStudy.path(name), encoding: .utf8)
  }

  static let apps = """
    apps:
      - id: org.example.news
        popularity: {installShare: 100 %, weight: 0.3, spread: 0.5}
        content: {process: poisson, perDay: 10}
        tasks:
          - {id: refresh, kind: refresh, floor: 15 min}
          - {id: clean, kind: processing, floor: 1 d}
        pushes: {on: contentChange}
      - id: org.example.mail
        popularity: {installShare: 100 %, weight: 0.2, spread: 0.5}
        content: {process: poisson, perDay: 20}
        tasks:
          - {id: sync, kind: refresh, floor: 30 min}
        pushes: {on: poisson, perDay: 4}

    """

  /// One phone whose events are read from a file.
  static func traced(file: String) -> String {
    """
    formatVersion: 1
    name: traced
    horizonDays: 5
    warmUpDays: 1
    replications: 1
    trace: {file: \(file)}
    policies: [seven-factor, never, fixed-interval]
    \(apps)
    """
  }
}
