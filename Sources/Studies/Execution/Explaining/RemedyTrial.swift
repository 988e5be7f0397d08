import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import RandomStreams
import StudyReports
import Workload

/// The results of an app on one device after warm-up, unchanged or with a remedy.
struct AppResults: Sendable, Hashable {
  let lost, slots, days: Double
  /// The number of completed runs and transfers.
  let completions: Double
  /// The energy from the battery for the app, in the background and in the foreground.
  let joules: Double
  /// The energy of the whole battery, once for each day.
  let batteryJoules: Double
  let bytes: Double

  init(_ replay: Replay, of scene: AppScene, _ outcome: Outcome) {
    let (plan, result) = (scene.plan, replay.result)
    (lost, slots) = (Double(outcome.lost(replay)), Double(outcome.slots(replay)))
    days = max(0, (plan.end - plan.warmUpEnd).days)
    completions = Double(
      replay.items(of: scene.app).count { item in
        item.isSuccess && item.mechanism != .wake && item.ended.map { $0 >= plan.warmUpEnd } ?? false
      })
    joules = result.ledgerObserved.reduce(0.0) { sum, entry in
      entry.payer.app == Int32(scene.app) ? sum + Double(entry.batteryNanojoules) * 1e-9 : sum
    }
    batteryJoules = days * (Double(result.capacityNanojoules) * 1e-9)
    let place = plan.apps[scene.app].specification
    let own = result.apps.first { $0.specification == place }
    let moved = own?.mechanisms.reduce(0) { $0 + $1.counts[.bytesWifi] + $1.counts[.bytesCellular] } ?? 0
    bytes = Double(moved + Self.fetchedAtOpens(replay, of: scene))
  }

  /// The expected bytes of the fetches at opens, of which the log has no amounts.
  private static func fetchedAtOpens(_ replay: Replay, of scene: AppScene) -> Int64 {
    let (app, parameters) = (scene.specification, scene.replay.policy.parameters)
    guard app.content.fetchOnOpen, app.content.process != .none else { return 0 }
    let sigma = parameters.number("content.fetchSigma")
    let mean =
      (app.tasks.first(where: \.fetches)?.work ?? app.pushes?.work)?.down.mean
      ?? parameters.base("content.fetchMedian") * Elementary.exp(sigma * sigma / 2)
    let opens = replay.history.apps[scene.app].opens.count { $0.time >= scene.plan.warmUpEnd }
    return Int64(mean * Double(opens))
  }
}

extension Outcome {
  /// The share of the lost slots, or joules per day for the outcome of energy.
  var measure: RemedyMeasure { kind == .energy ? .lostPerDay : .lostShare }
}

/// A measure of an app on several devices, as a ratio of sums with one term for each device.
enum RemedyMeasure {
  /// The share of the slots that are lost; lost slots, completed runs, joules and bytes per day; joules as a share of the
  /// battery.
  case lostShare, lostPerDay, completionsPerDay, joulesPerDay, bytesPerDay, batteryShare

  private func values(_ devices: [AppResults]) -> PseudoValues? {
    let (amount, whole): (KeyPath<AppResults, Double>, KeyPath<AppResults, Double>) =
      switch self {
      case .lostShare: (\.lost, \.slots)
      case .lostPerDay: (\.lost, \.days)
      case .completionsPerDay: (\.completions, \.days)
      case .joulesPerDay: (\.joules, \.days)
      case .bytesPerDay: (\.bytes, \.days)
      case .batteryShare: (\.joules, \.batteryJoules)
      }
    return try? PseudoValues(fractions: devices.map { .init($0[keyPath: amount], over: $0[keyPath: whole]) })
  }

  /// Without a half-width from a single device.
  func interval(_ devices: [AppResults]) -> MeanInterval? {
    values(devices).flatMap { try? MeanInterval($0) }
  }

  /// The paired differences of two results on the same devices.
  func differences(_ moved: [AppResults], _ base: [AppResults]) -> PseudoValues? {
    guard let moved = values(moved), let base = values(base) else { return nil }
    return try? moved.minus(base)
  }
}

