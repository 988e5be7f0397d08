import PlainText
import ResultsStore

/// A fact about how people use their phones, as it was measured, and the band in which a population must lie.
struct PopulationFact: Sendable {
  /// Key in JSON output.
  var key: String
  var name: String
  /// Where the published value comes from.
  var source: String
  /// Relation of the published data to the parameters: fitted to this fact, to other facts of the same phones, or held out.
  var fit = ""
  var unit: Unit
  /// nil where nothing is published: the fact is shown and not judged.
  var band: Band?
  /// How the value of a fleet, or of one phone, is measured; nil where it cannot be.
  var measure: @Sendable (PopulationUse) -> Double?
  /// Why the value lies where it does, if that needs a word.
  var note: String?

  enum Unit: Sendable {
    case none, share, percent, percentPerHour, points, minutes, hours, watts

    /// The value in the unit of tables: shares of a fact in percent are numbers from 0 to 1 elsewhere.
    func text(_ value: Double) -> String {
      switch self {
      case .none: Self.rounded(value, 1)
      case .share: Self.rounded(value, 3)
      case .percent: "\(Self.rounded(value * 100, 1)) %"
      case .percentPerHour: "\(Self.rounded(value, 2)) %/h"
      case .points: "\(Self.rounded(value * 100, 1)) points"
      case .minutes: "\(Self.rounded(value, 1)) min"
      case .hours: "\(Self.rounded(value, 1)) h"
      case .watts: "\(Self.rounded(value, 2)) W"
      }
    }

    private static func rounded(_ value: Double, _ decimals: Int) -> String {
      var scale = 1.0
      for _ in 0..<decimals { scale *= 10 }
      return ShortestNumber.text((value * scale).rounded() / scale)
    }
  }

  /// The least and the greatest value, both inside.
  struct Band: Sendable {
    var least: Double?
    var greatest: Double?

    func contains(_ value: Double) -> Bool {
      value >= least ?? -.infinity && value <= greatest ?? .infinity
    }

    func text(_ unit: Unit) -> String {
      switch (least, greatest) {
      case (let least?, let greatest?): "\(unit.text(least)) to \(unit.text(greatest))"
      case (let least?, nil): "at least \(unit.text(least))"
      case (nil, let greatest?): "at most \(unit.text(greatest))"
      case (nil, nil): ""
      }
    }
  }
}

extension PopulationFact.Band {
  static func within(_ bounds: ClosedRange<Double>) -> Self {
    Self(least: bounds.lowerBound, greatest: bounds.upperBound)
  }
  static func atMost(_ greatest: Double) -> Self { Self(greatest: greatest) }
  static func atLeast(_ least: Double) -> Self { Self(least: least) }
}
