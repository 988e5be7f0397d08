import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// A refresh candidate whose window opened at midnight of day 1.
func candidate(
  _ mechanism: Mechanism = .refresh, item: Int32 = 1, app: Int32 = 0, open: Instant = .day(1),
  deadline: Instant? = nil, likelihood: Double = 0, denials: BlockingSet = [], lastLaunch: Instant? = nil,
  usesNetwork: Bool = true
) -> Candidate {
  Candidate(
    item: item, app: app, mechanism: mechanism, submitted: open, open: open,
    deadline: deadline ?? open + .day,
    denials: denials, likelihood: likelihood, lastLaunch: lastLaunch, usesNetwork: usesNetwork)
}

/// Plugged in, full, on Wi-Fi, idle and cool: every component but usage is 1.
func bestMoment(_ now: Instant = .day(1)) -> Observation {
  Observation(now: now, isPlugged: true, stateOfCharge: 1, network: .wifi, isIdle: true)
}

/// The same on battery.
func onBattery(_ now: Instant = .day(1)) -> Observation {
  var observation = bestMoment(now)
  observation.isPlugged = false
  return observation
}

@Suite("The readiness score")
struct ReadinessScoreTests {
  private let readiness = ReadinessScore(DocumentedRules.parameters())

  @Test("GATE-5 is the weighted mean of the applicable components")
  func components() {
    var observation = bestMoment()
    #expect(abs(readiness.score(candidate(likelihood: 0), observation) - 0.5) < 1e-12)
    #expect(abs(readiness.score(candidate(likelihood: 0.25), observation) - 0.75) < 1e-12)
    #expect(abs(readiness.score(candidate(likelihood: 0.9), observation) - 1) < 1e-12)
    #expect(abs(readiness.score(candidate(.push), observation) - 1) < 1e-12)
    observation = Observation(
      now: .day(1), isPlugged: false, stateOfCharge: 0.6, network: .cellular, isIdle: false, thermal: .fair)
    // Push: (0.15 · 0.5 + 0.15 · 0.5 + 0.1 · 0.5 + 0.1 · 0.7) / 0.5.
    #expect(abs(readiness.score(candidate(.push), observation) - 0.54) < 1e-12)
    // Processing without network: (0.15 · 0.5 + 0.1 · 0.7) / 0.25.
    #expect(abs(readiness.score(candidate(.processing, usesNetwork: false), observation) - 0.58) < 1e-12)
  }

  @Test("GATE-5 no component makes a score leave [0, 1], and a full component never lowers it")
  func monotone() {
    for level in stride(from: 0.0, through: 1, by: 0.1) {
      for network in NetworkPath.allCases {
        for thermal in ThermalState.allCases {
          for isIdle in [true, false] {
            let base = Observation(
              now: .day(1), isPlugged: false, stateOfCharge: level, network: network, isIdle: isIdle,
              thermal: thermal)
            var better: [Observation] = Array(repeating: base, count: 4)
            better[0].isPlugged = true
            better[1].network = .wifi
            better[2].isIdle = true
            better[3].thermal = .nominal
            for mechanism in Mechanism.allCases {
              let score = readiness.score(candidate(mechanism, likelihood: 0.2), base)
              holds((0...1).contains(score))
              for observation in better {
                #expect(readiness.score(candidate(mechanism, likelihood: 0.2), observation) >= score - 1e-12)
              }
            }
          }
        }
      }
    }
  }

  private func threshold(at now: Instant, open: Instant, deadline: Instant) -> Double {
    readiness.threshold.standing(at: now, open: open, deadline: deadline).threshold
  }

  @Test("GATE-4 the threshold falls from open to deadline and stays there")
  func threshold() {
    let (open, deadline) = (Instant.day(1), Instant.day(2))
    #expect(threshold(at: .day(0), open: open, deadline: deadline) == 0.8)
    #expect(threshold(at: open, open: open, deadline: deadline) == 0.8)
    #expect(abs(threshold(at: open + .hours(12), open: open, deadline: deadline) - 0.5) < 1e-12)
    #expect(threshold(at: deadline, open: open, deadline: deadline) == 0.2)
    #expect(threshold(at: .day(9), open: open, deadline: deadline) == 0.2)
  }

  @Test("GATE-4 the passing time is the first tick when the threshold is met")
  func passingTime() {
    let open = Instant.day(1)
    for window in [TimeSpan.minutes(30), .day, .days(7), .microseconds(1_000_003)] {
      let deadline = open + window
      for step in 0...200 {
        let score = 0.2 + 0.6 * Double(step) / 200
        guard let time = readiness.threshold.passingTime(score: score, open: open, deadline: deadline) else {
          #expect(score < 0.2)
          continue
        }
        #expect(threshold(at: time, open: open, deadline: deadline) <= score + 1e-9)
        if time > open {
          #expect(threshold(at: time - .tick, open: open, deadline: deadline) > score + 1e-9)
        }
      }
      #expect(readiness.threshold.passingTime(score: 0.19, open: open, deadline: deadline) == nil)
      #expect(readiness.threshold.passingTime(score: 0.8, open: open, deadline: deadline) == open)
      // A sum of weights that misses the threshold by its rounding passes.
      #expect(readiness.threshold.passingTime(score: 0.8 - 5e-10, open: open, deadline: deadline) == open)
      #expect(readiness.threshold.passingTime(score: 0.2 - 1e-12, open: open, deadline: deadline) != nil)
      #expect(readiness.threshold.passingTime(score: 0.2 - 2e-9, open: open, deadline: deadline) == nil)
    }
  }

  @Test("USE-2 a higher likelihood never passes later")
  func usage() {
    let observation = Observation(
      now: .day(1), isPlugged: false, stateOfCharge: 0.5, network: .cellular, isIdle: true)
    var last = Instant.distantFuture
    for step in 0...100 {
      let refresh = candidate(likelihood: Double(step) / 100)
      let passing = readiness.threshold.passingTime(
        score: readiness.score(refresh, observation), open: refresh.open, deadline: refresh.deadline)
      let time = passing ?? .distantFuture
      #expect(time <= last)
      last = time
    }
  }

  @Test("GATE-1 the usage component leaves with the factor appUsage")
  func usageOff() {
    var parameters = DocumentedRules.parameters()
    parameters.set("factor.appUsage", .choice("off"))
    #expect(abs(ReadinessScore(parameters).score(candidate(likelihood: 0), bestMoment()) - 1) < 1e-12)
  }
}
