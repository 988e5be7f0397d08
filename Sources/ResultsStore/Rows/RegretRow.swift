/// The staleness of one app on one device, and the least that as many fetches could have left.
public struct RegretRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Number of the device in its fleet, from 0.
  public var device: Int
  /// Bundle id.
  public var app: String
  /// Opens that count.
  public var opens: Int64
  /// Those of them before which the app could have fetched in the background.
  public var reachableOpens: Int64
  /// Successful background fetches of the whole horizon.
  public var fetches: Int64
  /// Those of the fetches that arrived after warm-up.
  public var observedFetches: Int64
  /// The fewest fetches with which a schedule is no staler.
  public var fetchesNeeded: Int64
  /// Staleness added up over the opens.
  public var stalenessMicroseconds: Int64
  /// The least staleness, added up over the opens, that any schedule reaches with as many background fetches.
  public var boundMicroseconds: Int64

  public init(
    runID: String, device: Int, app: String, opens: Int64, reachableOpens: Int64, fetches: Int64,
    observedFetches: Int64, fetchesNeeded: Int64, stalenessMicroseconds: Int64, boundMicroseconds: Int64
  ) {
    self.runID = runID
    self.device = device
    self.app = app
    self.opens = opens
    self.reachableOpens = reachableOpens
    self.fetches = fetches
    self.observedFetches = observedFetches
    self.fetchesNeeded = fetchesNeeded
    self.stalenessMicroseconds = stalenessMicroseconds
    self.boundMicroseconds = boundMicroseconds
  }

  /// The table `regret`.
  public static let table = ResultsSchema.regret

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(runID), .integer(Int64(device)), .text(app), .integer(opens), .integer(reachableOpens),
      .integer(fetches), .integer(observedFetches), .integer(fetchesNeeded),
      .microseconds(stalenessMicroseconds), .microseconds(boundMicroseconds),
    ]
  }
}
