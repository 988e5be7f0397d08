import Foundation
import Synchronization
import TestSupport

/// How often sequential rules keep what they promise, counted over macro-replications of a fixed seed.
struct Guarantee: Sendable {
  var name: String
  var promised: Double
  var kept: Int
  var trials: Int
  /// Mean number of values that the rule took.
  var values: Double

  var share: Double { Double(kept) / Double(trials) }

  /// The promise less three standard errors of that many trials.
  var leastShare: Double { promised - 3 * (promised * (1 - promised) / Double(trials)).squareRoot() }

  /// The row, with the columns of the golden table of operating characteristics that apply.
  var row: String {
    "\(name),\(promised),\(share),\(Self.fourDigits(promised - leastShare)),abs,\(trials),\(Int(values.rounded()))"
  }

  private static func fourDigits(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}

/// The table that the long tests write.
enum GuaranteeTable {
  /// Macro-replications of the long test, and of the short one.
  static let trials = Tier.isLong ? 500 : 60
  private static let rows = Mutex<[String: String]>([:])

  /// Takes a row; the long tests write the table anew with each.
  static func add(_ guarantee: Guarantee) throws {
    let all = rows.withLock { rows in
      rows[guarantee.name] = guarantee.row
      return rows.sorted { $0.key < $1.key }.map(\.value)
    }
    guard Tier.isLong else { return }
    let folder = PackageRoot.file("out")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = (["name,expected,found,tolerance,tol_kind,macroreps,mean_values"] + all).map { $0 + "\n" }
      .joined()
    try Data(text.utf8).write(to: folder.appendingPathComponent("sequential-characteristics.csv"))
  }
}
