import BackgroundExecution
import EventSimulation
import ModelParameters
import RandomStreams
import UsageModels
import Workload

/// The warnings about what the rules make impossible, always or in most cases, whatever a policy does.
extension AppRemarks {
  func checkRules() {
    for (task, place) in zip(app.tasks, place.elements("tasks")) {
      if checkRefusal(task, place) { continue }
      checkStart(task, place)
      checkRearming(task, place)
      checkWork(task.work, task.mechanism, place)
    }
    checkLimit("submit.refreshLimit", "SUB-4") { $0 == .refresh }
    checkLimit("submit.processingLimit", "SUB-5") { $0.isProcessing }
    if let pushes = app.pushes, let place = place["pushes"] ?? place["visiblePushes"] {
      checkWork(pushes.work, .push, place)
    }
    for (work, place) in zip(app.backgroundEntryWork, place.elements("assertions")) {
      checkBackgroundEntryWork(work, place)
    }
    checkQuality()
  }

  /// Defects of the app, and amounts above a limit of the platform, that stop work whatever a policy does.
  private func checkQuality() {
    let (quality, parameters) = (app.quality, study.study.parameters)
    let hasTasks = !app.tasks.isEmpty
    let memory = parameters.base("nse.memoryLimit")
    let findings: [(isFound: Bool, place: Place?, text: String)] = [
      (
        quality.registration != .atLaunch && quality.registration != .atUse && hasTasks, place["quality"],
        "the system kills the app at its launches, because it registers its handlers wrongly (API-3, BAD-2). Use `atLaunch`"
      ),
      (
        quality.resubmits == .never && app.tasks.contains { $0.mechanism != .continued }, place["quality"],
        "each task runs only once, because the app does not resubmit its requests (BAD-6). Use `resubmits: atStart`"
      ),
      (
        quality.holdsLock, place["quality"],
        "the system kills the app at each suspension, because it holds a file lock (LIFE-8). Release the lock"
      ),
      (
        app.visiblePushes?.serviceExtension.map { Double($0.memoryBytes) > memory } ?? false,
        place["visiblePushes"],
        "the service extension needs more memory than allowed (`nse.memoryLimit`, MODE-6). Use less memory"
      ),
      (
        app.modes.regions.map { $0.count > parameters.count("location.regionLimit") } ?? false,
        place["modes"],
        "the app registers more regions than the platform monitors (`location.regionLimit`, MODE-4). Register fewer regions"
      ),
    ]
    for finding in findings where finding.isFound { remarks.add(finding.place ?? place, finding.text) }
    checkContent()
    for (task, place) in zip(app.tasks, place.elements("tasks")) { checkProcessor(task, place) }
  }

  /// Content that opens or pushes bring by default, while the study says of other work that it brings content.
  private func checkContent() {
    let items = (place.elements("tasks") + place.elements("transfers")).filter {
      $0.text("fetches") == "true"
    }
    guard let item = items.first, app.content.process != .none else { return }
    if app.content.fetchOnOpen, place["content"]?["fetchOnOpen"] == nil {
      remarks.add(
        item.at("fetches"), "app opens also fetch the content by default. Set `content.fetchOnOpen`")
    }
    if app.pushes?.fetches ?? false, place["pushes"]?["fetches"] == nil {
      remarks.add(item.at("fetches"), "pushes also fetch the content by default. Set `pushes.fetches`")
    }
  }

  /// LIFE-5: computing that the CPU monitor ends.
  private func checkProcessor(_ task: TaskSpecification, _ place: Place) {
    let parameters = study.study.parameters
    let isWatched =
      task.mechanism == .continued ? parameters.boolean("continued.cpuMonitor") : task.mechanism == .refresh
    let limit = parameters.base("life.cpuMonitorLimit")
    let share = (task.work.cpuShare?.quantile(0.5) ?? 1) * (task.work.pace?.share ?? 1)
    guard isWatched, task.work.cpu.quantile(0.5) > limit,
      share * parameters.base("life.cpuMonitorWindow") > limit
    else { return }
    remarks.add(
      place.at("work"),
      "the run computes longer than the CPU monitor allows (`life.cpuMonitorLimit`, LIFE-5). Add pauses or compute less"
    )
  }

  /// API-1, API-6, CONT-2, CONT-5: requests that are refused whenever they are submitted.
  private func checkRefusal(_ task: TaskSpecification, _ place: Place) -> Bool {
    let found: (key: String, rule: String, remedy: String)? =
      switch refusal(of: task) {
      case .notPermitted where task.mechanism == .continued:
        ("id", "CONT-2", "permit a wildcard such as `\(app.bundleID).*`, and use this prefix")
      case .notPermitted: ("id", "API-1", "add it to `declarations.permittedIdentifiers`")
      case .unavailable:
        (
          "kind", "API-6",
          "set `os.version` to at least \(PlatformParameters.firstVersion(of: task.mechanism))"
        )
      case .gpuNotEntitled: ("gpu", "CONT-5", "add `gpu: true` to `declarations`")
      case .gpuNotAvailable:
        ("gpu", "CONT-5", "set `device.gpuBackground` to true, or do not request the GPU")
      default: nil
      }
    guard let found else { return false }
    remarks.add(
      place.at(found.key),
      "the system refuses all requests of `\(task.identifier)` (\(found.rule)); \(found.remedy)")
    return true
  }

