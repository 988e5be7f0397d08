import DeviceModel
import EventSimulation
import OutputAnalysis
import ResultsStore
import Workload

extension MetricDefinition {
  /// The metrics of a section of `metrics.txt`.
  ///
  /// A metric is a line of it: name, unit, better way, scopes, formula, definition, and what is censored.
  static func rows(_ section: String) -> [MetricDefinition] {
    String(decoding: PackageResources.metrics_txt, as: UTF8.self).split(separator: "\n")
      .drop { $0 != "# \(section)" }.dropFirst().prefix { !$0.hasPrefix("#") }.map {
        MetricDefinition(row: $0)
      }
  }

  private init(row: Substring) {
    let cells = row.split(separator: " | ").map(String.init)
    let (name, unit, formula) = (cells[0], cells[1], cells[4])
    let polarity: Polarity? =
      switch cells[2] {
      case "lower": .smallerIsBetter
      case "higher": .largerIsBetter
      default: nil
      }
    let scopes = cells[3].split(separator: " ").compactMap { MetricScope(rawValue: String($0)) }
    let definition = cells[5].replacing("{background}", with: BackgroundCauses.list(\.isBackground))
      .replacing("{discretionary}", with: BackgroundCauses.list(\.isDiscretionary))
    let censoring = cells.count > 6 ? cells[6] : Censoring.none
    if let value = MetricFormula.values[formula] {
      self.init(name, unit: unit, polarity, of: scopes, definition, censoring: censoring, value: value)
    } else {
      self.init(
        name, unit: unit, polarity, of: scopes, definition, censoring: censoring,
        MetricFormula.fraction(formula))
    }
  }
}

/// A formula of a row: a name of ``values`` or ``means``, or a ratio of amounts such as `J devices.batteryOut / days`.
///
/// An amount is one of ``amounts``, a sum, or a counter of a group, less another one after a minus sign. The unit before it
/// tells its parts: `J` are nanojoules, `s` and `h` microseconds, and `Ah` coulombs.
enum MetricFormula {
  typealias Amount = @Sendable (ScopeTotals) -> Double?
  typealias Fraction = @Sendable (ScopeTotals) -> MetricFraction?
  private typealias Count = @Sendable (ScopeTotals) -> Int128?

  /// One value per run.
  static let values: [String: Amount] = [
    "stalenessQuantile": { $0.freshness?.staleness.quantile(0.9) },
    "ageQuantile": { $0.freshness?.ages.quantile(0.9) },
    "fetchesNeeded": { $0.regret.map { Double($0[.fetchesNeeded]) } },
    "processingCompleted": {
      $0.longestObserved < completionLimit
        ? nil : $0.items(of: .processing)?.completedShare(by: completionLimit)
    },
    "gapQuantile": { $0.gaps?.quantile(0.95) },
    // Rates are finite and not negative, which is all that the index asks for.
    "launchFairness": { (try? JainFairness.index($0.launchRates)) ?? nil },
  ]

  private static let completionLimit = TimeSpan.hours(72).seconds

  /// Means over devices.
  private static let means: [String: Fraction] = [
    "meanEnergyPerDay": { $0.devices?.energyPerDay.fraction },
    "meanStaleness": { $0.devices?.staleness.fraction },
    "meanFreshShare": { $0.devices?.freshShare.fraction },
  ]

  private static let amounts: [Substring: Amount] = [
    "days": { $0.days }, "poweredHours": { $0.poweredHours },
    "poweredSeconds": { $0.poweredHours.map { $0 * 3600 } },
    "horizonDays": { $0.devices.map { Double($0.counts[.horizon]) / 8.64e10 } },
    "batteryDays": { $0.days * $0.nominalJoules },
    "batteryPercentDays": { $0.days * $0.nominalJoules / 100 },
  ]

  private static let sums: [Substring: Count] = [
    "energy": { $0.energy }, "backgroundEnergy": { $0.backgroundEnergy },
    "backgroundBattery": { $0.backgroundBattery }, "discretionaryBattery": { $0.discretionaryBattery },
    "wall": { $0.devices?.counts.wall }, "launches": { $0.launches }, "wanted": { $0.items.wanted },
  ]

  private static let units: [Substring: Double] = ["J": 1e9, "s": 1e6, "h": 3.6e9, "Ah": 3600]

  static func fraction(_ text: String) -> Fraction {
    if let mean = means[text] { return mean }
    let sides = text.split(separator: " / ").map(amount)
    precondition(sides.count == 2, "`\(text)` is no ratio of amounts")
    return { totals in
      sides[0](totals).flatMap { own in sides[1](totals).map { MetricFraction(own, over: $0) } }
    }
  }

  private static func amount(_ text: Substring) -> Amount {
    if let amount = amounts[text] { return amount }
    var words = text.split(separator: " ")
    let parts = units[words[0]]
    if parts != nil { words.removeFirst() }
    let counts = words.filter { $0 != "-" }.map(count)
    let (first, others) = (counts[0], counts.dropFirst())
    return { totals in
      guard var sum = first(totals) else { return nil }
      for other in others {
        guard let part = other(totals) else { return nil }
        sum -= part
      }
      return Double(sum) / (parts ?? 1)
    }
  }

  private static func count(_ word: Substring) -> Count {
    let key = word.drop { $0 != "." }.dropFirst()
    switch word.prefix(while: { $0 != "." }) {
    case "devices":
      let key: DeviceCounter = counter(key)
      return { $0.devices?.counts[key] }
    case "cells":
      let key: DeviceCounter = counter(key)
      return { $0.cells?.counts[key] }
    case "items":
      let key: ItemCounter = counter(key)
      return { $0.items.counts[key] }
    case "push":
      let key: ItemCounter = counter(key)
      return { $0.items(of: .push)?.counts[key] }
    case "freshness":
      let key: FreshnessCounter = counter(key)
      return { $0.freshness?.counts[key] }
    case "regret":
      let key: RegretCounter = counter(key)
      return { $0.regret?[key] }
    default:
      guard let sum = sums[word] else { preconditionFailure("there is no amount `\(word)`") }
      return sum
    }
  }

  private static func counter<Key: CounterKey>(_ name: Substring) -> Key {
    guard let key = Key.allCases.first(where: { "\($0)" == name }) else {
      preconditionFailure("there is no counter `\(name)`")
    }
    return key
  }
}
