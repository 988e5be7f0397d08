import Studies
import StudyTestSupport
import TestSupport
import Testing

/// A study that asks for what no run can compute, and what is said about it.
struct HostileStudy: Sendable, CustomTestStringConvertible {
  var name: String
  var message: String
  var testDescription: String { name }

  init(_ name: String, _ message: String) {
    self.name = name
    self.message = message
  }

  static let all = [
    HostileStudy(
      "h1-content-1e9", "6:54: apps[0].content.perDay: found `1e9`, expected a number from 0 to 10000"),
    HostileStudy(
      "h2-content-1e300", "6:54: apps[0].content.perDay: found `1e300`, expected a number from 0 to 10000"),
    HostileStudy(
      "h3-fixed-1e300", "6:52: apps[0].content.perDay: found `1e300`, expected a number from 0 to 10000"),
    HostileStudy(
      "h4-opens-1e9", "6:39: apps[0].usage.opensPerDay: found `1e9`, expected a number from 0 to 10000"),
    HostileStudy(
      "h5-pushes-1e9", "6:111: apps[0].pushes.perDay: found `1e9`, expected a number from 0 to 10000"),
    HostileStudy(
      "r1-health-zero", "5:94: population.archetypes[0].stateOfHealth: found `0 %`, expected from 1 to 100 %"),
    HostileStudy("r2-thermal-256", "7:64: script[0].value: found `256`, expected "),
    HostileStudy("r3-background-refresh-1e300", "7:74: script[0].value: found `1e300`, expected "),
    HostileStudy(
      "r4-cpu-107d", "6:124: apps[0].tasks[0].work.cpu: found `107 d`, expected from 0 to 604800 s"),
    HostileStudy(
      "r5-assertion-1e9s", "6:115: apps[0].assertions[0].length: found `1e9 s`, expected from 0 to 604800 s"),
    HostileStudy(
      "r7-wait-1e14s", "6:125: apps[0].tasks[0].work.wait: found `1e14 s`, expected from 0 to 604800 s"),
    HostileStudy(
      "r8-transfer-1e300", "6:110: apps[0].transfers[0].up: found `1e14 MB`, expected from 0 to 100000 MB"),
    HostileStudy(
      "r9-audio-1e14", "6:122: apps[0].modes.audio.duration: found `1e14 s`, expected from 0 to 604800 s"),
    HostileStudy(
      "r10-location-1e14",
      "6:121: apps[0].modes.location.duration: found `1e14 s`, expected from 0 to 604800 s"),
    HostileStudy(
      "r11-region-1e14", "6:126: apps[0].modes.regions.stay: found `1e14 s`, expected from 0 to 604800 s"),
    HostileStudy(
      "r12-continued-1e14", "6:154: apps[0].tasks[0].work.wait: found `1e14 s`, expected from 0 to 604800 s"),
    HostileStudy(
      "r13-parameter-range",
      "7:30: parameters.refresh.minGap: found `1e300 min`, expected from 0 to 5270400 min"),
    HostileStudy(
      "r14-one-crash-stops-all", "8:46: apps[0].tasks[0].work.cpu: found `200 d`, expected from 0 to 604800 s"
    ),
    HostileStudy(
      "v1-factor-product",
      "7:10: factors: found 1000 × 1000 × 1000 × 1000 × 1000 × 1000 × 1000 design points, expected at most 10000"
    ),
  ]
}

@Suite("Studies beyond all bounds")
struct HostileStudyTests {
  private static let folder = PackageRoot.path + "/Tests/StudiesTests/Format/Fixtures/Hostile"

  @Test(
    "A study that no run can compute is refused with place, value and domain", arguments: HostileStudy.all)
  func refused(_ study: HostileStudy) throws {
    let path = "\(Self.folder)/\(study.name).yaml"
    let errors = try #require(throws: StudyErrors.self) { try StudyFile(path: path) }
    #expect(errors.errors.count == 1)
    #expect(errors.description.hasPrefix("\(path):\(study.message)"), "\(errors)")
  }

  @Test("A timeline that no memory holds is refused at the key that brings most of its events")
  func planSize() throws {
    let folder = try StudyFolder()
    let long = StudyText.minimal.replacing("horizonDays: 4", with: "horizonDays: 3660")
      .replacing("perDay: 8", with: "perDay: 10000")
    #expect(
      try folder.errors(long) == [
        "study.yaml:13:41: apps[0].content.perDay: found 36621960 expected events of a device, "
          + "36600000 of them from this key, expected at most 20000000 events of a device"
      ])
    #expect(try folder.errors(long.replacing("horizonDays: 3660", with: "horizonDays: 366")).isEmpty)
    let everyday =
      long.replacing("archetypes: scripted", with: "archetypes: everyday")
      .replacing("perDay: 10000", with: "perDay: 1")
      + "parameters: {user.notificationsPerDayMedian: 10000 1/d}\n"
    let errors = try folder.errors(everyday)
    #expect(errors.count == 1)
    #expect(
      errors.first?.hasPrefix("study.yaml:17:46: user.notificationsPerDayMedian: found ") == true, "\(errors)"
    )
  }

  @Test("More repeated steps than memory holds are refused")
  func repeatedSteps() throws {
    let step = "  - {at: \"08:00\", every: day, action: reboot}\n"
    let script = "script:\n" + String(repeating: step, count: 2000)
    let long = StudyText.minimal.replacing("horizonDays: 4", with: "horizonDays: 3660")
    let errors = try StudyFolder().errors(long + script)
    #expect(errors.count == 1)
    #expect(
      errors.first?.contains("script: found 22011240") == true
        && errors.first?.hasSuffix(
          "21960000 of them from this key, expected at most 20000000 events of a device") == true,
      "\(errors)")
    #expect(try StudyFolder().errors(StudyText.minimal + script).isEmpty)
  }

  @Test("More runs than can be planned are refused")
  func runs() throws {
    let text =
      StudyText.minimal.replacing("replications: 2", with: "replications: 100000")
      + "factors: {refresh.minGap: {from: 1 min, to: 60 min, steps: 60}}\n"
    #expect(
      try StudyFolder().errors(text) == [
        "study.yaml:6:15: replications: found 60 design points with 100000 replications of each policy, "
          + "expected at most 10000000 runs"
      ])
  }

  @Test("A value beyond the range of sweeps is read, with a warning that names place, value and range")
  func warnings() throws {
    let folder = try StudyFolder()
    let file = try folder.study(
      StudyText.minimal + "parameters: {refresh.minGap: 2 h, push.minGap: 20 min}\n"
        + "factors: {push.window: [30 min, 4 h]}\n")
    #expect(
      file.warnings.map { $0.replacing("\(folder.path)/", with: "") } == [
        "study.yaml:17: parameters.refresh.minGap: found `2 h`, outside the range from 5 to 60 min",
        "study.yaml:18: parameters.push.window: found `4 h`, outside the range from 5 to 120 min",
      ])
  }
}
