import Basics
import ResultsStore

/// The opens that no policy can do anything for, with what keeps them out of reach.
///
/// It bounds what the tables above it can show, and is an input rather than a finding. What hangs on the charge is taken as in each run,
/// so policies may differ a little; the shares are over all of them.
struct ReachSection {
  private let counts: [ReachCount]

  init(_ counts: [ReachCount]) { self.counts = counts.filter { $0.opens > 0 } }

  /// The line of one design point; empty without opens.
  func text(in point: String) -> String {
    let counts = counts.filter { $0.designPoint == point }
    // Sums of what a file says are no place for whole numbers, which have an end.
    let opens = counts.reduce(0) { $0 + Double($1.opens) }
    guard opens > 0 else { return "" }
    let lost = counts.reduce(0) { $0 + Double($1.opens) * $1.unreachableShare }
    var text = "\(Self.percent(lost / opens)) of opens are out of every policy's reach"
    let causes = Self.causes(counts).filter { Self.percent($0.opens / opens) != "0 %" }
    if !causes.isEmpty {
      text += ": " + causes.map { "\($0.cause) \(Self.percent($0.opens / opens))" }.joined(separator: ", ")
    }
    let shares = counts.map(\.unreachableShare)
    if let least = shares.min(), let most = shares.max(), Self.percent(least) != Self.percent(most) {
      text += " (by policy \(Self.percent(least)) to \(Self.percent(most)))"
    }
    return text
      + "; an input, which follows from the settings of the population (`settings.barOff`, `settings.perAppOff` and others), "
      + "and no finding\n"
  }

  /// For programs: a line per design point and policy.
  var json: JSONValue {
    .array(
      counts.map { count in
        .members([
          "design_point": .string(count.designPoint), "policy": .string(count.policy),
          "opens": .integer(count.opens), "reachable_opens": .integer(count.reachable),
          "unreachable_opens": .object(
            DeviceColumns.causes.map { JSONValue.Member($0, .integer(count.unreachable[$0] ?? 0)) }),
        ])
      })
  }

  /// The causes that occur, the most frequent first.
  private static func causes(_ counts: [ReachCount]) -> [(cause: String, opens: Double)] {
    var causes: [(cause: String, opens: Double)] = []
    for cause in DeviceColumns.causes {
      let opens: Double = counts.reduce(0) { $0 + Double($1.unreachable[cause] ?? 0) }
      // Behind those that are as frequent: in the order of the vocabulary.
      let place = causes.firstIndex { $0.opens < opens } ?? causes.count
      if opens > 0 { causes.insert((cause, opens), at: place) }
    }
    return causes
  }

  private static func percent(_ share: Double) -> String { NumberText.percent(share) + " %" }
}

extension ReachCount {
  /// The share of opens that are out of reach.
  fileprivate var unreachableShare: Double { 1 - Double(reachable) / Double(opens) }
}
