import Foundation
import TestSupport

/// Study files that the tests write.
public enum Studies {
  /// Two apps with refresh, processing and pushes on three phones for five days, in two replications.
  public static func small(
    name: String = "small", devices: Int = 3, days: Int = 5, replications: Int = 2,
    policies: String = "seven-factor, never, fixed-interval", record: String = "", extra: String = ""
  ) -> String {
    let lines = [
      "name: small": "name: \(name)", "horizonDays: 5": "horizonDays: \(days)",
      "replications: 2": "replications: \(replications)",
      "population: {devices: 3}": "population: {devices: \(devices)}",
      "policies: [seven-factor, never, fixed-interval]":
        "policies: [\(policies)]\(record.isEmpty ? "" : "\nrecord: [\(record)]")",
    ]
    return text.split(separator: "\n").map { lines[String($0)] ?? String($0) }.joined(separator: "\n")
      + "\n\(extra)\n"
  }

  /// The study of the transcripts.
  private static let text = try! PackageRoot.text("Tests/Transcripts/small.yaml")

  /// The text of a file of the tests.
  public static func fixture(_ name: String) throws -> String {
    try PackageRoot.text("Tests/EndToEndTests/Fixtures/\(name)")
  }

  /// A shipped study, whose files are not beside it.
  public static func shipped(_ name: String) throws -> String {
    try String(contentsOfFile: ShippedStudy.path(name), encoding: .utf8)
  }
}
