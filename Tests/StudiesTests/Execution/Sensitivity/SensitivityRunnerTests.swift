import ModelParameters
import RandomStreams
import ResultsStore
import StudyReports
import StudyTestSupport
import TestSupport
import Testing
import Workload

@testable import Studies

@Suite("Running points of the box") struct SensitivityRunnerTests {
  private static let metrics = ["energy_j_per_day", "launches_per_day"]
  private static let policies = ["seven-factor", "immediate"]

  private static func box(_ file: StudyFile, _ patterns: [String]) -> SensitivityBox {
    SensitivityBox(
      file.points[0], policies: policies, grades: [.c, .d], patterns: patterns, catalogue: .standard)
  }

  private static func runner(
    _ file: StudyFile, _ box: SensitivityBox, devices: Int = 2
  ) -> SensitivityRunner {
    SensitivityRunner(
      file, point: file.points[0], box: box, policies: policies, replications: 2, devices: devices,
      numbers: .metrics(andSubstitutes: metrics), catalogue: .standard)
  }

  @Test("a point gives what the study gives with these values set, with shared timelines and without")
  func equality() throws {
    let file = try AblationStudies.file()
    let box = Self.box(
      file, ["score.thresholdStart", "user.sleepActivity", "charge.holdLength", "idle.system"])
    let runner = Self.runner(file, box)
    func factor(_ name: String) throws -> Int { try #require(box.factors.firstIndex { $0.name == name }) }
    let start = SensitivityPoint.base.moving(try factor("score.thresholdStart"), to: .number(0.6))
    let sleep = SensitivityPoint.base.moving(try factor("user.sleepActivity"), to: .number(1))
    let both = start.moving(try factor("charge.holdLength[1]"), to: .number(8))
    let idle = sleep.moving(try factor("idle.system"), to: .number(60))
    let batch = runner.batch([.base, start, sleep, both, idle])
    // The study and the point of the score side by side, and so are those of sleep; the other on timelines of its own.
    #expect(batch.cellCount == 3 * 2 * 2)
    let results = try batch.run(jobs: 1)
    #expect(results.failures.isEmpty)
    let expected = try [
      [], [("score.thresholdStart", "0.6")], [("user.sleepActivity", "1")],
      [("score.thresholdStart", "0.6"), ("charge.holdLength", "[4.5 h, 8 h]")],
      [("user.sleepActivity", "1"), ("idle.system", "60 mW")],
    ].map { try TestExperiment.study(AblationStudies.file($0), Self.metrics) }
    #expect(results.runs.map { $0.map(\.values) } == expected)
    #expect(results.runs[0].map(\.policy) == ["seven-factor", "seven-factor", "immediate", "immediate"])
    #expect(expected[0] != expected[1] && expected[0] != expected[2] && expected[2] != expected[4])
  }

  @Test("runs of a journal are not done again, those of other replications, devices and metrics are")
  func journal() throws {
    let file = try AblationStudies.file()
    let box = Self.box(file, ["score.thresholdStart"])
    let points = [SensitivityPoint.base, .base.moving(0, to: .number(0.6))]
    let folder = try TemporaryFolder()
    let first = try Self.runner(file, box).batch(points, journal: SensitivityJournal(folder: folder.path))
      .run(
        jobs: 1)
    let journal = try SensitivityJournal(folder: folder.path)
    #expect(journal.count == 2 * 2 * 2)
    let again = Self.runner(file, box).batch(points, journal: journal)
    #expect(again.cellCount == 0)
    #expect(try again.run(jobs: 2).runs.map { $0.map(\.values) } == first.runs.map { $0.map(\.values) })
    #expect(Self.runner(file, box).batch(points, replications: 1..<4, journal: journal).cellCount == 2 * 2)
    #expect(Self.runner(file, box, devices: 1).batch(points, journal: journal).cellCount == 2)
  }

  @Test("any number of workers finds the same")
  func workers() throws {
    let file = try AblationStudies.file()
    let box = Self.box(file, ["score.threshold", "network.weekdayAway"])
    let points = SensitivitySearch(box, contrasts: 1).next
    let one = try Self.runner(file, box).batch(points).run(jobs: 1)
    let three = try Self.runner(file, box).batch(points).run(jobs: 3)
    #expect(one.runs == three.runs && one.runs.count == points.count)
  }

  @Test("devices are cut without a change of the others, and a value that the study refuses is a failure")
  func refusal() throws {
    let file = try AblationStudies.file([("charge.day.levelWidth", "8 %")])
    let box = Self.box(file, ["score.thresholdStart"])
    let results = try Self.runner(file, box, devices: 1).batch([.base]).run(jobs: 1)
    #expect(results.runs[0].allSatisfy { $0.devices == 1 })
    // Above the domain, so that the study does not allow it.
    let refused = SensitivityPoint.base.moving(0, to: .number(2))
    let failed = try Self.runner(file, box).batch([.base, refused]).run(jobs: 1)
    #expect(failed.runs[1].isEmpty && failed.failures.map(\.point) == [refused])
    #expect(failed.failures.first?.text.contains("score.thresholdStart: found `2`") == true)
  }

  @Test("it stops when it is told to")
  func stop() throws {
    let file = try AblationStudies.file()
    let box = Self.box(file, ["score.threshold"])
    #expect(throws: StudyRunner.Stop.self) {
      try Self.runner(file, box).batch([.base]).run(jobs: 1, shouldStop: { true })
    }
  }
}

