import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

/// Small random histories on a grid of whole instants, so that ties of all kinds happen.
private struct RandomHistory {
  let stream = RandomStream()
  let fetches: Bool

  init(_ index: Int, fetches: Bool) {
    self.fetches = fetches
    stream.seek(sequential: StreamAddress(seed: 5, replication: index, device: 0, purpose: .test))
  }

  func app(length: Int = 30, opens: Int = 8, allowed: Int = 5) -> FetchScheduleBound.App {
    func instant() -> Int64 { Int64(stream.integer(below: length)) }
    func list<T>(below count: Int, _ make: () -> T) -> [T] {
      (0..<stream.integer(below: count + 1)).map { _ in make() }
    }
    let changes = list(below: 8, instant)
    let opens = list(below: opens) {
      let time = instant()
      let fetched = fetches && stream.bernoulli(0.5) ? time + Int64(stream.integer(below: 6)) : nil
      return FetchHistory.Open(at: time, counts: stream.bernoulli(0.8), fetched: fetched)
    }
    let ranges = list(below: allowed) {
      let start = instant()
      return start...start + Int64(stream.integer(below: 3))
    }
    return FetchScheduleBound.App(FetchHistory(changes: changes, opens: opens), allowed: ranges)
  }
}

extension FetchScheduleBound.App {
  fileprivate var instants: [Int64] { allowed.flatMap { Array($0) } }

  /// The total by the words of the definition, open by open.
  fileprivate func literalTotal(_ fetches: [Int64]) -> Int64 {
    var total: Int64 = 0
    for (index, open) in history.opens.enumerated() where open.counts {
      let foreground = history.opens[..<index].compactMap(\.fetched)
      let last = ([0] + foreground + fetches).filter { $0 <= open.time }.max()!
      if let change = history.changes.first(where: { $0 >= last && $0 <= open.time }) {
        total += open.time - change
      }
    }
    return total
  }

  /// Least total by number of fetches, from all subsets of the allowed instants.
  fileprivate func exhaustive() -> [Int64] {
    let instants = instants
    var least = [Int64](repeating: .max, count: instants.count + 1)
    for subset in 0..<(1 << instants.count) {
      let fetches = instants.indices.filter { subset >> $0 & 1 == 1 }.map { instants[$0] }
      least[fetches.count] = min(least[fetches.count], literalTotal(fetches))
    }
    for count in least.indices.dropFirst() { least[count] = min(least[count], least[count - 1]) }
    return least
  }
}

@Suite("Bound on fetch schedules")
struct FetchScheduleBoundTests {
  @Test(
    "the fetches that a staleness needs are the fewest of all subsets that are no staler",
    arguments: [false, true])
  func needed(fetches: Bool) {
    var several = 0
    for index in 0..<600 {
      let history = RandomHistory(30_000 + index, fetches: fetches)
      let app = history.app(opens: 12)
      guard app.instants.count <= 9 else { continue }
      let least = app.exhaustive()
      // The staleness of a run: of some schedule at allowed instants, or of a worse one.
      for count in least.indices {
        let own = app.instants.filter { _ in history.stream.bernoulli(0.5) }.prefix(count)
        let staleness = app.literalTotal(Array(own)) + Int64(history.stream.integer(below: 3))
        let bound = FetchScheduleBound([app], limit: own.count)
        let needed = least.indices.first { least[$0] <= staleness }
        #expect(bound.fetches(forStaleness: staleness) == needed, "history \(index), \(own.count) fetches")
        if bound.fetches(forStaleness: staleness) > 1 { several += 1 }
      }
    }
    #expect(several > 50)
  }

  @Test("the bound is the least over all subsets of the allowed instants", arguments: [false, true])
  func exhaustive(fetches: Bool) {
    var (compared, strict) = (0, 0)
    for index in 0..<1500 {
      let app = RandomHistory(10_000 + index, fetches: fetches).app(opens: 12)
      guard app.instants.count <= 9 else { continue }
      let expected = app.exhaustive()
      for limit in expected.indices {
        let bound = FetchScheduleBound([app], limit: limit)
        #expect(bound.least == expected[limit], "history \(index), at most \(limit) fetches")
        compared += 1
        if limit > 0, expected[limit] < expected[limit - 1] { strict += 1 }
      }
    }
    // The histories are not trivial.
    holds(compared > 5000 && strict > 500)
  }

  @Test("apps share the fetches: the bound is the best split among them")
  func shared() {
    for index in 0..<100 {
      let source = RandomHistory(1000 + index, fetches: index % 2 == 0)
      let (one, two) = (source.app(opens: 10), source.app(opens: 10))
      for limit in 0..<6 {
        let bound = FetchScheduleBound([one, two], limit: limit)
        let split = (0...limit).map {
          FetchScheduleBound([one], limit: $0).least + FetchScheduleBound([two], limit: limit - $0).least
        }
        #expect(bound.least == split.min())
      }
    }
  }

