import ModelParameters

/// One rule of background execution: the behavior of the platform, and its evidence in a log or a counter.
///
/// The statement is exact inside the simulator; the grades say how far it may be read as a statement about
/// phones. Numbers are not repeated in it: they are the defaults of its ``parameters``.
package struct PlatformRule: Sendable, Hashable {
  package let chapter: RuleChapter
  /// Place in the chapter, from 1 on.
  package let number: Int
  /// The grade of the behavior, followed by the grades of its numbers if they differ.
  package let grades: [EvidenceGrade]
  /// A few plain sentences; names of parameters and log words are in backquotes.
  package let statement: String
  /// The event, state or counter that a test of the rule looks at.
  package let observable: String

  fileprivate init(cells: [String]) {
    let id = cells[0].split(separator: "-")
    guard let chapter = RuleChapter(code: String(id[0])), let number = Int(id[1]) else {
      preconditionFailure("\(cells): found no id of a rule")
    }
    self.chapter = chapter
    self.number = number
    grades = cells[1].split(separator: "/").compactMap { EvidenceGrade(rawValue: String($0)) }
    statement = cells[2]
    observable = cells[3]
  }

  /// Its name in tables, tests and parameters: `SUB-4`.
  package var id: String { "\(chapter.code)-\(number)" }

  /// The grades as catalogues print them: `A/D` is a behavior of grade A with a number of grade D.
  package var gradeText: String { grades.map(\.rawValue).joined(separator: "/") }

  /// The parameters that name this rule as one that reads them, in the order of their catalogue.
  package var parameters: [ParameterDefinition] {
    ParameterCatalogue.all.filter { $0.ruleIdentifiers.contains(id) }
  }
}

extension ParameterDefinition {
  /// The ids of platform rules among ``rules``, which names models and pages too.
  package var ruleIdentifiers: [String] {
    rules.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0].allSatisfy(\.isUppercase) && !parts[0].isEmpty
        && parts[1].allSatisfy(\.isNumber) && !parts[1].isEmpty
    }
  }
}

