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
    for (work, place) in zip(app.exitWork, place.elements("assertions")) { checkExitWork(work, place) }
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
        "registers its handlers wrongly, so that the system kills the app at its launches (API-3, BAD-2); use `atLaunch`"
      ),
      (
        quality.resubmits == .never && app.tasks.contains { $0.mechanism != .continued }, place["quality"],
        "submits no request after a run, so that each task runs once (BAD-6); use `resubmits: atStart`"
      ),
      (
        quality.holdsLock, place["quality"],
        "holds a file lock at each suspension, so that the system kills the app (LIFE-8); release the lock"
      ),
      (
        app.visiblePushes?.serviceExtension.map { Double($0.memoryBytes) > memory } ?? false,
        place["visiblePushes"],
        "needs more memory than a service extension may use (`nse.memoryLimit`, MODE-6); use less"
      ),
      (
        app.modes.regions.map { $0.count > parameters.count("location.regionLimit") } ?? false,
        place["modes"],
        "registers more regions than the platform monitors (`location.regionLimit`, MODE-4); register fewer"
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
      remarks.add(item.at("fetches"), "opens bring the content, too, by default; state `content.fetchOnOpen`")
    }
    if app.pushes?.fetches ?? false, place["pushes"]?["fetches"] == nil {
      remarks.add(item.at("fetches"), "pushes bring the content, too, by default; state `pushes.fetches`")
    }
  }

  /// LIFE-5: computing that the CPU monitor ends.
  private func checkProcessor(_ task: TaskSpecification, _ place: Place) {
    let parameters = study.study.parameters
    let isWatched =
      task.mechanism == .continued ? parameters.boolean("continued.cpuMonitor") : task.mechanism == .refresh
    let limit = parameters.base("life.cpuMonitorLimit")
    let share = task.work.cpuShare?.quantile(0.5) ?? 1
    guard isWatched, task.work.cpu.quantile(0.5) > limit,
      share * parameters.base("life.cpuMonitorWindow") > limit
    else { return }
    remarks.add(
      place.at("work"),
      "computes longer than the CPU monitor allows (`life.cpuMonitorLimit`, LIFE-5); compute with pauses, or less"
    )
  }

  /// API-1, API-6, CONT-2, CONT-5: requests that are refused whenever they are submitted.
  private func checkRefusal(_ task: TaskSpecification, _ place: Place) -> Bool {
    let found: (key: String, rule: String, remedy: String)? =
      switch refusal(of: task) {
      case .notPermitted where task.mechanism == .continued:
        ("id", "CONT-2", "permit a wildcard such as `\(app.bundleID).*`, and begin it so")
      case .notPermitted: ("id", "API-1", "add it to `declarations.permittedIdentifiers`")
      case .unavailable:
        (
          "kind", "API-6",
          "set `os.version` to at least \(PlatformParameters.firstVersion(of: task.mechanism))"
        )
      case .gpuNotEntitled: ("gpu", "CONT-5", "add `gpu: true` to `declarations`")
      case .gpuNotAvailable: ("gpu", "CONT-5", "set `device.gpuBackground` to true, or do without the GPU")
      default: nil
      }
    guard let found else { return false }
    remarks.add(
      place.at(found.key),
      "all requests of `\(task.identifier)` are refused (\(found.rule)); \(found.remedy)")
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

  /// SUB-4 and SUB-5: series that an app submits by itself, more than may be pending.
  private func checkLimit(_ parameter: String, _ rule: String, _ counts: (Mechanism) -> Bool) {
    let (tasks, limit) = (app.tasks, study.study.parameters.count(parameter))
    let series = tasks.indices.filter {
      counts(tasks[$0].mechanism) && tasks[$0].submitsAtFirstLaunch && tasks[$0].origin != .limitedExtension
        && refusal(of: tasks[$0]) == nil
    }
    let places = place.elements("tasks")
    // Of two apps with one bundle id the second may have fewer tasks than the first.
    guard series.count > limit, places.indices.contains(series[limit]) else { return }
    let names = series.map { "`\(tasks[$0].identifier)`" }.joined(separator: ", ")
    remarks.add(
      places[series[limit]].at("id"),
      "of \(names) only \(limit) can be pending at a time (`\(parameter)`), and the others are refused with "
        + "`tooManyPending` (\(rule)); do their work in one task")
  }

  /// CONT-1: a continued task that its user is never there to start.
  private func checkStart(_ task: TaskSpecification, _ place: Place) {
    guard task.mechanism == .continued else { return }
    let (rule, opens) = ("only the app in front may submit it (CONT-1)", study.opens(app))
    if !opens.byUsage, !opens.otherwise {
      remarks.add(place, "is never submitted: \(rule), and nothing opens the app; give it `usage`")
    } else if let delay = task.continued.startsAfterOpen {
      guard case .scripted(let use) = app.usage, use.stay < delay, !opens.otherwise else { return }
      remarks.add(
        place.at("startsAfterOpen"),
        "found \(TimeWords.exact(delay)), but the user leaves after \(TimeWords.exact(use.stay)) (`usage.stay`): unless "
          + "opens overlap it is never submitted, as \(rule); start it earlier, or stay longer")
    } else if !study.steps("submit", app).contains(where: { $0.text("task") == task.identifier }),
      !self.place.elements("tasks").contains(where: { $0["alsoSubmits"] != nil })
    {
      remarks.add(place, "is never submitted: \(rule), by `startsAfterOpen` or the script")
    }
  }

  /// BAD-8: a floor that is moved on at each exit, before it is over.
  private func checkRearming(_ task: TaskSpecification, _ place: Place) {
    let quality = app.quality
    guard quality.rearmsAtExit, !quality.checksLowPowerMode, !quality.checksRefreshStatus,
      task.submitsAtFirstLaunch, task.mechanism != .continued, case .scripted(let use) = app.usage,
      use.opensPerDay > 0
    else { return }
    // A time of day stays where it is.
    if let floor = task.floor, floor.delay == nil { return }
    let floor = max(task.floor?.delay ?? .zero, study.platform.windowDelay)
    let (times, period) = (use.times.sorted(), TimeSpan.days(use.everyDays))
    var gaps = [TimeSpan.seconds(period.seconds / use.opensPerDay)]
    let isExact = use.opensPerDay == Double(times.count) && use.spread == .zero
    if isExact { gaps = zip(times, times.dropFirst() + [times[0] + period]).map { $1 - $0 } }
    let short = gaps.filter { $0 <= floor }.count
    guard short * 2 > gaps.count else { return }
    let found =
      isExact ? "\(short) of \(gaps.count) times between opens are" : "the mean time between opens is"
    remarks.add(
      place.at("floor"),
      "found \(TimeWords.exact(floor)), which with `rearmsAtExit` begins anew at each exit (\(found) not longer): no run "
        + "before it is over (BAD-8); leave a pending request as it is, or shorten the floor")
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
      "takes more than \(TimeWords.exact(end)) in \(Self.percent(share)) of the runs, which may last "
        + "\(TimeWords.exact(limit)) (\(rule)), even on Wi-Fi; without checkpoints each begins anew (BAD-9): "
        + (isPush ? "leave it to a task or transfer" : "set `checkpointInterval`, or do less in a run"))
  }

  /// EXT-2: work after an exit that outlasts the extra time, less EXT-4 where a handler stops it.
  private func checkExitWork(_ work: ExitWork, _ place: Place) {
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
      "is more than the \(TimeWords.exact(end)) of extra time after \(Self.percent(share)) of the exits, and ends there "
        + "unless the user or other work keeps the app running (EXT-2); leave it to `transfers` or a continued task"
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
      let (cpu, wait) = (part(work.cpu, 0.3166248) / core, part(work.wait, 0.4142136))
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
