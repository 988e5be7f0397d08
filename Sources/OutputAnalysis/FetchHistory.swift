/// The times in a run at which the content of one app changed and at which it was opened.
///
/// Freshness is that of the run's own definitions. A fetch at f brings every change up to and with f. An open at
/// t sees the fetches up to and with t, but not the one it starts itself; its staleness is t minus the oldest
/// change after the last of them, 0 where there is none. The app is installed with its content fetched at
/// time 0. All instants are whole microseconds of virtual time.
public struct FetchHistory: Hashable, Sendable {
  /// One opening of the app by its user.
  public struct Open: Hashable, Sendable {
    /// Instant of the open, in microseconds since time 0.
    public let time: Int64
    /// Whether its staleness is part of the total.
    public let counts: Bool
    /// As of when the fetch that this open started in the foreground brought content, at the earliest `time`;
    /// empty where it started none, or where that fetch failed.
    public let fetched: Int64?

    public init(at time: Int64, counts: Bool = true, fetched: Int64? = nil) {
      precondition(
        fetched.map { $0 >= time } ?? true, "a fetch ends no earlier than the open that started it")
      (self.time, self.counts, self.fetched) = (time, counts, fetched)
    }
  }

  /// Instants at which the content changed, ascending.
  public let changes: [Int64]
  /// The opens, ascending; those of one instant in the order given.
  public let opens: [Open]

  /// Takes changes and opens in any order.
  public init(changes: [Int64], opens: [Open]) {
    self.changes = changes.sorted()
    self.opens =
      opens.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Total staleness at the counted opens if the background fetches were these, each without duration.
  ///
  /// The foreground fetches stay. An instant may be given twice; instants before 0 change nothing.
  public func totalStaleness(backgroundFetches: [Int64]) -> Int64 {
    let fetches = backgroundFetches.sorted()
    var next = 0
    var total: Int64 = 0
    for open in observations {
      while next < fetches.count, fetches[next] <= open.time { next += 1 }
      let last = next > 0 ? max(open.fetched, fetches[next - 1]) : open.fetched
      total += staleness(at: open.time, fetched: last)
    }
    return total
  }

  /// The counted opens, each with the last foreground fetch (or the installation) that it sees.
  var observations: [(time: Int64, fetched: Int64)] {
    var observations: [(time: Int64, fetched: Int64)] = []
    var last: Int64 = 0
    /// Foreground fetches that were started before and had not ended at the open before.
    var underWay: [Int64] = []
    for open in opens {
      underWay.removeAll { fetched in
        guard fetched <= open.time else { return false }
        last = max(last, fetched)
        return true
      }
      if open.counts { observations.append((open.time, last)) }
      if let fetched = open.fetched { underWay.append(fetched) }
    }
    return observations
  }

  /// The oldest change that a fetch as of an instant does not bring: it brings those before the instant.
  func firstChange(from instant: Int64) -> Int64? {
    let index = changes.partition { $0 >= instant }
    return index < changes.count ? changes[index] : nil
  }

  /// Staleness at an instant whose last fetch is given.
  func staleness(at time: Int64, fetched: Int64) -> Int64 {
    guard let change = firstChange(from: fetched) else { return 0 }
    return max(0, time - change)
  }
}

extension Array {
  /// Index of the first element that satisfies a condition which, once true, stays true along the array.
  func partition(from start: Int = 0, where condition: (Element) -> Bool) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
