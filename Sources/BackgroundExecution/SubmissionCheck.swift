import Workload

/// Why a request, push or registration is refused, with the code that the interface returns.
public enum RejectionReason: String, Sendable, Hashable, CaseIterable {
  case notPermitted, unavailable, tooManyPending, badPriority
  case immediateRunIneligible, notForeground, gpuNotEntitled

  /// The published error code, where there is one.
  public var code: Int? {
    switch self {
    case .unavailable: 1
    case .tooManyPending: 2
    case .notPermitted: 3
    case .immediateRunIneligible: 4
    case .badPriority, .notForeground, .gpuNotEntitled: nil
    }
  }
}

/// The state that `submit` checks.
public struct SubmissionState: Sendable, Hashable {
  /// Task identifiers that the app declares as permitted. Entries of continued tasks may end with `*`.
  public var permittedIdentifiers: [String]
  /// Background modes that the app declares.
  public var modes: BackgroundModes
  /// Whether Background App Refresh is on for the device and the app.
  public var isRefreshAvailable: Bool
  /// Pending refresh requests of the app, without the one that has the submitted identifier.
  public var otherPendingRefresh: Int
  /// Pending processing and health requests of the app, without the one that has the submitted identifier.
  public var otherPendingProcessing: Int
  /// Whether the device is a simulator on a computer, which has no background tasks (SUB-2).
  public var isSimulator = false
  /// The request of a continued task; nil for the other mechanisms.
  public var continued: ContinuedState?
  /// Whether the caller is an extension of a kind that may not schedule.
  public var isLimitedExtension = false

  public init(
    permittedIdentifiers: [String], modes: BackgroundModes, isRefreshAvailable: Bool,
    otherPendingRefresh: Int, otherPendingProcessing: Int
  ) {
    self.permittedIdentifiers = permittedIdentifiers
    self.modes = modes
    self.isRefreshAvailable = isRefreshAvailable
    self.otherPendingRefresh = otherPendingRefresh
    self.otherPendingProcessing = otherPendingProcessing
  }

  /// API-1: whether an app declares an identifier and the mode of a mechanism other than a continued task.
  public static func isDeclared(
    _ identifier: String, _ mechanism: Mechanism, permitted: [String], modes: BackgroundModes
  ) -> Bool {
    permitted.contains(identifier) && modes.contains(mechanism.isProcessing ? .processing : .fetch)
  }
}

/// The state that `submit` checks for a continued task.
public struct ContinuedState: Sendable, Hashable {
  /// Bundle identifier of the app, with which the permitted identifier must begin (CONT-2).
  public var bundleID: String
  /// Options of the submitted request.
  public var request: ContinuedRequest
  /// Whether the app is active in the foreground.
  public var isForegroundActive: Bool
  /// Whether the app has the entitlement for background use of the GPU (CONT-5).
  public var hasGPUEntitlement: Bool
  /// Whether a slot for continued tasks is left, pending ones counted. Only the strategy `fail` needs it.
  public var hasFreeSlot: Bool

  public init(
    bundleID: String, request: ContinuedRequest, isForegroundActive: Bool, hasGPUEntitlement: Bool,
    hasFreeSlot: Bool
  ) {
    self.bundleID = bundleID
    self.request = request
    self.isForegroundActive = isForegroundActive
    self.hasGPUEntitlement = hasGPUEntitlement
    self.hasFreeSlot = hasFreeSlot
  }
}

extension PlatformParameters {
  /// CONT-1 to CONT-5, with the wildcard rule of CONT-2; neither Background App Refresh nor a limit counts.
  private func rejection(
    of identifier: String, _ continued: ContinuedState, _ state: SubmissionState
  ) -> RejectionReason? {
    let isPermitted = state.permittedIdentifiers.contains { entry in
      guard entry.hasSuffix("*") else { return false }
      let prefix = entry.dropLast()
      return prefix.hasPrefix(continued.bundleID) && identifier.hasPrefix(prefix)
    }
    guard isPermitted else { return .notPermitted }
    guard osVersion >= 26, !state.isSimulator else { return .unavailable }
    guard continued.isForegroundActive else { return .notForeground }
    guard !continued.request.usesGPU || continued.hasGPUEntitlement else { return .gpuNotEntitled }
    return continued.request.strategy == .fail && !continued.hasFreeSlot ? .immediateRunIneligible : nil
  }

  /// The first failure of `submit`, or nil: rules API-1, API-2, API-6 and SUB-1 to SUB-7.
  ///
  /// Declarations are checked first, then availability, then limits without a pending request of the same
  /// identifier, which the submission would replace.
  public func rejection(
    of identifier: String, mechanism: Mechanism, _ state: SubmissionState
  ) -> RejectionReason? {
    if let continued = state.continued { return rejection(of: identifier, continued, state) }
    let isDeclared = SubmissionState.isDeclared(
      identifier, mechanism, permitted: state.permittedIdentifiers, modes: state.modes)
    return rejection(
      of: mechanism, isDeclared: isDeclared, isAllowed: !state.isLimitedExtension && !state.isSimulator,
      isRefreshAvailable: state.isRefreshAvailable, otherPendingRefresh: state.otherPendingRefresh,
      otherPendingProcessing: state.otherPendingProcessing)
  }

  /// The first failure of `submit` of anything but a continued task, or nil, where it is known whether the app declares it.
  ///
  /// - Parameters:
  ///   - isDeclared: ``SubmissionState/isDeclared(_:_:permitted:modes:)``.
  ///   - isAllowed: Whether the caller may schedule on this device.
  ///   - isRefreshAvailable: ``SubmissionState/isRefreshAvailable``.
  ///   - otherPendingRefresh: ``SubmissionState/otherPendingRefresh``.
  ///   - otherPendingProcessing: ``SubmissionState/otherPendingProcessing``.
  public func rejection(
    of mechanism: Mechanism, isDeclared: Bool, isAllowed: Bool, isRefreshAvailable: Bool,
    otherPendingRefresh: Int, otherPendingProcessing: Int
  ) -> RejectionReason? {
    guard isDeclared else { return .notPermitted }
    guard osVersion >= Self.firstVersion(of: mechanism), isAllowed,
      isRefreshAvailable || backgroundRefresh == .off
    else { return .unavailable }
    switch mechanism {
    case .refresh: return otherPendingRefresh >= refreshLimit ? .tooManyPending : nil
    case .processing, .health: return otherPendingProcessing >= processingLimit ? .tooManyPending : nil
    case .push, .continued, .transferD, .transferN, .wake, .assertion, .mode: return nil
    }
  }

  /// API-6: the OS version from which on a mechanism of the task scheduler can be submitted.
  public static func firstVersion(of mechanism: Mechanism) -> Int {
    switch mechanism {
    case .continued: 26
    case .health: 17
    case .refresh, .processing, .push, .transferD, .transferN, .wake, .assertion, .mode: 13
    }
  }
}