  /// The refusal that no state of the phone and no mode of the bundle could avert.
  private func refusal(of task: TaskSpecification) -> RejectionReason? {
    let permitted =
      app.declarations.permittedIdentifiers ?? app.tasks.map(\.identifier) + [app.bundleID + ".*"]
    if task.mechanism == .continued {
      return study.platform.rejection(
        ofContinued: task.identifier, permitted: permitted, bundleID: app.bundleID, task.continued,
        hasGPUEntitlement: app.declarations.hasGPUEntitlement)
    }
    return study.platform.rejection(
      of: task.mechanism,
      isDeclared: PlatformParameters.isDeclared(
        task.identifier, task.mechanism, permitted: permitted, modes: .all))
  }

  /// SUB-4 and SUB-5: task that an app submits by itself, more than may be pending.
  private func checkLimit(_ parameter: String, _ rule: String, _ counts: (Mechanism) -> Bool) {
    let (tasks, limit) = (app.tasks, study.study.parameters.count(parameter))
    let submitted = tasks.indices.filter {
      counts(tasks[$0].mechanism) && tasks[$0].submitsAtFirstLaunch && tasks[$0].origin != .limitedExtension
        && refusal(of: tasks[$0]) == nil
    }
    let places = place.elements("tasks")
    // Of two apps with one bundle id the second may have fewer tasks than the first.
    guard submitted.count > limit, places.indices.contains(submitted[limit]) else { return }
    let names = submitted.map { "`\(tasks[$0].identifier)`" }.joined(separator: ", ")
    remarks.add(
      places[submitted[limit]].at("id"),
      "only \(limit) of \(names) can be pending at a time (`\(parameter)`). The system refuses further requests with "
        + "`tooManyPending` (\(rule)). Combine their work in one task")
  }

  /// CONT-1: a continued task that its user is never there to start.
  private func checkStart(_ task: TaskSpecification, _ place: Place) {
    guard task.mechanism == .continued else { return }
    let (rule, opens) = ("only a foreground app may submit it (CONT-1)", study.opens(app))
    if !opens.byUsage, !opens.otherwise {
      remarks.add(place, "this task is never submitted: \(rule), but the app is never opened. Add `usage`")
    } else if let delay = task.continued.startsAfterOpen {
      guard case .scripted(let use) = app.usage, use.stay < delay, !opens.otherwise else { return }
      remarks.add(
        place.at("startsAfterOpen"),
        "the task is not submitted unless opens overlap: its delay is \(TimeWords.exact(delay)), but the user leaves after "
          + "\(TimeWords.exact(use.stay)) (`usage.stay`), and \(rule). Start it earlier, or raise `usage.stay`"
      )
    } else if !study.steps("submit", app).contains(where: { $0.text("task") == task.identifier }),
      !self.place.elements("tasks").contains(where: { $0["alsoSubmits"] != nil })
    {
      remarks.add(
        place, "this task is never submitted, because \(rule). Add `startsAfterOpen` or a script step")
    }
  }

  /// BAD-8: an earliest begin date that is moved on at each exit, before it is over.
  private func checkRearming(_ task: TaskSpecification, _ place: Place) {
    let quality = app.quality
    guard quality.rearmsOnBackground, !quality.checksLowPowerMode, !quality.checksRefreshStatus,
      task.submitsAtFirstLaunch, task.mechanism != .continued, case .scripted(let use) = app.usage,
      use.opensPerDay > 0
    else { return }
    // A time of day stays where it is.
    if let earliestBegin = task.earliestBegin, earliestBegin.delay == nil { return }
    let earliestBegin = max(task.earliestBegin?.delay ?? .zero, study.platform.windowDelay)
    let (times, period) = (use.times.sorted(), TimeSpan.days(use.everyDays))
    var gaps = [TimeSpan.seconds(period.seconds / use.opensPerDay)]
    let isExact = use.opensPerDay == Double(times.count) && use.spread == .zero
    if isExact { gaps = zip(times, times.dropFirst() + [times[0] + period]).map { $1 - $0 } }
    let short = gaps.filter { $0 <= earliestBegin }.count
    guard short * 2 > gaps.count else { return }
    let found =
      isExact ? "\(short) of \(gaps.count) times between opens are" : "the mean time between opens is"
    remarks.add(
      place.at("earliestBegin"),
      "the task may starve: with `rearmsOnBackground` the delay of \(TimeWords.exact(earliestBegin)) restarts each time the app enters "
        + "the background, and \(found) not longer (BAD-8). Keep the pending request, or shorten the delay")
  }