package struct RuleChapter: Sendable, Hashable {
  package let code, title: String

  package static let all = CatalogueText.rows(
    #"""
    ORD | order and determinism
    LOG | accounting
    API | declarations and registration
    SUB | submission
    REF | app refresh
    PROC | processing and health research
    CONT | continued processing
    PUSH | silent push
    URL | background transfers
    EXT | background time
    LIFE | process life cycle
    QUIT | force quit
    BAR | Background App Refresh switch
    PWR | power state
    USE | app usage
    BUD | system budgets
    RATE | rate limiting
    GATE | decisions and gates
    DEV | irregular devices
    MODE | modes and extensions
    BLE | Bluetooth events
    HEALTH | health data
    DATA | data protection
    AND | Android comparison
    DBG | debugger injection
    BAD | faulty apps
    """#, columns: 2
  ).map { RuleChapter(code: $0[0], title: $0[1]) }
}

extension RuleChapter {
  package init?(code: String) {
    guard let chapter = Self.all.first(where: { $0.code == code }) else { return nil }
    self = chapter
  }

  package var rules: [PlatformRule] { RuleCatalogue.all.filter { $0.chapter == self } }
}

/// All rules of background execution, in one place: id, grades, statement, and where a log or a counter shows it.
package enum RuleCatalogue {
  package static let all: [PlatformRule] = CatalogueText.rows(text, columns: 4).map(PlatformRule.init(cells:))

  package static let byIdentifier: [String: PlatformRule] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.id, $0) })

  private static let text = #"""
    ORD-1 | D | slumber handles the events of one instant by class, in this order: completions, crossings, environment, user actions, expiries, refills, arrivals, the decision, sampling. Within a class, it orders them by app, item number, and creation. Limits are inclusive: work that completes exactly at its limit is in time, and an earliest begin date equal to now is reached. | the log is ordered by `t` and `seq`; boundary cases end in `completed`
    ORD-2 | D | Equal configurations with equal seeds give logs that are equal byte for byte, whichever observers and exports are active. Every random draw belongs to a named stream of its device and purpose. | equal digests of the log, with and without observers
    LOG-1 | D | For each app and mechanism, at every instant: submitted = launched + replaced + canceled + failed unstarted + lost + pending. A rejected request does not count as submitted. | counters
    LOG-2 | D | For each app, at every instant: pushes sent = delivered + coalesced + dropped + stored + held + launching. A refused push does not count as sent. An alert that wakes its app counts once as an alert and once as a push. | counters
    LOG-3 | D | Every launched run has exactly one terminal event, or is unfinished at the horizon. Unfinished and pending items are reported as censored, never as zero. | counters; column `censored` of `attempts.csv`
    API-1 | A | The identifier of a request must be among the app's permitted identifiers. The comparison is exact and case-sensitive. | `rejected(notPermitted)`, code 3
    API-2 | A | A refresh request needs the mode `fetch`. Processing and health requests need `processing`, and silent pushes need `remote-notification`. If the app lacks the mode, its request is refused, and its push is lost when it arrives at the device. | `rejected(notPermitted)`; `dropped(modeMissing)`
    API-3 | A | An app must register its handlers before its launch sequence ends, and once per identifier. A late or second registration crashes the process at the end of every cold launch, instead of `handlerStarted`. The crash is not a force quit. | `terminated(lateRegistration)` or `terminated(duplicateRegistration)`; force-quit flag unchanged
    API-4 | A | An app may register identifiers of continued tasks later, when the user acts. An app that registers at each use crashes at the second registration of an identifier in one process. | no `terminated` at the first use; `terminated(duplicateRegistration)` at the second
    API-5 | A | An extension of an app may submit requests. Such a request launches the containing app. | `submitted(origin: extension)`, then `launched` of the app
    API-6 | A/D | The task scheduler exists from `os.version` 13, health requests from 17, and continued requests from 26. In earlier versions, the submission fails. An app that declares permitted identifiers has no periodic legacy fetch. | `rejected(unavailable)`; no legacy launch in the log
    SUB-1 | D | The system checks a submission in a fixed order and reports the first failure: declarations, availability, then the limits. It checks the limits as if a pending request with the same identifier did not exist. | the reason of the one `rejected` event
    SUB-2 | A/D | Submission fails on a simulator, in an extension of a kind that may not schedule, and while Background App Refresh is off for the device or the app. The last condition does not apply to continued requests. | `rejected(unavailable)`, code 1
    SUB-3 | A | If the identifier of a submission is already pending, for any mechanism, the new request replaces the old request completely. The number of pending requests does not change. | `replaced` of the old item, then `submitted` of the new one at the same time
    SUB-4 | A | An app may have at most `submit.refreshLimit` pending refresh requests. A request with a further identifier is refused. | `rejected(tooManyPending)`, code 2
    SUB-5 | A/D | An app may have at most `submit.processingLimit` pending processing requests, including health requests. A request with a further identifier is refused. | `rejected(tooManyPending)`, code 2
    SUB-6 | D | Continued requests have a separate queue and do not count toward the limits of SUB-4 and SUB-5. | pending counters unchanged by their submission
    SUB-7 | A/D | Limits apply per app. A refused submission changes no pending request, not even the request that it would have replaced. | equal pending sets before and after
    SUB-8 | A/B | The window of a refresh, processing, or health request opens at the earliest begin date, but at least `submit.windowDelay` after the submission. This applies to submissions by an app, an extension, or another run. A request never starts before its window opens, and the opening alone does not start it. A request with an earliest begin date more than `submit.farBeginWarning` ahead is accepted with a warning. | `eligible` at the opening, until then `earliestBeginDate`; `launched.t` at or after it; `warned(farBeginDate)`
    SUB-9 | A | A launch consumes its request, even if the process ends before its handler starts. If the app does not submit again, the task does not run again. | at most one `launched` per item
    SUB-10 | A/D | Canceling one identifier or all identifiers affects pending requests only: running tasks continue, and unknown identifiers have no effect. A query for the pending requests returns their identifiers and earliest begin dates, without running requests. | `canceled(by: app)`; `pendingList` equals the pending set
    REF-1 | A/B | A refresh run lasts at most `refresh.runtimeLimit` of wall time from the start of its handler. The launch does not count. With `task.expiryWarns`, the system calls the expiration handler `task.expiryGrace` before the limit and kills the process at the limit. Work that completes at the limit is in time. | `expired(timeLimit).t` minus `handlerStarted.t`
    REF-2 | C/D | With probability `refresh.shortGrantProbability`, the granted time is shorter. It is then uniform between `refresh.shortGrantMin` and the time to the expiry call. | field `granted` of `handlerStarted`
    REF-3 | A/D | When a refresh, processing, health, or continued run expires, the system calls its expiration handler once. If the run is not completed `task.expiryGrace` later, the system kills the process. With `task.expiryWarns`, it kills the process at the limit of the run if that is earlier. An app that reacts stops its work at the expiry and completes without success. BAD-4 applies to runs without an expiration handler. | `expired`, then `completed` or, after the grace, `terminated(completionTimeout)`
    REF-4 | D | The window of a refresh request is `refresh.window` long. After its deadline, the request continues to wait at the final threshold and is never dropped. | the age of an item may exceed its window
    REF-5 | A | A running refresh continues when the user starts to use the device. | no `expired(deviceInUse)` of mechanism `refresh`
    REF-6 | C/D | At most `refresh.maxConcurrent` refresh and push runs execute at once on the device; further candidates wait. A run counts from its launch to its terminal event, including the grace. Joined pushes take no slot. | `deferred(concurrency)`; the gauge never exceeds the limit
    REF-7 | A | A run that moves strictly more than `refresh.transferGuideline` over all paths counts as oversize. This has no other effect. | counter `oversizeRuns`; `warned(oversize)`
    PROC-1 | A/C | A processing task starts only if the device is locked with the screen off, and has been so for at least `processing.idleDelay`. | `deferred(deviceInUse)` otherwise
    PROC-2 | A | Unlocking the device or turning on its screen expires a running processing task at that instant. The system checks the condition again when the handler starts. | `expired(deviceInUse)` at the unlock or screen-on instant
    PROC-3 | A | A task that requires external power starts on external power of any kind and expires when the device is unplugged. The system checks the condition again when the handler starts. | `deferred(externalPower)`; `expired(unplugged)`
    PROC-4 | B/D | A task that does not require external power still waits for it, unless `processing.allowOnBattery` is true. Then a start on battery needs a level of at least `processing.onBatteryFloor`. Once started, the task does not expire when the device is unplugged or the level falls. | `deferred(externalPower)` of a request without the flag
    PROC-5 | A/D | A network path must exist at the start if the request requires connectivity. With `launch.needsPath`, a refresh also needs a network path at its start. A path that is lost later stalls the network work of the run until the path returns. The time limit continues to count, and the loss itself does not end the run. | `deferred(noNetwork)`; no progress while offline
    PROC-6 | A | The CPU monitor of LIFE-5 is off during a run whose request required external power, whether the run computes or waits. The monitor begins with an empty window when the last such run of the process ends. | same work: `terminated(cpuMonitor)` only without the flag
    PROC-7 | A/B | A processing run lasts at most `processing.runtimeLimit`. REF-1 defines when the system calls its expiration handler. | `expired(timeLimit)`
    PROC-8 | B | On external power, low battery, Low Power Mode, the energy budget, and the usage score do not gate processing. On battery, low battery and Low Power Mode count as for refresh, but only if battery starts are allowed. | no such reason in `deferred` of plugged processing
    PROC-9 | C/D | At most `processing.maxConcurrent` processing and health runs execute at once, including the grace. Their window is `processing.window` long and follows REF-4. | `deferred(concurrency)`; the gauge never exceeds the limit
    PROC-10 | A/D | Health requests obey every rule of processing and differ in name only. They share the pool of pending requests and the window of processing. | equal time, event, app, identifier and reason in the logs of equal requests
    CONT-1 | A/D | An app submits a continued task from the active foreground, as the direct effect of a user action. Otherwise, the task is refused without an error code. | `rejected(notForeground)`
    CONT-2 | A | The identifier of a continued task must match a permitted wildcard whose prefix contains the app's bundle identifier. | `rejected(notPermitted)`
    CONT-3 | A/D | If one of `continued.maxConcurrent` slots is free, a continued task starts at once, regardless of its earliest begin date. It continues when the app leaves the foreground. | `launched.t` equals `submitted.t`; the run outlives the change to `background`
    CONT-4 | A/D | A continued task has no room if all slots are taken, while the CPU load is above `continued.loadCeiling`, and in thermal state critical. A request with strategy `fail` is then refused. A request with strategy `queue`, the default, waits in order of submission. | `rejected(immediateRunIneligible)`, code 4; `deferred(concurrency)` or `deferred(cpuLoad)`, then launches in order
    CONT-5 | A/D | Use of the GPU needs an entitlement of the app and a device with `device.gpuBackground`. If one of them is missing, the request is refused. If `continued.refusesGPU` is false, a task runs without the GPU on a device that lacks it. | `rejected(gpuNotEntitled)`, `rejected(gpuNotAvailable)`, code 3; field `gpu` of `handlerStarted`
    CONT-6 | A/D | A task that reports no progress for `continued.stallTimeout` expires. Under memory pressure, or in thermal state serious or critical, the time is `continued.stallTimeoutPressure`. If the app does not report that its work is done, the end of the work is the last progress. Progress refers to the whole work, also after a resume. | `expired(stalled)` at the last progress plus the timeout
    CONT-7 | A/D | When resource pressure begins while all slots are taken, the system ends the task with the oldest last progress. At a tie, it ends the task that has done less of its whole work, then the task that started first, then the task of the earlier app. | one `terminated(resourcePressure)` per onset
    CONT-8 | A | When the user cancels the task, the system calls its expiration handler, and the task has failed. | `expired(userCanceled)`, then `completed(success: false)`
    CONT-9 | A | Removing the app from the switcher cancels its queued and running continued tasks. The system does not call any code of the app. | `canceled(by: appRemoved)`; no `expired`
    CONT-10 | D | The app switcher is the only scheduling factor that affects a continued task. The task debits no budget. | no such reason in `deferred`; budgets unchanged
    PUSH-1 | A/B | A silent push carries `content-available: 1` without visible content, and has type `background` and priority 5 or lower. With `push.alertsWake`, an alert may carry `content-available: 1` at any priority. The system shows the alert (PUSH-11) and treats its launch as a push with hold slot, bucket, and budgets. A force quit or a denied launch never withholds the alert. The server refuses other pushes, and they do not count as sent. | `rejected(badPriority)`; `rejected(badPayload)`; of an alert `pushSent` of both mechanisms
    PUSH-2 | A/B | If the server cannot reach a device, it keeps `push.serverSlots` pushes per app and kind, chosen by `push.serverKeep`. The remaining pushes are lost. With `push.serverSlotsShared`, silent and visible pushes share the slots. | `coalesced(where: server)`
    PUSH-3 | A | A push is lost at its expiration, whether it is at the server, in the hold slot, or just arriving, and regardless of the app. It is stored for at most `push.maxStorage`, even without an expiration. A push whose expiration is 0 or in the past is not stored: it is lost without a path, and otherwise gets one attempt at the decision of its arrival. | `dropped(expired)`
    PUSH-4 | B/D | A push for an app that is in the foreground, or already executes in the background, is delivered at once, before any gate applies. It causes no launch, run, or debit, takes no token, starts no clock, and does not extend the execution. | `delivered(joined)` or `delivered(foreground)` at arrival; counters unchanged
    PUSH-5 | A | Otherwise, if force quit and Background App Refresh allow it, the push enters one of `push.holdSlots` and becomes a candidate for a launch. With `launch.needsPath`, the launch needs a network path. A newer push replaces a held push, which is lost. | `held`, also before a launch at the same instant; `deferred(noNetwork)`; `coalesced(where: device)`
    PUSH-6 | A | A force quit, the end of the process, and a reboot discard held pushes. A push whose process ends before its handler starts is also lost. | `dropped(forceQuit)`; `dropped(processKilled)`
    PUSH-7 | A | A held push is delivered at once when the user opens the app. It is also delivered, as a joined delivery, when the app starts a handler for another item. | `delivered(foreground)` or `delivered(joined)` at that instant
    PUSH-8 | A/D | A push run has `push.runtimeLimit` to call its completion handler. It does not expire. A completion within the limit is accepted. If `task.expiryWarns` is false, a completion within `task.expiryGrace` after the limit is accepted too. After that, the system kills the process. | `terminated(completionTimeout)`, cause `missingCompletion`
    PUSH-9 | A | App usage never gates a push. A different likelihood leaves the app's push log unchanged, other things being equal. | equal time, event, app, identifier and reason in both logs
    PUSH-10 | A/D | Low battery, Low Power Mode, budgets, and rate limits hold a push and never discard it. For its threshold, the push ages over `push.window`. | `deferred`, and no `dropped` with these reasons
    PUSH-11 | A | Visible pushes, VoIP pushes, and their extensions do not use the hold slot, the rate bucket, or the budgets. The launch of an alert with `content-available: 1` uses them (PUSH-1). | counters unchanged by them
    PUSH-12 | B | A silent push is lost at its arrival, under every policy, if the last open of its app is more than `push.recency` ago, counted as in USE-6. It is not lost if `factor.appUsage` is off or the app is executing. A value of 365 d disables this rule. | `dropped(appUsage)`, after `modeMissing`
    URL-1 | A/D | The system carries out transfers. They continue while the app is suspended, after the system has killed it, and after a reboot from the first unlock. | bytes grow while the app is `suspended` or `notRunning`
    URL-2 | A | A force quit cancels all transfers of the app's sessions. The system does not relaunch the app for them. | `canceled(by: appRemoved)`
    URL-3 | A | A transfer created while the app is in the background is discretionary, regardless of its configuration. | field `discretionary` of `submitted`
    URL-4 | A | A non-discretionary transfer starts as soon as its earliest begin date is reached and a permitted path exists. | start at the latest of creation, earliest begin date, and path
    URL-5 | A/D | A discretionary transfer passes three stages of age after its earliest begin date, each `transfer.stageLength` long. The first stage needs Wi-Fi and external power. The second stage needs Wi-Fi and a battery above `battery.criticalLevel`. The third stage needs any permitted path. The window of the transfer is the three stages. With `transfer.waitsForPath`, a transfer starts only if a path exists that it may use. | `deferred(noPermittedPath)`; `deferred(transferStage)`; conditions at the start by age
    URL-6 | A | Loss of the path pauses a transfer, and the return of the path resumes it. A cellular path does not count for a session that does not allow cellular access. A transfer fails only when it is older than `transfer.resourceTimeout`. With `transfer.waitsForPath`, a transfer that never started fails as `failedUnstarted`. | `paused`, `resumed`; `failed(timeout)`; `failedUnstarted(resourceTimeout)`
    URL-7 | A | When all transfers of a session are done, the system launches the app once for the batch. If the app is executing, the system notifies it without a launch. If the session sends no launch events, the system notifies the app at its next run. | at most one `launched(mechanism: wake)` per batch
    URL-8 | A/D | A wake run ends when the app calls the stored completion handler. If the app has not called it after `transfer.wakeLimit`, the system kills the process. | `terminated(transferCompletionLate)`
    URL-9 | A/C/D | Each app has a resume delay, which is zero at first. Every background wake doubles it, from `transfer.firstDelay` up to `transfer.delayCap`. A transfer created in the background waits for this delay. | `deferred(resumeDelay)`; field `delay` of `launched`
    URL-10 | A/D | The resume delay returns to zero when the user opens the app. It also returns to zero when a full delay passes without a wake while no transfer that was created in the background waits or moves. Transfers that end while the app executes do not raise the delay. | field `delay` is 0 at the next wake
    EXT-1 | A | An assertion prevents the suspension of its process. It needs no mode. Extensions cannot take an assertion. | `background` between `assertionBegan` and `assertionEnded`; in an extension `rejected(unavailable)`
    EXT-2 | B | All assertions of a process share the allowance `assertion.allowance`. The allowance counts from the entry of the process into the background, or from the end of the run that kept it there. | several assertions end no later than one would
    EXT-3 | C | Under memory pressure, the allowance is `assertion.pressureAllowance`. | an earlier `expired(timeLimit)`
    EXT-4 | A/D | The system calls the expiration handler of every open assertion `assertion.handlerLead` before the allowance ends, or at once if the allowance is shorter. The app has to end each assertion separately. | one `expired` per open assertion
    EXT-5 | A | If an assertion is still open at the end of the allowance, the system kills the process. | `terminated(assertionExpired)`
    EXT-6 | A/B | When the last assertion ends, the system suspends the process `life.suspendDelay` later. Before `os.version` 13, the allowance is 180 s, regardless of EXT-2 and EXT-3. | `suspended`; allowance by version
    LIFE-1 | A/D | A background launch takes `life.coldLaunchTime`, and a resume takes `life.resumeTime`. The callbacks follow at `handlerStarted`, in this order: launch finished (cold launch only), entered background, event delivered, snapshot. A process that already executes gets only the event, at once or when its launch in progress ends. | order of `callback`; `handlerStarted.t` minus `launched.t`
    LIFE-2 | A/B | An app that leaves the foreground goes through these steps: will resign active, entered background, snapshot, suspension. The system kills an app that takes longer than `life.enterBackgroundLimit` to enter the background. When the user locks the device or opens another app, the foreground app leaves at that instant. | order of `callback`; `terminated(enterBackgroundTimeout)`
    LIFE-3 | A/D | The system suspends a process in the background exactly `life.suspendDelay` after the last run, assertion, active mode, or callback that kept it running, unless a new one begins. A suspended process does not execute. | `suspended`; its CPU counter does not change
    LIFE-4 | B | A launch by the user has to finish within `life.launchWatchdog`. Otherwise, the system kills the process. | `terminated(launchTimeout)`
    LIFE-5 | B | Outside the foreground, the system kills a process that uses more than `life.cpuMonitorLimit` of CPU time within any `life.cpuMonitorWindow`, except under PROC-6. If `continued.cpuMonitor` is false, it does not kill a process while a continued task of the process runs. | `terminated(cpuMonitor)`
    LIFE-6 | B/D | The system may remove a suspended process at any time without a callback. It does so at the hazard `life.jetsamHazard`, and with `life.jetsamHeavyProbability` when a heavy app enters the foreground. If too many processes are resident, it removes the least recently used processes. Requests and transfers remain. | `terminated(memoryPressure)`; pending set unchanged
    LIFE-7 | B/D | A reboot takes no time, leaves the device locked, and ends every process, run, and held push without callbacks. It keeps pending requests if `life.rebootKeepsRequests` is true. Idle and lock time begin again. Before the first unlock, opportunistic work does not start. | `rebooted`, `terminated(reboot)`, `canceled(by: reboot)`; `deferred(firstUnlock)`
    LIFE-8 | A | The system kills a process that holds a lock on a shared file or database when it is suspended. | `terminated(lockHeld)`
    QUIT-1 | A/B/D | Removing an app from the switcher sets its force-quit flag and ends its process and runs. While the flag is set, refreshes, pushes, and wakes do not launch the app; its pending requests remain. From `os.version` 18, with `quit.processingRuns`, processing and health requests launch the app anyway, and the flag remains set. | `forceQuit`, `terminated(forceQuit)`; `deferred(forceQuit)`; no `launched`
    QUIT-2 | A | A push that arrives for a flagged app is lost. | `dropped(forceQuit)`
    QUIT-3 | A | The next launch by the user clears the flag and all its effects. Canceled transfers and continued tasks do not come back. | `settingChanged(forceQuitFlag)`; `launched` possible afterwards
    QUIT-4 | A/D | The parameter `quit.rebootClears` selects the effect of a reboot: the flag remains, the flag is cleared for pushes, or the whole flag is cleared. | after reboot and unlock: push `delivered`, request `deferred(forceQuit)`
    QUIT-5 | A | A memory kill, a crash, a watchdog kill, and a reboot never set the flag. | flag unchanged after `terminated` for these reasons
    QUIT-6 | B | Visible pushes and the notification service extension work for a flagged app. VoIP pushes and events of significant location changes, regions, and visits start it. | `delivered` or `launched(mechanism: mode)` with the flag set
    BAR-1 | A | Background App Refresh of the device is `off`, `wifi`, or `wifiAndCellular`. Each app has a switch, which is on at first. The app reads the status as available, denied, or restricted. | `settingChanged`; the status that the app reads
    BAR-2 | A/D | If Background App Refresh is off for the device or the app, it denies refresh, processing, health, push, and discretionary transfers. The system also refuses submissions, and pushes that arrive in that state are lost. A push that is already held waits. Other transfers, wakes, continued tasks, assertions, and modes are not affected. | `deferred(barOff)`; `dropped(barOff)`
    BAR-3 | D | Switching off cancels the pending requests of the affected apps if `bar.offCancelsPending` is true. Switching on does not restore them: an app has to run and submit again. | `canceled(by: barOff)`
    BAR-4 | A/D | With the setting `wifi`, refresh and push launches start on Wi-Fi only. | `deferred(barWifiOnly)` on every other path
    PWR-1 | A | At a level of at most `battery.criticalLevel` without external power, the low-battery verdict denies refresh, push, and discretionary transfers. A rising level crosses this limit at the first instant strictly above it. | soft verdict `lowBattery`
    PWR-2 | A/D | Low Power Mode denies refresh, push, and discretionary transfers. It also does so on the charger if `lpm.appliesWhilePlugged` is true. Processing on external power continues. | `deferred(lowPowerMode)`
    PWR-3 | B/D | When the level falls to `lpm.promptLevel` on battery while Low Power Mode is off, the system asks the user at the next unlocked session. It asks at most once after each unplugging. The user accepts with probability `lpm.promptAcceptance`. The user may also switch the mode manually at any level. | `settingChanged(lowPowerMode)`
    PWR-4 | A/D | If the user accepted Low Power Mode at the prompt, it ends at the first instant with external power and a level of at least `lpm.autoOffLevel`. If the user switched it on manually, it remains on. | `settingChanged(lowPowerMode)` at the crossing
    PWR-5 | B/D | The device is plugged if external power is connected, regardless of the current. A device whose charge is held at `charge.limitLevel` or `charge.holdLevel` is still plugged. | gates unchanged during the hold
    PWR-6 | A | An app may read the level, the plug, and Low Power Mode and act on them. The platform treats the app the same in either case. | quality flags change only the app's own calls
    PWR-7 | D | At charge zero without external power, the device shuts down: every process ends, the radios are off, pushes remain at the server, and user sessions are lost. After it is plugged in, the device boots at `boot.level`, and LIFE-7 applies from then on. | `poweredOff`, `terminated(powerOff)`; `rebooted`
    USE-1 | D | For each app, type of day, and bin of `usage.binWidth`, the predictor keeps the share of days with a launch by the user. The share decays with `usage.halfLife`. A day counts after it has ended; days with the device mostly powered off are skipped. The likelihood is 1 minus the product of (1 - fraction x share) over the bins within `usage.lookahead`, where the fraction is the covered part of the bin. Before any day of the type has ended, the likelihood is `usage.prior`. If `usage.predictor` is `share`, the likelihood is instead the app's share of all opens times the opens of the device in this hour per day, at most 1, in proportion to `usage.lookahead`. Both numbers are of the last 14 ended days that count. | state `likelihood(app, t)`, which the log of launches reproduces
    USE-2 | A/D | The usage score is the likelihood divided by `usage.saturation`, at most 1, and applies to refresh only. Under `seven-factor`, a higher likelihood never delays the first launch of a request, all else being equal. | paired runs with a shifted likelihood
    USE-3 | A | The usage verdict denies processing and health if the app was last in the foreground more than `usage.eligibilityDays` ago, or never. This recency affects no other mechanism. | soft verdict `appUsage`
    USE-4 | C | A refresh is denied while the app was opened on fewer than `usage.learningDays` of the last `usage.refreshEligibilityDays` ended local days. A value of 0 learning days disables this rule. Days before the start count as opened for apps that were there at the start, but not for new apps. Days with the device powered off count as days. The change at midnight is a decision point. | soft verdict `appUsage` of mechanism `refresh`
    USE-5 | C | Frequent use counts in addition to the likelihood. The intensity is the number of opens per day on the last seven ended local days divided by `usage.intensiveOpens`, at most 1. The usage component is the likelihood plus `usage.intensityWeight` times the intensity, the sum divided by `usage.saturation`, at most 1. Days before the start count 0. | fields `score`, `threshold` of `decision`
    USE-6 | C | A refresh is denied while the last open of its app is more than `usage.recency` ago; 672 h disable this rule. An app that was there at the start counts as opened then, and a new app as never opened. The beginning and the end of the denial are not decision points. | soft verdict `appUsage` of mechanism `refresh`
    USE-7 | C | Processing of a new app is denied until its user has opened it on `usage.processingLearningDays` local days, including today. | soft verdict `appUsage` of mechanism `processing`
    USE-8 | C | After a visible notification of an app on a device that is on, the user opens the app with probability `user.notificationOpenShare`. The delay is drawn from the delays on two recorded phones. The open replaces the next drawn open of the local day, of whichever app, so that opens and sessions per day do not change. Scripted opens and recorded opens are not replaced. | `userOpened` after `delivered` of mechanism `mode`
    BUD-1 | A/D | Each device has two ledgers. The energy ledger has a daily capacity of `budget.energyFraction` of the nominal battery energy. The cellular ledger has a daily capacity of `budget.cellularCapacity` bytes. | two balances in the log
    BUD-2 | A/D | Ledgers start at `budget.initialFraction` of their capacity. They are refilled each day in `budget.slotsPerDay` slots, the last at midnight. The slots have the shape `budget.refillShape`, which is fixed at the start of the day, and sum exactly to the capacity. A balance never exceeds the capacity. | `budgetRefilled` with field `clipped`
    BUD-3 | A/D | Every run of a debiting mechanism debits the energy billed to it while the device is unplugged, even if the run failed or was killed. It does so at its end, and again when its radio tail ends. Work that the user started in the foreground debits no budget (BUD-8). | `budgetDebited`, device then app; no event for other mechanisms or for amount 0
    BUD-4 | A/D | Bytes debit the cellular ledger only if they moved over cellular, whether the device is plugged or not. | no `budgetDebited(cellular)` for bytes over Wi-Fi
    BUD-5 | A/D | The energy verdict denies refresh, push, and discretionary transfers while an energy balance is not positive and the device is unplugged. The data verdict denies them on a cellular path while a cellular balance is not positive. With `launch.needsPath`, this also applies without a path. | soft verdicts `energyBudget`, `dataBudget`
    BUD-6 | D | A run that has started continues when a budget is used up. It may leave a debt, which later refills pay back. | negative balances; no `expired` for a budget
    BUD-7 | D | Each app has a share ledger with the same refills and debits. Its capacity is `budget.appShare` of the device's capacity plus a part of the remainder. The part is `budget.useWeight` times the app's share of all opens on the last seven ended local days. The capacity is fixed at the start of each day, and a balance above it is clipped. BUD-5 needs positive balances of both device and app. | field `scope` of `deferred`
    BUD-8 | B/D | URL-4 has precedence: a non-discretionary transfer, which was created in the foreground, debits no budget and is not denied. The same applies to the wake of a batch that contains such a transfer. All other wakes debit, and are denied only if a balance is at or below minus `budget.transferOverdraft` of the capacity. With `budget.transferDenied`, this also applies to the transfers and wakes named first. Policies do not see these denials: the platform enforces them unless budgets are off. | `deferred(energyBudget)` or `deferred(dataBudget)` of wakes beyond the overdraft only
    BUD-9 | D | Ledgers balance exactly at all times, in whole units: balance = initial + refills - clipped - debits. | the identity, checked at every change
    RATE-1 | B/C | The rate verdict denies a refresh launch of an app until `refresh.minGap` after its last launch. After a processing launch, it denies the next launch of the task for a time. This time is the greater of `processing.minGap` and `processing.restFactor` times the wall time of the last run, from the start of its handler. | soft verdict `rateLimit`; gaps between `launched` under a policy that obeys it
    RATE-2 | B/D | Push launches of an app are at least `push.minGap` apart. Each launch takes one whole token of a bucket of `push.bucketCapacity`. The bucket starts full and refills continuously, one token per `push.bucketRefill`. A launch against the verdict leaves it empty. | gaps between push `launched`; tokens between 0 and the capacity
    RATE-3 | D | Each mechanism has a separate clock. With `rate.scope` at `perApp`, all opportunistic launches of an app share a clock, except processing, which keeps a clock per task. Joined and foreground deliveries and launches by a debugger do not start a clock. | gaps under both settings
    RATE-4 | B | Push launches of all apps share a bucket of `push.deviceBucketCapacity` tokens. The bucket refills continuously, one token per `push.deviceBucketRefill`; a capacity of 1000 means no limit. A launch against the verdict leaves it empty. Joined, foreground, visible, and VoIP deliveries and launches by a debugger take no token. | soft verdict `rateLimit`; field `scope` of `deferred`, `app` if both deny
    GATE-1 | D | Each of the seven scheduling factors has a `factor` parameter, which sets its enforcement. With `hard`, the platform denies; with `soft`, the policy gets a verdict; with `off`, the factor always allows and is never reported. The losses and refusals of the app switcher and of Background App Refresh remain under `soft`. | field `enforcement` of `deferred`; an `off` factor is never a reason
    GATE-2 | D | A policy may start candidates only. If a hard gate denies a start, slumber counts a violation and does not carry out the start. Hard verdicts depend on the state only, never on the policy. | `policyViolation`, no `launched`
    GATE-3 | B/D | The system consults the policy every `gate.evaluationInterval`, with a phase that differs between devices, and after every change of a state that a gate reads. These changes are: submissions, arrivals, earliest begin dates, plug, lock, screen, network, settings, thermal state, the critical battery level, refills, ends of runs, gaps, holds, tokens, stages, the midnight of USE-4, and entering or leaving an app with a pending item. A push token counts only while a push is held. An arrival counts for every kind of delivery. These events are not decision points: the start of a push's handler, memory pressure, a change of the CPU load, and a setting that keeps its value. The end of a process without a run and the earliest begin date of an item that no longer exists are not decision points either. All triggers of one instant make one decision. Triggers that the decision itself causes wait for the next tick. | `decision.t` coincides with one of these
    GATE-4 | B/D | The threshold of a candidate falls linearly from `score.thresholdStart` at the opening of its window to `score.thresholdEnd` at its deadline, and is constant afterwards. A candidate passes at the first tick when its score is at least the threshold, with a tolerance of one billionth. | fields `score`, `threshold` of `decision`
    GATE-5 | B/D | The score is the mean of the applicable components, each within [0, 1], weighted by `score.weights`. A component of 1 never lowers the score. | property of the score
    GATE-6 | B | A soft denial that the policy enforces overrides any score. | no `launched` against an enforced denial in the same `decision`
    GATE-7 | D | Hard: an app in the foreground, active or not, gets no opportunistic launch. An identifier gets no launch before its last run has ended, or at the instant when that run started; decisions that were each postponed by one tick count as one instant. The request is not consumed. | `deferred(appForeground)`; `deferred(alreadyRunning)`
    GATE-8 | C/D | Soft: opportunistic work does not start during `gate.bootHold` after a boot, while the device is busy, or in thermal state serious. It also does not start during `gate.herdHold` after an unlock or a return of the network that ends at least `gate.herdPause` of uninterrupted lock or absence. Processing does not start above `gate.cpuLoadCeiling`. | soft verdicts `bootHold`, `busy`, `cpuLoad`, `thermalSerious`, `herd`
    GATE-9 | A/D | Hard: in thermal state critical, opportunistic work does not start, and running processing, health, and continued tasks expire. A launch is never guaranteed: under hostile conditions, every request remains pending to the horizon. | `deferred(thermalCritical)`, `expired(thermalCritical)`; no `launched`
    GATE-10 | C | Soft: an occasion begins when the device is plugged and has been idle for `processing.idleDelay`. It ends when either condition ends. Processing does not start during a settling time after the beginning of an occasion. This time is exponential with mean `processing.settlingMean`, and is drawn for the device, the day, and the number of the occasion on that day. Its end is a decision point. | soft verdict `settling`
    DEV-1 | D | Each device draws a factor for `score.thresholdStart` and `score.thresholdEnd`, and another factor for `refresh.minGap`, `processing.minGap`, and `push.minGap`. Both are lognormal with median 1 and the log-deviations `device.thresholdSigma` and `device.gapSigma`. A threshold above 1 becomes 1. | field `threshold` of `decision`; gaps between `launched` on different devices
    DEV-2 | D | Hard: on a quiet local day, opportunistic work does not start. The share of quiet days is `device.quietDayShare`, and the mean length of a run of quiet days is `device.quietDayLength`. The days are a Markov chain in its steady state. The beginning and the end of quiet days are decision points. | `deferred(quietDay)`
    DEV-3 | D | Hard: a request does not start before its first evaluation. The first evaluation comes a lognormal delay with median `decision.firstDelay` and log-deviation 1.5, and at most 24 h, after the opening of its window. It is a decision point. The settling time of GATE-10 runs at the same time. Continued tasks have no such delay. | `deferred(firstEvaluation)`
    MODE-1 | A | A process remains in the background, without suspension, while its audio really plays or records. When the audio ends, LIFE-3 applies. | state during playback
    MODE-2 | A | Standard location updates keep a process running in the background. They never relaunch it. | no `launched(mechanism: mode)` after a kill
    MODE-3 | A/B | A significant change of location launches the app for `location.eventRuntime`. It is at least `location.significantDistance` and `location.significantInterval` after the last change. An assertion can extend the run: its allowance counts from the end of that time. | spacing and length of such runs
    MODE-4 | A/B | An app may have at most `location.regionLimit` regions. A crossing becomes an event only if it lasts for `location.regionDwell`. | `rejected(limit)` for a further region; delay of the event
    MODE-5 | A/D | A VoIP push launches the app. If the app does not report a call, the system kills it. After `voip.missLimit` misses, the app gets no more VoIP pushes. | `terminated(callNotReported)`; later `dropped(voipStopped)`
    MODE-6 | A | The notification service extension has a separate process with `nse.runtimeLimit` and `nse.memoryLimit`. If the extension is late or killed, the system shows the original content. | `delivered(content: original)`
    MODE-7 | D | Runs of a mode ignore all soft factors and debit no budget. Their energy still counts as energy of the app. | budgets unchanged; the app's energy grows
    BLE-1 | A | An event of a Bluetooth accessory counts only if the app waits for it: a connection, a subscription, or a scan. It needs the mode `bluetooth-central`. It resumes a suspended app. If the system has ended the app, it relaunches the app only if the app restores its state. It relaunches a force-quit app only from `os.version` 26 on, and only if the app also has set up its accessory with AccessorySetupKit. After a restart, the relaunch comes at the first unlock. | `launched` of identifier `bluetooth`, else `dropped(notRestored)` or `dropped(forceQuit)`; `deferred(firstUnlock)`
    BLE-2 | A | An event grants `bluetooth.eventRuntime`, counted from the start of its handler. A further event in this time has a grant of its own, which extends the time of the app. | length of such runs; `suspended` after the last grant
    BLE-3 | D | Events while the phone is off are lost. | no `launched` and no `dropped` for them
    HEALTH-1 | A | An app with the entitlement for background delivery wakes when samples of an observed type arrive. Deliveries of one type are apart by at least the time of the frequency that the app requests, and for steps also by `health.stepsInterval`. Samples that arrive earlier wait for the next delivery. An app in the foreground takes the delivery without a run. | gaps between `launched` of one identifier; `deferred(rateLimit)`
    HEALTH-2 | A | The samples cannot be read while the phone is locked. Their delivery comes at the next unlock. | `deferred(locked)`; `launched` at an unlock
    HEALTH-3 | B/D | A delivery without a completion is repeated after `health.retry`, and each further time after twice as long. After `health.missLimit` such deliveries in a row, deliveries end until the user opens the app. A run has the time of a push (`push.runtimeLimit`); without a completion it ends unsuccessfully, without a kill. | gaps between such runs; then `dropped(noCompletion)`
    HEALTH-4 | C | A force-quit app gets no delivery. | `dropped(forceQuit)`
    DATA-1 | A | Content with protection `complete` cannot be read while the phone is locked. Content with `untilFirstUnlock` cannot be read between a boot and the first unlock. A run that needs such content fails at the start of its handler, before it moves bytes. Its work is not lost: the next run needs it again. | `completed(success: false)` with reason `dataProtected`, without bytes
    AND-1 | D | The policy `android-buckets` decides by AND-2 to AND-6 instead of by the soft factors and conditions, on equal devices, requests, and traces. Hard gates still apply. | equal hard verdicts in equal states under any policy
    AND-2 | A/D | The bucket of an app depends on the time since its last foreground use, by ages that are parameters. The buckets are active, working set, frequent, rare, and restricted. | `settingChanged(bucket)`
    AND-3 | A | On battery, a bucket has quotas of run time, starts, and sessions over a rolling window. Runs a few seconds apart are one session. Starts and sessions per minute are also limited. | sums over any rolling window
    AND-4 | A | AND-3 and AND-6 do not apply on external power. | no denial by quota while plugged
    AND-5 | A/D | Silent pushes are messages of normal priority. On battery, pushes for apps in `rare` or `restricted` wait for the app's next run, its next use, or external power. | `deferred(policyChoice)`, then `delivered` at one of these instants
    AND-6 | A | When the device is unplugged with the screen off, it dozes: lightly after a first delay, and deeply after a longer delay without motion. Starts and pushes wait for maintenance windows, whose spacing doubles up to a cap. Turning on the screen or plugging in ends both forms of Doze; motion ends deep Doze. | starts during Doze lie within windows
    DBG-1 | A/D | With `debug.attached`, a simulated launch starts a pending request at once, regardless of its earliest begin date and the gates. If there is no pending request, the launch is refused. The run is synthetic: it debits no budget and starts no clock. | `launched(synthetic: true)`, counters unchanged; else `rejected(unavailable)`
    DBG-2 | A | A simulated expiration expires the running task at once. | `expired(debug)`
    DBG-3 | A | With `debug.attached`, the system suppresses kills by watchdog and grace and logs each suppressed kill. Only the kill is suppressed: callbacks return, launches and background time end, and the app is suspended. Pushes are delivered at once. | `warned(killSuppressed)`; `delivered` at arrival
    DBG-4 | A | On a simulator, the system never launches an app, and both simulated calls are refused. | `rejected(unavailable)`
    BAD-1 | A | An identifier that differs from the permitted identifier, even only in case, is refused. If the app ignores the error, the only symptom is that its task never runs. | `rejected(notPermitted)` and no launch
    BAD-2 | D | A request with a permitted identifier but without a registered handler is accepted, and its launch kills the process. | `launched`, then `terminated(noHandler)`
    BAD-3 | A | A code path that never completes the task keeps the process awake until the limit. It ends in a kill unless the expiration handler completes the task. Work that ends within the grace completes normally. | run of limit plus grace; `terminated(completionTimeout)`, cause `missingCompletion`
    BAD-4 | A | A task without an expiration handler is marked complete and unsuccessful when it expires, for whichever cause. The system suspends its process instead of killing it. The app does not submit again at that moment. | `expired(handler: none)`, `completed(success: false)` at the same time
    BAD-5 | A/D | If an expiration handler is called but does not stop the work within the grace, the system kills the process. | `terminated(completionTimeout)`, cause `expiryIgnored`
    BAD-6 | A | An app that never submits again runs once. An app that submits again on success stops after the first failed run. An app that submits again at the end of a run stops after the first killed run. An app that submits again at the start of a run continues after all of these runs. | number of runs of the task
    BAD-7 | D | An app that reports completion before its asynchronous work is done may be suspended. The unfinished work resumes when the process runs again and is lost if the process ends. | `completed(success: true)` with `workDone` below 1
    BAD-8 | A | An app that submits again with a new earliest begin date whenever it enters the background postpones this date each time. If it is opened more often than the delay to that date, it gets no refresh between those opens. | a chain of `replaced` without a launch
    BAD-9 | D | Work without checkpoints starts again from zero after an expired or killed run. Work with checkpoints resumes from the last checkpoint before the end of the run, for whichever cause, with its CPU time, bytes, and waiting. Success clears the checkpoints. | `workDone` at the next start
    BAD-10 | C/D | Each kill for a missing completion debits the app's energy share, plugged or not, by `quality.penaltyFraction` of the capacity of that share. It never debits the device's ledger. | `penaltyApplied`
    """#
}
