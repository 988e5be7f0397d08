import BackgroundExecution
import EventSimulation
import ModelParameters
import Testing

@testable import PhoneSimulation

@Suite("What apps have done before")
struct AppHistoryTests {
  @Test("the n-th run of a task has the ordinal n, whatever other tasks do")
  func ordinals() {
    var history = RunHistory(taskCounts: [2, 1])
    #expect(history.takeOrdinal(.first, ofTask: 1) == 0)
    #expect(history.takeOrdinal(.first, ofTask: 1) == 1)
    #expect(history.takeOrdinal(.first, ofTask: 0) == 0)
    #expect(history.runs(.first, ofTask: 1) == 2 && history.runs(.second, ofTask: 0) == 0)
    #expect(history.takePushOrdinal(.second) == 0)
    #expect(history.pushRuns(.second) == 1 && history.pushRuns(.first) == 0)
  }

  @Test("BAD-9: carried work is taken by the next run, and dropped by a success")
  func carriedWork() {
    var history = RunHistory(taskCounts: [1])
    let work = Work(cpu: .seconds(7), wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    #expect(history.carriedWork(.first, task: 0) == nil)
    history.carry(work, .first, task: 0)
    #expect(history.takeCarriedWork(.first, task: 0)?.cpu == .seconds(7))
    #expect(history.takeCarriedWork(.first, task: 0) == nil)
    history.carry(work, .first, task: 0)
    history.dropCarriedWork(.first, task: 0)
    #expect(history.carriedWork(.first, task: 0) == nil)
  }

  @Test("a start tells of the start before")
  func starts() {
    var history = RunHistory(taskCounts: [0])
    #expect(history.startRun(.first, at: at(1)) == nil)
    #expect(history.startRun(.first, at: at(5)) == at(1))
    #expect(history.lastRunStart(.first) == at(5))
  }

  @Test("USE-1: the predictor of an app learns its opens, and visits are counted")
  func usage() {
    let predictor = UsagePredictor(ParameterSet(), appCount: 2)
    var usage = AppUsage(
      count: 3, LearnedUsage(count: 3, studied: [.first, AppIndex(2)], predictor, intensiveOpens: 1 / 7))
    usage.learned.opened(.first, at: .zero + .hours(9))
    usage.beginVisit(.first, at: .zero + .hours(9))
    usage.countVisit(.first)
    // Nothing is learned of an app that is not of the study.
    usage.learned.opened(.second, at: .zero + .hours(9))
    usage.learned.endDay(isWeekend: false, counts: true)
    let tomorrow = Instant.day(1, .hours(9))
    #expect(
      usage.learned.likelihood(ofApp: 0, at: tomorrow) > usage.learned.likelihood(ofApp: 2, at: tomorrow))
    #expect(usage.learned.likelihood(ofApp: 1, at: tomorrow) == 0 && usage.learned.likelihoodsComputed == 2)
    #expect(usage.learned.likelihood(ofApp: 7, at: tomorrow) == 0)
    // USE-5 and BUD-7 count the opens of all apps.
    #expect(usage.learned.intensity(ofApp: 0) == 1 && usage.learned.intensity(ofApp: 2) == 0)
    #expect(usage.learned.share(.first) == 0.5)
    #expect(usage.learned.expectedOpens(.second, from: .zero, to: .day, isWeekend: false) == 0)
    #expect(usage.ordinal(.first) == 1 && usage.ordinal(.second) == 0)
    #expect(usage.visitStart(.first) == .zero + .hours(9))
    #expect(usage.learned.expectedOpens(.first, from: .hours(8), to: .hours(10), isWeekend: false) > 0)
  }
}
