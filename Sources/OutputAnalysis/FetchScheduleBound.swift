import Basics

/// The least total staleness at opens that any schedule of at most n background fetches can reach.
///
/// Fetches take no time, never fail and may happen at any allowed instant; the foreground fetches of the run are unchanged. No
/// run with at most n background fetches at allowed instants beats the bound, which is exact. Several apps share the n
/// fetches.
///
/// (1) *Candidates.* At the last allowed instant up to a counted open a fetch serves it and all later ones at least as
/// well as before: one candidate per counted open is enough. (2) *Pieces.* Where a foreground fetch is no older than
/// every candidate before it, later opens do not depend on those: the history falls into pieces that share only the
/// number of fetches. (3) *Within a piece* let w(i, j) be the staleness of the opens from candidate i's first to before
/// candidate j's, if i is the last fetch. w is a Monge array, since staleness falls as the last fetch grows. So
/// least(m, j) = min over i of least(m − 1, i) + w(i, j) has monotone minimizers (divide and conquer) and is convex in
/// m (Aggarwal, Schieber and Tokuyama, "Finding a minimum-weight k-link path in graphs with the concave Monge property
/// and applications", Discrete and Computational Geometry 12, 1994). (4) *Across pieces and apps* convexity makes it
/// optimal to take the largest savings first.
public struct FetchScheduleBound: Hashable, Sendable {
  public struct App: Hashable, Sendable {
    public let history: FetchHistory
    /// Disjoint, ascending closed ranges of microseconds from 0.
    public let allowed: [ClosedRange<Int64>]

    /// Takes ranges in any order, overlapping or not. For a bound on a run, the ranges must contain the
    /// content instants of the run's fetches.
    public init(_ history: FetchHistory, allowed: [ClosedRange<Int64>]) {
      self.history = history
      var merged: [ClosedRange<Int64>] = []
      for range in allowed.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
        guard range.upperBound >= 0 else { continue }
        let range = max(0, range.lowerBound)...range.upperBound
        if let last = merged.last, range.lowerBound <= last.upperBound {
          merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
          merged.append(range)
        }
      }
      self.allowed = merged
    }

    func lastAllowed(upTo instant: Int64) -> Int64? {
      let index = allowed.partitionPoint { $0.lowerBound > instant }
      return index > 0 ? min(instant, allowed[index - 1].upperBound) : nil
    }
  }

  /// The bound by number of background fetches: element m for at most m. It falls strictly and is convex.
  public let leastByFetches: [Int64]

  /// The bound itself: least total staleness over the counted opens of all apps, in microseconds.
  public var least: Int64 { leastByFetches[leastByFetches.count - 1] }

  /// The least number of fetches in a schedule with at most this staleness; the limit of the computation if
  /// there is no such schedule.
  public func fetches(forStaleness staleness: Int64) -> Int {
    leastByFetches.firstIndex { $0 <= staleness } ?? leastByFetches.count - 1
  }

  public init(_ apps: [App], limit: Int) {
    precondition(limit >= 0, "a number of fetches is not negative")
    var total: Int64 = 0
    var savings: [Int64] = []
    for app in apps {
      let (pieces, fixed) = FetchSchedulePiece.pieces(of: app)
      total += fixed
      for var piece in pieces {
        piece.solve(limit: limit)
        total += piece.least[0]
        // Savings of one piece never grow from step to step, so its steps are taken in their order.
        savings += zip(piece.least, piece.least.dropFirst()).map { $0 - $1 }
      }
    }
    leastByFetches = savings.sorted(by: >).prefix(limit).reduce(into: [total]) { curve, saving in
      curve.append(curve[curve.count - 1] - saving)
    }
  }
}

/// The times of a run when the content of one app changed and when the app was opened, in whole microseconds.
///
/// An open at t sees the fetches up to and including t, but not its own fetch. Its staleness is t minus the
/// oldest change after the last of these fetches, or 0 without such a change. The app is installed with its
/// content fetched at time 0.
public struct FetchHistory: Hashable, Sendable {
  public struct Open: Hashable, Sendable {
    public let time: Int64
    /// Whether its staleness is part of the total.
    public let counts: Bool
    /// The content instant of the foreground fetch that this open started, at the earliest `time`; nil
    /// without a fetch, or if that fetch failed.
    public let fetched: Int64?

    public init(at time: Int64, counts: Bool = true, fetched: Int64? = nil) {
      precondition(
        fetched.map { $0 >= time } ?? true, "a fetch ends no earlier than the open that started it")
      (self.time, self.counts, self.fetched) = (time, counts, fetched)
    }
  }

  /// The instants of content changes, and the opens; both ascending.
  public let changes: [Int64]
  public let opens: [Open]

  public init(changes: [Int64], opens: [Open]) {
    self.changes = changes.sorted()
    self.opens = opens.sorted { $0.time < $1.time }
  }

  /// Total staleness at the counted opens if the background fetches were these, each without duration.
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
    changes[changes.partitionPoint { $0 >= instant }...].first
  }

  func staleness(at time: Int64, fetched: Int64) -> Int64 {
    guard let change = firstChange(from: fetched) else { return 0 }
    return max(0, time - change)
  }
}