  /// REF-1, PROC-7, PUSH-8 and BAD-9: work that a run cannot finish, and no other run goes on with.
  private func checkWork(_ work: WorkSpecification, _ mechanism: Mechanism, _ place: Place) {
    let (quality, grace) = (app.quality, study.platform.expiryGrace)
    let isCalledBefore = study.platform.expiryWarns
    let (limit, isPush) = (study.platform.runtimeLimit(of: mechanism), mechanism == .push)
    // Work that does not stop at its expiry may still end within the grace.
    let isTold = quality.setsExpirationHandler || quality.completionStyle == .implicit
    let stops = !isPush && (!isTold || quality.expiryReaction.map { $0 <= grace } ?? false)
    let end = isCalledBefore ? stops ? limit - grace : limit : stops ? limit : limit + grace
    guard mechanism != .continued, !quality.completesEarly, !quality.doesNoWork,
      isPush || quality.checkpointInterval.map({ $0 > end }) ?? true,
      case let share = study.shareOfRuns(of: work, longerThan: end), share >= 0.5
    else { return }
    let rule = isPush ? "PUSH-8" : mechanism == .refresh ? "REF-1" : "PROC-7"
    remarks.add(
      place.at("work"),
      "\(Self.percent(share)) of the runs expire before they finish: the work takes more than \(TimeWords.exact(end)) even on Wi-Fi, but "
        + "a run may last \(TimeWords.exact(limit)) (\(rule)), and without checkpoints each run restarts (BAD-9). "
        + (isPush ? "Use a task or transfer" : "Set `checkpointInterval`, or do less per run"))
  }

  /// EXT-2: work after an exit that outlasts the extra time, less EXT-4 where a handler stops it.
  private func checkBackgroundEntryWork(_ work: BackgroundEntryWork, _ place: Place) {
    let (quality, platform) = (app.quality, study.platform)
    let stops =
      quality.setsExpirationHandler && quality.endsAssertion != .never && quality.expiryReaction != nil
    let allowance = platform.osVersion < 13 ? TimeSpan.minutes(3) : platform.assertionAllowance
    let end = stops ? max(.zero, allowance - platform.assertionHandlerLead) : allowance
    guard work.usesAssertion, work.origin == .app, case let share = work.length.survival(end.seconds),
      share >= 0.5
    else { return }
    remarks.add(
      place.at("length"),
      "the work is cut off after \(Self.percent(share)) of the entries into the background: it is longer than the "
        + "background time of \(TimeWords.exact(end)) (EXT-2). Use `transfers` or a continued task"
    )
  }

  private static func percent(_ share: Double) -> String {
    share == 1 ? "all" : "about \(Int(min(99, (share * 100).rounded()))) %"
  }
}

extension StudyRemarks {
  /// Whether the study's usage may open an app, and whether a recording, the script, a mode or the start may.
  fileprivate func opens(_ app: AppSpecification) -> (byUsage: Bool, otherwise: Bool) {
    let isUsed =
      switch app.usage {
      case .none: false
      case .popularity: study.population.archetypes.contains { $0.userModel == .synthetic }
      case .scripted(let use): use.opensPerDay > 0
      }
    let isOpened =
      root["trace"] != nil || app.modes.audio != nil || app.modes.location != nil
      || !steps("open", app).isEmpty
      || study.population.archetypes.contains { $0.start.frontApp == app.bundleID }
    return (isUsed, isOpened)
  }

  /// The share of runs whose work takes longer than a time on the fastest phone, alone on Wi-Fi: processor or bytes,
  /// whichever takes longer, and then waiting.
  fileprivate func shareOfRuns(of work: WorkSpecification, longerThan limit: TimeSpan) -> Double {
    let parameters = study.parameters
    let up = 8e-6 / parameters.number("radio.wifi.upRate")
    let down = 8e-6 / parameters.number("radio.wifi.downRate")
    /// The time where each part, told by its number, is at the quantile of `p`.
    func time(_ p: (Double) -> Double) -> Double {
      func part(_ law: any Distribution, _ number: Double) -> Double { max(0, law.quantile(p(number))) }
      let core = fastestCore * (work.cpuShare.map { $0.quantile(1 - p(0.7320508)) } ?? 1)
      let bytes = part(work.up, 0.2360680) * up + part(work.down, 0.6457513) * down
      let busy = TimeSpan.seconds(part(work.cpu, 0.3166248) / core)
      let (cpu, wait) = ((work.pace?.length(of: busy) ?? busy).seconds, part(work.wait, 0.4142136))
      return parameters.boolean("work.bytesFirst") ? max(cpu, bytes) + wait : max(cpu, bytes + wait)
    }
    // Of five parts that are each longer in one of ten runs, one is in half of the runs at most.
    guard time({ _ in 0.9 }) > limit.seconds else { return 0 }
    // The multiples of these roots of primes fill the unit cube evenly.
    let longer = (1...1000).filter { draw in
      time { (Double(draw) * $0).truncatingRemainder(dividingBy: 1) } > limit.seconds
    }
    return Double(longer.count) / 1000
  }
}
