import OutputAnalysis
import Studies
import StudyTestSupport
import Testing

@Suite("Expectations along factors")
struct ExpectationTrendTests {
  private func judge(_ text: String) throws -> [ExpectationJudge.Judgement] {
    try StudyFolder().study(text).judgements()
  }

  /// A phone whose refreshes come exactly at intervals that the study varies.
  private func study(_ policies: String = "policies: [fixed-interval]") -> String {
    """
    formatVersion: 1
    name: trend
    horizonDays: 2
    replications: 2
    population: {devices: 1, archetypes: scripted}
    apps:
      - id: org.example.mail
        usage: {at: ["08:00"], stay: 2 min}
        content: {process: none}
        tasks:
          - {id: mail.refresh, kind: refresh}
    \(policies)
    parameters: {life.jetsamHazard: 0 1/h}

    """
  }

  @Test("Counts are compared exactly from level to level, numbers of any unit ascending")
  func counts() throws {
    let judgements = try judge(
      study() + """
        factors:
          policies.fixed-interval.fixed.interval: [2 h, 30 min, 240 min]
        expect:
          - {event: launched, mechanism: refresh, decreasesWith: policies.fixed-interval.fixed.interval}
          - {event: launched, mechanism: refresh, increasesWith: policies.fixed-interval.fixed.interval}
        """)
    let factor = "policies.fixed-interval.fixed.interval 30 min, 2 h, 240 min"
    #expect(judgements.map(\.holds) == [true, false])
    #expect(
      judgements.map(\.numbers) == [
        "\(factor): 96 > 24 > 12; over 2 replications",
        "\(factor): 96 not < 24 not < 12; over 2 replications",
      ])
  }

  @Test("Words stand in the order of the study, and one step in the wrong direction refutes the claim")
  func words() throws {
    let judgements = try judge(
      study("policies: [immediate]") + """
        script:
          - {at: 0 d 09:00, action: submit, app: org.example.mail, task: mail.index, kind: processing}
        factors:
          "script[0].task": [mail.index, mail.refresh, mail.backup]
        expect:
          - {event: submitted, mechanism: processing, decreasesWith: "script[0].task"}
        """)
    #expect(judgements.map(\.holds) == [false])
    #expect(
      judgements.map(\.numbers) == [
        "script[0].task mail.index, mail.refresh, mail.backup: 0 not > 1 > 0; over 2 replications"
      ])
  }

  @Test("Each combination of the other factors' levels is judged and printed")
  func others() throws {
    let judgements = try judge(
      study() + """
        factors:
          population.devices: [1, 2]
          policies.fixed-interval.fixed.interval: [30 min, 2 h]
        expect:
          - {event: launched, mechanism: refresh, increasesWith: population.devices}
          - {event: launched, mechanism: refresh, atMost: 100}
          - {event: launched, mechanism: refresh, atMost: 1000}
        """)
    let interval = "policies.fixed-interval.fixed.interval"
    #expect(judgements.map(\.holds) == [true, false, true])
    #expect(
      judgements.map(\.numbers) == [
        "population.devices 1, 2: 96 < 192 (\(interval)=30 min), 24 < 48 (\(interval)=2 h); over 2 replications",
        "192 times ≤ 100 times (population.devices=2 \(interval)=30 min, one of 4 points)",
        "96 times ≤ 1000 times (population.devices=1 \(interval)=30 min, one of 4 points)",
      ])
  }

  @Test("A step of noise leaves a trend undecided, and the replications that would decide it are printed")
  func undecided() throws {
    let judgements = try judge(
      study().replacing("archetypes: scripted", with: "archetypes: everyday")
        .replacing("replications: 2", with: "replications: 4")
          + """
          factors: {policies.fixed-interval.fixed.interval: [30 min, 31 min]}
          expect:
            - {metric: energy_j_per_day, increasesWith: policies.fixed-interval.fixed.interval}
          """)
    #expect(judgements.map(\.verdict) == [.undecided])
    #expect(judgements[0].numbers.contains(" perhaps < "), "\(judgements[0].numbers)")
    #expect(judgements[0].numbers.hasSuffix(" replications would decide it)"), "\(judgements[0].numbers)")
  }

  @Test("Metrics need a paired test, which a difference that may be noise does not pass")
  func metrics() throws {
    let judgements = try judge(
      study().replacing("replications: 2", with: "replications: 6").replacing(
        "archetypes: scripted", with: "archetypes: everyday"
      )
      .replacing("devices: 1", with: "devices: 2")
        + """
        factors: {policies.fixed-interval.fixed.interval: [30 min, 2 h]}
        expect:
          - {metric: launches_per_day, decreasesWith: policies.fixed-interval.fixed.interval}
          - {metric: sessions_lost_per_day, decreasesWith: policies.fixed-interval.fixed.interval}
        """)
    #expect(judgements.map(\.holds) == [true, false])
    #expect(judgements[0].numbers.contains("; over 6 replications (p "), "\(judgements[0].numbers)")
    #expect(judgements[1].numbers.hasSuffix("0 not > 0; over 6 replications"), "\(judgements[1].numbers)")
  }
}
