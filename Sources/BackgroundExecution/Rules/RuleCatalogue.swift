import ModelParameters

/// One rule of background execution: what the platform does, and where a log or a counter shows it.
///
/// The statement is exact inside the simulator; the grades say how far it may be read as a statement about
/// phones. Numbers are not repeated in it: they are the defaults of its ``parameters``.
package struct PlatformRule: Sendable, Hashable {
  package let chapter: RuleChapter
  /// Place in the chapter, from 1 on.
  package let number: Int
  /// Grade of the behavior, followed by those of the numbers attached to it where they differ.
  package let grades: [EvidenceGrade]
  /// A few plain sentences; names of parameters and of log words stand in backquotes.
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
    EXT | extra time
    LIFE | process life cycle
    QUIT | force quit
    BAR | Background App Refresh switch
    PWR | power state
    USE | app usage
    BUD | system budgets
    RATE | rate limiting
    GATE | decisions and gates
    MODE | modes and extensions
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

  private static let text =
    #"""
    ORD-1 | D | Events of one instant are handled by class: completions, crossings, environment, user actions, expiries, refills, arrivals, the decision, sampling; inside a class by app order, item number and creation. Limits are inclusive: work that completes exactly at its limit is in time, and an earliest begin date equal to now is reached. | the log is ordered by `t` and `seq`; boundary cases end in `completed`
    ORD-2 | D | Equal configuration and seed give an equal log, byte for byte, whatever is observed or exported. Every random draw belongs to a named stream of its device and purpose. | equal digests of the log, with and without observers
    LOG-1 | D | Per app and mechanism, at every instant: submitted = launched + replaced + canceled + failed unstarted + lost + pending. A rejected request was never submitted. | counters
    LOG-2 | D | Per app, at every instant: pushes sent = delivered + coalesced + dropped + stored + held + launching. A refused push was never sent. An alert that wakes its app counts once as an alert and once as a push. | counters
    LOG-3 | D | Every launched run has exactly one terminal event, or is unfinished at the horizon. Unfinished and pending items are reported as censored, never as zero. | counters; column `censored` of `attempts.csv`
    API-1 | A | The identifier of a request must be among the app's permitted identifiers, compared exactly and with case. | `rejected(notPermitted)`, code 3
    API-2 | A | Refresh needs mode `fetch`, processing and health need `processing`, silent pushes need `remote-notification`. Without it a request is refused, and a push is lost when it arrives at the device. | `rejected(notPermitted)`; `dropped(modeMissing)`
    API-3 | A | Handlers must be registered before the app's launch sequence ends, and once per identifier. A late or second registration crashes the process at the end of every cold launch, in the place of `handlerStarted`; it is not a force quit. | `terminated(lateRegistration)` or `terminated(duplicateRegistration)`; force-quit flag unchanged
    API-4 | A | Identifiers of continued tasks may be registered later, when the user acts. An app that registers at each use crashes at the second registration of an identifier in one process. | no `terminated` at the first use; `terminated(duplicateRegistration)` at the second
    API-5 | A | An extension of an app may submit; what it submitted launches the containing app. | `submitted(origin: extension)`, then `launched` of the app
    API-6 | A/D | The task scheduler exists from `os.version` 13 on, health requests from 17, continued requests from 26; below, submission fails. An app that declares permitted identifiers has no periodic legacy fetch. | `rejected(unavailable)`; no legacy launch in the log
    SUB-1 | D | A submission is checked in a fixed order and its first failure is reported: declarations, availability, then the limits as if a pending request with the same identifier were gone. | the reason of the one `rejected` event
    SUB-2 | A/D | Submission fails while Background App Refresh is off for the device or the app (continued requests excepted), on a simulator, and in an extension of a kind that may not schedule. | `rejected(unavailable)`, code 1
    SUB-3 | A | Submitting an identifier that is pending, of whatever mechanism, replaces the old request as a whole; the number of pending requests stays. | `replaced` of the old item, then `submitted` of the new one at the same time
    SUB-4 | A | An app has at most `submit.refreshLimit` pending refresh requests; a further identifier is refused. | `rejected(tooManyPending)`, code 2
    SUB-5 | A/D | An app has at most `submit.processingLimit` pending processing requests, health requests included; a further identifier is refused. | `rejected(tooManyPending)`, code 2
    SUB-6 | D | Continued requests have a queue of their own and count towards neither of the two limits. | pending counters unchanged by their submission
    SUB-7 | A/D | Limits hold per app. A refused submission leaves every pending request as it was, also the one that it would have replaced. | equal pending sets before and after
    SUB-8 | A/B | The window of a refresh, processing or health request opens at its earliest begin date, and no earlier than `submit.windowDelay` after the submission, whoever submits it. Nothing starts before, and the opening starts nothing by itself. An earliest begin date later than `submit.farBeginWarning` from now is accepted with a warning. | `eligible` at the opening, until then `earliestBeginDate`; `launched.t` at or after it; `warned(farBeginDate)`
    SUB-9 | A | A request is consumed by its launch, even if the process ends before its handler starts. An app that does not submit again gets no further run of that task. | at most one `launched` per item
    SUB-10 | A/D | Canceling one identifier or all touches pending requests only: running tasks go on and unknown identifiers do nothing. Asking for the pending requests lists their identifiers and earliest begin dates, without running ones. | `canceled(by: app)`; `pendingList` equals the pending set
    REF-1 | A/B | A refresh run lasts at most `refresh.runtimeLimit` of wall time from the start of its handler; the launch before it does not count. With `task.expiryWarns` it is called to expire `task.expiryGrace` before that and killed at the limit; what completes at the limit is in time. | `expired(timeLimit).t` less `handlerStarted.t`
    REF-2 | C/D | With probability `refresh.shortGrantProbability` the granted time is shorter: uniform between `refresh.shortGrantMin` and the time to the expiry call. | field `granted` of `handlerStarted`
    REF-3 | A/D | A refresh, processing, health or continued run that expires has its expiration handler called once; if it is not completed `task.expiryGrace` later, or with `task.expiryWarns` at its limit if that is earlier, its process is killed. An app that reacts stops its work at the expiry and completes without success. Without a handler BAD-4 holds. | `expired`, then `completed` or, after the grace, `terminated(completionTimeout)`
    REF-4 | D | The window of a refresh request is `refresh.window` long. After its deadline the request goes on waiting at the final threshold and is never dropped. | the age of an item may exceed its window
    REF-5 | A | The user starting to use the device does not stop a running refresh. | no `expired(deviceInUse)` of mechanism `refresh`
    REF-6 | C/D | At most `refresh.maxConcurrent` refresh and push runs, from launch to terminal event and grace included, execute at once on the device; further candidates wait. Joined pushes take no slot. | `deferred(concurrency)`; the gauge never exceeds the limit
    REF-7 | A | A run that moves strictly more than `refresh.transferGuideline` over all paths counts as oversize, and nothing else happens to it. | counter `oversizeRuns`; `warned(oversize)`
    PROC-1 | A/C | A processing task starts only while the device has been locked with the screen off for at least `processing.idleDelay`. | `deferred(deviceInUse)` otherwise
    PROC-2 | A | Unlocking the device or turning on its screen expires a running processing task at that instant; the condition is checked once more when the handler starts. | `expired(deviceInUse)` at the unlock or screen-on instant
    PROC-3 | A | A task that requires external power starts on external power of any kind and expires when the device is unplugged; the condition is checked once more when the handler starts. | `deferred(externalPower)`; `expired(unplugged)`
    PROC-4 | B/D | A task that does not require external power waits for it all the same unless `processing.allowOnBattery`; then a start on battery needs a level of at least `processing.onBatteryFloor`. Once started, neither unplugging nor the level expires it. | `deferred(externalPower)` of a request without the flag
    PROC-5 | A/D | Required network connectivity must hold at the start; with `launch.needsPath` a refresh needs a network path at its start as well. A path lost later stalls the network work of the run, which goes on when the path returns; its limit goes on meanwhile, and nothing else ends it. | `deferred(noNetwork)`; no progress while offline
    PROC-6 | A | The CPU monitor of LIFE-5 is off while a run whose request required external power goes on, computing or waiting, and begins with an empty window when the last such run of the process ends. | same work: `terminated(cpuMonitor)` only without the flag
    PROC-7 | A/B | A processing run lasts at most `processing.runtimeLimit`; REF-1 tells when it is called to expire. | `expired(timeLimit)`
    PROC-8 | B | On external power neither low battery, Low Power Mode, energy budget nor the score of usage gates processing. On battery low battery and Low Power Mode count as for refresh, but only where battery starts are allowed. | no such reason in `deferred` of plugged processing
    PROC-9 | C/D | At most `processing.maxConcurrent` processing and health runs execute at once, grace included. Their window is `processing.window` long and is treated as in REF-4. | `deferred(concurrency)`; the gauge never exceeds the limit
    PROC-10 | A/D | Health requests obey every rule of processing and differ in name only; they share its pool of pending requests and its window. | equal time, event, app, identifier and reason in the logs of equal requests
    CONT-1 | A/D | A continued task is submitted from the active foreground, as the direct effect of what the user does; otherwise it is refused without an error code. | `rejected(notForeground)`
    CONT-2 | A | Its identifier must match a permitted wildcard whose prefix contains the app's bundle identifier. | `rejected(notPermitted)`
    CONT-3 | A/D | While one of `continued.maxConcurrent` slots is free it starts at once, whatever its earliest begin date, and goes on when the app leaves the foreground. | `launched.t` equals `submitted.t`; the run outlives the change to `background`
    CONT-4 | A/D | There is no room without a free slot, while the CPU load is above `continued.loadCeiling`, and at thermal level critical. A request with strategy `fail` is then refused, and one with strategy `queue`, the default, waits in order of submission. | `rejected(immediateRunIneligible)`, code 4; `deferred(concurrency)` or `deferred(cpuLoad)`, then launches in order
    CONT-5 | A/D | Use of the GPU needs an entitlement of the app and a device with `device.gpuBackground`. A request without one of them is refused; without `continued.refusesGPU` a task on a device that lacks it runs without the GPU. | `rejected(gpuNotEntitled)`, `rejected(gpuNotAvailable)`, code 3; field `gpu` of `handlerStarted`
    CONT-6 | A/D | A task that reports no progress for `continued.stallTimeout` expires; under memory pressure or at thermal level serious and above the time is `continued.stallTimeoutPressure`. The end of work that is not reported is its last progress. Progress is of the whole work, also after a resume. | `expired(stalled)` at the last progress plus the timeout
    CONT-7 | A/D | When resource pressure begins while all slots are taken, the task whose last progress is oldest is ended; of two such the one that has done less of its whole work. At a full tie the task that started first ends; of two that started together, the task of the earlier app. | one `terminated(resourcePressure)` per onset
    CONT-8 | A | When the user cancels the task its expiration handler is called, and the task has failed. | `expired(userCanceled)`, then `completed(success: false)`
    CONT-9 | A | Removing the app from the switcher cancels its queued and running continued tasks without calling any of its code. | `canceled(by: appRemoved)`; no `expired`
    CONT-10 | D | No factor but the app switcher touches a continued task, and it debits no budget. | no such reason in `deferred`; budgets unchanged
    PUSH-1 | A/B | A silent push carries `content-available: 1`, nothing that the user sees, type `background` and priority 5 or lower. With `push.alertsWake` an alert may carry `content-available: 1` at any priority: it is shown (PUSH-11), and its launch is a push with hold slot, bucket and budgets. Force quit or a denied launch never withholds the alert. The server refuses other pushes, and they do not count as sent. | `rejected(badPriority)`; `rejected(badPayload)`; of an alert `pushSent` of both mechanisms
    PUSH-2 | A/B | For a device out of reach the server keeps `push.serverSlots` pushes per app and kind, chosen by `push.serverKeep`; the others are lost. With `push.serverSlotsShared` silent and visible pushes share the slots. | `coalesced(where: server)`
    PUSH-3 | A | A push is lost at its expiration, at the server, in the hold slot and on arrival alike, whatever the app does, and is stored for `push.maxStorage` at most, also without an expiration. Expiration 0 or in the past means no storage: lost without a path, else one attempt at the decision of its arrival. | `dropped(expired)`
    PUSH-4 | B/D | A push for an app in the foreground or already executing in the background is delivered at once, before any gate is looked at: no launch, token, clock, run or debit, and no longer execution. | `delivered(joined)` or `delivered(foreground)` at arrival; counters unchanged
    PUSH-5 | A | Otherwise, past force-quit flag and Background App Refresh, the push enters one of `push.holdSlots` and becomes a candidate for a launch, which with `launch.needsPath` needs a network path. A newer push replaces a held one, which is lost. | `held`, also before a launch at the same instant; `deferred(noNetwork)`; `coalesced(where: device)`
    PUSH-6 | A | Force quit, the end of the process and a reboot discard what is held; a push whose process ends before its handler starts is lost too. | `dropped(forceQuit)`; `dropped(processKilled)`
    PUSH-7 | A | A held push is delivered at once when the user opens the app, and as a joined delivery when the app starts a handler for another item. | `delivered(foreground)` or `delivered(joined)` at that instant
    PUSH-8 | A/D | A push run has `push.runtimeLimit` to call its completion handler. There is no expiry: a completion within the limit is accepted, and without `task.expiryWarns` within `task.expiryGrace` after it; then the process is killed. | `terminated(completionTimeout)`, cause `missingCompletion`
    PUSH-9 | A | App usage never gates a push: another likelihood leaves the app's push log unchanged, other things equal. | equal time, event, app, identifier and reason in both logs
    PUSH-10 | A/D | Low battery, Low Power Mode, budgets and rate hold a push and never discard it. For its threshold it ages over `push.window`. | `deferred`, and no `dropped` with these reasons
    PUSH-11 | A | Visible pushes, VoIP pushes and their extensions use neither hold slot, rate bucket nor budgets; the launch of an alert with `content-available: 1` does (PUSH-1). | counters unchanged by them
    PUSH-12 | B | A silent push for an app whose last open is more than `push.recency` ago, counted as in USE-6, is lost at its arrival under every policy, unless `factor.appUsage` is off or the app is executing; 365 d lose none. | `dropped(appUsage)`, after `modeMissing`
    URL-1 | A/D | The system carries out transfers: they go on while the app is suspended or was killed by the system, and after a reboot from the first unlock on. | bytes grow while the app is `suspended` or `notRunning`
    URL-2 | A | Force quit cancels all transfers of the app's sessions, and no relaunch follows. | `canceled(by: appRemoved)`
    URL-3 | A | A transfer created while the app is in the background is discretionary, whatever its configuration says. | field `discretionary` of `submitted`
    URL-4 | A | A transfer that is not discretionary starts as soon as its earliest begin date is reached and a permitted path exists. | start at the latest of creation, earliest begin date and path
    URL-5 | A/D | A discretionary transfer passes three stages of age since its earliest begin date, each `transfer.stageLength` long: Wi-Fi and external power; Wi-Fi and a battery above `battery.criticalLevel`; any permitted path. Its window is the three stages. With `transfer.waitsForPath` no transfer starts without a path that it may use. | `deferred(noPermittedPath)`; `deferred(transferStage)`; conditions at the start by age
    URL-6 | A | Loss of the path pauses a transfer, and its return resumes it; a cellular path is none for a session that does not allow it. It fails only when it is older than `transfer.resourceTimeout`; with `transfer.waitsForPath` one that never started fails as `failedUnstarted`. | `paused`, `resumed`; `failed(timeout)`; `failedUnstarted(resourceTimeout)`
    URL-7 | A | When all transfers of a session are done the app is launched once for the batch, told in place if it executes, or told at its next run if the session sends no launch events. | at most one `launched(mechanism: wake)` per batch
    URL-8 | A/D | The wake run ends with the stored completion handler; `transfer.wakeLimit` later the process is killed. | `terminated(transferCompletionLate)`
    URL-9 | A/C/D | Each app has a resume delay, zero at first, which every background wake doubles, from `transfer.firstDelay` up to `transfer.delayCap`. A transfer created in the background waits for it. | `deferred(resumeDelay)`; field `delay` of `launched`
    URL-10 | A/D | The resume delay returns to zero when the user opens the app, and when a full delay passes without a wake and without a background-created transfer waiting or moving. Transfers that end while the app executes do not raise it. | field `delay` is 0 at the next wake
    EXT-1 | A | An assertion keeps its process from being suspended. It needs no mode, and extensions cannot take one. | `background` between `assertionBegan` and `assertionEnded`; in an extension `rejected(unavailable)`
    EXT-2 | B | The allowance `assertion.allowance` is shared by all assertions of a process and counts from its entry into the background, or from the end of the run that kept it there. | several assertions end no later than one would
    EXT-3 | C | Under memory pressure the allowance is `assertion.pressureAllowance`. | an earlier `expired(timeLimit)`
    EXT-4 | A/D | The expiration handler of every open assertion is called `assertion.handlerLead` before the allowance ends, or at once if the allowance is shorter; each has to be ended by itself. | one `expired` per open assertion
    EXT-5 | A | An assertion still open at the end of the allowance kills the process. | `terminated(assertionExpired)`
    EXT-6 | A/B | When the last assertion ends, the process is suspended `life.suspendDelay` later. Below `os.version` 13 the allowance is 180 s, whatever EXT-2 and EXT-3 say. | `suspended`; allowance by version
    LIFE-1 | A/D | A background launch takes `life.coldLaunchTime`, a resume `life.resumeTime`; then come, at `handlerStarted`: launch finished (cold only), entered background, event delivered, snapshot. A process that already executes gets the event alone, at once or when its launch in progress ends. | order of `callback`; `handlerStarted.t` less `launched.t`
    LIFE-2 | A/B | Leaving the foreground brings: will resign active, entered background, snapshot, suspension. An app that takes longer than `life.enterBackgroundLimit` to enter the background is killed. Locking, or opening another app, makes the app in front leave at that instant. | order of `callback`; `terminated(enterBackgroundTimeout)`
    LIFE-3 | A/D | A process in the background is suspended exactly `life.suspendDelay` after the last run, assertion, active mode or callback that kept it running, unless something new begins; a suspended process executes nothing. | `suspended`; its CPU counter stands still
    LIFE-4 | B | A launch by the user finishes within `life.launchWatchdog`, or the process is killed. | `terminated(launchTimeout)`
    LIFE-5 | B | Outside the foreground, more than `life.cpuMonitorLimit` of CPU time within any `life.cpuMonitorWindow` kills the process, except under PROC-6. Without `continued.cpuMonitor` it kills no process either while a continued task of the process runs. | `terminated(cpuMonitor)`
    LIFE-6 | B/D | Suspended processes may be removed at any time without a callback: by the hazard `life.jetsamHazard`, with `life.jetsamHeavyProbability` when a heavy app comes to the front, and, least recently used first, above the most resident processes. Requests and transfers stay. | `terminated(memoryPressure)`; pending set unchanged
    LIFE-7 | B/D | A reboot takes no time, leaves the device locked, ends every process, run and held push, and keeps pending requests if `life.rebootKeepsRequests`. What ends has no callbacks; idle and lock time begin anew. Before the first unlock no opportunistic work starts. | `rebooted`, `terminated(reboot)`, `canceled(by: reboot)`; `deferred(firstUnlock)`
    LIFE-8 | A | A process that holds a lock on a shared file or database when it is suspended is killed. | `terminated(lockHeld)`
    QUIT-1 | A/B/D | Removing an app from the switcher sets its force-quit flag and ends its process and runs. While the flag is set no refresh, push or wake launch of the app happens; its pending requests stay. Processing and health launch all the same from `os.version` 18 on with `quit.processingRuns`, and the flag stays set. | `forceQuit`, `terminated(forceQuit)`; `deferred(forceQuit)`; no `launched`
    QUIT-2 | A | A push that arrives for a flagged app is lost. | `dropped(forceQuit)`
    QUIT-3 | A | The next launch by the user clears the flag and all its effects. Canceled transfers and continued tasks do not come back. | `settingChanged(forceQuitFlag)`; `launched` possible afterwards
    QUIT-4 | A/D | A reboot clears what `quit.rebootClears` says: nothing, the flag for pushes, or the whole flag. | after reboot and unlock: push `delivered`, request `deferred(forceQuit)`
    QUIT-5 | A | Memory kill, crash, watchdog kill and reboot never set the flag. | flag unchanged after `terminated` for these reasons
    QUIT-6 | B | Visible pushes and the notification service extension work for a flagged app; VoIP pushes and significant-change, region and visit events start it. | `delivered` or `launched(mechanism: mode)` with the flag set
    BAR-1 | A | Background App Refresh of the device is `off`, `wifi` or `wifiAndCellular`, and each app has a switch that is on at first. The app reads the status as available, denied or restricted. | `settingChanged`; the status that the app is told
    BAR-2 | A/D | Off for device or app denies refresh, processing, health, push and discretionary transfers, refuses submission, and loses pushes that arrive in that state; a push already held waits. Other transfers, wakes, continued tasks, assertions and modes are untouched. | `deferred(barOff)`; `dropped(barOff)`
    BAR-3 | D | Switching off cancels the pending requests of the apps concerned if `bar.offCancelsPending`. Switching on restores nothing: an app must run and submit again. | `canceled(by: barOff)`
    BAR-4 | A/D | Setting `wifi` lets refresh and push launches start on Wi-Fi only. | `deferred(barWifiOnly)` on every other path
    PWR-1 | A | With a level at or below `battery.criticalLevel` and no external power the low-battery verdict denies refresh, push and discretionary transfers. A rise crosses the level at the first instant strictly above it. | soft verdict `lowBattery`
    PWR-2 | A/D | Low Power Mode denies refresh, push and discretionary transfers, on the charger too if `lpm.appliesWhilePlugged`. Processing on external power goes on. | `deferred(lowPowerMode)`
    PWR-3 | B/D | When the level falls to `lpm.promptLevel` on battery while the mode is off, the user is asked, at most once after each unplugging, at the next unlocked session, and accepts with probability `lpm.promptAcceptance`. The user may switch the mode by hand at any level. | `settingChanged(lowPowerMode)`
    PWR-4 | A/D | A mode accepted at the prompt ends at the first instant with external power and a level of at least `lpm.autoOffLevel`; one switched on by hand stays. | `settingChanged(lowPowerMode)` at the crossing
    PWR-5 | B/D | Plugged means that external power is connected, whatever current flows; a charge held at `charge.limitLevel` or `charge.holdLevel` is still plugged. | gates unchanged during the hold
    PWR-6 | A | An app may read level, plug and Low Power Mode and act on them. The platform draws no conclusion from whether it does. | quality flags change only the app's own calls
    PWR-7 | D | At charge zero without external power the device powers off: every process ends, the radios are off, pushes stay at the server and user sessions are lost. Plugged in again it boots at `boot.level`, and LIFE-7 holds from there. | `poweredOff`, `terminated(powerOff)`; `rebooted`
    USE-1 | D | The predictor keeps, per app, type of day and bin of `usage.binWidth`, a share of days with a launch by the user that decays with `usage.halfLife`; a day counts after it has ended, and days mostly dead are skipped. Likelihood is one less the product of (1 - fraction x share) over the bins within `usage.lookahead`, or `usage.prior` before any day of the type has ended. | state `likelihood(app, t)`, which the log of launches reproduces
    USE-2 | A/D | The usage score is likelihood over `usage.saturation`, at most 1, and counts for refresh only. Under `seven-factor` a higher likelihood never makes the first launch of a request later, all else equal. | paired runs with a shifted likelihood
    USE-3 | A | The usage verdict denies processing and health once more than `usage.eligibilityDays` have passed since the app was last in the foreground, or if it never was, and denies nothing else. | soft verdict `appUsage`
    USE-4 | C | A refresh is denied while the app was opened on fewer than `usage.learningDays` of the last `usage.refreshEligibilityDays` ended local days; 0 learning days deny nothing. Days before the start count as opened for apps that were there, but not for new ones; days on which the phone was dead count as days. The change at midnight is a decision point. | soft verdict `appUsage` of mechanism `refresh`
    USE-5 | C | Much use counts beside the likelihood: the usage component is likelihood plus `usage.intensityWeight` times the opens a day on the last seven ended local days over `usage.intensiveOpens`, at most 1, the sum over `usage.saturation`, at most 1. Days before the start count 0. | fields `score`, `threshold` of `decision`
    USE-6 | C | A refresh is denied while the last open of its app is more than `usage.recency` ago; 672 h deny nothing. An app that was there at the start counts as opened then, a new one as never. Neither beginning nor end is a decision point. | soft verdict `appUsage` of mechanism `refresh`
    USE-7 | C | Processing of a new app is denied until its user has opened it on `usage.processingLearningDays` local days, today included. | soft verdict `appUsage` of mechanism `processing`
    BUD-1 | A/D | Each device has an energy ledger with a daily capacity of `budget.energyFraction` of the nominal battery energy, and a cellular ledger with `budget.cellularCapacity` bytes. | two balances in the log
    BUD-2 | A/D | Ledgers start at `budget.initialFraction` of capacity. Each day they are refilled in `budget.slotsPerDay` slots of shape `budget.refillShape`, fixed at its start, that sum exactly to the capacity, the last at midnight; a balance never exceeds the capacity. | `budgetRefilled` with field `clipped`
    BUD-3 | A/D | Every run of a debiting mechanism debits, at its end and once more when its radio tail ends, the energy billed to it while unplugged, also if it failed or was killed. What the user has started in front debits nothing (BUD-8). | `budgetDebited`, device then app; none for others or for amount 0
    BUD-4 | A/D | Bytes debit the cellular ledger only when they moved over cellular, plugged or not. | no `budgetDebited(cellular)` for bytes over Wi-Fi
    BUD-5 | A/D | The energy verdict denies refresh, push and discretionary transfers while a balance is not positive and the device is unplugged. The data verdict denies them on a cellular path while a cellular balance is not positive, and with `launch.needsPath` also without a path. | soft verdicts `energyBudget`, `dataBudget`
    BUD-6 | D | No budget stops a run: it may leave a debt, which later refills pay back. | negative balances; no `expired` for a budget
    BUD-7 | D | Each app has a share ledger of `budget.appShare` of the device's capacities, refilled and debited alike. Of the rest it has `budget.useWeight` times its share of all opens on the last seven ended local days, fixed at each day's start; a balance above the new capacity is clipped. BUD-5 needs the balances of device and app to be positive. | field `scope` of `deferred`
    BUD-8 | B/D | URL-4 comes first: a transfer that is not discretionary, which is one created in front, and the wake of a batch with one debit nothing and are not denied. All other wakes debit, and are denied only when a balance is at or below minus `budget.transferOverdraft` of the capacity; with `budget.transferDenied` the first do so too. No policy sees them: the platform enforces it unless budgets are off. | `deferred(energyBudget)` or `deferred(dataBudget)` of wakes beyond the overdraft only
    BUD-9 | D | Ledgers close exactly and at all times, in whole units: balance = initial + refills - clipped - debits. | the identity, checked at every change
    RATE-1 | B/C | The rate verdict denies a refresh launch of an app until `refresh.minGap` after its last one. It denies a processing launch of a task from the last launch until a wait has passed. The wait is the greater of `processing.minGap` and `processing.restFactor` times the wall time of the last run, from the start of its handler. | soft verdict `rateLimit`; gaps between `launched` under a policy that obeys it
    RATE-2 | B/D | Push launches of an app keep `push.minGap` between them, and each takes one whole token of a bucket of `push.bucketCapacity` that starts full and refills continuously, one token per `push.bucketRefill`. A launch against the verdict leaves it empty. | gaps between push `launched`; tokens between 0 and the capacity
    RATE-3 | D | Clocks are separate per mechanism, or with `rate.scope` at `perApp` common to all opportunistic launches of an app, processing keeping its own per task. Joined and foreground deliveries and launches by a debugger start no clock. | gaps under both settings
    RATE-4 | B | Push launches of all apps share a bucket of `push.deviceBucketCapacity` tokens that refills continuously, one per `push.deviceBucketRefill`; 1000 is without limit. A launch against the verdict leaves it empty. Joined, foreground, visible and VoIP deliveries and launches by a debugger take none. | soft verdict `rateLimit`; field `scope` of `deferred`, `app` where both deny
    GATE-1 | D | Each of the seven factors is enforced as its `factor` parameter says: `hard`, the platform denies; `soft`, the policy gets a verdict; `off`, it always allows and is never reported. Losses and refusals of the app switcher and of Background App Refresh stay under `soft`. | field `enforcement` of `deferred`; an `off` factor is never a reason
    GATE-2 | D | A policy starts candidates only: a start that a hard gate denies is counted as a violation and not carried out. Hard verdicts depend on the state alone, never on the policy. | `policyViolation`, no `launched`
    GATE-3 | B/D | The policy is consulted every `gate.evaluationInterval`, with a phase of the device's own, and after every change of a state that a gate reads: submissions, arrivals, earliest begin dates, plug, lock, screen, network, settings, thermal level, the critical battery level, refills, ends of runs, gaps, holds, tokens and stages, the midnight that changes USE-4, and entering or leaving an app with a pending item. A token of a push is one while a push is held, and an arrival is one, however delivered. These are no decision points: the start of a push's handler, memory pressure, a change of the CPU load, and a setting that keeps its value. The end of a process without a run and the earliest begin date of an item that has gone are none either. All triggers of one instant make one decision; what it triggers itself waits for the next tick. | `decision.t` coincides with one of these
    GATE-4 | B/D | The threshold of a candidate falls linearly from `score.thresholdStart` at the opening of its window to `score.thresholdEnd` at its deadline, and stays there. A candidate passes at the first tick at which its score is at least the threshold, to a billionth. | fields `score`, `threshold` of `decision`
    GATE-5 | B/D | The score is the mean of the applicable components, each within [0, 1], weighted by `score.weights`. A component of 1 never lowers it. | property of the score
    GATE-6 | B | A soft denial that the policy enforces overrides any score. | no `launched` against an enforced denial in the same `decision`
    GATE-7 | D | Hard: no opportunistic launch of an app in the foreground, active or not, and none of an identifier whose last run has not ended or started at this very instant; decisions each put off by one tick are one instant. The request is not consumed. | `deferred(appForeground)`; `deferred(alreadyRunning)`
    GATE-8 | C/D | Soft: nothing opportunistic during `gate.bootHold` after a boot, while the device is busy, at thermal level serious, or for `gate.herdHold` after an unlock or a return of the network that ends at least `gate.herdPause` of uninterrupted lock or absence; no processing above `gate.cpuLoadCeiling`. | soft verdicts `bootHold`, `busy`, `cpuLoad`, `thermalSerious`, `herd`
    GATE-9 | A/D | Hard: at thermal level critical nothing opportunistic starts, and running processing, health and continued tasks expire. No launch is guaranteed: under hostile conditions every request stays pending to the horizon. | `deferred(thermalCritical)`, `expired(thermalCritical)`; no `launched`
    GATE-10 | C | Soft: an occasion begins when the phone is plugged and has been idle for `processing.idleDelay`, and ends with either. For a time after its beginning, exponential with mean `processing.settlingMean` and drawn for the device, the day and the number of the occasion on it, no processing starts. Its end is a decision point. | soft verdict `settling`
    MODE-1 | A | A process whose audio really plays or records stays in the background; when that ends LIFE-3 holds. | state during playback
    MODE-2 | A | Standard location updates keep a process running in the background and never relaunch it. | no `launched(mechanism: mode)` after a kill
    MODE-3 | A/B | A significant change of location, at least `location.significantDistance` and `location.significantInterval` after the last, launches the app for `location.eventRuntime`, which an assertion can extend: its allowance counts from the end of that time. | spacing and length of such runs
    MODE-4 | A/B | An app has at most `location.regionLimit` regions; a crossing must last `location.regionDwell` before it becomes an event. | `rejected(limit)` for a further region; delay of the event
    MODE-5 | A/D | A VoIP push launches the app, which must report a call or is killed; after `voip.missLimit` misses its VoIP pushes stop. | `terminated(callNotReported)`; later `dropped(voipStopped)`
    MODE-6 | A | The notification service extension has a process of its own with `nse.runtimeLimit` and `nse.memoryLimit`; if it is late or killed the original content is shown. | `delivered(content: original)`
    MODE-7 | D | Runs of a mode ignore all soft factors and debit no budget; their energy is the app's all the same. | budgets unchanged; the app's energy grows
    AND-1 | D | Policy `android-buckets` decides by AND-2 to AND-6 in place of the soft factors and conditions, on equal devices, requests and traces; hard gates stay. | equal hard verdicts in equal states under any policy
    AND-2 | A/D | An app's bucket follows the time since its last foreground use, by ages that are parameters: active, working set, frequent, rare, restricted. | `settingChanged(bucket)`
    AND-3 | A | On battery a bucket has quotas of run time, starts and sessions over a rolling window. Runs a few seconds apart are one session, and starts and sessions per minute are limited too. | sums over any rolling window
    AND-4 | A | External power lifts AND-3 and AND-6. | no denial by quota while plugged
    AND-5 | A/D | Silent pushes are messages of normal priority. On battery those for apps in `rare` or `restricted` wait for the app's next run, its next use, or external power. | `deferred(policyChoice)`, then `delivered` at one of these instants
    AND-6 | A | Unplugged with the screen off the device dozes: lightly after a first delay, deeply after a longer one without motion. Starts and pushes wait for maintenance windows, whose spacing doubles up to a cap. Screen or plug ends both, motion ends deep Doze. | starts during Doze lie within windows
    DBG-1 | A/D | With `debug.attached` a simulated launch starts a pending request at once, past earliest begin date and gates, and is refused without one. The run is synthetic: it debits nothing and starts no clock. | `launched(synthetic: true)`, counters unchanged; else `rejected(unavailable)`
    DBG-2 | A | A simulated expiration expires the running task at once. | `expired(debug)`
    DBG-3 | A | With `debug.attached` kills by watchdog and grace are suppressed, visibly, and nothing but the kill: callbacks return, launches and extra time end, the app is suspended. Pushes are delivered at once. | `warned(killSuppressed)`; `delivered` at arrival
    DBG-4 | A | On a simulator nothing is ever launched and both simulated calls are refused. | `rejected(unavailable)`
    BAD-1 | A | An identifier that differs from the permitted one, if only by case, is refused; to an app that ignores the error its task merely never runs. | `rejected(notPermitted)` and no launch
    BAD-2 | D | A permitted identifier without a registered handler is accepted, and its launch kills the process. | `launched`, then `terminated(noHandler)`
    BAD-3 | A | A path of the code that never completes the task keeps the process awake until the limit, and ends in a kill unless the expiration handler completes it. Work that ends within the grace completes normally. | run of limit plus grace; `terminated(completionTimeout)`, cause `missingCompletion`
    BAD-4 | A | Without an expiration handler a task is marked complete and unsuccessful when it expires, for whatever cause; its process is suspended, not killed, and the app does not submit again at that moment. | `expired(handler: none)`, `completed(success: false)` at the same time
    BAD-5 | A/D | An expiration handler that is called but does not stop the work within the grace ends in a kill. | `terminated(completionTimeout)`, cause `expiryIgnored`
    BAD-6 | A | An app that never resubmits runs once; one that does so on success ends its task with the first failed run, at the end with the first killed run; at the start survives all three. | length of the task
    BAD-7 | D | An app that reports completion before its asynchronous work is done may be suspended: the rest resumes when the process runs again and is lost if it ends. | `completed(success: true)` with `workDone` below 1
    BAD-8 | A | An app that resubmits with a fresh earliest begin date whenever it leaves the foreground moves its earliest begin date on each time. Opened more often than the earliest begin date delay, it gets no refresh between those opens. | a chain of `replaced` without a launch
    BAD-9 | D | Work without checkpoints starts again from zero after an expired or killed run; with them it resumes from the last one reached before the end, however that came, with its processor time, bytes and waiting. Success clears them. | `workDone` at the next start
    BAD-10 | C/D | Each kill for a missing completion debits `quality.penaltyFraction` of its own capacity from the app's energy share, plugged or not, and never from the device's ledger. | `penaltyApplied`
    """#
}
