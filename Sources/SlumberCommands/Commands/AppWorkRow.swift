import Basics
import ModelParameters
import Studies
import Workload

struct AppWorkRow {
  var app: String
  /// The task: its kind, and its identifier without the app's id, where it says more.
  var task: String
  var when: String
  var run: String

  static func rows(_ study: Study) -> [AppWorkRow] {
    let prefix = commonPrefix(study)
    return study.apps.flatMap { rows($0, named: String($0.bundleID.dropFirst(prefix.count))) }
  }

  /// Shared by the ids of all apps; empty for a single app.
  static func commonPrefix(_ study: Study) -> String {
    study.apps.count > 1 ? RunSummary.commonPrefix(study.apps.map(\.bundleID)) : ""
  }

  static func table(_ rows: [AppWorkRow]) -> TextTable {
    TextTable(
      rows,
      [
        .page("app", \.app), .page("work", \.task), .page("asked for", \.when), .page("each run", \.run),
      ], indentation: 2)
  }

  private static func rows(_ app: AppSpecification, named shown: String) -> [AppWorkRow] {
    var rows: [AppWorkRow] = []
    func add(_ task: String, _ when: String, _ run: String) {
      rows.append(AppWorkRow(app: shown, task: task, when: when, run: run))
    }
    func name(_ kind: String, _ identifier: String) -> String {
      let isOwn = identifier.hasPrefix(app.bundleID + ".")
      let rest = isOwn ? identifier.dropFirst(app.bundleID.count + 1) : identifier[...]
      return rest == kind ? kind : "\(kind) \(rest)"
    }
    for task in app.tasks {
      let submitters = app.tasks.filter { $0.alsoSubmits.contains { $0.task == task.identifier } }.map(
        \.identifier)
      var when: [String] = []
      if let earliestBegin = task.earliestBegin {
        when.append("not before \(TimeWords.earliestBegin(earliestBegin))")
      }
      if task.requiresExternalPower { when.append("with power") }
      if task.requiresNetworkConnectivity { when.append("with network") }
      if task.mechanism == .continued {
        when.append(
          task.continued.startsAfterOpen.map { "\(TimeWords.span($0)) after an open" } ?? "by the script")
      } else if !task.submitsAtFirstLaunch, submitters.isEmpty {
        when.append("by the script")
      }
      if !submitters.isEmpty { when.append("by runs of \(submitters.joined(separator: " and "))") }
      add(
        name(task.mechanism.name, task.identifier),
        when.isEmpty ? "no condition" : when.joined(separator: ", "), words(task.work, fetches: task.fetches))
    }
    if let pushes = app.pushes {
      add(
        pushes.isWakingAlert ? "waking alert" : "silent push",
        "\(words(pushes.trigger)), priority \(pushes.priority)",
        words(pushes.work, fetches: pushes.fetches))
    }
    if let pushes = app.visiblePushes, pushes.launches == nil || app.pushes?.isWakingAlert != true {
      add(
        "visible push", words(pushes.trigger),
        pushes.serviceExtension == nil ? "no code" : "service extension")
    }
    if let pushes = app.voipPushes { add("VoIP push", words(pushes.trigger), "a call") }
    for transfer in app.transfers {
      add(
        name("\(transfer.isDiscretionary ? "discretionary " : "")transfer", transfer.session),
        words(transfer),
        CountText.text(transfer.files, "file") + " of "
          + bytes(up: transfer.up.mean, down: transfer.down.mean)
          + (transfer.fetches ? ", brings fresh content" : ""))
    }
    for work in app.backgroundEntryWork {
      add(
        "exit work \(work.name)", "when the app enters the background",
        seconds(work.length.mean) + (work.usesAssertion ? " under an assertion" : ""))
    }
    if let audio = app.modes.audio { add("audio", words(audio), seconds(audio.duration.mean)) }
    if let location = app.modes.location { add("location", words(location), seconds(location.duration.mean)) }
    if app.modes.significantChanges {
      add("significant changes", "when the user moves", words(app.modes.work))
    }
    if let regions = app.modes.regions {
      add(
        CountText.text(regions.count, "region"),
        "\(number(regions.visitsPerDay)) visits per day", words(app.modes.work))
    }
    for wake in app.wakes {
      add(wake.type.map { "health data \($0.rawValue)" } ?? "Bluetooth events", words(wake), words(wake.work))
    }
    return rows
  }

  private static func words(_ wake: WakeSpecification) -> String {
    switch wake.arrival {
    case .every(let step, let spans):
      "every \(TimeWords.span(step))" + (spans.isEmpty ? "" : " while in reach")
    case .random(let perDay): "\(number(perDay)) per day at random, at most \(wake.frequency.rawValue)"
    }
  }

  private static func words(_ work: WorkSpecification?, fetches: Bool = false) -> String {
    guard let work else { return "nothing" }
    var parts: [String] = []
    if work.cpu.mean > 0 { parts.append("\(seconds(work.cpu.mean)) of CPU") }
    if work.wait.mean > 0 { parts.append("\(seconds(work.wait.mean)) of waiting") }
    if work.up.mean + work.down.mean > 0 { parts.append(bytes(up: work.up.mean, down: work.down.mean)) }
    for (cause, name) in [(WorkGrowth.perChange, "change"), (.perDay, "day")] {
      if let growth = work.growth[cause] { parts.append("\(words(growth)) per \(name)") }
    }
    if fetches { parts.append("brings fresh content") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  private static func words(_ trigger: PushSpecification.Trigger) -> String {
    switch trigger {
    case .contentChange: "at each content change"
    case .poisson(let rate): "\(number(rate)) per day at random"
    case .schedule(let times): "\(times.count) at given times"
    }
  }

  private static func words(_ transfer: TransferSpecification) -> String {
    let each =
      switch transfer.demand {
      case .always: "each"
      case .share(let share): "\(number(share * 100)) % of times, at an"
      case .perDay(let rate): "\(number(rate)) per day at random, at the next"
      }
    return switch transfer.trigger {
    case .open: "at \(each) open"
    case .background: "at \(each) entry into the background"
    case .success(let task): "after \(each) success of \(task)"
    case .script: "by the script"
    }
  }

  private static func words(_ use: ModeUse) -> String {
    use.times.isEmpty
      ? "\(number(use.perDay)) times per day" : CountText.text(use.times.count, "time") + " every day"
  }

  private static func bytes(up: Double, down: Double) -> String {
    let parts = [(up, "up"), (down, "down")].filter { $0.0 > 0 }.map { "\(size($0.0)) \($0.1)" }
    return parts.isEmpty ? "no bytes" : parts.joined(separator: " and ")
  }

  private static func size(_ bytes: Double) -> String {
    for (unit, factor) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where bytes >= factor {
      return "\(number(bytes / factor)) \(unit)"
    }
    return "\(number(bytes)) B"
  }

  private static func seconds(_ value: Double) -> String {
    value.isFinite && value < 1e9 ? TimeWords.span(.seconds(value)) : "no mean time"
  }

  /// Three significant digits are enough for a mean.
  private static func number(_ value: Double) -> String {
    guard value.isFinite, value > 0 else { return ParameterDefinition.text(value) }
    var scale = 1.0
    while value * scale < 100, scale < 1e6 { scale *= 10 }
    return ParameterDefinition.text((value * scale).rounded() / scale)
  }
}
