import Basics
import ResultsStore
import SchedulingPolicies

package struct TrainingSeed: Sendable {
  package struct Outcome: Sendable, Hashable {
    /// The state that the program has learned: one JSON value on one line.
    package var state: String
    /// Launches of background work and starts of transfers after warm-up.
    package var launches: Int64
    package var opens: Int64
    /// Sum of the staleness met at these opens, in seconds.
    var staleness: Double
    /// Battery energy of work that a policy may postpone, after warm-up, in joules.
    package var joules: Double

    /// Mean staleness met at opens, in seconds; nil without opens.
    package var meanStaleness: Double? { opens > 0 ? staleness / Double(opens) : nil }
  }

  private let file: StudyFile
  private let point: DesignPoint
  private let policy: Int

  package init(_ file: StudyFile, point: DesignPoint, policy: Int) {
    (self.file, self.point, self.policy) = (file, point, policy)
  }

  /// Simulates all devices one after the other, and returns the learned state.
  package func train(
    _ command: ProgramCommand, from state: PolicyState?, shouldStop: @escaping @Sendable () -> Bool
  ) throws -> Outcome {
    let training = PolicyTraining(command, from: state, shouldStop: shouldStop)
    var point = point
    point.order = 0
    point.study.policies = [point.study.policies[policy]]
    point.study.policies[0].descriptor.make = { training.policy($0) }
    point.study.records = []
    let file = StudyFile(file, points: [point])
    let runs = RunPlan(file, command: "", replications: 1).entries
    let found = try Experiment.replayed(runs, of: file, shouldStop: shouldStop)
    guard let finished = found.last else { throw StudyRunner.Stop.interrupted }
    do {
      if let failure = finished.failure { throw failure }
      return outcome(of: finished.accumulator, state: try training.save())
    } catch {
      // A program that nobody waits for any more has not failed.
      if shouldStop() { throw StudyRunner.Stop.interrupted }
      throw error
    }
  }

  private func outcome(of accumulator: RunAccumulator, state: String) -> Outcome {
    let rows = accumulator.metrics(runID: "").filter { $0.scope == .population }
    func fraction(_ metric: String) -> MetricFraction? { rows.first { $0.metric == metric }?.fraction }
    let staleness = fraction("staleness_at_open_s")
    return Outcome(
      state: state, launches: Int64(fraction("launches_per_day")?.numerator ?? 0),
      opens: Int64(staleness?.denominator ?? 0), staleness: staleness?.numerator ?? 0,
      joules: fraction("discretionary_battery_j_per_day")?.numerator ?? 0)
  }
}

/// One program that learns: the process that serves all devices of one seed, one after the other, and says at the end what
/// it has learned. It knows no more of the seeds before than its state, so that a training that was interrupted goes on as
/// if it had not been.
final class PolicyTraining: Sendable {
  private let command: ProgramCommand
  private let pool = ProgramPool(isTraining: true)

  /// - Parameters:
  ///   - state: The state with which it begins; nil for none.
  ///   - shouldStop: Asked while an answer is awaited, which may take any time.
  init(_ command: ProgramCommand, from state: PolicyState?, shouldStop: @escaping @Sendable () -> Bool) {
    var command = command
    (command.isTraining, command.state, command.replyLimit) = (true, state, .infinity)
    self.command = command
    pool.stop(when: shouldStop)
  }

  /// The policy of the next device. The one before has to be gone.
  func policy(_ context: PolicyContext) -> ProcessPolicy { ProcessPolicy(command, context, pool: pool) }

  /// Asks for what was learned, one JSON value on one line, and ends the program.
  func save() throws(ProgramFailure) -> String {
    let question = Array("{\"save\":{}}\n".utf8)
    let expected = "one line `{\"state\":…}`"
    guard var conversation = pool.takeOnlyOne() else {
      throw ProgramFailure(command, found: ProgramPool.hasGone, sent: question, expected: expected)
    }
    defer {
      conversation.process.close()
      _ = conversation.process.ending(by: Deadline(in: ProgramPool.grace))
    }
    let state = try conversation.ask(question, within: .infinity, expected: expected, limits: .state) {
      reply throws(ReplyError) in
      guard let state = try ReplyObject(reply, "", keys: ["state"])["state"] else {
        throw ReplyError("`state` to be there")
      }
      return state
    }
    try conversation.expectSilence()
    return state.text(.oneLine)
  }
}
