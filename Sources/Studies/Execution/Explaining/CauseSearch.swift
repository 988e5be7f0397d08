import PhoneSimulation
import Workload

/// The causes of lost slots: the smallest set of changes that is needed, found by replays.
///
/// The search goes in passes. Each pass finds the changes that are needed for four fifths of what all candidates together
/// remove, by preference. Within a pass a slot is shared by exact Shapley values, since causes may act one after another. Between
/// passes the order counts, so that a change that only makes up for a cause gets no part of it.
struct CauseSearch {
  /// Changes that share a number of lost slots.
  struct Cause: Sendable, Hashable {
    /// More than one for changes that act only together.
    var changes: [Change]
    var slots: Int
    /// The changes of earlier passes and the other ones of its pass.
    var beside: [Change] = []
    /// Changes that are not named and remove at least as much in place of the named one.
    var alternatives: [Change] = []
  }

  let replays: Replays
  let outcome: Outcome
  /// The greatest number of replays, and of named changes.
  let limit: Int
  static let most = 5
  private static let neededShare = 0.8
  private static let leastShare = 0.02

  private(set) var causes: [Cause] = []
  private(set) var named: [Change] = []
  private(set) var lost = 0
  /// Lost slots that no named change explains.
  private(set) var unexplained = 0
  /// Whether the search met the limit, and left a set undivided.
  private(set) var isCut = false

  init(_ replays: Replays, _ outcome: Outcome, limit: Int = 60) throws(SimulationFailure) {
    (self.replays, self.outcome, self.limit) = (replays, outcome, limit)
    lost = try count([])
    unexplained = lost
    while unexplained > 0, named.count < Self.most, !isCut, try pass() {}
  }

  private func count(_ changes: [Change]) throws(SimulationFailure) -> Int {
    outcome.lost(try replays.with(changes))
  }

  /// The slots that a change saves in a replay with other changes.
  func saved(by change: Change, beside others: [Change]) throws(SimulationFailure) -> Int {
    try count(others) - count(others + [change])
  }

  // MARK: Candidates

  /// The changes that the scene has, whatever was named.
  private var applicable: [Change] {
    Change.allCases.filter { $0.kind != .part && $0.applies(to: replays.base) }
  }

  private func candidates() throws(SimulationFailure) -> [Change] {
    let others = applicable.filter { !$0.isGate && !named.contains($0) }
    return unnamed(try replays.with(named).reasons.union(try replays.with(named + others).reasons))
  }

  /// The changes that are not named and that can act where some reasons were seen.
  private func unnamed(_ seen: BlockingSet) -> [Change] {
    applicable.filter { change in
      !named.contains(change) && (!change.needsReason || !change.signs.isDisjoint(with: seen))
    }
  }

  // MARK: A pass

  /// Names the causes of one pass. Returns whether another pass may find more.
  private mutating func pass() throws(SimulationFailure) -> Bool {
    let candidates = try candidates()
    guard !candidates.isEmpty else { return false }
    var set = candidates
    let removed = unexplained - (try count(named + candidates))
    if removed < 1 {
      guard let best = try best(of: candidates.map { [$0] }, below: unexplained) else { return false }
      set = best
    } else {
      try drop(candidates[...], from: &set, removing: removed)
      while set.count > Self.most - named.count, set.count > 1 {
        let fewer = set.indices.reversed().map { place in set.filter { $0 != set[place] } }
        let best = try best(of: fewer, below: .max)
        if best == nil { isCut = true }
        set = best ?? [set[0]]
      }
    }
    var shares = try shares(of: set)
    while !isCut, set.count > 1, let poor = shares.indices.min(by: { shares[$0] < shares[$1] }),
      shares[poor] < 0.5
    {
      set.remove(at: poor)
      shares = try self.shares(of: set)
    }
    let after = try count(named + set)
    let gain = unexplained - after
    guard gain >= 1, Double(gain) >= Self.leastShare * Double(lost) else { return false }
    try name(set, shares, gain)
    unexplained = after
    return true
  }

