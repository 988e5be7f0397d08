import BackgroundExecution
import EventSimulation
import RandomStreams
import Workload

/// An app's specification behind a reference: the phone asks for single properties of it at almost every event,
/// and a copy of the whole would cost more than the event.
///
/// The properties that every run reads stand first and side by side: with many apps they are seldom in the cache.
@dynamicMemberLookup
final class AppHandle: Sendable {
  let declaredModes: BackgroundModes
  let quality: QualityProfile
  /// By task, and of the silent pushes, what every run reads.
  let taskTraits: [TaskTraits]
  let pushTraits: PushTraits?
  /// By task what its runs submit, and when: the next request of its own, unless `submits` leaves that to others, and
  /// then other tasks.
  let submissions: [[(task: Int, moment: QualityProfile.Resubmission)]]
  let hasContinuedTasksOnly: Bool
  /// The work whose bytes an open fetches: the first that fetches in the background; nil where none does.
  private let openFetch: WorkDistributions?
  /// The work of the run of an event of a mode, none of whose laws tells a share of the core.
  let modeWork: WorkDistributions?
  /// The same of the app's own sources of events.
  let wakeWork: [WorkDistributions?]
  /// Identifiers that its Info.plist permits: by default those of its tasks, and its own wildcard.
  let permittedIdentifiers: [String]
  let value: AppSpecification

  init(_ value: AppSpecification) {
    self.value = value
    quality = value.code == nil ? value.quality : .code
    declaredModes = value.declarations.modes
    let permitted =
      value.declarations.permittedIdentifiers ?? value.tasks.map(\.identifier) + [value.bundleID + ".*"]
    permittedIdentifiers = permitted
    taskTraits = value.tasks.map { TaskTraits($0, of: value, permitted: permitted) }
    submissions = value.tasks.enumerated().map { index, task in
      let isLeftToOthers =
        !task.submitsAtFirstLaunch
        && value.tasks.contains { $0.alsoSubmits.contains { $0.task == task.identifier } }
      return (isLeftToOthers ? [] : [(index, value.quality.resubmits)])
        + task.alsoSubmits.compactMap { other in
          value.tasks.firstIndex { $0.identifier == other.task }.map { ($0, other.moment) }
        }
    }
    pushTraits = value.pushes.map(PushTraits.init)
    hasContinuedTasksOnly = !value.tasks.isEmpty && value.tasks.allSatisfy { $0.mechanism == .continued }
    openFetch = taskTraits.first(where: \.fetches)?.work ?? pushTraits?.work
    func distributions(_ work: WorkSpecification?) -> WorkDistributions? {
      guard var whole = work else { return nil }
      whole.cpuShare = nil
      return WorkDistributions(whole)
    }
    modeWork = distributions(value.modes.work)
    wakeWork = value.wakes.map { distributions($0.work) }
  }

  @inline(__always) func work(ofTask task: Int?) -> WorkDistributions? {
    if let task { taskTraits[task].work } else { pushTraits?.work }
  }

  @inline(__always) func drawOpenFetch(_ stream: RandomStream) -> Double? { openFetch?.drawDownload(stream) }

  @inline(__always) subscript<Property>(dynamicMember path: KeyPath<AppSpecification, Property>) -> Property {
    value[keyPath: path]
  }

  /// The kinds of items by which the app fetches in the background, each without its own waits. Code may fetch by every
  /// mechanism that its bundle declares.
  var fetchingItems: [ItemGateState] {
    var items: [ItemGateState] = []
    func add(
      _ mechanism: Mechanism, power: Bool = false, network: Bool = false, allowsCellular: Bool = true
    ) {
      var item = ItemGateState(mechanism: mechanism, open: .zero)
      item.requiresExternalPower = power
      item.requiresNetworkConnectivity = network
      item.allowsCellular = allowsCellular
      if !items.contains(item) { items.append(item) }
    }
    if value.code != nil {
      if declaredModes.contains(.fetch) { add(.refresh) }
      if declaredModes.contains(.processing) { add(.processing) }
      if value.pushes != nil { add(.push) }
      if !value.transfers.isEmpty { add(.transfer) }
      return items
    }
    if !value.quality.doesNoWork {
      for task in value.tasks where task.fetches && task.mechanism != .continued {
        add(task.mechanism, power: task.requiresExternalPower, network: task.requiresNetworkConnectivity)
      }
      if let pushes = value.pushes, pushes.fetches { add(.push) }
    }
    if value.quality.movesFiles {
      for transfer in value.transfers where transfer.fetches {
        add(
          transfer.isDiscretionary ? .discretionaryTransfer : .transfer,
          allowsCellular: transfer.allowsCellular)
      }
    }
    return items
  }
}

