import Studies
import StudyTestSupport
import TestSupport
import Testing
import Workload

/// A change of the minimal study that makes it wrong, and what is said about it.
struct Breakage: Sendable, CustomTestStringConvertible {
  var name: String
  var old: String
  var new: String
  var errors: [String]

  init(_ name: String, _ old: String, _ new: String, _ errors: String...) {
    self.name = name
    self.old = old
    self.new = new
    self.errors = errors
  }

  var testDescription: String { name }
}

@Suite("Broken studies")
struct BrokenStudyTests {
  private static let units = "a number and a unit (us, ms, s, min, h, d), such as `1 s`"
  private static let keys =
    "one of formatVersion, extends, name, question, seed, horizonDays, horizon, warmUpDays, replications, population, "
    + "trace, apps, policies, parameters, arms, factors, design, script, record, compare, expect"
  private static let policies =
    "one of immediate, never, fixed-interval, charging-only, random, usage-predictive, deadline, energy-budget, "
    + "aligned, android-buckets, learned, clairvoyant, seven-factor, process"
  private static let end = "policies: [seven-factor, fixed-interval]\n"

  static let breakages = [
    Breakage(
      "unknown key", "seed: 7", "sead: 7",
      "study.yaml:3:1: sead: found unknown key `sead`, expected \(keys); did you mean `seed`?"),
    Breakage(
      "missing key", "horizonDays: 4\n", "",
      "study.yaml:1:1: horizonDays: found nothing, expected days that are simulated, warm-up included; or `horizon`"
    ),
    Breakage(
      "misspelt policy", "fixed-interval", "fixd-interval",
      "study.yaml:16:26: policies[1]: found `fixd-interval`, expected \(policies); did you mean `fixed-interval`?"
    ),
    Breakage(
      "wrong unit", "15 min", "15 kB",
      "study.yaml:15:50: apps[0].tasks[0].floor: found `15 kB`, expected \(units)"),
    Breakage(
      "bare number", "15 min", "15", "study.yaml:15:50: apps[0].tasks[0].floor: found `15`, expected \(units)"
    ),
    Breakage(
      "no number", "15 min", "nan min",
      "study.yaml:15:50: apps[0].tasks[0].floor: found `nan min`, expected \(units)"),
    Breakage(
      "negative duration", "15 min", "-15 min",
      "study.yaml:15:50: apps[0].tasks[0].floor: found `-15 min`, expected from 0 to 5270400 min"),
    Breakage(
      "USE-4 more learning days than days", end, end + "parameters: {usage.learningDays: 8 d}\n",
      "study.yaml:17:34: parameters.usage.learningDays: found 8 learning days of 7 days that are looked at, "
        + "expected `usage.learningDays` of at most `usage.refreshEligibilityDays`"),
    Breakage(
      "USE-4 no whole days", end, end + "parameters: {usage.learningDays: 1.5 d}\n",
      "study.yaml:17:34: parameters.usage.learningDays: found `1.5 d`, expected a whole number from 0 to 28"),
    Breakage(
      "USE-4 an unknown new app", "archetypes: scripted",
      "archetypes: [{name: s, share: 100 %, user: scripted, start: {newApps: [org.example.male]}}]",
      "study.yaml:9:74: population.archetypes[0].start.newApps[0]: found `org.example.male`, expected the bundle "
        + "id of an app of the study; did you mean `org.example.mail`?"),
    Breakage(
      "missing trace", end, end + "trace: {file: nowhere.csv}\n",
      "study.yaml:17:15: trace.file: found `nowhere.csv`, no readable file (No such file or directory), "
        + "expected a trace in CSV"),
    Breakage(
      "duplicate app", "policies:", "  - {id: org.example.mail}\npolicies:",
      "study.yaml:16:10: apps[1].id: found a second app `org.example.mail`, expected bundle ids that differ"),
    Breakage(
      "bundle ids with the same hash", "policies:",
      "  - {id: liquid.example}\n  - {id: costarring.example}\npolicies:",
      "study.yaml:11:3: apps: found `costarring.example`, expected a bundle id whose random streams no other app "
        + "has; change a letter"),
    Breakage(
      "duplicate task", "    tasks:\n", "    tasks:\n      - {id: mail.refresh, kind: refresh}\n",
      "study.yaml:16:14: apps[0].tasks[1].id: found a second task `mail.refresh`, "
        + "expected identifiers that differ within an app"),
    Breakage(
      "duplicate policy", "seven-factor, fixed-interval", "never, never",
      "study.yaml:16:19: policies[1]: found a second policy `never`, expected labels that differ"),
    Breakage(
      "no policy", "[seven-factor, fixed-interval]", "[]",
      "study.yaml:16:11: policies: found a list of 0, expected at least one policy"),
    Breakage(
      "shares", "archetypes: scripted",
      "archetypes:\n    - {name: a, share: 60 %}\n    - {name: b, share: 30 %}",
      "study.yaml:10:5: population.archetypes: found shares that sum to 90.0 %, expected shares that sum to 100 %"
    ),
    Breakage(
      "a billion devices", "devices: 3", "devices: 1000000000",
      "study.yaml:8:12: population.devices: found `1000000000`, expected a whole number from 1 to 1000000"),
    Breakage(
      "no devices", "devices: 3", "devices: 0",
      "study.yaml:8:12: population.devices: found `0`, expected a whole number from 1 to 1000000"),
    Breakage(
      "number beyond all integers", "horizonDays: 4", "horizonDays: 99999999999999999999",
      "study.yaml:4:14: horizonDays: found `99999999999999999999`, expected a whole number from 1 to 3660"),
    Breakage(
      "all days warm-up", "warmUpDays: 1", "warmUpDays: 4",
      "study.yaml:5:13: warmUpDays: found `4`, expected fewer days than horizonDays (4)"),
    Breakage(
      "duplicate key", "seed: 7", "seed: 7\nseed: 8",
      "study.yaml:4:1: seed: found the key a second time, expected each key once (first in line 3)"),
    Breakage(
      "extends itself", end, end + "extends: study.yaml\n",
      "study.yaml:17:10: extends: found `study.yaml`, expected a file that does not extend this one again"),
    Breakage(
      "extends nothing", end, end + "extends: gone.yaml\n",
      "study.yaml:17:10: extends: found `gone.yaml`, expected a file that can be read"),
    Breakage(
      "missing mix", "devices: 3", "devices: 3\n  mix: gone.yaml",
      "study.yaml:9:8: population.mix: found `gone.yaml`, expected a file with apps; "
        + "gone.yaml: found no readable file (No such file or directory), expected a study"),
    Breakage(
      "unknown parameter", end, end + "parameters: {refresh.mingap: 15 min}\n",
      "study.yaml:17:14: parameters.refresh.mingap: found unknown parameter `refresh.mingap`, "
        + "expected a parameter of the catalogue; did you mean `refresh.minGap`?"),
    Breakage(
      "unknown parameter of a known group", end, end + "parameters: {quit.whenever: 3}\n",
      "study.yaml:17:14: parameters.quit.whenever: found unknown parameter `quit.whenever`, "
        + "expected a parameter of the catalogue; names that begin with `quit.`: `quit.rebootClears`"),
    Breakage(
      "parameter unlike any", end, end + "parameters: {zzzzz.qqqq: 3}\n",
      "study.yaml:17:14: parameters.zzzzz.qqqq: found unknown parameter `zzzzz.qqqq`, "
        + "expected a parameter of the catalogue; `slumber parameters` lists them"),
    Breakage(
      "parameter out of its domain", end, end + "parameters: {refresh.minGap: -5 min}\n",
      "study.yaml:17:30: parameters.refresh.minGap: found `-5 min`, expected from 0 to 5270400 min"),
    Breakage(
      "removed parameter", end, end + "parameters: {charge.holdMin: 4 h}\n",
      "study.yaml:17:14: parameters.charge.holdMin: found `charge.holdMin`, which this version does not have, "
        + "expected `charge.holdLength`, whose first number is the shortest hold"),
    Breakage(
      "parameter of a policy out of its domain", "fixed-interval]",
      "{name: fixed-interval, parameters: {fixed.interval: 1e300 min}}]",
      "study.yaml:16:78: policies[1].parameters.fixed.interval: found `1e300 min`, "
        + "expected from 0.05 to 5270400 min"),
    Breakage(
      "level of a factor out of its domain", end, end + "factors: {refresh.minGap: [5 min, 1e9 d, 10 min]}\n",
      "study.yaml:17:35: parameters.refresh.minGap: found `1e9 d`, expected from 0 to 5270400 min"),
    Breakage(
      "value of an arm out of its domain", end,
      end + "arms: [{name: a, set: {\"apps[0].content.perDay\": 1e9}}]\n",
      "study.yaml:17:50: apps[0].content.perDay: found `1e9`, expected a number from 0 to 10000"),
    Breakage(
      "element of a list out of its domain", end, end + "parameters: {charge.holdLength: [4 h, 25 h]}\n",
      "study.yaml:17:33: parameters.charge.holdLength: found `25 h`, expected from 0 to 24 h"),
    Breakage(
      "law with a parameter out of the domain of its key", "15 min",
      "15 min, work: {cpu: {lognormal: {median: 8 d, sigma: 11}}}",
      "study.yaml:15:91: apps[0].tasks[0].work.cpu.lognormal.median: found `8 d`, expected from 0 to 604800 s",
      "study.yaml:15:103: apps[0].tasks[0].work.cpu.lognormal.sigma: found `11`, expected a number from 0 to 10"
    ),
    Breakage(
      "seed below 0", "seed: 7", "seed: -1",
      "study.yaml:3:7: seed: found `-1`, expected a whole number from 0 to 18446744073709551615"),
    Breakage(
      "seed beyond 64 bits", "seed: 7", "seed: 18446744073709551616",
      "study.yaml:3:7: seed: found `18446744073709551616`, "
        + "expected a whole number from 0 to 18446744073709551615"),
    Breakage(
      "more tasks than an app can have", "    tasks:\n",
      "    tasks:\n" + (0..<100).map { "      - {id: t\($0), kind: refresh}\n" }.joined(),
      "study.yaml:15:7: apps[0].tasks: found a list of 101, expected at most 100 elements"),
    Breakage(
      "parameter without unit", end, end + "parameters: {refresh.minGap: 15}\n",
      "study.yaml:17:30: parameters.refresh.minGap: found `15`, "
        + "expected a number and a unit (us, ms, s, min, h, d), such as `1 min`"),
    Breakage(
      "law without unit", "15 min", "15 min, work: {cpu: {lognormal: {median: 1}}}",
      "study.yaml:15:91: apps[0].tasks[0].work.cpu.lognormal.median: found `1`, expected \(units)"),
    Breakage(
      "time of day", "08:00", "25:00",
      "study.yaml:12:18: apps[0].usage.at[0]: found `25:00`, expected a time of day, such as `08:30`"),
    Breakage(
      "pushes without content", "process: poisson, perDay: 8}",
      "process: none}\n    pushes: {on: contentChange}",
      "study.yaml:14:13: apps[0].pushes: found pushes on contentChange, expected an app with content"),
    Breakage(
      "one level instead of several", end, end + "factors: {horizonDays: 3}\n",
      "study.yaml:17:24: factors.horizonDays: found `3`, "
        + "expected a list of values, or `{from: 5 min, to: 60 min, steps: 4}`"),
    Breakage(
      "a million design points", end,
      end + "factors:\n  refresh.minGap: {from: 5 min, to: 60 min, steps: 1000}\n"
        + "  push.minGap: {from: 5 min, to: 30 min, steps: 1000}\n",
      "study.yaml:18:3: factors: found 1000000 design points, expected at most 10000"),
    Breakage(
      "arm of a missing element", end, end + "arms:\n  - {name: a, set: {\"apps[7].heavy\": true}}\n",
      "study.yaml:18:21: arms[0].set.apps[7].heavy: found place 7 of a list, expected places from 0 to 0 there"
    ),
    Breakage(
      "app of another study", end,
      end + "script:\n  - {at: 1 d 08:00, action: open, app: org.example.mial}\n",
      "study.yaml:18:40: script[0].app: found `org.example.mial`, expected an app of the study; "
        + "did you mean `org.example.mail`?"),
    Breakage(
      "baseline outside the study", end, end + "compare: {baseline: never}\n",
      "study.yaml:17:21: compare.baseline: found `never`, "
        + "expected a policy of the study: seven-factor, fixed-interval"),
    Breakage(
      "expectation without a relation", end, end + "expect:\n  - {event: launched}\n",
      "study.yaml:18:5: expect[0]: found 0 comparisons, "
        + "expected exactly one of equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, "
        + "increasesWith, decreasesWith, at"),
    Breakage(
      "expectation along an unknown factor", end,
      end + "factors: {refresh.minGap: [10 min, 20 min], push.minGap: [10 min, 20 min]}\n"
        + "expect:\n  - {metric: launches_per_day, decreasesWith: refresh.mingap}\n",
      "study.yaml:19:47: expect[0].decreasesWith: found `refresh.mingap`, "
        + "expected a factor of the study: refresh.minGap, push.minGap; did you mean `refresh.minGap`?"),
    Breakage(
      "expectation along a factor of a study without factors", end,
      end + "expect:\n  - {metric: launches_per_day, increasesWith: refresh.minGap}\n",
      "study.yaml:18:47: expect[0].increasesWith: found `refresh.minGap`, "
        + "expected a factor, in a study with `factors`"),
    Breakage(
      "expectation along a factor with one level", end,
      end + "factors: {refresh.minGap: [10 min]}\n"
        + "expect:\n  - {metric: launches_per_day, increasesWith: refresh.minGap}\n",
      "study.yaml:19:47: expect[0].increasesWith: found a factor with one level, "
        + "expected a factor with two levels or more"),
    Breakage(
      "expectation in two directions", end,
      end + "factors: {refresh.minGap: [10 min, 20 min]}\nexpect:\n"
        + "  - {event: launched, increasesWith: refresh.minGap, decreasesWith: refresh.minGap}\n",
      "study.yaml:19:5: expect[0]: found 2 comparisons, "
        + "expected exactly one of equals, lessThan, atMost, atLeast, greaterThan, between, equivalentTo, "
        + "increasesWith, decreasesWith, at"),
    Breakage(
      "margin in another unit", end,
      end + "compare:\n  metrics:\n    - {name: staleness_at_open_s, margin: 1 min}\n",
      "study.yaml:19:43: compare.metrics[0].margin: found `1 min`, "
        + "expected a number from 0 to 1000000000000000.0, or a share of the baseline such as `10 %`"),
    Breakage(
      "front of one metric", end, end + "compare: {front: [fresh_open_share]}\n",
      "study.yaml:17:18: compare.front: found a list of 1, expected two metrics of the catalogue"),
    Breakage(
      "front of a metric without a better way", end,
      end + "compare: {front: [fresh_open_share, sessions_per_day]}\n",
      "study.yaml:17:37: compare.front[1]: found `sessions_per_day`, "
        + "expected a metric of the population with a better way"),
    Breakage(
      "family of nothing", end, end + "compare: {family: run}\n",
      "study.yaml:17:19: compare.family: found `run`, expected one of designPoint, study"),
    Breakage(
      "equivalence without margin", end, end + "expect:\n  - {metric: launches_per_day, equivalentTo: 3}\n",
      "study.yaml:18:5: expect[0].margin: found nothing, expected the margin of equivalentTo"),
    Breakage(
      "unknown observation", end, end + "expect:\n  - {observe: maxLaunchesPerHours, equals: 1}\n",
      "study.yaml:18:15: expect[0].observe: found `maxLaunchesPerHours`, expected one of "
        + LogObservation.allCases.map(\.rawValue).joined(separator: ", ")
        + "; did you mean `maxLaunchesPerHour`?"),
    Breakage(
      "hours blocked by nothing known", end,
      end + "expect:\n  - {observe: blockedHours, reason: scores, equals: 1}\n",
      "study.yaml:18:37: expect[0].reason: found `scores`, expected one of "
        + BlockingReason.allCases.map(\.name).joined(separator: ", ") + "; did you mean `score`?"),
    Breakage(
      "reason of an observation without one", end,
      end + "expect:\n  - {observe: maxRunSeconds, reason: score, equals: 1}\n",
      "study.yaml:18:38: expect[0].reason: found `score`, expected no reason: only `blockedHours` observes one"
    ),
    Breakage(
      "several at once", "horizonDays: 4\nwarmUpDays: 1\nreplications: 2",
      "horizonDays: four\nwarmUpDays: 1\nreplications: 0",
      "study.yaml:4:14: horizonDays: found `four`, expected a whole number from 1 to 3660",
      "study.yaml:6:15: replications: found `0`, expected a whole number from 1 to 100000"),
    Breakage(
      "later version of the format", "formatVersion: 1", "formatVersion: 2",
      "study.yaml:1:16: formatVersion: found `2`, expected a whole number from 1 to 1"),
    Breakage(
      "unknown session", end,
      end + "script:\n  - {at: 1 d 08:00, action: transfer, app: org.example.mail, session: outbox}\n",
      "study.yaml:18:71: script[0].session: found `outbox`, expected a session of the app"),
    Breakage(
      "transfers after an unknown task", "    tasks",
      "    transfers: [{session: outbox, on: success, task: mail.refreshed}]\n    tasks",
      "study.yaml:14:54: apps[0].transfers[0].task: found `mail.refreshed`, expected a task of the app; "
        + "did you mean `mail.refresh`?"),
    Breakage(
      "key of a later version", "    tasks", "    extension: []\n    tasks",
      "study.yaml:14:5: apps[0].extension: found `extension`, expected a key of this version: not in this version"
    ),
    Breakage(
      "table of a later version", end, end + "record: [decisions]\n",
      "study.yaml:17:10: record[0]: found `decisions`, "
        + "expected a table of this version: `decisions` is not in this version"),
    Breakage(
      "no YAML", "policies: [", "policies: [[", "study.yaml:17:1: found no ',' or ']', expected valid YAML"),
    Breakage(
      "second document", end, end + "---\nname: other\n",
      "study.yaml:17:1: found a second document, expected one document in a study file"),
  ]

