import BackgroundExecution
import Workload

extension GateReader {
  /// How much of an item's verdict is looked at.
  enum State: UInt8 {
    /// Before its earliest begin; denied by a hard gate; let through by all of them.
    case ahead, denied, open
  }

  struct Row {
    var gates = ItemGates(.launch)
    var verdict = GateVerdict()
    var order: Int64 = -1
    /// The set of its kind and state; ``noSet`` before it is in one.
    var set = GateReader.noSet
    var state = State.denied
    var isUsed = false
    var isKnown = false
    var isStale = false
    var isMarked = false
    /// Whether it is among the candidates.
    var isCandidate = false
  }
}
