import EventSimulation
import ModelParameters
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Defects in the ends of runs") struct RunDefectsTests {
  private static func defects(
    _ runs: [History.Item], _ verdict: HealthVerdict = .healthy, _ parameters: ParameterSet? = nil
  ) -> [String] {
    Diagnosis(
      app: AppSpecification(bundleID: "a"), conditions: DeviceConditions(), histories: runs, refusals: [],
      warmUpEnd: .zero, verdict: verdict, parameters: parameters
    ).defects.map(\.advice)
  }

  /// Twenty runs, of which the first ones are changed.
  private static func sentences(_ count: Int, _ change: (inout History.Item) -> Void) -> [String] {
    var runs = (0..<20).map { index in
      let time = Instant.day(index)
      return History.Item(
        item: Int32(index), mechanism: .refresh, identifier: "a", submitted: time, open: time,
        chainOpen: time,
        launched: time, expired: nil, ended: time + .minute, outcome: .completed(success: true), waitEnd: time
      )
    }
    for index in 0..<count { change(&runs[index]) }
    return defects(runs)
  }

  @Test("runs without a defect have no sentence")
  func none() { #expect(Self.sentences(0) { _ in } == []) }

  @Test(
    "each kind of kill has its sentence with the number of runs",
    arguments: [
      ("completionTimeout", "killed for want of a completion"), ("cpuMonitor", "by the processor monitor"),
      ("lateRegistration", "Register each handler once"), ("noHandler", "Register each handler once"),
      ("memoryPressure", "killed for memory"), ("crash", "by a crash"),
    ])
  func kills(_ reason: String, _ words: String) {
    let found = Self.sentences(2) { $0.outcome = .killed(reason) }
    #expect(
      found.count == 1 && found[0].hasPrefix("2 of 20 runs were killed") && found[0].contains(words),
      "\(found)")
  }

  @Test("one run is spoken of in the singular")
  func singular() {
    let found = Self.sentences(1) { $0.outcome = .killed("crash") }
    #expect(found.first?.hasPrefix("1 of 20 runs was killed by a crash") == true, "\(found)")
  }

  @Test("a time limit counts from a twentieth of the runs on")
  func limits() {
    #expect(Self.sentences(1) { $0.expired = "timeLimit" }.count == 1)
    #expect(
      Self.sentences(3) { $0.expired = "timeLimit" }[0].hasPrefix("3 of 20 runs (15 %) met their time limit"))
    #expect(Self.sentences(3) { $0.expired = "unplugged" }[0].contains("cut off by the user or the charger"))
    #expect(Self.sentences(3) { $0.outcome = .completed(success: false) } == [])
    #expect(Self.sentences(5) { $0.outcome = .completed(success: false) }[0].contains("failed by themselves"))
  }

  @Test("each way in which a continued task ends has its sentence, of every single run where most fail")
  func continued() {
    func text(_ change: (inout History.Item) -> Void) -> String {
      let time = Instant.day(1)
      var run = History.Item(
        item: 1, mechanism: .continued, identifier: "a", submitted: time, open: time, chainOpen: time,
        launched: time, expired: nil, ended: time + .minute, outcome: .completed(success: false),
        waitEnd: time)
      change(&run)
      return Self.defects([run], .failing, ParameterSet()).joined()
    }
    #expect(
      text { $0.expired = "stalled" }.contains(
        "reported no progress for 20 s (10 s under heat or memory pressure). Report progress more often"))
    #expect(text { $0.expired = "userCancelled" }.contains("were canceled by the user"))
    #expect(text { $0.outcome = .cancelled("appRemoved") }.contains("the user swiped the app away"))
    #expect(text { $0.outcome = .killed("resourcePressure") }.contains("Report progress steadily"))
    #expect(text { _ in }.contains("failed by themselves"))
  }

  @Test("replaced requests count from half of the requests on")
  func replaced() {
    #expect(Self.sentences(10) { $0.outcome = .replaced(by: 99) } == [])
    #expect(
      Self.sentences(11) { $0.outcome = .replaced(by: 99) }[0]
        .hasPrefix("11 of 20 requests were replaced before they could run"))
  }
}