  @Test("A broken study is refused with place, found and expected", arguments: breakages)
  func refused(_ breakage: Breakage) throws {
    let text = StudyText.minimal.replacing(breakage.old, with: breakage.new, maxReplacements: 1)
    #expect(text != StudyText.minimal)
    #expect(try StudyFolder().errors(text) == breakage.errors)
  }

  @Test("The study that is broken here is right itself")
  func minimal() throws { #expect(try StudyFolder().errors(StudyText.minimal).isEmpty) }

  private static let tooLarge =
    "study.yaml: found more than 4194304 bytes, expected a study file of at most 4 MiB"
  private static let noText =
    "study.yaml:1:1: found bytes that are no text, expected a study in YAML, encoded as UTF-8"
  private static let endless =
    "found aliases or nesting without end, expected at most 64 levels and 200000 values"

  @Test("Files that are no studies are refused: empty, binary, without a mapping")
  func noStudies() throws {
    let folder = try StudyFolder()
    for text in ["", "# nothing\n"] {
      #expect(try folder.errors(text) == ["study.yaml:1:1: found an empty file, expected a study in YAML"])
    }
    #expect(try folder.errors("hello\n") == ["study.yaml:1:1: found `hello`, expected a mapping"])
    #expect(try folder.errors([0, 1, 255, 254]) == [Self.noText])
    #expect(try folder.errors(Array("name: caf".utf8) + [0xe9, 10]) == [Self.noText])
    #expect(
      try folder.errors(Array("seed: 1\nname: caf".utf8) + [0xe9, 10])
        == [Self.noText.replacing(":1:1:", with: ":2:1:")])
    let missing = try #require(throws: StudyErrors.self) { try StudyFile(path: "\(folder.path)/gone.yaml") }
    #expect(
      missing.description
        == "\(folder.path)/gone.yaml: found no readable file (No such file or directory), expected a study")
  }

  @Test("Files beyond 4 MiB and lines of 10 MB are refused without being read to the end")
  func tooLarge() throws {
    let folder = try StudyFolder()
    #expect(try folder.errors(Array(repeating: UInt8(ascii: "#"), count: (4 << 20) + 1)) == [Self.tooLarge])
    let line = Array("name: ".utf8) + Array(repeating: UInt8(ascii: "a"), count: 10_000_000)
    #expect(try folder.errors(line) == [Self.tooLarge])
  }

  @Test("Aliases that multiply or contain themselves, and deep nesting, end in one error")
  func endless() throws {
    let folder = try StudyFolder()
    var bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for (old, new) in zip("abcdefgh", "bcdefghi") {
      bomb += "\(new): &\(new) [" + Array(repeating: "*\(old)", count: 10).joined(separator: ", ") + "]\n"
    }
    let errors = try folder.errors(bomb)
    #expect(errors.count == 1 && errors[0].hasSuffix(Self.endless), "\(errors)")
    #expect(try folder.errors("a: &a [*a]\n") == ["study.yaml:1:4: \(Self.endless)"])
    let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(try folder.errors(nested) == ["study.yaml:1:65: \(Self.endless)"])
    let open = try folder.errors(String(repeating: "[", count: 100_000))
    #expect(open.count == 1, "\(open)")
  }

  @Test("Two studies that extend each other are refused")
  func cycle() throws {
    let folder = try StudyFolder()
    _ = try folder.write("extends: study.yaml\n", as: "other.yaml")
    #expect(
      try folder.errors("extends: other.yaml\n") == [
        "other.yaml:1:10: extends: found `study.yaml`, expected a file that does not extend this one again"
      ])
  }

  @Test("Errors come in order of line")
  func order() throws {
    let text = StudyText.minimal.replacing("seven-factor", with: "sevn-factor").replacing(
      "15 min", with: "15"
    )
    .replacing("seed: 7", with: "seed: -7")
    let errors = try StudyFolder().errors(text)
    #expect(errors.map { $0.split(separator: ":")[1] } == ["3", "15", "16"], "\(errors)")
  }
}
