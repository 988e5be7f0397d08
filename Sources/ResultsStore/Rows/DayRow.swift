/// The sums of one local day over the devices of a run, of which the default metrics are made.
public struct DayRow: TableRow, Hashable {
  /// Identity of the run.
  public var runID: String
  /// From 0 on; warm-up counts as well.
  public var day: Int
  /// Time of the day within the horizons of the devices, added up.
  public var microseconds: Int64
  /// Energy that the devices consumed.
  public var energyNanojoules: Int64
  /// Energy drawn from the cell for causes that a policy may postpone.
  public var discretionaryBatteryNanojoules: Int64
  /// Opens that count for freshness and before which the app could have fetched in the background.
  public var reachableOpens: Int64
  /// Of which the user found fresh content.
  public var freshReachableOpens: Int64
  /// Staleness at the reachable opens, added up.
  public var reachableStalenessMicroseconds: Int64
  /// Processing requests submitted on the day, without those that were replaced or cancelled.
  public var processingWanted: Int64
  /// Processing requests submitted on the day that completed, on whatever day.
  public var processingCompleted: Int64

  public init(
    runID: String, day: Int, microseconds: Int64, energyNanojoules: Int64,
    discretionaryBatteryNanojoules: Int64, reachableOpens: Int64, freshReachableOpens: Int64,
    reachableStalenessMicroseconds: Int64, processingWanted: Int64, processingCompleted: Int64
  ) {
    self.runID = runID
    self.day = day
    self.microseconds = microseconds
    self.energyNanojoules = energyNanojoules
    self.discretionaryBatteryNanojoules = discretionaryBatteryNanojoules
    self.reachableOpens = reachableOpens
    self.freshReachableOpens = freshReachableOpens
    self.reachableStalenessMicroseconds = reachableStalenessMicroseconds
    self.processingWanted = processingWanted
    self.processingCompleted = processingCompleted
  }

  public static let table = ResultsSchema.days

  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(day)), .microseconds(microseconds), .nanojoules(energyNanojoules),
      .nanojoules(discretionaryBatteryNanojoules), .integer(reachableOpens), .integer(freshReachableOpens),
      .microseconds(reachableStalenessMicroseconds), .integer(processingWanted),
      .integer(processingCompleted),
    ]
  }
}
