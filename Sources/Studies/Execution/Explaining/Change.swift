import ModelParameters
import Workload

/// A difference between two replays of the same days that can be a cause of lost slots.
///
/// The order of the cases is the order of preference. Of two changes that remove the same slots, the earlier one is named.
enum Change: String, CaseIterable, Sendable, Hashable {
  // Defects of the app.
  case registration, spelling, identifiers, modes, wildcard, gpuEntitlement, pushForm
  case healthEntitlement, bluetoothRestore, accessorySetup, dataProtection
  case resubmission, rearming, submitErrors, lowPowerCheck, refreshCheck
  case emptyWork, earlyCompletion, completion, expirationHandler, expiryReaction, checkpoints, progress
  case fileLock, assertionEnd, lostFiles, wakeCompletion, callReport, enterBackground, launchTime
  case failures
  // Events.
  case forceQuit, refreshSwitch, wifiOnlySwitch, lowPowerMode, reboot, kill, crash, userCancellation
  case lockedPhone, stepsInterval
  case memory, cpuLimit, runLimit, path, heat
  // Gates of the system, narrow before wide.
  case bootHold, herd, settling, load, resumeDelay, deviceInUse, lowBattery, energyBudget, dataBudget
  case rateLimit, transferStage, firstEvaluation, quietDay, beginDate, appUsage
  // The world.
  case charger, wifi
  // Failures at their default rate, and the score of the policy.
  case randomFailures, score
  /// The usage part of the score alone, and the gate of usage alone. They are no candidates, and decide the words of
  /// ``score`` and ``appUsage``.
  case usagePart, usageGate

  enum Kind: String, Sendable { case defect, event, gate, world, failure, score, part }

  var kind: Kind { Kind(rawValue: row[1]) ?? .gate }
  /// The reasons for waiting that the change lifts. A gate without one of them on the device is no candidate.
  var reasons: BlockingSet {
    row[2].split(separator: " ").reduce(into: []) { set, name in
      if let reason = BlockingReason.allCases.first(where: { $0.name == name }) {
        set.formUnion(BlockingSet(reason))
      }
    }
  }
  /// The reasons that show that the change can act. An empty battery shows the lack of a charger, too.
  var signs: BlockingSet {
    let shown: [Change] = self == .charger ? [.lowBattery, .lowPowerMode, .reboot] : []
    return shown.reduce(reasons) { $0.union($1.reasons) }
  }
  var rules: [String] { row[3].split(separator: " ").map(String.init) }
  /// The cause as a clause: "the user had swiped the app away".
  var clause: String { row[4] }
  /// The study key with the same effect, where there is one; `[]` stands for the app.
  var key: String? { row[5].isEmpty ? nil : row[5] }
  /// The repair of a defect as an instruction: "save a checkpoint every 5 s".
  var repair: String { row[6] }
  /// The input of the study that sets how often the cause occurs.
  var input: String? { row[7].isEmpty ? nil : row[7] }
  /// The study keys with the same effect for an app; nil where a change has none.
  static func studyKeys(_ changes: [Change], of scene: AppScene) -> String? {
    let app = "apps[\(scene.plan.apps[scene.app].specification ?? 0)]"
    let tasks = scene.specification.tasks
    var keys: [String] = []
    for change in changes {
      guard let key = change.key else { return nil }
      // The key of tasks stands for every task that the change concerns.
      let places = tasks.indices.filter { change.concerns(tasks[$0]) }
      let own = places.map {
        "\(app).tasks[\($0)].\(key.replacing("[].", with: "").replacing("tasks.", with: ""))"
      }
      let isOfApp = change == .dataProtection ? scene.specification.protection == .complete : own.isEmpty
      keys += (isOfApp ? [key.replacing("[]", with: app)] : []) + own
    }
    return keys.joined(separator: ", ")
  }
  /// Whether the change concerns a task on which the study states the key itself.
  private func concerns(_ task: TaskSpecification) -> Bool {
    switch self {
    case .beginDate: task.beginsLate
    case .dataProtection: task.protection == .complete
    default: false
    }
  }
  /// The name of the change for `--without` and in JSON.
  var name: String { rawValue }
  /// Whether the change lifts a gate or a condition that other changes can hide.
  var isGate: Bool { kind == .gate || kind == .world || kind == .score }
  /// Whether the change is a candidate only where its reason blocked an item.
  ///
  /// The reason of an earliest begin date is recorded for replaced requests only.
  var needsReason: Bool { isGate && self != .beginDate }

