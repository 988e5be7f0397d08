import PhoneSimulation

/// Whether an app that is a program keeps the protocol on the first phones of a study: each is simulated twice.
package struct AppConformance {
  /// A promise of every app that is a program.
  package enum Clause: String, CaseIterable, Sendable {
    case answers, repeats, ends

    package var meaning: String {
      switch self {
      case .answers: "each line is a question or a rest, in time, and none comes unasked"
      case .repeats: "the same phone twice gives the same events"
      case .ends: "at the end of its input it ends within a second"
      }
    }
  }

  package let devices: Int
  /// The breach of each clause; a clause that was kept is left out.
  package private(set) var findings: [Clause: String] = [:]

  package var holds: Bool { findings.isEmpty }

  /// - Parameter point: The design point whose phones are simulated under its first policy.
  package init(of file: StudyFile, point: DesignPoint, devices: Int = 3) {
    self.devices = min(devices, point.study.deviceCount)
    for device in 0..<self.devices where findings[.answers] == nil {
      let replay = DeviceReplay(point.study, policy: 0, replication: 0, device: device)
      do throws(SimulationFailure) {
        let first = try replay.run(records: [])
        let second = try replay.run(records: [])
        if first.eventHash != second.eventHash {
          findings[.repeats] =
            "on device \(device) first \(first.events) events, then \(second.events) and others of them"
        }
      } catch {
        findings[.answers] = "\(error)"
      }
    }
    if !file.pool.endAll() { findings[.ends] = "it was killed" }
  }
}
