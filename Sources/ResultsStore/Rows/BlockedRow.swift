/// How long a reason kept items of a device waiting at an hour of the day.
public struct BlockedRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Number of the device in its fleet, from 0.
  public var device: Int
  /// The reason that was alone, or `joint` for several together.
  public var reason: String
  /// 0 to 23, in local time.
  public var hour: Int
  /// Added up over items and days after warm-up.
  public var microseconds: Int64

  public init(runID: String, device: Int, reason: String, hour: Int, microseconds: Int64) {
    self.runID = runID
    self.device = device
    self.reason = reason
    self.hour = hour
    self.microseconds = microseconds
  }

  /// The table `blocked`.
  public static let table = ResultsSchema.blocked

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .text(reason), .integer(Int64(hour)),
      .microseconds(microseconds),
    ]
  }
}
