import Basics

/// Consecutive counted opens of one app whose staleness depends on the same candidates: see ``FetchScheduleBound``.
struct FetchSchedulePiece {
  /// A candidate for a fetch, or (the first node) the state before any background fetch of the piece.
  private struct Node {
    /// The first open of the piece that it serves.
    let start: Int
    /// The first open for which the last foreground fetch is no older: from there on the candidate is of no use.
    let end: Int
    /// The first open at which the oldest change after the candidate is seen, at most `end`, and that change.
    let seen: Int
    let change: Int64
    /// The sums of the piece at `seen` and at `end`.
    let times: Int64
    let base: Int64
  }

  private let nodes: [Node]
  /// Sums over the first opens of the piece: of their instants, and of their staleness without candidates.
  private let times: [Int64]
  private let base: [Int64]
  private var openCount: Int { times.count - 1 }

  /// Least staleness of the piece by number of fetches, up to the last one that saves anything.
  private(set) var least: [Int64]

  /// Cuts an app's counted opens into pieces; `fixed` is the staleness of opens that no candidate can help.
  static func pieces(of app: FetchScheduleBound.App) -> (pieces: [FetchSchedulePiece], fixed: Int64) {
    let observations = app.history.observations
    var pieces: [FetchSchedulePiece] = []
    var fixed: Int64 = 0
    var opens: [(time: Int64, fetched: Int64)] = []
    var candidates: [(instant: Int64, start: Int)] = []
    func close() {
      if !opens.isEmpty {
        pieces.append(FetchSchedulePiece(app.history, opens: opens, candidates: candidates))
      }
      (opens, candidates) = ([], [])
    }
    for open in observations {
      if let last = candidates.last, open.fetched >= last.instant { close() }
      let candidate = app.lastAllowed(upTo: open.time)
      if let candidate, candidate > max(open.fetched, candidates.last?.instant ?? .min) {
        candidates.append((candidate, opens.count))
      }
      if candidates.isEmpty {
        fixed += app.history.staleness(at: open.time, fetched: open.fetched)
      } else {
        opens.append(open)
      }
    }
    close()
    return (pieces, fixed)
  }

  private init(
    _ history: FetchHistory, opens: [(time: Int64, fetched: Int64)],
    candidates: [(instant: Int64, start: Int)]
  ) {
    var times: [Int64] = [0]
    var base: [Int64] = [0]
    for open in opens {
      times.append(times[times.count - 1] + open.time)
      base.append(base[base.count - 1] + history.staleness(at: open.time, fetched: open.fetched))
    }
    var nodes = [Node(start: 0, end: 0, seen: 0, change: 0, times: 0, base: 0)]
    for (instant, start) in candidates {
      let served = opens[start...]
      let end = served.partitionPoint { $0.fetched >= instant }
      let change = history.firstChange(from: instant)
      let seen = change.map { change in served.partitionPoint { $0.time > change } } ?? end
      let kept = min(seen, end)
      nodes.append(
        Node(
          start: start, end: end, seen: kept, change: change ?? 0, times: times[kept],
          base: base[end]))
    }
    (self.nodes, self.times, self.base) = (nodes, times, base)
    least = [base[opens.count]]
  }

  /// Staleness of the opens from a node's first one to before `end`, if the node is the last fetch.
  private func staleness(_ node: Node, before end: Int, _ sums: (times: Int64, base: Int64)) -> Int64 {
    let isServed = end <= node.end
    let total = isServed ? 0 : sums.base - node.base
    let last = isServed ? end : node.end
    guard last > node.seen else { return total }
    return total + (isServed ? sums.times : times[last]) - node.times - Int64(last - node.seen) * node.change
  }

  mutating func solve(limit: Int) {
    let count = nodes.count - 1
    /// Where the stretch of a node ends if the given column is the next fetch; the column after the nodes is the end.
    let ends = nodes.map(\.start) + [openCount]
    let sums = ends.map { (times: times[$0], base: base[$0]) }
    let floor = (1...count).reduce(base[nodes[1].start]) {
      $0 + staleness(nodes[$1], before: ends[$1 + 1], sums[$1 + 1])
    }
    /// Least staleness of the opens before each column's first, with exactly the fetches made so far.
    var previous = ends.indices.map { base[ends[$0]] }
    var current = previous
    for fetches in 1...count {
      guard fetches <= limit, least[least.count - 1] > floor else { break }
      nodes.withUnsafeBufferPointer { nodes in
        // Columns still to be settled, with the range in which their best predecessor lies.
        var ranges = [(first: fetches + 1, last: count + 1, low: fetches, high: count)]
        while let range = ranges.popLast() {
          let column = (range.first + range.last) / 2
          let (end, sum) = (ends[column], sums[column])
          var best = (cost: Int64.max, node: range.low)
          for node in range.low...min(range.high, column - 1) {
            let cost = previous[node] + staleness(nodes[node], before: end, sum)
            if cost < best.cost { best = (cost, node) }
          }
          current[column] = best.cost
          if range.first < column { ranges.append((range.first, column - 1, range.low, best.node)) }
          if column < range.last { ranges.append((column + 1, range.last, best.node, range.high)) }
        }
      }
      swap(&previous, &current)
      least.append(previous[count + 1])
    }
  }
}
