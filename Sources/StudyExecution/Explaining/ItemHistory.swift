import EventSimulation
import PhoneSimulation
import Workload

/// The history of one item of an app, read from the log and the blocked intervals of a run.
public struct ItemHistory: Sendable, Hashable {
  /// How a wait or run ended, in words of the log.
  public enum Outcome: Sendable, Hashable {
    case pending, running
    case completed(success: Bool)
    case killed(String)
    case replaced(by: Int32)
    case cancelled(String)
    case coalesced(String)
    case dropped(String)
    case delivered(String)
    case failed(String)

    /// One or two words.
    public var words: String {
      switch self {
      case .pending: "pending"
      case .running: "running"
      case .completed(let success): success ? "completed" : "failed"
      case .killed(let reason): "killed: \(reason)"
      case .replaced(let item): "replaced by \(item)"
      case .cancelled(let by): "cancelled: \(by)"
      case .coalesced(let place): "coalesced: \(place)"
      case .dropped(let reason): "dropped: \(reason)"
      case .delivered(let how): "delivered: \(how)"
      case .failed(let reason): "failed: \(reason)"
      }
    }
  }

  /// Number of the item on its device, from 1 on.
  public var item: Int32
  /// Mechanism by which the item starts.
  public var mechanism: Mechanism
  /// Identifier of the task, session or push.
  public var identifier: String
  /// When the app submitted the item; for a held push, when it reached the device.
  public var submitted: Instant
  /// Start of the window: the later of submission and floor.
  public var open: Instant
  /// Start of the window of the first request of an unbroken chain of replacements.
  public var chainOpen: Instant
  /// When the run or transfer started; nil if it did not.
  public var launched: Instant?
  /// Cause of the expiration of the run, in the words of the log; nil if it did not expire.
  public var expired: String?
  /// When the item ended; nil if it waits or runs at the end of the horizon.
  public var ended: Instant?
  /// State of the item at its end or at the end of the horizon.
  public var outcome: Outcome
  /// Whether a debugger started its run.
  public var isSynthetic = false
  /// Items that this one replaced, oldest first.
  public var chain: [Int32] = []
  /// Reasons of its waiting between ``chainOpen`` and ``waitEnd``; the spans are adjacent. None for a replaced item, whose
  /// successor has the wait of the chain.
  public var waits: [BlockedInterval] = []
  /// The launch, or where the wait was cut off.
  public var waitEnd: Instant

  /// Whether the run ended with success in time, or the item was delivered without a run.
  public var isSuccess: Bool {
    switch outcome {
    case .completed(let success): success && expired == nil
    case .delivered: true
    default: false
    }
  }

  /// The outcome with its reason: `failed: timeLimit` for a run that met its time limit.
  public var endWords: String {
    guard let expired, case .completed(let success) = outcome else { return outcome.words }
    return success ? "completed after expiry: \(expired)" : "failed: \(expired)"
  }

  /// From the start of the window to the launch, or to where the wait was cut off.
  public var delay: TimeSpan { waitEnd > chainOpen ? waitEnd - chainOpen : .zero }

  /// Time by set of reasons, longest first, ties by precedence. The times sum to ``delay``.
  public var shares: [BlockedShareOfSet] { WaitTotals([self]).shares }
}

/// How long a set of reasons kept an item waiting: one reason alone, or several together.
public struct BlockedShareOfSet: Sendable, Hashable {
  /// The reasons that blocked the item at the same time.
  public var reasons: BlockingSet
  /// Time during which exactly these reasons blocked it.
  public var time: TimeSpan
}
