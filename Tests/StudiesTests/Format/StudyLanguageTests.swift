import EventSimulation
import RandomStreams
import Studies
import StudyTestSupport
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Horizon, start, script and times of a study")
struct StudyLanguageTests {
  private func errors(_ old: String, _ new: String) throws -> [String] {
    #expect(StudyText.minimal.contains(old))
    return try StudyFolder().errors(StudyText.minimal.replacing(old, with: new))
  }

  private func scriptErrors(_ step: String) throws -> [String] {
    try StudyFolder().errors(StudyText.minimal + "script:\n  - {at: 1 h, action: \(step)}\n")
  }

  @Test("The horizon is given in days or as a quantity, and by one of the two")
  func horizon() throws {
    let study = try StudyFolder().study(StudyText.minimal.replacing("horizonDays: 4", with: "horizon: 36 h"))
      .study
    #expect(study.horizon == .hours(36) && study.horizonDays == 2 && study.horizonText == "36 h")
    #expect(
      try errors("horizonDays: 4", "horizonDays: 4\nhorizon: 36 h")
        == ["study.yaml:5:10: horizon: found `horizon` beside `horizonDays`, expected one of the two"])
    #expect(
      try errors("horizonDays: 4\n", "")
        == [
          "study.yaml:1:1: horizonDays: found nothing, "
            + "expected days that are simulated, warm-up included; or `horizon`"
        ])
    #expect(
      try errors("horizonDays: 4\nwarmUpDays: 1", "horizon: 24 h\nwarmUpDays: 1")
        == ["study.yaml:5:13: warmUpDays: found `1`, expected fewer days than horizon (1 d)"])
    #expect(
      try errors("horizonDays: 4", "horizon: 36")
        == [
          "study.yaml:4:10: horizon: found `36`, expected a number and a unit (us, ms, s, min, h, d), such as `1 h`"
        ])
  }

  @Test("A change of the horizon, and a study that extends another, replace either key by the other")
  func otherKey() throws {
    let folder = try StudyFolder()
    let hours = StudyText.minimal.replacing("horizonDays: 4", with: "horizon: 36 h")
    #expect(try folder.study(hours, overrides: [("horizonDays", "3")]).study.horizon == .days(3))
    #expect(try folder.study(StudyText.minimal, overrides: [("horizon", "30 h")]).study.horizon == .hours(30))
    _ = try folder.write(StudyText.minimal, as: "base.yaml")
    #expect(try folder.study("extends: base.yaml\nhorizon: 25 h\n").study.horizon == .hours(25))
    let arms = "arms:\n  - {name: short, set: {horizon: 26 h}}\n  - {name: long, set: {}}\n"
    #expect(try folder.study(StudyText.minimal + arms).points.map(\.study.horizon) == [.hours(26), .days(4)])
  }

  @Test("`initialCharge` is taken for the charge at the start, with a warning that names the new key")
  func earlierKey() throws {
    let archetypes = "archetypes:\n      - {name: a, share: 100 %, charging: never, initialCharge: 40 %}"
    let text = StudyText.minimal.replacing("archetypes: scripted", with: archetypes)
    let file = try StudyFolder().study(text)
    #expect(file.study.population.archetypes[0].start.charge == 0.4)
    #expect(
      file.warnings.map { $0.drop { $0 != " " } }
        == [" population.archetypes[0].initialCharge: is `start: {charge: …}` now"])
    #expect(
      try errors("archetypes: scripted", archetypes.replacing("40 %}", with: "40 %, start: {charge: 50 %}}"))
        == [
          "study.yaml:10:65: population.archetypes[0].initialCharge: found `initialCharge` beside "
            + "`start.charge`, expected one of the two"
        ])
  }

  @Test("The state at the start: known apps in front of an unlocked phone")
  func start() throws {
    func found(_ start: String) throws -> [String] {
      try errors(
        "archetypes: scripted",
        "archetypes:\n      - {name: a, share: 100 %, charging: never, start: {\(start)}}")
    }
    #expect(
      try found("charge: 40 %, locked: false, frontApp: org.example.mail, plugged: true, path: none") == [])
    #expect(
      try found("frontApp: org.example.mial")
        == [
          "study.yaml:10:68: population.archetypes[0].start.frontApp: found `org.example.mial`, "
            + "expected the bundle id of an app of the study; did you mean `org.example.mail`?"
        ])
    #expect(
      try found("frontApp: org.example.mail, locked: true")
        == [
          "study.yaml:10:68: population.archetypes[0].start.frontApp: found `org.example.mail`, "
            + "expected no app in front of a phone with `locked: true`"
        ])
    #expect(
      try found("path: lte")
        == [
          "study.yaml:10:64: population.archetypes[0].start.path: found `lte`, "
            + "expected one of wifi, cellular, none"
        ])
  }

  @Test(
    "Values of settings are words or numbers in their domain",
    arguments: [
      ("thermal", "4", "nominal, fair, serious, critical, or a whole number from 0 to 3"),
      ("thermal", "2.5", "nominal, fair, serious, critical, or a whole number from 0 to 3"),
      ("thermal", "256", "nominal, fair, serious, critical, or a whole number from 0 to 3"),
      ("thermal", "hot", "nominal, fair, serious, critical, or a whole number from 0 to 3"),
      ("backgroundRefresh", "3", "off, wifi, wifiAndCellular, restricted, or a whole number from 0 to 2"),
      ("backgroundRefresh", "1e300", "off, wifi, wifiAndCellular, restricted, or a whole number from 0 to 2"),
      ("cpuLoad", "55", "a number from 0 to 1"),
      ("busy", "on", "false, true, or 0 or 1"),
      ("lowPowerMode", "-1", "false, true, or 0 or 1"),
    ])
  func settings(name: String, value: String, domain: String) throws {
    #expect(
      try scriptErrors("setting, setting: \(name), value: \(value)").map { $0.drop { $0 != " " } }
        == [" script[0].value: found `\(value)`, expected \(domain) for `\(name)`"])
  }

  @Test("Words of settings stand for their numbers")
  func settingWords() throws {
    func value(_ step: String) throws -> Double? {
      let text = StudyText.minimal + "script:\n  - {at: 1 h, action: setting, \(step)}\n"
      guard case .event(.setting(_, _, let value)) = try StudyFolder().study(text).study.script[0].step else {
        return nil
      }
      return value
    }
    #expect(try value("setting: thermal, value: critical") == 3)
    #expect(try value("setting: thermal, value: 2") == 2)
    #expect(try value("setting: backgroundRefresh, value: wifi") == 1)
    #expect(try value("setting: backgroundRefresh, value: restricted") == 3)
    #expect(try value("setting: appRefresh, app: org.example.mail, value: on") == 1)
    #expect(try value("setting: memoryPressure, value: true") == 1)
    #expect(try value("setting: cpuLoad, value: 0.55") == 0.55)
  }

  @Test("A value is needed, and a life or priority belongs to pushes")
  func scriptKeys() throws {
    #expect(
      try scriptErrors("setting, setting: busy").map { $0.drop { $0 != " " } }
        == [" script[0].value: found nothing, expected `value` for this action"])
    #expect(
      try scriptErrors("lock, priority: 3, expiration: 1 h").map { $0.drop { $0 != " " } } == [
        " script[0].expiration: found `expiration` of `lock`, expected a key of the action push, visiblePush, voipPush",
        " script[0].priority: found `priority` of `lock`, expected a key of the action push",
      ])
    #expect(
      try scriptErrors("push, app: org.example.mail, priority: 11").map { $0.drop { $0 != " " } }
        == [" script[0].priority: found `11`, expected a whole number from 1 to 10"])
    #expect(
      try scriptErrors("region, app: org.example.mail, value: 2.5").map { $0.drop { $0 != " " } }
        == [" script[0].value: found `2.5`, expected a whole number from 0 to 255"])
  }

  @Test("Runs that fail are counted from 1")
  func failOn() throws {
    #expect(
      try errors("floor: 15 min", "floor: 15 min, failOn: [1, 0, x]").map { $0.drop { $0 != " " } } == [
        " apps[0].tasks[0].failOn[1]: found `0`, expected the number of a run, from 1 to 1000000000",
        " apps[0].tasks[0].failOn[2]: found `x`, expected the number of a run, from 1 to 1000000000",
      ])
  }

  @Test("Times belong to events, and `within` to times")
  func times() throws {
    func found(_ expectation: String) throws -> [String] {
      try StudyFolder().errors(StudyText.minimal + "expect:\n  - \(expectation)\n").map {
        String($0.drop { $0 != " " })
      }
    }
    #expect(try found("{event: launched, at: [1 d 08:00, 90 min], within: 2 us}") == [])
    #expect(
      try found("{metric: launches_per_day, at: 1 h}")
        == [" expect[0].at: found `at`, expected a key of `event` only"])
    #expect(
      try found("{event: launched, equals: 1, within: 1 s}")
        == [" expect[0].within: found `within`, expected a key of `at` only"])
    #expect(
      try found("{event: launched, at: []}") == [
        " expect[0].at: found a list of 0, expected at least one time"
      ])
    #expect(
      try found("{event: launched, at: tomorrow}")
        == [" expect[0].at: found `tomorrow`, expected an instant, such as `2 d 08:00` or `36 h`"])
  }
}
