import EventSimulation
import Workload

extension History {
  /// A request, push, transfer or event of a mode from its submission to its end.
  package struct Item: Sendable, Hashable {
    /// The number on the device; 0 for work under an assertion.
    package var item: Int32
    /// Index of the app on the device.
    package var app: Int32 = 0
    package var mechanism: Mechanism
    package var identifier: String
    /// When the app submitted the item; for a held push, when it reached the device.
    package var submitted: Instant
    /// Whether an app submitted it, and whether it is a push that the device holds.
    package var isSubmitted = false, isHeld = false
    package var earliestBegin: Instant?
    /// Start of the window: the later of submission and earliest begin date.
    package var open: Instant
    package var deadline: Instant?
    package var needsNetwork = false
    /// Start of the window of the first request of an unbroken chain of replacements.
    package var chainOpen: Instant
    /// When the device noticed that the window was open.
    package var eligible: Instant?
    package var launched: Instant?
    /// The time since the submission at the launch.
    package var age = TimeSpan.zero
    /// The resume delay at the launch; nil if it does not apply.
    package var resumeDelay: TimeSpan?
    package var handlerStarted: Instant?
    /// Cause of the expiration of the run, in the words of the log; nil if it did not expire.
    package var expired: String?
    package var expiredAt: Instant?
    /// Why a completed run failed, in the words of the log: `dataProtected`; nil for a failure of its work.
    package var failure: String?
    /// The times of a transfer's stops and resumes, in turn.
    package var pauses: [Instant] = []
    /// When the item ended; nil if it waits or runs at the end of the horizon.
    package var ended: Instant?
    package var outcome: Outcome = .pending
    /// The length of a completed run, and the share of its work that is done then.
    package var duration: TimeSpan?
    package var workDone: Double?
    package var isSynthetic = false
    /// Items that this one replaced, oldest first.
    package var chain: [Int32] = []
    /// Reasons of its waiting between ``chainOpen`` and ``waitEnd``; the spans are adjacent. None for a replaced item,
    /// whose successor has the wait of the chain.
    package var waits: [BlockedInterval] = []
    /// The launch, or where the wait was cut off.
    package var waitEnd: Instant

    /// Whether the run ended with success in time, or the item was delivered without a run.
    package var isSuccess: Bool {
      switch outcome {
      case .completed(let success): success && expired == nil
      case .delivered: true
      default: false
      }
    }

    /// The outcome with its reason: `failed: timeLimit` for a run that met its time limit.
    package var endWords: String {
      if let failure { return "failed: \(failure)" }
      guard let expired, case .completed(let success) = outcome else { return outcome.words }
      return success ? "completed after expiry: \(expired)" : "failed: \(expired)"
    }

    /// The outcome as the name of a slice of a trace, with the reason of an expiration or of an end by force.
    package var sliceName: String {
      switch outcome {
      case .running, .completed: expired.map { "expired: \($0)" } ?? outcome.words
      case .pending, .killed: outcome.words
      // URL-6: only the resource timeout ends a transfer that has never started with an event of its own.
      case .failed(let reason): launched == nil && reason == "resourceTimeout" ? "failedUnstarted" : "failed"
      case .replaced: "replaced"
      case .canceled: "canceled"
      case .coalesced: "coalesced"
      case .dropped: "dropped"
      case .delivered: "delivered"
      }
    }

    package var delay: TimeSpan { waitEnd > chainOpen ? waitEnd - chainOpen : .zero }
    package var delayToLaunch: TimeSpan? { launched == nil ? nil : delay }
  }

  package enum Outcome: Sendable, Hashable {
    case pending, running
    case completed(success: Bool)
    case replaced(by: Int32)
    case killed(String), canceled(String), coalesced(String), dropped(String), delivered(String)
    case failed(String)

    package var words: String {
      switch self {
      case .pending: "pending"
      case .running: "running"
      case .completed(let success): success ? "completed" : "failed"
      case .killed(let reason): "killed: \(reason)"
      case .replaced(let item): "replaced by \(item)"
      case .canceled(let by): "canceled: \(by)"
      case .coalesced(let place): "coalesced: \(place)"
      case .dropped(let reason): "dropped: \(reason)"
      case .delivered(let how): "delivered: \(how)"
      case .failed(let reason): "failed: \(reason)"
      }
    }
  }
}

extension BlockedInterval {
  package func within(_ start: Instant, _ end: Instant) -> Self {
    var part = self
    (part.from, part.to) = (max(from, start), min(to, end))
    return part
  }
}
