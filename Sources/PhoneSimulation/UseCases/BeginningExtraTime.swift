import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Extra time begins: after the app has been left, or at a significant change. Chapter EXT.
extension Phone {
  /// The app has been left: the work that it still has to do begins, with or without an assertion.
  mutating func beginExitWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app),
      !specification.exitWork.isEmpty || extraTime.openAssertions(app) > 0
    else { return }
    for number in specification.exitWork.indices {
      // In place: a copy of it copies its distribution.
      let (usesAssertion, origin, cpuShare) = (
        specification.exitWork[number].usesAssertion, specification.exitWork[number].origin,
        specification.exitWork[number].cpuShare
      )
      stream.seek(event: address(.exitWork, app: app, index: number << 20 + usage.ordinal(app)))
      let length = TimeSpan.seconds(max(0, specification.exitWork[number].length.sample(stream)))
      var work = Work(
        cpu: .seconds(length.seconds * cpuShare), wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
      if cpuShare > 0 { work.share = cpuShare } else { work.wait = length }
      work.length = length
      if usesAssertion, origin != .app {
        // EXT-1: extensions have no extra time.
        journal.reject(
          app, .assertion, .unavailable, at: now, [.text(.name, specification.exitWork[number].name)])
      }
      beginExtraWork(app, .exit(number), work, takesAssertion: usesAssertion && origin == .app, at: now)
    }
    resumeLeftovers(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  /// MODE-3: the app takes an assertion at a significant change, to go on after the time that the event gives it.
  mutating func beginSignificantChangeAssertion(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let length = specification(app)?.modes.significantChangeAssertion else { return }
    var work = Work(cpu: .zero, wait: length, bytesUp: 0, bytesDown: 0, fails: false)
    work.length = length
    beginExtraWork(
      app, .event(.significantChange), work, takesAssertion: true, at: now)
    resumeLeftovers(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  private mutating func beginExtraWork(
    _ app: AppIndex, _ kind: Leftover.Kind, _ work: Work, takesAssertion: Bool, at now: Instant
  ) {
    let payer = EnergyPayer(app: app, cause: .assertion)
    var rest = Leftover(kind, begun: now, work: work, payer: payer)
    rest.account = power.openAccount()
    if takesAssertion {
      rest.assertion = holdAwake(payer, account: rest.account, at: now)
      processes.addBackgroundHold(app)
    }
    extraTime.add(rest, app)
    guard takesAssertion else { return }
    let name = loggedName(of: kind, app)
    let remaining = remainingAllowance(app, at: now)
    note(
      .assertionBegan, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
  }
}
