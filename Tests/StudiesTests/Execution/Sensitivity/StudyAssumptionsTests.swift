import ModelParameters
import RandomStreams
import StudyReports
import StudyTestSupport
import TestSupport
import Testing
import Workload

@testable import Studies

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

  @Test("parameters that the study does not use are excluded with the reason, and so are switches")
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
      box.absences.contains { $0.reason == "a switch; `slumber ablate` measures its effect" && $0.count == 7 }
    )
    #expect(box.absences.contains { $0.reason == "used only by traces, which the study does not have" })
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

  @Test("a parameter that is declared not to affect timelines does not change timelines")
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
