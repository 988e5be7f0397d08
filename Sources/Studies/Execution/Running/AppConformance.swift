import PhoneSimulation

/// Whether an external app follows the protocol on the first devices of a study, each of which is simulated twice.
package struct AppConformance {
  /// A promise of every external app.
  package enum Clause: String, CaseIterable, Sendable {
    case answers, repeats, ends

    package var meaning: String {
      switch self {
      case .answers: "The app answers in time, and writes questions and rests only when it is its turn."
      case .repeats: "Two simulations of the same device give the same events."
      case .ends: "The app ends within a second after the end of its input."
      }
    }
  }

  package let devices: Int
  /// The violation of each violated clause.
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
            "device \(device) had \(first.events) events in the first simulation, and \(second.events) or different events in the second"
        }
      } catch {
        findings[.answers] = "\(error)"
      }
    }
    if !file.pool.endAll() { findings[.ends] = "slumber had to kill it" }
  }
}
