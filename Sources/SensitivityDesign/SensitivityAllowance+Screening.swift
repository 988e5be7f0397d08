import ModelParameters

extension SensitivityAllowance {
  /// Trajectories of a screening where time allows.
  package static let usualTrajectories = 10
  /// The fewest trajectories, from which a standard error can still be told.
  package static let fewestTrajectories = 4

  /// A screening that fits.
  package struct ScreeningCut: Hashable, Sendable {
    /// The box, the devices and the sentences about everything that was cut.
    package var cut: Cut
    /// Number of trajectories.
    package var trajectories: Int

    package init(cut: Cut, trajectories: Int) {
      self.cut = cut
      self.trajectories = trajectories
    }
  }

  /// Fits a screening into the time: first fewer devices, then fewer trajectories, then fewer assumptions.
  ///
  /// - Parameters:
  ///   - trajectories: Their number where it was asked for, which is not cut.
  /// - Returns: nil where no assumption fits.
  package func screeningCut(
    _ box: SensitivityBox, devices: Int, trajectories asked: Int?
  ) -> ScreeningCut? {
    var found = ScreeningCut(
      cut: Cut(box: box, devices: devices, sentences: []), trajectories: asked ?? Self.usualTrajectories)
    func fits(_ devices: Int, _ factors: Int, _ trajectories: Int) -> Bool {
      points(devices: devices) >= Self.screeningPoints(factors: factors, trajectories: trajectories) + spread
    }
    let count = box.factors.count
    if !fits(devices, count, found.trajectories) {
      found.cut.devices =
        Self.roundNumbers.last { $0 < devices && fits($0, count, found.trajectories) }
        ?? min(devices, Self.leastDevices)
      if found.cut.devices < devices {
        found.cut.sentences.append("\(reason)\(found.cut.devices) of \(devices) devices.")
      }
    }
    while asked == nil, found.trajectories > Self.fewestTrajectories,
      !fits(found.cut.devices, count, found.trajectories)
    { found.trajectories -= 1 }
    if found.trajectories < asked ?? Self.usualTrajectories {
      found.cut.sentences.append(
        "\(reason)\(found.trajectories) instead of \(Self.usualTrajectories) trajectories.")
    }
    guard !fits(found.cut.devices, count, found.trajectories) else { return found }
    let room = (points(devices: found.cut.devices) - spread) / found.trajectories - 2
    let kept = firstFactors(of: box, room: room) { _ in 1 }
    guard !kept.isEmpty else { return nil }
    cut(&found.cut, to: kept)
    return found
  }

  /// Points of a screening: those of all trajectories, each with the study as it is.
  static func screeningPoints(factors: Int, trajectories: Int) -> Int { trajectories * (factors + 2) }

  /// Processor time of so many points in seconds, on one processor.
  package func seconds(points: Int, devices: Int) -> Double {
    Double(points * devices * runsPerPoint) * secondsPerRun
  }
}
