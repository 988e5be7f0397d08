import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Event log as CSV")
struct EventLogCSVTests {
  @Test("every column is named once, and every field has one in its order")
  func columns() {
    #expect(Set(EventLogCSV.columns).count == EventLogCSV.columns.count)
    let fields = EventLogColumn.all.suffix(LogField.Name.allCases.count)
    #expect(fields.map(\.key) == LogField.Name.allCases.map(\.rawValue))
  }

  @Test("the data dictionary has every column with its unit and a meaning")
  func dictionary() {
    let rows = EventLogCSV.dictionary.split(separator: "\n").map { $0.split(separator: ",", maxSplits: 2) }
    #expect(rows.dropFirst().map { String($0[0]) } == EventLogCSV.columns)
    holds(EventLogCSV.dictionary.hasPrefix("column,unit,meaning\nt_us,us,time since"))
    for line in EventLogCSV.dictionary.split(separator: "\n") { #expect(line.last != ",", "\(line)") }
    holds(EventLogCSV.columns.contains("energy_nj") && EventLogCSV.columns.contains("latency_us"))
  }

  @Test("a column has the same unit for all events: seconds in the log become microseconds")
  func units() throws {
    let replay = try QuickstartDevice.replay(device: 0, days: 7)
    let log = [
      (LogEvent.launched, 58.2, [LogField]()), (.coalesced, 1, [LogField(.age, .span(.seconds(3)))]),
      (.pushSent, 7200, []),
    ].map { event, value, fields in
      LogRecord(
        time: .zero + .seconds(10), event: event, app: 0, mechanism: .push, word: .none, item: 1,
        identifier: "", value: value, fields: fields)
    }
    let lines = EventLogCSV.text(log, of: replay.plan).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let age = try #require(lines[0].firstIndex(of: "age_us"))
    let expiration = try #require(lines[0].firstIndex(of: "expiration_us"))
    holds(lines[1][age] == "58200000" && lines[2][age] == "3000000")
    #expect(lines[3][expiration] == "7210000000")
  }

  @Test("a notification logs its content, and a silent push the way it reached its app")
  func delivered() {
    func fields(_ mechanism: Mechanism, _ word: LogWord) -> [LogField] {
      LogRecord(
        time: .zero, event: .delivered, app: 0, mechanism: mechanism, word: word, item: 0, identifier: "",
        value: 0
      ).allFields.filter { [.how, .content].contains($0.name) }
    }
    #expect(fields(.mode, .modified) == [LogField(.content, .text("modified"))])
    #expect(fields(.push, .joined) == [LogField(.how, .text("joined"))])
  }

  @Test("CONT-1 API-1 a refusal has a code where one is published; `delay` is the resume delay of URL-9")
  func codes() {
    func code(_ word: LogWord, _ value: Double) -> LogField? {
      LogRecord(
        time: .zero, event: .rejected, app: 0, mechanism: .continued, word: word, item: 0, identifier: "",
        value: value
      ).allFields.first { $0.name == .code }
    }
    holds(code(.notForeground, 0) == nil && code(.notPermitted, 3) == LogField(.code, .number(3)))
    holds(EventLogColumn.all.contains { $0.key == "delay" && $0.meaning.contains("URL-9") })
  }

  @Test("the state of every item can be rebuilt from the log", arguments: Tier.isLong ? 0..<4 : 1..<2)
  func rebuildInNumbers(_ device: Int) throws {
    let replay = try QuickstartDevice.replay(device: device, days: 14)
    let result = try replay.run(records: [.log, .attempts])
    let rebuilt = RebuiltItems(csv: EventLogCSV.text(result.log, of: replay.plan))
    #expect(rebuilt.disorder == 0)
    holds(!result.attempts.isEmpty)
    for attempt in result.attempts {
      let item = try #require(rebuilt.items[Int(attempt.item)], "item \(attempt.item)")
      #expect(item.app == replay.plan.apps[Int(attempt.app)].bundleID)
      #expect(item.mechanism == attempt.mechanism.name)
      #expect(item.submitted == attempt.submitted.microseconds)
      #expect(item.earliestBegin == attempt.earliestBegin.map { Int($0.microseconds) })
      #expect(item.launched == attempt.launched.map { Int($0.microseconds) })
      #expect(item.state == attempt.outcome.name, "item \(attempt.item)")
      #expect(
        item.ended == attempt.ended.map { Int($0.microseconds) }, "item \(attempt.item): \(attempt.outcome)")
    }
    let pending = rebuilt.items.values.count { $0.state == "pending" && $0.mechanism != "push" }
    #expect(pending == result.attempts.count { $0.outcome == .pending && $0.mechanism != .push })
  }

  @Test("balances of the budgets can be followed through the log")
  func budgets() throws {
    let replay = try QuickstartDevice.replay(device: 1, days: 7)
    let result = try replay.run(records: .log)
    var balances: [String: Int64] = [:]
    for record in result.log where [.budgetRefilled, .budgetDebited].contains(record.event) && record.app < 0
    {
      let balance = try #require(record[.balance])
      guard case .integer(let after) = balance else { continue }
      let key = record.word.name
      if let before = balances[key] {
        var clipped: Int64 = 0
        if let field = record[.clipped], case .integer(let amount) = field { clipped = amount }
        let change = record.event == .budgetDebited ? -Int64(record.value) : Int64(record.value) - clipped
        #expect(before + change == after)
      }
      balances[key] = after
    }
    #expect(balances.count == 2)
  }
}
