import Workload

/// Why a request, push or registration is refused, with the code that the interface returns.
package enum RejectionReason: String, Sendable, Hashable, CaseIterable {
  case notPermitted, unavailable, tooManyPending, badPriority
  case immediateRunIneligible, notForeground, gpuNotEntitled, gpuNotAvailable

  package var code: Int? {
    switch self {
    case .unavailable: 1
    case .tooManyPending: 2
    case .notPermitted, .gpuNotEntitled, .gpuNotAvailable: 3
    case .immediateRunIneligible: 4
    case .badPriority, .notForeground: nil
    }
  }
}

/// The first failure of a submission, or nil. Declarations are checked first, then availability, then limits.
extension PlatformParameters {
  /// API-1: whether an app declares an identifier and the mode of a mechanism other than a continued task.
  package static func isDeclared(
    _ identifier: String, _ mechanism: Mechanism, permitted: [String], modes: BackgroundModes
  ) -> Bool {
    permitted.contains(identifier) && modes.contains(mechanism.isProcessing ? .processing : .fetch)
  }

  /// API-1, API-2, API-6 and SUB-1 to SUB-7, of anything but a continued task. `isAllowed` says whether the caller may schedule
  /// on this device; the numbers of other pending requests leave out the one that is replaced.
  package func rejection(
    of mechanism: Mechanism, isDeclared: Bool, isAllowed: Bool = true, isRefreshAvailable: Bool = true,
    otherRefresh: Int = 0, otherProcessing: Int = 0
  ) -> RejectionReason? {
    guard isDeclared else { return .notPermitted }
    guard osVersion >= Self.firstVersion(of: mechanism), isAllowed,
      isRefreshAvailable || backgroundRefresh == .off
    else { return .unavailable }
    switch mechanism {
    case .refresh: return otherRefresh >= refreshLimit ? .tooManyPending : nil
    case .processing, .health: return otherProcessing >= processingLimit ? .tooManyPending : nil
    case .push, .continued, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: return nil
    }
  }

  /// CONT-1 to CONT-5 of a continued task; neither Background App Refresh nor a limit counts. Its permitted identifiers end
  /// with `*` and begin with the bundle id; only the strategy `fail` needs room: a free slot, pending tasks counted, and
  /// no substantial load or heat.
  package func rejection(
    ofContinued identifier: String, permitted: [String], bundleID: String, _ request: ContinuedRequest,
    hasGPUEntitlement: Bool, isSimulator: Bool = false, isForegroundActive: Bool = true,
    hasRoom: Bool = true
  ) -> RejectionReason? {
    let isPermitted = permitted.contains { entry in
      guard entry.hasSuffix("*") else { return false }
      let prefix = entry.dropLast()
      return prefix.hasPrefix(bundleID) && identifier.hasPrefix(prefix)
    }
    guard isPermitted else { return .notPermitted }
    guard osVersion >= Self.firstVersion(of: .continued), !isSimulator else { return .unavailable }
    guard isForegroundActive else { return .notForeground }
    guard !request.usesGPU || hasGPUEntitlement else { return .gpuNotEntitled }
    if request.usesGPU, refusesGPU, !supportsBackgroundGPU { return .gpuNotAvailable }
    return request.strategy == .fail && !hasRoom ? .immediateRunIneligible : nil
  }

  /// CONT-5: without `continued.refusesGPU` a request without the entitlement is refused without a code.
  package func code(of reason: RejectionReason) -> Int {
    reason == .gpuNotEntitled && !refusesGPU ? 0 : reason.code ?? 0
  }

  /// API-6: the OS version from which on a mechanism of the task scheduler can be submitted.
  package static func firstVersion(of mechanism: Mechanism) -> Int {
    switch mechanism {
    case .continued: 26
    case .health: 17
    case .refresh, .processing, .push, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: 13
    }
  }
}
