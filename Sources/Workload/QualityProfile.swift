import EventSimulation

/// The quality of an app's use of the background interfaces: section 6 of the specification. The values here
/// are the values of `careful`.
public struct QualityProfile: Sendable, Hashable {
  /// When the app submits the next request of a task.
  public enum Resubmission: String, Sendable, Hashable, CaseIterable { case atStart, atEnd, onSuccess, never }
  /// The registration of task handlers. It happens in the launch sequence; too late or twice, which kills the
  /// process (API-3); or not at all, so a task finds no handler. It can also happen in the launch sequence,
  /// but before each submission for continued tasks; the second registration in one process then kills the
  /// process (API-4).
  public enum Registration: String, Sendable, Hashable, CaseIterable {
    case atLaunch, late, twice, missing, atUse
  }
  /// The spelling of submitted identifiers: as the bundle lists them, or in a way that it does not list.
  public enum Spelling: String, Sendable, Hashable, CaseIterable { case exact, wrong }
  /// When the app ends its assertions.
  public enum AssertionEnd: String, Sendable, Hashable, CaseIterable { case whenDone, atExpiryOnly, never }
  /// Whether completion is reported by a call or by the return of an asynchronous closure.
  public enum CompletionStyle: String, Sendable, Hashable, CaseIterable { case explicit, implicit }
  /// The code paths of a run that report its completion.
  public struct Completions: OptionSet, Sendable, Hashable {
    public var rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// After work that succeeded.
    @inlinable public static var success: Completions { Completions(rawValue: 1) }
    /// After work that failed.
    @inlinable public static var failure: Completions { Completions(rawValue: 2) }
    /// After an expiry.
    @inlinable public static var expiry: Completions { Completions(rawValue: 4) }
  }

  /// Name of the canned profile; also of the one that a study changes.
  public var name: String
  /// Whether the app has an expiration handler for runs and assertions. An implicit completion needs no
  /// handler for runs.
  public var setsExpirationHandler = true
  /// Time from expiry to completion; nil for an app that does not react.
  public var expiryReaction: TimeSpan? = .milliseconds(500)
  /// The code paths that report completion; on the remaining paths, the run continues until the platform ends
  /// it.
  public var completesOn: Completions = [.success, .failure, .expiry]
  /// The interval between checkpoints, in work time; nil without checkpoints.
  public var checkpointInterval: TimeSpan? = .seconds(5)
  /// The step of a run when the app submits the next request of a task; `never` for a single request.
  public var resubmits: Resubmission = .atStart
  /// The registration of task handlers; late and second ones of continued tasks at launch do no harm (API-4).
  public var registration: Registration = .atLaunch
  /// The spelling of identifiers in submissions; a wrong one is refused.
  public var spelling: Spelling = .exact
  /// Probability that the work of a run fails, 0 to 1; not for task that list their failures.
  public var failureProbability = 0.05
  /// An implicit completion cannot be missed: the cancellation at expiry ends the closure.
  public var completionStyle: CompletionStyle = .explicit
  /// Whether success is reported before asynchronous work is done (BAD-7).
  public var completesEarly = false
  /// Whether a run does no work.
  public var doesNoWork = false
  /// Whether the app submits again, with a fresh earliest begin date, at every exit from the foreground (BAD-8).
  public var rearmsOnBackground = false
  /// Whether the app notices a refused submission; otherwise, it continues as if the submission had
  /// succeeded.
  public var handlesSubmitError = true
  /// Whether the app submits no refresh while Low Power Mode is on.
  public var checksLowPowerMode = false
  /// Whether the app does not submit while its background refresh is unavailable.
  public var checksRefreshStatus = false
  /// The time when the app ends its assertions: after the work, on expiry, or never.
  public var endsAssertion: AssertionEnd = .whenDone
  /// A continued task reports progress so often; nil for never.
  public var progressInterval: TimeSpan? = .seconds(2)
  /// Whether the process holds a lock on a shared file when it is suspended (LIFE-8).
  public var holdsLock = false
  /// Whether the app moves the files in a relaunch after a batch of transfers; otherwise they are lost.
  public var movesFiles = true
  /// Whether the app calls the completion handler of a relaunch after a batch; otherwise the process is killed.
  public var callsWakeCompletion = true
  /// Whether a VoIP push is followed by a reported call.
  public var reportsCall = true
  /// Time that `didEnterBackground` takes (LIFE-2).
  public var enterBackgroundTime: TimeSpan = .zero
  /// Time that a launch by the user takes (LIFE-4).
  public var launchTime: TimeSpan = .zero

  /// The profile `careful` under another name, with changes.
  public init(name: String, _ change: (inout QualityProfile) -> Void = { _ in }) {
    self.name = name
    change(&self)
  }

  /// Does everything right: the default.
  public static let careful = QualityProfile(name: "careful")
  /// Submits an identifier that the bundle does not list.
  public static let typo = QualityProfile(name: "typo") { $0.spelling = .wrong }
  /// A tutorial's code: reports success at once, resubmits at the start, handles expiry.
  public static let tutorial = QualityProfile(name: "tutorial") { $0.completesEarly = true }
  /// Completes on success only; its expiration handler cancels the work without completing the task.
  public static let errorPathBug = QualityProfile(name: "errorPathBug") {
    $0.completesOn = .success
    $0.resubmits = .onSuccess
  }
  /// A canceled task throws an error and does not complete on expiry.
  public static let cancelBug = QualityProfile(name: "cancelBug") { $0.completesOn = [.success, .failure] }
  /// Completes at once, does no work, resubmits.
  public static let placeholder = QualityProfile(name: "placeholder") {
    $0.completesEarly = true
    $0.doesNoWork = true
  }
  /// Never ends its assertions and ignores expiry.
  public static let hog = QualityProfile(name: "hog") {
    $0.endsAssertion = .never
    $0.expiryReaction = nil
  }
  /// Saves no checkpoints.
  public static let noCheckpoint = QualityProfile(name: "noCheckpoint") { $0.checkpointInterval = nil }

  /// An app that is code: the code itself determines its quality.
  public static let code = QualityProfile(name: "code") {
    $0.checkpointInterval = nil
    $0.failureProbability = 0
    $0.progressInterval = nil
  }

  /// The canned profiles by name.
  public static let canned: [QualityProfile] = [
    .careful, .tutorial, .errorPathBug, .cancelBug, .placeholder, .typo, .hog, .noCheckpoint,
  ]
}
