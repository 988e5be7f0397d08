import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

/// Logs of one phone, written as lines, with what is observed in them.
///
/// A line is a time, an event with its word after a slash, a mechanism, and fields such as `item=1`. A line that begins with `?` is an
/// observation with its mechanism, its app and its hours.
@Suite("Observations of a log")
struct LogReadingTests {
  /// A line of a case: its words, and the fields among them.
  private struct Line {
    var words: [String] = []
    var fields: [String: String] = [:]

    init(_ text: String) {
      for part in text.split(separator: " ") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if pair.count == 2 { fields[pair[0]] = pair[1] } else { words.append(pair[0]) }
      }
    }

    var mechanism: Mechanism? { Mechanism.allCases.first { words.dropFirst().contains($0.name) } }
    func number(_ name: String) -> Double? { fields[name].flatMap { Double($0) } }
    func whole(_ name: String) -> Int? { fields[name].flatMap { Int($0) } }
  }

  private static func record(_ text: String, unit: TimeSpan) throws -> LogRecord {
    let line = Line(text)
    func instant(_ number: Double) -> Instant { .zero + .seconds(number * unit.seconds) }
    let words = line.words[1].split(separator: "/").map(String.init)
    let event = try #require(LogEvent.allCases.first { $0.name == words[0] }, "\(text)")
    let word = try #require(LogWord.allCases.first { words.count < 2 || $0.name == words[1] }, "\(text)")
    var fields = [LogField.Name.earliestBegin, .open, .deadline].compactMap { name in
      line.number(name.rawValue).map { LogField(name, .instant(instant($0))) }
    }
    if let flags = line.fields["flags"] { fields.append(LogField(.flags, .text(flags))) }
    if let done = line.number("done") { fields.append(.number(.workDone, done)) }
    if let flag = line.fields["synthetic"] { fields.append(.flag(.synthetic, flag == "true")) }
    return LogRecord(
      time: instant(try #require(Double(line.words[0]), "\(text)")), event: event,
      app: Int32(line.whole("app") ?? 0), mechanism: line.mechanism, word: words.count < 2 ? .none : word,
      item: Int32(line.whole("item") ?? 1), identifier: "a", value: line.number("value") ?? 0, fields: fields)
  }

  private static func observations(
    _ lines: [String], of plan: DevicePlan, unit: TimeSpan
  ) throws -> LogObservations {
    var observations = LogObservations()
    var result = DeviceResult()
    result.log = try lines.map { try record($0, unit: unit) }
    observations.add(result, of: plan)
    return observations
  }

  /// Expects the observations of each case of a file.
  private func expect(_ name: String, of plan: DevicePlan, unit: TimeSpan) throws {
    try RecordedCases("Tests/StudiesTests/Execution/Fixtures/\(name).txt").expect { _, lines in
      let log = lines.filter { !$0.hasPrefix("?") }
      let observations = try Self.observations(log, of: plan, unit: unit)
      return lines.filter { $0.hasPrefix("?") }.map { text in
        let line = Line(text)
        let ends = (line.fields["hours"] ?? "").split(separator: "-").compactMap { Double($0) }
        let reading = observations.reading(
          line.words[1], app: line.whole("app"), mechanism: line.mechanism,
          hours: ends.count == 2 ? HoursOfDay(from: ends[0], to: ends[1]) : nil)
        let value = reading.map { "\($0.isLowerBound ? "at least " : "")\(($0.value * 1e9).rounded() / 1e9)" }
        return "\(text.dropFirst(2)): \(value ?? "no value")"
      }
    }
  }

  @Test("LIFE-1 LIFE-2 DBG-1 order, progress and surroundings of runs, with times in seconds")
  func sequences() throws {
    try expect("log-sequences", of: DevicePlan(specifications: [1, nil]), unit: .second)
  }

  /// A phone that is seen on days 1 and 2; its app 0 is the study's app 3, its app 1 is not of the study.
  private let plan: DevicePlan = {
    var initial = InitialState(stateOfCharge: 1, network: .none)
    initial.isLocked = true
    return DevicePlan(specifications: [3, nil], seen: .day(1)...(.day(3)), initial: initial)
  }()

  @Test("rates, medians and times of day after the warm-up, with times in hours")
  func rates() throws { try expect("log-rates", of: plan, unit: .hour) }

  @Test("devices are read in their order, independently of the worker that simulated them")
  func merging() throws {
    func launches(_ hours: Int...) -> [String] { hours.map { "\($0) launched refresh item=\($0)" } }
    let first = try Self.observations(launches(30, 40), of: plan, unit: .hour)
    var other = plan
    other.device = 1
    var (forward, second) = (first, try Self.observations(launches(50), of: other, unit: .hour))
    forward.merge(second)
    second.merge(first)
    for observation in LogObservation.all {
      #expect(
        forward.reading(observation.name, app: 3, mechanism: nil)
          == second.reading(observation.name, app: 3, mechanism: nil))
    }
    #expect(forward.reading("launchesPerDay", app: 3, mechanism: .refresh)?.value == 0.75)
  }
}

extension DevicePlan {
  /// A phone with these apps of a study, nil for one that the study does not describe.
  init(
    specifications: [Int?], seen: ClosedRange<Instant> = .zero...(.day(100)),
    initial: InitialState = InitialState(stateOfCharge: 1)
  ) {
    self.init(
      replication: 0, device: 0, archetype: "a",
      apps: specifications.map { InstalledApp(specification: $0, bundleID: "a") },
      timeline: ExogenousTimeline([]), initial: initial, end: seen.upperBound,
      warmUpEnd: seen.lowerBound)
  }
}
