import EventSimulation

@testable import Studies

/// Replays the input as the trace of a study of one phone, under the policy that starts everything.
enum FuzzedPhone {
  private static let study = """
    formatVersion: 1
    name: fuzz
    horizonDays: 7
    replications: 1
    population: {devices: 1}
    trace: {file: \(ScratchFile.path)}
    policies: [immediate]
    apps:
      - id: mail
        popularity: {installShare: 100 %, weight: 1}
        content: {process: poisson, perDay: 4}
        tasks:
          - {id: mail.refresh, kind: refresh, earliestBegin: 30 min}
          - {id: mail.clean, kind: processing}
        pushes: {on: contentChange}
        visiblePushes: {on: poisson, perDay: 2}
        transfers: [{session: outbox, on: open, up: 10 kB}]
      - id: maps
        popularity: {installShare: 100 %, weight: 0.5}
        modes: {significantChanges: true, regions: {count: 3, perDay: 2, stay: 1 h}}

    """
  private static let studyPath: String = {
    let path = ScratchFile.path + ".yaml"
    ScratchFile.write(Array(study.utf8), to: path)
    return path
  }()

  static func replay(_ bytes: UnsafeBufferPointer<UInt8>) {
    ScratchFile.write(bytes)
    let file: StudyFile
    do throws(StudyErrors) {
      file = try StudyFile(path: studyPath)
    } catch {
      precondition(error.errors.allSatisfy { $0.keyPath.hasPrefix("trace") }, "\(error)")
      return
    }
    for device in 0..<min(2, file.study.deviceCount) {
      let replay = DeviceReplay(file.study, policy: 0, replication: 0, device: device)
      // Short runs let the fuzzer try more inputs.
      guard replay.plan.end <= .day(20) else { continue }
      _ = try? replay.run(records: [])
    }
  }
}
