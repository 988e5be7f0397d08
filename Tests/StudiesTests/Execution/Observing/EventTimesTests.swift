import Studies
import StudyTestSupport
import Testing

@Suite("Times of events that a study expects")
struct EventTimesTests {
  private func numbers(_ expectations: String, replications: Int = 1, devices: Int = 1) throws -> [String] {
    let file = try StudyFolder().study(
      """
      formatVersion: 1
      name: times
      horizon: 3 h
      replications: \(replications)
      population:
        devices: \(devices)
        archetypes: [{name: desk, share: 100 %, user: scripted, charging: never, network: wifi}]
      apps:
        - id: a
          pushes: {on: schedule, at: [1 h, 3600.000003 s, 2 h]}
        - id: b
      policies: [immediate]
      expect:

      """ + expectations.split(separator: "\n").map { "  - \($0)\n" }.joined())
    return try file.judgements().map { ($0.holds ? "holds " : "FAILS ") + $0.numbers }
  }

  @Test("Each time is met by one event, to the microsecond unless `within` is given")
  func matching() throws {
    #expect(
      try numbers(
        """
        {event: pushSent, at: 2 h}
        {event: pushSent, at: ["01:00:00.000003", 7200000000 us, 60 min]}
        {event: pushSent, at: 1 h, within: 2 us}
        {event: pushSent, at: 3600.000002 s}
        {event: pushSent, at: 3600.000002 s, within: 1 us}
        {event: pushSent, app: b, at: 1 h}
        {event: pushSent, mechanism: push, app: a, at: [1 h, 3600.000001 s], within: 3 us}
        {event: pushSent, at: [1 h, 1 h, 2 h], within: 3 us}
        """) == [
          "holds at 7200 s", "holds at 3600, 3600.000003, 7200 s", "holds at 3600 s ± 0.000002 s",
          "FAILS at 3600.000002 s: none at 3600.000002 s, nearest at 3600.000003 s",
          "holds at 3600.000002 s ± 0.000001 s", "FAILS at 3600 s: none at 3600 s",
          "holds at 3600, 3600.000001 s ± 0.000003 s", "holds at 3600, 3600, 7200 s ± 0.000003 s",
        ])
  }

  @Test("A second event near a time is one too many, and so is a time without one of its own")
  func counts() throws {
    #expect(
      try numbers(
        """
        {event: pushSent, at: 1 h, within: 3 us}
        {event: pushSent, at: [2 h, 2 h]}
        """) == [
          "FAILS at 3600 s ± 0.000003 s: 2 at 3600 s", "FAILS at 7200, 7200 s: 1 events near 2 times",
        ])
  }

  @Test("Every device of every replication must keep the times")
  func everywhere() throws {
    let expectations = "{event: pushSent, at: 2 h}\n{event: pushSent, at: 30 min}"
    #expect(
      try numbers(expectations, replications: 2, devices: 2) == [
        "holds at 7200 s", "FAILS at 1800 s: none at 1800 s, nearest at 3600 s, device 0, replication 0",
      ])
  }
}