  private var row: [String] { Self.rows[rawValue] ?? Array(repeating: "", count: 8) }

  private static let rows = CatalogueText.byName(
    """
    registration | defect | | API-3 BAD-2 | the app does not register its handlers once, in its launch sequence | [].quality.registration: atLaunch | register each handler once, in the launch sequence
    spelling | defect | | API-1 BAD-1 | the app submits identifiers that it does not declare | [].quality.identifierSpelling: exact | submit the identifiers as the bundle declares them
    identifiers | defect | | API-1 | the bundle does not declare the identifiers that the app submits | | declare the identifiers that the app submits
    modes | defect | | API-2 | the bundle does not declare the background mode of the work | | declare the background modes of the work
    wildcard | defect | | CONT-2 | no declared wildcard matches the identifier of the continued task | | begin the identifiers of continued tasks with the bundle identifier
    gpuEntitlement | defect | | CONT-5 | the app has no entitlement for the GPU in the background | | add the entitlement for the GPU in the background
    healthEntitlement | defect | | HEALTH-1 | the app has no entitlement for the background delivery of health data | [].declarations.health: true | add the entitlement for the background delivery of health data
    bluetoothRestore | defect | | BLE-1 | the app does not restore its Bluetooth state, so that no event relaunched it after its end | [].bluetooth.restores: true | restore the Bluetooth state: give the central manager a restore identifier
    accessorySetup | defect | | BLE-1 | the user had swiped the app away, and its accessory was not set up with AccessorySetupKit | [].bluetooth.accessorySetup: true | set up the accessory with AccessorySetupKit
    dataProtection | defect | | DATA-1 | the store was closed while the phone was locked | [].protection: untilFirstUnlock | protect the content until the first unlock only
    pushForm | defect | | PUSH-1 | the server refuses the pushes, because their header or payload is wrong | | send silent pushes with priority 5 and without an alert
    resubmission | defect | | BAD-6 SUB-9 | the app did not submit the next request after each run | [].quality.resubmits: atStart | submit the next request at the start of each run
    rearming | defect | | BAD-8 SUB-3 | the app replaced its pending request each time it entered the background, which moved the earliest begin date | [].quality.rearmsOnBackground: false | submit only if no request is pending
    submitErrors | defect | | API-1 | the app ignored refused submissions | [].quality.handlesSubmitError: true | read the error of each submission
    lowPowerCheck | defect | | PWR-2 | the app submits no refresh request in Low Power Mode | [].quality.checksLowPowerMode: false | submit requests in Low Power Mode, too
    refreshCheck | defect | | BAR-2 | the app submits no request while Background App Refresh is not available | [].quality.checksRefreshStatus: false | submit requests while Background App Refresh is off, too
    emptyWork | defect | | | the runs of the app do no work | [].quality.doesNoWork: false | do the work in the run
    earlyCompletion | defect | | BAD-7 | the app completes its tasks before the work is done | [].quality.completesEarly: false | complete the task after its work is done
    completion | defect | | BAD-3 REF-3 | the app does not complete its tasks on every path | [].quality.completesOn: [success, failure, expiry] | complete the task on every path: success, failure, and expiration
    expirationHandler | defect | | BAD-4 | the app sets no expiration handler | [].quality.setsExpirationHandler: true | set an expiration handler that completes the task
    expiryReaction | defect | | BAD-5 REF-3 | the app completes too late after the expiration handler is called | [].quality.expiryReaction: 500 ms | complete the task in the expiration handler, at once
    checkpoints | defect | | BAD-9 | the app saves no checkpoints, so that each run begins its work again | [].quality.checkpointInterval: 5 s | save a checkpoint every 5 s
    progress | defect | | CONT-6 | the continued task reports progress too seldom | [].quality.progressInterval: 1 s | report progress every second
    fileLock | defect | | LIFE-8 | the app held a file lock at its suspension | [].quality.holdsLock: false | release locks on shared files before the suspension
    assertionEnd | defect | | EXT-5 | the app did not end its assertions | [].quality.endsAssertion: whenDone | end each assertion after its work
    lostFiles | defect | | URL-7 | the app did not move the files of finished transfers | [].quality.movesFiles: true | move the files of finished transfers at the relaunch
    wakeCompletion | defect | | URL-8 | the app did not call the completion handler of the background session | [].quality.callsWakeCompletion: true | call the completion handler of the background session
    callReport | defect | | MODE-5 | the app did not report a call for its VoIP pushes | [].quality.reportsCall: true | report a call for each VoIP push
    enterBackground | defect | | LIFE-2 | the app took too long to enter the background | [].quality.enterBackgroundTime: 0 s | return from `didEnterBackground` at once
    launchTime | defect | | LIFE-4 | the app took too long to launch | [].quality.launchTime: 0 s | finish the launch sequence sooner
    failures | defect | | | the work of the app failed | [].quality.failureProbability: 0 % | find out why the work fails | apps.quality.failureProbability
    forceQuit | event | forceQuit | QUIT-1 | the user had swiped the app away | | | user.forceQuitShare
    refreshSwitch | event | barOff | BAR-2 | Background App Refresh was off | | | settings.barOff
    wifiOnlySwitch | event | barWifiOnly | BAR-4 | Background App Refresh was limited to Wi-Fi | | | settings.barWifiOnly
    lowPowerMode | event | lowPowerMode | PWR-2 | Low Power Mode was on | | | settings.manualLowPowerMode
    reboot | event | firstUnlock | LIFE-7 | the device had restarted, and its first unlock had not come
    kill | event | | LIFE-6 | the system had ended the app
    lockedPhone | event | | HEALTH-2 | the health store was closed while the phone was locked
    stepsInterval | event | | HEALTH-1 | steps are delivered hourly at most | health.stepsInterval: 0 h
    crash | event | | LIFE-6 | the app had crashed
    userCancellation | event | | CONT-8 | the user canceled the continued task
    memory | event | | LIFE-6 | the system removed the app to free memory | life.jetsamHazard: 0 1/h, life.jetsamHeavyProbability: 0, life.pressureHazard: 0 1/h, life.residentLimit: 100 | | life.jetsamHazard
    cpuLimit | event | | LIFE-5 | the CPU monitor ended the app | life.cpuMonitorLimit: 3600 s
    runLimit | event | | REF-1 PROC-7 PUSH-8 | the runs met their time limit | refresh.runtimeLimit: 60 s, refresh.shortGrantProbability: 0, processing.runtimeLimit: 30 min, push.runtimeLimit: 60 s, transfer.wakeLimit: 60 s, bluetooth.eventRuntime: 30 s
    path | event | noNetwork | PROC-5 PUSH-5 | there was no network path | | | network.noPathShare
    heat | event | thermalSerious thermalCritical | GATE-8 GATE-9 | the device was hot
    bootHold | gate | bootHold | GATE-8 | the device had restarted some minutes earlier
    herd | gate | herd | GATE-8 | other background work had just started
    settling | gate | settling | GATE-10 | the device had just become idle on the charger
    load | gate | busy cpuLoad | GATE-8 | the device was busy
    resumeDelay | gate | resumeDelay | URL-9 | the system delayed transfers that the app created in the background
    deviceInUse | gate | deviceInUse | PROC-1 PROC-2 | the device was in use
    lowBattery | gate | lowBattery | PWR-1 | the battery was low
    energyBudget | gate | energyBudget | BUD-5 | the energy budget was empty
    dataBudget | gate | dataBudget | BUD-5 | the cellular data budget was empty
    rateLimit | gate | rateLimit | RATE-1 | the last run was too recent
    transferStage | gate | transferStage | URL-5 | the transfers waited for a charger
    firstEvaluation | gate | firstEvaluation | DEV-3 | the system had not evaluated the request yet
    quietDay | gate | quietDay | DEV-2 | the device started no background work on that day
    beginDate | gate | earliestBeginDate | SUB-8 | the earliest begin date of the request had not come | [].tasks.earliestBegin: 15 min
    appUsage | gate | appUsage | USE-3 USE-4 | the app is opened too seldom
    charger | world | externalPower transferStage | PROC-3 PROC-4 | there was no charger | | | population.archetypes.charging
    wifi | world | noPermittedPath noNetwork transferStage dataBudget barWifiOnly | URL-6 | there was no Wi-Fi | | | population.archetypes.network
    randomFailures | failure | | | the work failed at the default rate | [].quality.failureProbability: 0 % | | apps.quality.failureProbability
    score | score | score policyChoice | GATE-4 GATE-5 | the score of the policy stayed below its threshold
    usageGate | part | appUsage | USE-3 USE-4 | the app is opened too seldom
    usagePart | part | | USE-2 USE-5 | the app is opened too seldom for the system to run it before an open
    """, columns: 8)
}
