import ModelParameters
import Studies
import StudyTestSupport
import TestSupport
import Testing
import UsageModels

@Suite("Devices of a study")
struct StudyDeviceTests {
  private func study(_ archetypes: String, device: String = "") throws -> Study {
    let text = StudyText.minimal.replacing("archetypes: scripted", with: "archetypes: \(archetypes)\(device)")
    return try StudyFolder().study(text).study
  }

  @Test(
    "the device of the population applies to every archetype without a device, also to named archetypes")
  func population() throws {
    for archetypes in ["everyday", "survey-2020", "scripted"] {
      let study = try study(archetypes, device: "\n  device: iphone-se-3")
      holds(study.population.archetypes.allSatisfy { $0.deviceProfile == "iphone-se-3" })
      #expect(abs(study.nominalJoules - 7.82 * 3600) < 1e-6)
    }
    #expect(try study("scripted").population.archetypes[0].deviceProfile == "standard")
  }

  @Test(
    "a named population has its own shares, which a parameter changes", arguments: NamedPopulation.allCases
  )
  func names(name: NamedPopulation) throws {
    let text = StudyText.minimal.replacing("archetypes: scripted", with: "archetypes: \(name.rawValue)")
    let population = try StudyFolder().study(text).study.population
    holds(population.name == name && population.devices == 3)
    #expect(population.archetypes.map(\.share) == ParameterSet().numbers(name.shares))
    let changed = try StudyFolder().study(
      text, overrides: [("population.survey2020Shares", "[0.2, 0.2, 0.2, 0.2, 0.2]")])
    #expect((changed.study.population == population) == (name == .everyday))
  }

  @Test("the default population is everyday; scripted populations and lists have no name")
  func unnamed() throws {
    let without = StudyText.minimal.replacing("\n  archetypes: scripted", with: "")
    #expect(try StudyFolder().study(without).study.population == study("everyday").population)
    #expect(try study("scripted").population.name == nil)
    #expect(try study("[{name: a, share: 100 %}]").population.name == nil)
    #expect(
      try StudyFolder().errors(StudyText.minimal.replacing("scripted", with: "survey-2021")) == [
        "study.yaml:9:15: population.archetypes: found `survey-2021`, expected one of everyday, survey-2020, scripted; did you mean `survey-2020`?"
      ])
  }

  @Test("nominal energy is the mean of the archetypes' devices by their shares")
  func nominal() throws {
    let study = try study(
      """

          - {name: a, share: 25 %, device: iphone-12}
          - {name: b, share: 75 %}
      """)
    #expect(abs(study.nominalJoules - (10.78 * 0.25 + 12.98 * 0.75) * 3600) < 1e-6)
  }
}