  @Test("no schedule of allowed instants beats the bound for its number of fetches")
  func neverBeaten() {
    var met = 0
    for index in 0..<300 {
      let source = RandomHistory(2000 + index, fetches: index % 2 == 0)
      let app = source.app(length: 300, opens: 60, allowed: 40)
      let instants = app.instants
      guard !instants.isEmpty else { continue }
      let curve = FetchScheduleBound([app], limit: 30)
      for _ in 0..<20 {
        let fetches = (0..<source.stream.integer(below: 30)).map { _ in
          instants[source.stream.integer(below: instants.count)]
        }
        let total = app.history.totalStaleness(backgroundFetches: fetches)
        #expect(total == app.literalTotal(fetches))
        let least = curve.leastByFetches[min(fetches.count, curve.leastByFetches.count - 1)]
        #expect(least <= total)
        if least == total, total > 0 { met += 1 }
      }
    }
    #expect(met > 0)
  }

  @Test(
    "the bound falls and is convex in the number of fetches, and one computation holds all smaller limits")
  func convex() {
    for index in 0..<200 {
      let app = RandomHistory(3000 + index, fetches: index % 2 == 0).app(length: 500, opens: 80, allowed: 50)
      let curve = FetchScheduleBound([app], limit: 1000).leastByFetches
      #expect(curve[0] == app.history.totalStaleness(backgroundFetches: []))
      #expect(curve[curve.count - 1] == app.history.totalStaleness(backgroundFetches: app.instants))
      let savings = zip(curve, curve.dropFirst()).map { $0 - $1 }
      holds(savings.allSatisfy { $0 > 0 })
      holds(zip(savings, savings.dropFirst()).allSatisfy { $0 >= $1 })
      for limit in [0, 1, 3, 10] {
        #expect(FetchScheduleBound([app], limit: limit).least == curve[min(limit, curve.count - 1)])
      }
    }
  }

  @Test("a wider set of allowed instants never raises the bound")
  func wider() {
    for index in 0..<200 {
      let app = RandomHistory(4000 + index, fetches: true).app(length: 200, opens: 40, allowed: 20)
      let wider = FetchScheduleBound.App(app.history, allowed: app.allowed + [50...60, 150...180])
      for limit in [1, 4, 12] {
        #expect(
          FetchScheduleBound([wider], limit: limit).least <= FetchScheduleBound([app], limit: limit).least)
      }
    }
  }

  @Test("a worked example: one fetch just before the open with the largest saving")
  func example() {
    // Changes at 10 and 50; opens at 40 (30 old) and at 100, after a fetch of the first open at 42 (50 old).
    let history = FetchHistory(
      changes: [10, 50], opens: [.init(at: 40, fetched: 42), .init(at: 100)])
    let app = FetchScheduleBound.App(history, allowed: [0...30, 60...90])
    let bound = FetchScheduleBound([app], limit: 1)
    #expect(bound.leastByFetches == [80, 30])
    let both = FetchScheduleBound([app], limit: 7)
    #expect(both.leastByFetches == [80, 30, 0])
  }

  @Test(
    "an open does not see its own fetch, even one without duration, but sees a background fetch of its instant"
  )
  func ownFetch() {
    let history = FetchHistory(changes: [10], opens: [.init(at: 40, fetched: 40), .init(at: 40)])
    // A fetch brings the changes before its instant.
    let fetches: [[Int64]] = [[], [40], [9], [10], [11]]
    #expect(fetches.map(history.totalStaleness(backgroundFetches:)) == [30, 0, 30, 30, 0])
  }

  @Test("without opens, changes or allowed instants there is no saving")
  func empty() {
    typealias App = FetchScheduleBound.App
    let open = FetchHistory.Open(at: 9)
    let rows: [(apps: [App], least: [Int64])] = [
      ([App(FetchHistory(changes: [5], opens: []), allowed: [0...9])], [0]), ([], [0]),
      ([App(FetchHistory(changes: [], opens: [open]), allowed: [0...9])], [0]),
      ([App(FetchHistory(changes: [5], opens: [open]), allowed: [])], [4]),
    ]
    for row in rows { #expect(FetchScheduleBound(row.apps, limit: 3).leastByFetches == row.least) }
  }

  @Test("30 days with 50 opens a day and 1500 fetches take well under a second", arguments: [false, true])
  func speed(fetches: Bool) {
    let stream = RandomHistory(9, fetches: false).stream
    let day: Int64 = 86_400_000_000
    func instants(_ count: Int) -> [Int64] {
      (0..<count).map { _ in Int64(stream.uniform() * Double(30 * day)) }
    }
    let history = FetchHistory(
      changes: instants(20_000),
      opens: instants(1500).map { .init(at: $0, fetched: fetches ? $0 + 2_000_000 : nil) })
    let allowed = instants(1500).map { $0...$0 + 600_000_000 }
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      let bound = FetchScheduleBound([.init(history, allowed: allowed)], limit: 1500)
      #expect(bound.leastByFetches.count > 500)
    }
    #expect(elapsed < .seconds(5))
  }
}
