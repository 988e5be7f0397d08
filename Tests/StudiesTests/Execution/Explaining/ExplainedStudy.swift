import PhoneSimulation
import Studies
import TestSupport

/// A small study of one scripted phone with one app, and what is explained of it.
struct ExplainedStudy {
  /// Lines of the app below its id, usage and content.
  var work = "    tasks:\n      - {id: news.refresh, kind: refresh, earliestBegin: 1 h}\n"
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

  init() {}

  /// The study with the parts that a case changes.
  ///
  /// - Parameter changes: The name of a part and a line of it. The lines of one part follow one another. `HH` is every hour, and
  ///   `MM` every other minute from 10 on.
  init(_ changes: [String]) {
    let parts: [String: WritableKeyPath<Self, String>] = [
      "usage": \.usage, "content": \.content, "charging": \.charging, "network": \.network,
      "archetype": \.archetype, "policy": \.policy,
    ]
    let blocks: [String: WritableKeyPath<Self, String>] = [
      "work": \.work, "population": \.population, "extra": \.extra,
    ]
    var seen: Set<String> = []
    for change in changes {
      let words = change.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, line) = (String(words[0]), words.count > 1 ? String(words[1]) : "")
      if let part = parts[name] { self[keyPath: part] = line }
      guard let block = blocks[name] else { continue }
      if seen.insert(name).inserted { self[keyPath: block] = "" }
      for line in Self.times(of: line) where !line.isEmpty { self[keyPath: block] += line + "\n" }
    }
  }

  private static func times(of line: String) -> [String] {
    func each(_ word: String, _ numbers: some Sequence<Int>, _ lines: [String]) -> [String] {
      lines.flatMap { line in
        line.contains(word)
          ? numbers.map { line.replacing(word, with: $0 < 10 ? "0\($0)" : "\($0)") } : [line]
      }
    }
    return each("MM", stride(from: 10, to: 60, by: 2), each("HH", 0..<24, [line]))
  }

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

  func file(_ overrides: [(String, String)] = []) throws -> StudyFile {
    let folder = try TemporaryFolder()
    try folder.write(text, as: "explained.yaml")
    // The folder is deleted with its last reference.
    return try withExtendedLifetime(folder) {
      try StudyFile(path: "\(folder.path)/explained.yaml", overrides: overrides)
    }
  }

  func replay() throws -> DeviceReplay {
    DeviceReplay(try file().study, policy: 0, replication: 0, device: 0)
  }

  /// - Parameter devices: The number of devices on which remedies are tried; 0 for none.
  func explanation(
    _ choice: Explanation.Choice = .init(), devices: Int = 0, remedy: String? = nil
  ) throws -> Explanation {
    let replay = try replay()
    let app = replay.plan.installed("org.example.news") ?? 0
    var explanation = try Explanation(replay, app: app, choice)
    if devices > 0 {
      try explanation.tryRemedies(
        on: PhoneSample(replay, bundleID: "org.example.news", count: devices, jobs: 2), named: remedy)
    }
    return explanation
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
