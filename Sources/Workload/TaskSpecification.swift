import EventSimulation
import RandomStreams

/// A task of task requests of an app.
public struct TaskSpecification: Sendable {
  /// Identifier that the app submits.
  public var identifier: String
  /// ``Mechanism/refresh`` or ``Mechanism/processing``.
  public var mechanism: Mechanism
  /// The `earliestBeginDate` of each request; nil if not set.
  public var earliestBegin: EarliestBegin?
  /// Flags of a processing request: it runs on external power only; it waits for a network path.
  public var requiresExternalPower, requiresNetworkConnectivity: Bool
  /// The work of each run.
  public var work: WorkSpecification
  /// Whether a successful run brings the app's content up to date.
  public var fetches: Bool
  /// Whether the app submits the first request at its first launch; else the script or the run of another task does.
  public var submitsAtFirstLaunch: Bool
  /// Other tasks that its runs submit, with the earliest begin dates of those tasks, and the moment: in this
  /// order, after the next request of the task itself.
  public var alsoSubmits: [(task: String, moment: QualityProfile.Resubmission)] = []
  /// The request of a continued task; of no meaning for other mechanisms.
  public var continued = ContinuedRequest()
  /// The submitter where no run submits: the app when it is opened, or one of its extensions.
  public var origin: SubmissionOrigin = .app
  /// The runs of the task that fail, counted from 1; nil uses the failure probability.
  public var failOn: Set<Int>?
  /// The length of the periods that should each contain a completed run; nil for a day. The simulation
  /// ignores it.
  public var deadline: TimeSpan?
  /// The protection of the content that its runs need; nil for the protection of the app.
  public var protection: DataProtection?

  public init(
    identifier: String, mechanism: Mechanism, earliestBegin: EarliestBegin?,
    requiresExternalPower: Bool = false,
    requiresNetworkConnectivity: Bool = false, work: WorkSpecification, fetches: Bool,
    submitsAtFirstLaunch: Bool = true
  ) {
    self.identifier = identifier
    self.mechanism = mechanism
    self.earliestBegin = earliestBegin
    self.requiresExternalPower = requiresExternalPower
    self.requiresNetworkConnectivity = requiresNetworkConnectivity
    self.work = work
    self.fetches = fetches
    self.submitsAtFirstLaunch = submitsAtFirstLaunch
  }
}

/// The work of one run; each part is drawn once per run, keyed by app, kind and ordinal.
public struct WorkSpecification: Sendable {
  /// Processor time on an efficiency core, and waiting for servers, in seconds.
  public var cpu, wait: any Distribution
  /// Bytes sent and received.
  public var up, down: any Distribution
  /// The share of a core that the CPU work takes while it runs; nil for the whole core.
  public var cpuShare: (any Distribution)?
  /// Pauses between parts of the CPU work; nil for work without pauses.
  public var pace: Pace?
  /// The amounts that the work of a run grows by, without a separate share.
  public var growth: [WorkGrowth: WorkSpecification] = [:]

  public init(cpu: any Distribution, wait: any Distribution, up: any Distribution, down: any Distribution) {
    (self.cpu, self.wait, self.up, self.down) = (cpu, wait, up, down)
  }
}

/// A pause after each part of the CPU work of a run, except the last part.
public struct Pace: Sendable, Hashable {
  /// The computing time of a part, and the length of a pause.
  public var on, off: TimeSpan

  /// - Parameters:
  ///   - on: The computing time of a part, above 0.
  ///   - off: The length of a pause.
  public init(on: TimeSpan, off: TimeSpan) { (self.on, self.off) = (on, off) }

  /// The share of the time in which the work computes.
  public var share: Double { on / (on + off) }

  /// The time of parts and pauses for so much time of computing.
  public func length(of busy: TimeSpan) -> TimeSpan {
    busy > .zero ? busy + off * ((busy.microseconds - 1) / on.microseconds) : .zero
  }

  /// The time of computing within so much time since the start.
  public func busy(in time: TimeSpan) -> TimeSpan {
    let cycles = time.microseconds / (on + off).microseconds
    return on * cycles + min(on, time - (on + off) * cycles)
  }
}

/// The cause of more work for a run, with the names of studies.
public enum WorkGrowth: String, Sendable, CaseIterable {
  /// Each change of content that the app has not fetched when the handler starts; its amount is keyed by the change.
  case perChange
  /// Each day, in proportion for a part of one, since the last success of the task, or since the start before the
  /// first; its amount is keyed like the rest of the work.
  case perDay
}

