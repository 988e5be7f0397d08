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
  @Test("The horizon is given in days or as a quantity")
  func horizon() throws {
    let study = try StudyFolder().study(StudyText.minimal.replacing("horizonDays: 4", with: "horizon: 36 h"))
      .study
    holds(study.horizon == .hours(36) && study.horizonDays == 2 && study.horizonText == "36 h")
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

  @Test("`initialCharge` is taken for the charge at the start")
  func earlierKey() throws {
    let archetypes = "archetypes:\n      - {name: a, share: 100 %, charging: never, initialCharge: 40 %}"
    let text = StudyText.minimal.replacing("archetypes: scripted", with: archetypes)
    let file = try StudyFolder().study(text)
    #expect(file.study.population.archetypes[0].start.charge == 0.4)
  }

  @Test("The state at the start: only known apps in the foreground of an unlocked device")
  func start() throws {
    let start = "{charge: 40 %, locked: false, frontApp: org.example.mail, plugged: true, path: none}"
    let text = StudyText.minimal.replacing(
      "archetypes: scripted",
      with: "archetypes:\n      - {name: a, share: 100 %, charging: never, start: \(start)}")
    #expect(try StudyFolder().errors(text) == [])
  }

  @Test("Words for settings are equivalent to their numbers")
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

  @Test("Times belong to events, and `within` to times")
  func times() throws {
    let text = StudyText.minimal + "expect: [{event: launched, at: [1 d 08:00, 90 min], within: 2 us}]\n"
    #expect(try StudyFolder().errors(text) == [])
  }
}
