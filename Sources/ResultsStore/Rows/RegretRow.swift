/// The staleness of one app on one device, and the least that as many fetches could have left.
public struct RegretRow: TableRow, Hashable {
  public var runID: String
  public var device: Int
  /// Bundle id.
  public var app: String
  /// Opens that count.
  public var opens: Int64
  /// Successful background fetches of the whole horizon.
  public var fetches: Int64
  /// Added up over the opens.
  public var stalenessMicroseconds: Int64
  public var boundMicroseconds: Int64

  public init(
    runID: String, device: Int, app: String, opens: Int64, fetches: Int64, stalenessMicroseconds: Int64,
    boundMicroseconds: Int64
  ) {
    self.runID = runID
    self.device = device
    self.app = app
    self.opens = opens
    self.fetches = fetches
    self.stalenessMicroseconds = stalenessMicroseconds
    self.boundMicroseconds = boundMicroseconds
  }

  public static let table = ResultsSchema.regret

  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .text(app), .integer(opens), .integer(fetches),
      .microseconds(stalenessMicroseconds), .microseconds(boundMicroseconds),
    ]
  }
}