/// The silent pushes that an app's server sends to a device.
public struct PushSpecification: Sendable {
  /// The causes of silent pushes.
  public enum Trigger: Sendable, Hashable {
    /// One push for every change of content.
    case contentChange
    /// A Poisson process with so many pushes a day.
    case poisson(perDay: Double)
    /// At given instants.
    case schedule([Instant])
  }
  /// The cause of the pushes, but for those in ``individual``.
  public var trigger: Trigger
  /// Time until the push is no longer stored or held; nil for the platform's longest storage.
  public var expiration: TimeSpan?
  /// APNs priority header; 10 is refused for a silent push, and allowed for an alert.
  public var priority: Int
  /// Whether the payload carries `content-available: 1`.
  public var isContentAvailable = true
  /// Whether the payload has a key that the user would see.
  public var isUserVisible = false
  /// Whether the header says that the push is of type `background`.
  public var isOfTypeBackground = true
  /// Whether header and payload meet the conditions of a silent push: PUSH-1 without the priority.
  public var isWellFormed: Bool { isContentAvailable && !isUserVisible && isOfTypeBackground }
  /// Whether the pushes are alerts that the user sees and that also wake the app: PUSH-1.
  public var isWakingAlert: Bool { isContentAvailable && isUserVisible && !isOfTypeBackground }
  /// The work of each run that a push brings.
  public var work: WorkSpecification
  /// Whether a successful run brings the app's content up to date.
  public var fetches: Bool
  /// Pushes with a separate expiration or priority, in addition to the pushes of the trigger.
  public var individual: [ScheduledPush] = []
  /// The runs that fail, counted from 1; nil uses the failure probability.
  public var failOn: Set<Int>?

  public init(
    trigger: Trigger, expiration: TimeSpan?, priority: Int = 5, work: WorkSpecification, fetches: Bool = true
  ) {
    self.trigger = trigger
    self.expiration = expiration
    self.priority = priority
    self.work = work
    self.fetches = fetches
  }
}

/// One silent push at a given instant.
public struct ScheduledPush: Sendable, Hashable {
  /// The instant when the server sends the push, counted from local midnight of day 0.
  public var time: Instant
  /// The time until the push is no longer stored or held; nil for the value of the app's pushes.
  public var expiration: TimeSpan?
  /// The APNs priority header; nil for the value of the app's pushes.
  public var priority: Int?

  public init(time: Instant, expiration: TimeSpan? = nil, priority: Int? = nil) {
    (self.time, self.expiration, self.priority) = (time, expiration, priority)
  }
}

/// The parameters of a continued processing task in addition to its work: chapter CONT.
public struct ContinuedRequest: Sendable, Hashable {
  /// The treatment of a submission while every slot is taken.
  public enum Strategy: String, Sendable, Hashable, CaseIterable {
    /// It waits in order of submission.
    case queue
    /// It is refused.
    case fail
  }
  /// The treatment of a submission that cannot run at once.
  public var strategy: Strategy
  /// Whether the task asks for the GPU, which the bundle has to be entitled to.
  public var usesGPU: Bool
  /// The delay from each open to the start by the user, if the app is still in the foreground; nil leaves the
  /// start to a script.
  public var startsAfterOpen: TimeSpan?
  /// The background session whose progress the task reports; nil if it reports the progress of its own work.
  public var progressSession: String?

  public init(strategy: Strategy = .queue, usesGPU: Bool = false, startsAfterOpen: TimeSpan? = nil) {
    (self.strategy, self.usesGPU, self.startsAfterOpen) = (strategy, usesGPU, startsAfterOpen)
  }
}

/// The earliest begin of a request or transfer: `earliestBeginDate`, as its app computes it at the submission.
public enum EarliestBegin: Sendable, Hashable {
  /// A delay from the submission.
  case after(TimeSpan)
  /// A local time of day, from 00:00 and before 24:00: the next one strictly later than the submission.
  case at(TimeSpan)
  /// The window of a recorded request: it opens and ends at these instants, whatever the platform's delay and window are.
  case window(from: Instant, to: Instant)

  /// The earliest begin date of a submission at an instant.
  public func instant(after submission: Instant) -> Instant {
    switch self {
    case .after(let delay): return submission + delay
    case .at(let time):
      let today = Instant.day(submission.day, time)
      return today > submission ? today : today + .day
    case .window(let from, _): return from
    }
  }

  /// The delay; nil for a time of day.
  public var delay: TimeSpan? {
    guard case .after(let delay) = self else { return nil }
    return delay
  }
}

/// Work that an app still has to do when its user leaves it: an upload, a save, a last request.
public struct BackgroundEntryWork: Sendable {
  /// The process that requests background time; an extension gets no background time (EXT-1).
  public enum Origin: String, Sendable, Hashable, CaseIterable { case app, `extension` }

  /// Name of the assertion in the log.
  public var name: String
  /// The duration of the work without interruption, in seconds.
  public var length: any Distribution
  /// Whether the app takes an assertion for it; without one the work rests while the process is suspended.
  public var usesAssertion: Bool
  /// The process that has the work to do.
  public var origin: Origin
  /// The share of a core that the work takes while it runs; the remaining time is waiting, mostly for a
  /// server.
  public var cpuShare: Double

  public init(
    name: String, length: any Distribution, usesAssertion: Bool = true, origin: Origin = .app,
    cpuShare: Double = 0.2
  ) {
    self.name = name
    self.length = length
    self.usesAssertion = usesAssertion
    self.origin = origin
    self.cpuShare = cpuShare
  }
}

/// The process that calls `submit`: rules API-5 and SUB-2.
public enum SubmissionOrigin: String, Sendable, Hashable, CaseIterable {
  case app, `extension`
  /// An extension of a kind that may not schedule tasks.
  case limitedExtension
}
