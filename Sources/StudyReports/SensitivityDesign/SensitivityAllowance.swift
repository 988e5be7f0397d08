import ModelParameters

/// The CPU time of a search over assumed parameters, and the cuts that keep it: devices
/// before assumptions, to a round number, so that computers of about the same speed run the same.
package struct SensitivityAllowance: Hashable, Sendable {
  package static let processors = 2
  package static let leastDevices = 5
  package static let roundNumbers = [
    5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
  ]

  package var minutes: Int
  /// Processor time of one policy on one device, measured.
  package var secondsPerRun: Double
  package var comparisons: Int
  /// Runs of a point: policies times replications.
  package var runsPerPoint: Int
  package var spread: Int

  package init(minutes: Int, secondsPerRun: Double, comparisons: Int, runsPerPoint: Int, spread: Int = 0) {
    (self.minutes, self.secondsPerRun, self.comparisons) = (minutes, secondsPerRun, comparisons)
    (self.runsPerPoint, self.spread) = (runsPerPoint, spread)
  }

  package struct Cut: Hashable, Sendable {
    package var box: SensitivityBox
    package var devices: Int
    /// The number of trajectories of a screening; 0 for a quick search.
    package var trajectories: Int
    /// The cuts in sentences, and the assumptions that were cut.
    package var sentences: [String] = []
    package var names: [String] = []

    package init(box: SensitivityBox, devices: Int, trajectories: Int = 0) {
      (self.box, self.devices, self.trajectories) = (box, devices, trajectories)
    }
  }

  /// Points beside those of single assumptions, at most.
  private var laterPoints: Int {
    let pairs = SensitivitySearch.strongest * (SensitivitySearch.strongest - 1) / 2
    return spread + comparisons * (4 * pairs + SensitivitySearch.located * SensitivitySearch.boundarySteps)
  }

  func points(devices: Int) -> Int {
    let seconds = Double(60 * minutes * Self.processors)
    return Int(min(1e9, seconds / max(1e-9, secondsPerRun * Double(devices * runsPerPoint))))
  }

  /// The beginning of a sentence about a cut.
  package static func reason(minutes: Int) -> String {
    "Cut to finish within \(minutes) \(minutes == 1 ? "minute" : "minutes") on \(processors) cores: "
  }

  private var reason: String { Self.reason(minutes: minutes) }

  package func cut(_ box: SensitivityBox, devices: Int) -> Cut? {
    let ends = box.factors.reduce(1) { $0 + $1.ends.count }
    var cut = Cut(box: box, devices: devices)
    cutDevices(&cut) { points(devices: $0) >= ends + laterPoints }
    let room = points(devices: cut.devices) - 1 - laterPoints
    return room < ends - 1 ? self.cut(cut, toFit: room) { $0.ends.count } : cut
  }

  private func cutDevices(_ cut: inout Cut, fits: (Int) -> Bool) {
    let devices = cut.devices
    guard !fits(devices) else { return }
    cut.devices = Self.roundNumbers.last { $0 < devices && fits($0) } ?? min(devices, Self.leastDevices)
    if cut.devices < devices { cut.sentences.append("\(reason)\(cut.devices) of \(devices) devices.") }
  }

  private static let namedCuts = 6

  /// With as many assumptions as take so much room together: the rules of the system and the phone before people and
  /// surroundings, and grade D before C; nil for none.
  private func cut(_ whole: Cut, toFit room: Int, cost: (AssumedFactor) -> Int) -> Cut? {
    func rank(_ factor: AssumedFactor) -> Int {
      (ParameterCatalogue.entersTimeline(factor.definition.name) ? 2 : 0)
        + (factor.definition.grade == .c ? 1 : 0)
    }
    var used = 0
    var kept: Set<AssumedFactor> = []
    let all = whole.box.factors
    for factor in all.sorted(by: { rank($0) < rank($1) }) {
      used += cost(factor)
      if used > room { break }
      kept.insert(factor)
    }
    guard !kept.isEmpty else { return nil }
    var cut = whole
    cut.box = whole.box.keeping(kept, reason: "cut to save time")
    cut.names = all.filter { !kept.contains($0) }.map(\.name)
    let more = cut.names.count - Self.namedCuts
    let list =
      cut.names.prefix(Self.namedCuts).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    cut.sentences.append("\(reason)\(kept.count) of \(all.count) parameters. Not varied: \(list).")
    return cut
  }

  package static let usualTrajectories = 10
  /// The smallest number of trajectories with a standard error.
  package static let fewestTrajectories = 4

  package func screeningCut(_ box: SensitivityBox, devices: Int, trajectories asked: Int?) -> Cut? {
    let usual = asked ?? Self.usualTrajectories
    var found = Cut(box: box, devices: devices, trajectories: usual)
    // A trajectory has a point for each assumption, its first one and the study as it is.
    func fits(_ devices: Int, _ trajectories: Int) -> Bool {
      points(devices: devices) >= trajectories * (box.factors.count + 2) + spread
    }
    cutDevices(&found) { fits($0, usual) }
    while asked == nil, found.trajectories > Self.fewestTrajectories, !fits(found.devices, found.trajectories)
    { found.trajectories -= 1 }
    if found.trajectories < usual {
      found.sentences.append(
        "\(reason)\(found.trajectories) instead of \(Self.usualTrajectories) trajectories.")
    }
    guard !fits(found.devices, found.trajectories) else { return found }
    return cut(found, toFit: (points(devices: found.devices) - spread) / found.trajectories - 2) { _ in 1 }
  }

  package func seconds(points: Int, devices: Int) -> Double {
    Double(points * devices * runsPerPoint) * secondsPerRun
  }
}