@Suite("Assumptions of a study") struct StudyAssumptionsTests {
  private func box(
    _ file: StudyFile, _ policies: [String], _ patterns: [String] = []
  ) -> SensitivityBox {
    SensitivityBox(
      file.points[0], policies: policies, grades: [.c, .d], patterns: patterns, catalogue: .standard)
  }

  @Test("parameters of a policy count where it is compared")
  func policies() throws {
    let file = try AblationStudies.file()
    let both = box(file, ["seven-factor", "immediate"])
    #expect(both.factors.contains { $0.name == "score.weights[0]" })
    #expect(!both.factors.contains { $0.name.hasPrefix("aligned.") || $0.name.hasPrefix("android.") })
    let one = box(file, ["immediate"])
    #expect(!one.factors.contains { $0.name.hasPrefix("score.") || $0.name == "usage.saturation" })
    #expect(one.factors.contains { $0.name == "usage.halfLife" })
  }

  @Test("what no app, phone or network of the study uses is left out with the reason, and so are switches")
  func use() throws {
    let box = try box(AblationStudies.file(), ["seven-factor", "immediate"])
    let names = Set(box.factors.map(\.definition.name))
    for name in [
      "continued.stallTimeout", "transfer.stageLength", "voip.missLimit", "trace.powerMax",
      "movement.tripsPerDay",
      "factor.budgets", "user.hourProfile",
    ] { #expect(!names.contains(name), "\(name)") }
    for name in ["idle.system", "user.phaseDeviation", "push.window", "charge.holdLength", "ledger.tail"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(!names.contains { $0.hasPrefix("radio.umts2012.") })
    #expect(
      box.absences.contains { $0.reason == "a switch, whose effect `slumber ablate` tells" && $0.count == 7 })
    #expect(box.absences.contains { $0.reason == "of traces, which the study has none of" })
  }

  @Test("the words of a network and of a phone decide about their parameters")
  func devices() throws {
    let phone = try AblationStudies.file([("population.device", "iphone-15-pro")])
    let box = self.box(phone, ["seven-factor", "immediate"])
    #expect(!box.factors.contains { $0.name == "processor.efficiencySpeed" })
    #expect(box.absences.contains { $0.reason == "set by the devices of the study" })
  }
}

@Suite("Parameters and timelines") struct TimelineParameterTests {
  /// The parameters that are said not to enter timelines, with a value other than the default.
  private static let others: [(ParameterDefinition, ParameterValue)] = ParameterCatalogue.all.filter {
    !ParameterCatalogue.entersTimeline($0.name)
  }.flatMap { definition -> [(ParameterDefinition, ParameterValue)] in
    if let range = definition.range {
      return [range.lowerBound, range.upperBound].map { (definition, .number($0)) }
    }
    if let list = definition.listRanges, case .numbers(let numbers) = definition.defaultValue {
      return list.ranges.enumerated().compactMap { place, range in
        list.replacing([place: range.upperBound], of: numbers).map { (definition, .numbers($0)) }
      }
    }
    return []
  }

  @Test("a parameter that is said not to enter timelines changes none of them")
  func unchanged() throws {
    let file = try AblationStudies.file()
    let stream = RandomStream()
    func plans(_ point: DesignPoint) -> [DevicePlan] {
      (0..<2).map { DevicePlanner(point.study).plan(replication: 1, device: $0, stream: stream) }
    }
    let base = plans(file.points[0])
    var refused = 0
    for (definition, value) in Self.others {
      do throws(StudyErrors) {
        let point = try file.points[0].setting(
          [(name: definition.name, value: value)], of: file, catalogue: .standard)
        // A failed expectation would print both plans.
        if plans(point) != base { Issue.record("\(definition.name) changes a timeline") }
      } catch {
        refused += 1
      }
    }
    // `usage.learningDays` above what is looked at, at most.
    #expect(refused <= 2 && Self.others.count > 150)
    let moved = try file.points[0].setting(
      [(name: "user.phaseDeviation", value: .number(3))], of: file, catalogue: .standard)
    let isMoved = plans(moved) != base
    #expect(isMoved)
  }
}