/// The properties of a task that every submission and run reads: a copy of the whole specification of a task retains each of
/// its parts.
struct TaskTraits: Sendable {
  let mechanism: Mechanism
  let earliestBegin: EarliestBegin?
  let requiresExternalPower, requiresNetworkConnectivity, fetches, submitsAtFirstLaunch: Bool
  let origin: SubmissionOrigin
  /// The time from an open to the user's act that starts a continued task; nil if opens do not start the task.
  let startsAfterOpen: TimeSpan?
  /// The session whose transfers a continued task reports as its progress.
  let progressSession: Int?
  let failOn: Set<Int>?
  let protection: DataProtection?
  /// API-1: whether the app declares the identifier and the mode of the task's requests.
  let isDeclared: Bool
  let work: WorkDistributions

  init(_ task: TaskSpecification, of app: AppSpecification, permitted: [String]) {
    mechanism = task.mechanism
    earliestBegin = task.earliestBegin
    requiresExternalPower = task.requiresExternalPower
    requiresNetworkConnectivity = task.requiresNetworkConnectivity
    fetches = task.fetches
    submitsAtFirstLaunch = task.submitsAtFirstLaunch
    origin = task.origin
    startsAfterOpen = task.mechanism == .continued ? task.continued.startsAfterOpen : nil
    progressSession = app.transfers.firstIndex { $0.session == task.continued.progressSession }
    failOn = task.failOn
    protection = task.protection
    isDeclared = PlatformParameters.isDeclared(
      task.identifier, task.mechanism, permitted: permitted, modes: app.declarations.modes)
    work = WorkDistributions(task.work)
  }
}

struct PushTraits: Sendable {
  let priority: Int
  let isWellFormed, isWakingAlert, fetches: Bool
  let failOn: Set<Int>?
  let work: WorkDistributions

  init(_ pushes: PushSpecification) {
    priority = pushes.priority
    isWellFormed = pushes.isWellFormed
    isWakingAlert = pushes.isWakingAlert
    fetches = pushes.fetches
    failOn = pushes.failOn
    work = WorkDistributions(pushes.work)
  }
}

/// The distributions of the work of a run, behind a reference: copies of distributions allocate.
final class WorkDistributions: Sendable {
  /// A law of the work. Those of nearly all studies are known by name, since a draw through a box of any law costs as
  /// much again.
  private enum Law: Sendable {
    case constant(Double)
    case lognormal(Lognormal, ClosedRange<Double>?)
    case other(Int)
  }

  private let cpu, wait, up, down: Law
  private let cpuShare: Law?
  private let pace: Pace?
  private let others: [any Distribution]
  let growth: [WorkGrowth: WorkDistributions]

  init(_ work: WorkSpecification) {
    var others: [any Distribution] = []
    func law(_ distribution: any Distribution) -> Law {
      if let constant = distribution as? Constant { return .constant(constant.value) }
      if let lognormal = distribution as? Lognormal { return .lognormal(lognormal, nil) }
      if let clamped = distribution as? Clamped, let lognormal = clamped.base as? Lognormal {
        return .lognormal(lognormal, clamped.bounds)
      }
      others.append(distribution)
      return .other(others.count - 1)
    }
    cpu = law(work.cpu)
    wait = law(work.wait)
    up = law(work.up)
    down = law(work.down)
    cpuShare = work.cpuShare.map(law)
    pace = work.pace
    self.others = others
    growth = work.growth.mapValues(WorkDistributions.init)
  }

  @inline(__always) private func sample(_ law: Law, _ stream: RandomStream) -> Double {
    switch law {
    case .constant(let value): return value
    case .lognormal(let law, let bounds):
      let draw = law.sample(stream)
      guard let bounds else { return draw }
      return Clamped.clamp(draw, to: bounds)
    case .other(let index): return others[index].sample(stream)
    }
  }

  func drawDownload(_ stream: RandomStream) -> Double { sample(down, stream) }

  func draw(_ stream: RandomStream) -> Work {
    var work = Work(
      cpu: .seconds(max(0, sample(cpu, stream))), wait: .seconds(max(0, sample(wait, stream))),
      bytesUp: Int64(nearest: max(0, sample(up, stream))),
      bytesDown: Int64(nearest: max(0, sample(down, stream))))
    work.pace = pace
    if let cpuShare { work.share = min(1, max(0.01, sample(cpuShare, stream))) }
    return work
  }
}

extension QualityProfile {
  /// The paths on which runs of the app report their completion: an implicit completion misses none.
  var completions: Completions { completionStyle == .implicit ? [.success, .failure, .expiry] : completesOn }

  /// Whether the app learns that a run expires: the cancellation of a closure needs no handler.
  var learnsOfExpiry: Bool { setsExpirationHandler || completionStyle == .implicit }
}

struct PhoneApp {
  /// Its specification; nil for a filler.
  let handle: AppHandle?
  let group: UInt64
  let isHeavy: Bool

  var isStudied: Bool { handle != nil }
}
