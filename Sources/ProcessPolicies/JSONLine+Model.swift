import EventSimulation
import JSON
import Workload

extension JSONLine {
  /// In microseconds; null for no instant and for the distant future.
  mutating func value(_ instant: Instant?) {
    guard let instant, instant != .distantFuture else { return null() }
    value(instant.microseconds)
  }

  mutating func value(_ reasons: BlockingSet) {
    open("[")
    if !reasons.isEmpty { for reason in reasons.reasons { value(reason.name) } }
    close("]")
  }
}
