import PhoneSimulation
import Studies
import TestSupport

/// A small study of one scripted phone with one app, and what is explained of it.
struct ExplainedStudy {
  /// Lines of the app below its id, usage and content.
  var work = "    tasks:\n      - {id: news.refresh, kind: refresh, floor: 1 h}\n"
  var usage = "{at: [\"08:00\", \"12:30\", \"19:00\"], stay: 3 min}"
  var content = "{process: poisson, perDay: 12, freshWithin: 3 h}"
  /// Further keys of the population's only archetype and of the population.
  var charging = "[{from: \"22:00\", to: \"07:00\"}]"
  var network = "wifi"
  var archetype = ""
  var population = ""
  /// Further lines at the end.
  var extra = ""
  var policy = "seven-factor"

  var text: String {
    """
    formatVersion: 1
    name: explained
    seed: 3
    horizonDays: 12
    warmUpDays: 4
    replications: 1
    population:
      devices: 1
    \(population)  archetypes:
        - {name: one, share: 100 %, user: scripted, charging: \(charging), network: \(network)\(archetype)}
    apps:
      - id: org.example.news
        usage: \(usage)
        content: \(content)
    \(work)policies: [\(policy)]
    \(extra)
    """
  }

  func file() throws -> StudyFile {
    let folder = try TemporaryFolder()
    try folder.write(text, as: "explained.yaml")
    // The folder is deleted with its last reference.
    return try withExtendedLifetime(folder) { try StudyFile(path: "\(folder.path)/explained.yaml") }
  }

  func explainer() throws -> Explainer {
    try Explainer(DeviceReplay(try file().study, policy: 0, replication: 0, device: 0))
  }

  func report(series: String? = nil) throws -> ExplanationReport {
    let explainer = try explainer()
    let app = explainer.installed("org.example.news") ?? 0
    return try ExplanationReport(
      explainer, app: app, series: series, item: nil, showsGates: false, needsGates: false)
  }

  /// The healthy study with a force quit on every evening.
  static func swipingAway(at time: String = "19:10") -> ExplainedStudy {
    var study = ExplainedStudy()
    study.extra =
      "script:\n"
      + (0..<12).map { "  - {at: \($0) d \(time), action: forceQuit, app: org.example.news}\n" }.joined()
    return study
  }
}
