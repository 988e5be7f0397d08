import EventSimulation
import OutputAnalysis
import PhoneSimulation

/// What users found on opening apps, summed over devices.
///
/// Sums are kept in whole microseconds, so that the order of devices does not matter.
struct FreshnessTotals: Sendable {
  var opens: Int64 = 0
  var fresh: Int64 = 0
  var stalenessSum: Int128 = 0
  var ageSum: Int128 = 0
  /// In seconds.
  var staleness = QuantileSketch()
  var ages = QuantileSketch()
  var fetches: Int64 = 0
  var usefulFetches: Int64 = 0

  mutating func add(_ app: AppResult) {
    fetches += app.backgroundFetches
    usefulFetches += app.usefulFetches
    for open in app.opens {
      opens += 1
      if open.isFresh { fresh += 1 }
      stalenessSum += Int128(open.staleness.microseconds)
      ageSum += Int128(open.contentAge.microseconds)
      staleness.add(open.staleness.seconds)
      ages.add(open.contentAge.seconds)
    }
  }

  mutating func merge(_ other: FreshnessTotals) {
    opens += other.opens
    fresh += other.fresh
    stalenessSum += other.stalenessSum
    ageSum += other.ageSum
    staleness.merge(other.staleness)
    ages.merge(other.ages)
    fetches += other.fetches
    usefulFetches += other.usefulFetches
  }

  var meanStaleness: Double? { opens == 0 ? nil : Double(stalenessSum) / Double(opens) / 1e6 }
  var meanAge: Double? { opens == 0 ? nil : Double(ageSum) / Double(opens) / 1e6 }
}
