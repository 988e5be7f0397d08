import ResultsStore

/// The sums of one local day over the devices of a run, from day 0 on, of which the default metrics are made.
package struct DayTotals: Hashable, Sendable {
  /// Time of the day within the horizons of the devices, in microseconds.
  package var length: Int128 = 0
  /// Energy consumed, and the part of what the cell gave that a policy may postpone, in nanojoules.
  package var energy: Int128 = 0
  package var discretionaryBattery: Int128 = 0
  package var reachableOpens: Int64 = 0
  package var freshReachableOpens: Int64 = 0
  /// Staleness at reachable opens, in microseconds.
  package var reachableStaleness: Int128 = 0
  /// Processing requests submitted on the day, without those that were replaced or cancelled, and those completed.
  package var processingWanted: Int64 = 0
  package var processingCompleted: Int64 = 0

  package init() {}

  package mutating func merge(_ other: DayTotals) {
    length += other.length
    energy += other.energy
    discretionaryBattery += other.discretionaryBattery
    reachableOpens += other.reachableOpens
    freshReachableOpens += other.freshReachableOpens
    reachableStaleness += other.reachableStaleness
    processingWanted += other.processingWanted
    processingCompleted += other.processingCompleted
  }

  /// The row of a results file.
  package func row(runID: String, day: Int) -> DayRow {
    DayRow(
      runID: runID, day: day, microseconds: Int64(clamping: length),
      energyNanojoules: Int64(clamping: energy),
      discretionaryBatteryNanojoules: Int64(clamping: discretionaryBattery), reachableOpens: reachableOpens,
      freshReachableOpens: freshReachableOpens,
      reachableStalenessMicroseconds: Int64(clamping: reachableStaleness), processingWanted: processingWanted,
      processingCompleted: processingCompleted)
  }
}
