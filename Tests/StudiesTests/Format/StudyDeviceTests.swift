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
    "a device of the population is that of every archetype without one, also of those that have names only")
  func population() throws {
    for archetypes in ["everyday", "scripted"] {
      let study = try study(archetypes, device: "\n  device: iphone-se-3")
      #expect(study.population.archetypes.allSatisfy { $0.deviceProfile == "iphone-se-3" })
      #expect(abs(study.nominalJoules - 7.82 * 3600) < 1e-6)
    }
    #expect(try study("scripted").population.archetypes[0].deviceProfile == "standard")
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