/// The remedies of an app, each tried on the same devices, timelines, and streams as the unchanged app.
package struct RemedyTrial: Sendable {
  package struct Row: Sendable {
    let remedy: Remedy
    let results: [AppResults]
    /// The differences: lost slots as a share of all slots, or joules per day for the outcome of energy; completed runs, joules,
    /// and bytes per day.
    let lost, completions, joules, bytes: MeanInterval?

    /// Whether the interval of the outcome excludes 0.
    var isShown: Bool { lost.map { abs($0.mean) > $0.halfWidth ?? .infinity } ?? false }
    var isBetter: Bool { isShown && (lost?.mean ?? 0) < 0 }
    var effect: String { isShown ? isBetter ? "better" : "worse" : "no effect shown" }
    var effectText: String { effect + (neededDevices.map { "; \($0) devices would decide" } ?? "") }

    /// The number of devices that would resolve an effect of this size.
    var neededDevices: Int? {
      guard !isShown, let lost, lost.mean != 0, let half = lost.halfWidth else { return nil }
      let ratio = half / abs(lost.mean)
      return ratio < 100 ? Int((Double(results.count) * ratio * ratio).rounded(.up)) : nil
    }
  }

  let outcome: Outcome
  let base: [AppResults]
  /// The most helpful first.
  let rows: [Row]
  /// Whether a single remedy was asked for.
  let isOfOne: Bool
  /// The probability with which all intervals of a column hold.
  static let confidence = 0.95

  var devices: Int { base.count }
  /// - Parameter name: The only remedy to replay; nil for all. The intervals are those of the whole family.
  init(
    _ sample: PhoneSample, _ outcome: Outcome, _ remedies: [Remedy], named name: String? = nil
  ) throws(SimulationFailure) {
    (self.outcome, isOfOne) = (outcome, name != nil)
    let found = try sample.map { replay, app throws(SimulationFailure) in
      let scene = AppScene(replay, app: Int(app))
      let chosen = remedies.filter { name == nil || $0.name == name }
      return (
        results: try Self.results(scene, outcome, chosen), family: remedies.filter { $0.applies(to: scene) }
      )
    }
    let base = found.map(\.results.base)
    self.base = base
    let family = Set(found.flatMap(\.family))
    let confidence = 1 - (1 - Self.confidence) / Double(max(1, family.count))
    let all = remedies.filter { family.contains($0) && (name == nil || $0.name == name) }.map { remedy in
      let results = found.map { $0.results.moved[remedy] ?? $0.results.base }
      func more(_ measure: RemedyMeasure) -> MeanInterval? {
        measure.differences(results, base).flatMap { try? MeanInterval($0, confidence: confidence) }
      }
      return Row(
        remedy: remedy, results: results, lost: more(outcome.measure),
        completions: more(.completionsPerDay), joules: more(.joulesPerDay), bytes: more(.bytesPerDay))
    }
    func order(_ place: Int, _ row: Row) -> (Double, Double, Double, Int) {
      let lost = row.lost?.mean ?? 0
      return (row.isShown ? lost : 0, lost, row.joules?.mean ?? 0, place)
    }
    rows = all.enumerated().sorted { order($0.offset, $0.element) < order($1.offset, $1.element) }.map(
      \.element)
  }

  /// The results on one unchanged device, and with each remedy that changes its results.
  static func results(
    _ scene: AppScene, _ outcome: Outcome, _ remedies: [Remedy]
  ) throws(SimulationFailure) -> (base: AppResults, moved: [Remedy: AppResults]) {
    let base = try Replay(scene, [.log])
    let own = outcome.rebased(scene, base: base)
    var moved: [Remedy: AppResults] = [:]
    for remedy in remedies {
      var changed = scene
      guard remedy.apply(to: &changed) else { continue }
      moved[remedy] = AppResults(try Replay(changed, [.log]), of: changed, own)
    }
    return (AppResults(base, of: scene, own), moved)
  }
}