  /// The set that leaves the fewest lost slots, if they are fewer than a number; the first of equal ones.
  private func best(of sets: [[Change]], below most: Int) throws(SimulationFailure) -> [Change]? {
    var best: (set: [Change]?, count: Int) = (nil, most)
    for set in sets {
      guard replays.count < limit else { break }
      let count = try count(named + set)
      if count < best.count { best = (set, count) }
    }
    return best.set
  }

  /// Drops the parts of a block without which a set still removes most of what all candidates do, the least preferred first.
  private mutating func drop(
    _ block: ArraySlice<Change>, from set: inout [Change], removing removed: Int
  ) throws(SimulationFailure) {
    let middle = block.startIndex + block.count / 2
    for half in [block[middle...], block[..<middle]] where !half.isEmpty {
      guard replays.count < limit else {
        isCut = true
        return
      }
      let fewer = set.filter { !half.contains($0) }
      if Double(unexplained - (try count(named + fewer))) >= Self.neededShare * Double(removed) {
        set = fewer
      } else if half.count > 1 {
        try drop(half, from: &set, removing: removed)
      }
    }
  }

  /// The exact Shapley value of each change of a set.
  private mutating func shares(of set: [Change]) throws(SimulationFailure) -> [Double] {
    guard set.count > 1 else { return [Double(unexplained - (try count(named + set)))] }
    var removed = [Double](repeating: 0, count: 1 << set.count)
    for coalition in removed.indices.dropFirst() {
      let chosen = set.indices.filter { coalition >> $0 & 1 == 1 }.map { set[$0] }
      guard replays.count < limit || replays.isMade(named + chosen) else {
        isCut = true
        return Array(repeating: 0, count: set.count)
      }
      removed[coalition] = Double(unexplained - (try count(named + chosen)))
    }
    return set.indices.map { place in
      removed.indices.filter { $0 >> place & 1 == 0 }.reduce(0) { sum, coalition in
        let weight = Self.weight(coalition.nonzeroBitCount, of: set.count)
        return sum + weight * (removed[coalition | 1 << place] - removed[coalition])
      }
    }
  }

  /// The share of the orders in which exactly so many given changes come before one.
  private static func weight(_ before: Int, of count: Int) -> Double {
    var weight = 1 / Double(count)
    for step in 0..<before { weight *= Double(step + 1) / Double(count - 1 - step) }
    return weight
  }

  // MARK: Naming

  private mutating func name(_ set: [Change], _ shares: [Double], _ gain: Int) throws(SimulationFailure) {
    defer { named += set }
    let pair = isCut || set.count != 2 ? [] : set
    let alone = try pair.map { change throws(SimulationFailure) in unexplained - (try count(named + [change]))
    }
    let isOneLine = isCut || !pair.isEmpty && alone.allSatisfy { $0 * 4 < gain }
    let found =
      isOneLine
      ? [Cause(changes: set, slots: gain)]
      : zip(set, Self.whole(shares, total: gain)).filter { $0.1 > 0 }.map { change, slots in
        Cause(changes: [change], slots: slots, beside: named + set.filter { $0 != change })
      }
    causes += found.sorted { $0.slots > $1.slots }
  }

  /// Whole numbers that add up to a total: largest remainders.
  static func whole(_ values: [Double], total: Int) -> [Int] {
    var whole = values.map { Int($0.rounded(.down)) }
    let order = values.indices.sorted {
      values[$0] - values[$0].rounded(.down) > values[$1] - values[$1].rounded(.down)
    }
    for place in order.prefix(max(0, total - whole.reduce(0, +))) { whole[place] += 1 }
    return whole
  }

  // MARK: Alternatives

  /// The candidates that are not named, concern the same tasks, and remove at least as much in place of a cause.
  func alternatives(to cause: Cause) throws(SimulationFailure) -> [Change] {
    let left = try count(cause.beside + cause.changes)
    guard cause.changes.count == 1, try left < count(cause.beside) else { return [] }
    let lifted = try replays.with(applicable.filter { !$0.isGate })
    var found: [Change] = []
    for other in unnamed(try replays.asItIs().reasons.union(lifted.reasons))
    where try count(cause.beside + [other]) <= left { found.append(other) }
    return found
  }
}
