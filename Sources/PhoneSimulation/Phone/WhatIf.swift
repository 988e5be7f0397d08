import EventSimulation
import SchedulingPolicies
import Workload

/// Reasons that are lifted in a counterfactual run: for one item from its submission on, or throughout.
///
/// Everything else stays: the same timeline, streams and policy. Up to the submission of the item the run is
/// the factual one, so that the item keeps its number.
public struct WhatIf: Sendable, Hashable {
  /// The item that the reasons no longer block; nil for every item.
  public var item: Int32?
  /// The reasons that no longer block. Those of the policy itself (`score`, `policyChoice`) are lifted by starting
  /// what it lets wait for them.
  public var lifted: BlockingSet

  public init(item: Int32? = nil, lifted: BlockingSet) {
    self.item = item
    self.lifted = lifted
  }

  /// Turns waits for lifted reasons of the policy into starts, after those that it starts itself.
  func lift(_ decisions: inout [Decision]) {
    var starts: [Decision] = []
    for decision in decisions {
      guard case .wait(let reason, _) = decision.verdict, lifted.contains(BlockingSet(reason)),
        applies(to: decision.item)
      else { continue }
      starts.append(Decision(item: decision.item, verdict: .start))
    }
    let numbers = starts.map(\.item)
    decisions.removeAll { numbers.contains($0.item) }
    decisions += starts
  }

  func applies(to number: Int32) -> Bool { item == nil || item == number }
}

/// A span of time during which the same reasons kept an item from starting.
public struct BlockedInterval: Sendable, Hashable {
  /// Number of the item on its device.
  public var item: Int32
  /// The first instant of the span.
  public var from: Instant
  /// The end of the span, at which the reasons changed or the item stopped waiting.
  public var to: Instant
  /// The reasons that held throughout; `policyChoice` where nothing else blocked the item.
  public var reasons: BlockingSet
}
