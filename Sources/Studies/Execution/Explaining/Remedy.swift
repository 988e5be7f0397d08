import ModelParameters
import Workload

/// A change that a developer can make to an app, tried by replaying devices with it.
struct Remedy: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    case repair, halfWork, pacing, externalPowerOff, networkOff
    case backgroundSession, continuedTask, extraTime
    case foregroundTransfers, discretionaryTransfers, cellularTransfers, wifiTransfers, halfTransfers, without
    case pushPerChange, morePushes, fewerPushes, earlierBegin, laterBegin, fetchAtOpen
  }

  var kind: Kind
  /// The task, session or kind of push that it changes; empty for the whole app.
  var subject = ""
  /// The defect that a ``Kind/repair`` repairs.
  var change: Change?

  init(_ kind: Kind, _ subject: String = "") { (self.kind, self.subject) = (kind, subject) }

  init(repairing change: Change) {
    kind = .repair
    self.change = change
  }

  /// The name for `--change` and in JSON: `halfWork`, `fileLock`, `checkpoints:sync`.
  var name: String {
    let word = change?.name ?? kind.rawValue
    return subject.isEmpty ? word : "\(word):\(subject)"
  }

  /// The change as an instruction: "save a checkpoint every 5 s".
  var title: String { change.map { Self.repairs[$0.rawValue]?[1] ?? $0.clause } ?? row[1] }

  /// The effect of the change on the platform, for the sentence; empty for one that needs no explanation.
  var reason: String { change == nil ? row[2] : "" }

  /// `` `sync` (processing): do half of the work in each run ``.
  func sentence(of app: AppSpecification) -> String {
    guard !subject.isEmpty else { return title }
    let prefix = app.bundleID + "."
    let short = subject.hasPrefix(prefix) ? String(subject.dropFirst(prefix.count)) : subject
    let mechanism = app.tasks.first { $0.identifier == subject }?.mechanism.name
    return "`\(short)`\(mechanism.map { " (\($0))" } ?? ""): \(title)"
  }

  private var row: [String] { Self.rows[kind.rawValue] ?? ["", "", ""] }

  private static let rows = CatalogueText.byName(
    """
    halfWork | do half of the work in each run |
    pacing | compute for 10 s, then pause for 10 s | The CPU monitor ends runs that compute without pauses.
    externalPowerOff | do not require external power |
    networkOff | do not require a network |
    backgroundSession | move the bytes in a background URLSession | The system carries on the transfers of a background session while the app is suspended.
    continuedTask | do the work in a continued task | A continued task goes on after the user leaves the app.
    extraTime | take an assertion for the work | The assertion keeps the app running for a short time after an exit.
    foregroundTransfers | start the transfers in the foreground | Transfers that the app creates in the background wait for Wi-Fi and a charger.
    discretionaryTransfers | make the transfers discretionary | Discretionary transfers wait for Wi-Fi and a charger, where they use no budget.
    cellularTransfers | allow the transfers to use cellular |
    wifiTransfers | move the files over Wi-Fi only |
    halfTransfers | move half of the bytes |
    without | leave out this work |
    pushPerChange | send a silent push for each change of content |
    morePushes | send twice as many pushes |
    fewerPushes | send half as many pushes |
    earlierBegin | halve the earliest begin date |
    laterBegin | double the earliest begin date |
    fetchAtOpen | fetch in the foreground at each open | The fetches use the network and the battery at each open.
    """, columns: 3)

  private static let repairs = CatalogueText.byName(
    """
    registration | register each handler once, in the launch sequence
    spelling | submit the identifiers as the bundle declares them
    identifiers | declare the identifiers that the app submits
    modes | declare the background modes of the work
    wildcard | begin the identifiers of continued tasks with the bundle identifier
    gpuEntitlement | add the entitlement for the GPU in the background
    pushForm | send silent pushes with priority 5 and without an alert
    resubmission | submit the next request at the start of each run
    rearming | submit only if no request is pending
    submitErrors | read the error of each submission
    lowPowerCheck | submit requests in Low Power Mode, too
    refreshCheck | submit requests while Background App Refresh is off, too
    emptyWork | do the work in the run
    earlyCompletion | complete the task after its work is done
    completion | complete the task on every path: success, failure, and expiration
    expirationHandler | set an expiration handler that completes the task
    expiryReaction | complete the task in the expiration handler, at once
    checkpoints | save a checkpoint every 5 s
    progress | report progress every second
    fileLock | release locks on shared files before the suspension
    assertionEnd | end each assertion after its work
    lostFiles | move the files of finished transfers at the relaunch
    wakeCompletion | call the completion handler of the background session
    callReport | report a call for each VoIP push
    enterBackground | return from `didEnterBackground` at once
    launchTime | finish the launch sequence sooner
    failures | find out why the work fails
    """, columns: 2)

  /// The remedies that can act on an app: on its declared work, and on the reasons and defects of its replay.
  ///
  /// - Parameters:
  ///   - blocked: The reasons that blocked items, by task or session.
  ///   - ends: The words of the log for ends of runs: expirations and kills.
  static func all(
    for scene: AppScene, blocked: [String: BlockingSet], ends: Set<String>
  ) -> [Remedy] {
    let app = scene.specification
    guard app.code == nil else { return [] }
    var found = Change.allCases.filter { $0.kind == .defect }.map(Remedy.init(repairing:))
    func isBlocked(_ name: String, _ reasons: BlockingReason...) -> Bool {
      reasons.contains { blocked[name, default: []].contains(BlockingSet($0)) }
    }
    func add(_ kind: Kind, _ subject: String = "", if applies: Bool = true) {
      if applies { found.append(Remedy(kind, subject)) }
    }
    let isCut = !ends.isDisjoint(with: [
      "timeLimit", "deviceInUse", "unplugged", "stalled", "resourcePressure",
    ])
    let isMonitored = ends.contains("cpuMonitor")
    let usesBudgets = blocked.values.contains { !$0.isDisjoint(with: .of(.energyBudget, .dataBudget)) }
    let works = app.tasks.map(\.identifier) + (app.pushes == nil ? [] : ["push"])
    for name in works {
      add(.halfWork, name, if: isCut || isMonitored || usesBudgets)
      add(.pacing, name, if: isMonitored)
    }
    for task in app.tasks where task.mechanism != .continued {
      let name = task.identifier
      add(.externalPowerOff, name, if: task.requiresExternalPower && isBlocked(name, .externalPower))
      add(.networkOff, name, if: task.requiresNetworkConnectivity && isBlocked(name, .noNetwork))
      add(.earlierBegin, name)
      add(.laterBegin, name)
      add(.without, name, if: usesBudgets)
    }
    for transfer in app.transfers {
      let name = transfer.session
      add(.cellularTransfers, name, if: !transfer.allowsCellular)
      add(.foregroundTransfers, name)
      add(.discretionaryTransfers, name, if: usesBudgets)
      add(.wifiTransfers, name, if: usesBudgets)
      add(.halfTransfers, name, if: usesBudgets)
      add(.without, name, if: usesBudgets)
    }
    for work in app.exitWork {
      add(.backgroundSession, work.name)
      add(.continuedTask, work.name)
      add(.extraTime, work.name, if: !work.usesAssertion)
    }
    add(.pushPerChange, if: app.content.process != .none)
    add(.morePushes, if: app.pushes != nil)
    add(.fewerPushes, if: app.pushes != nil)
    add(.without, "push", if: app.pushes != nil && usesBudgets)
    // The fetch of an open has the size of the first task or push that fetches.
    let fetches = app.tasks.contains(where: \.fetches) || app.pushes?.fetches ?? false
    add(.fetchAtOpen, if: app.content.process != .none && fetches)
    return found
  }
}
