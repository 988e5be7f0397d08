import EventSimulation
import ModelParameters
import RandomStreams

/// Factors on the statements of a study about its apps, so a search of assumptions can vary the mix of apps:
/// parameters `mix`.
///
/// Scripted times and times of day stay.
public struct AppMix: Sendable {
  let begins, bytes, pushes, changes: Double

  /// Reads `mix.earliestBeginFactor`, `mix.bytesFactor`, `mix.pushFactor` and `mix.changeFactor`.
  public init(_ parameters: ParameterSet) {
    begins = parameters.number("mix.earliestBeginFactor")
    bytes = parameters.number("mix.bytesFactor")
    pushes = parameters.number("mix.pushFactor")
    changes = parameters.number("mix.changeFactor")
  }

  /// An app with its begins that are durations, its bytes, and the rates of its pushes and changes scaled.
  public func callAsFunction(_ stated: AppSpecification) -> AppSpecification {
    guard [begins, bytes, pushes, changes] != [1, 1, 1, 1] else { return stated }
    var app = stated
    app.content.changesPerDay *= changes
    for task in app.tasks.indices {
      app.tasks[task].earliestBegin = app.tasks[task].earliestBegin.map(scaled)
      app.tasks[task].work = scaled(app.tasks[task].work)
    }
    for transfer in app.transfers.indices {
      app.transfers[transfer].earliestBegin = app.transfers[transfer].earliestBegin.map(scaled)
      app.transfers[transfer].up = app.transfers[transfer].up.times(bytes)
      app.transfers[transfer].down = app.transfers[transfer].down.times(bytes)
      app.transfers[transfer].work = scaled(app.transfers[transfer].work)
    }
    if let push = app.pushes {
      app.pushes?.trigger = scaled(push.trigger)
      app.pushes?.work = scaled(push.work)
    }
    if let push = app.visiblePushes { app.visiblePushes?.trigger = scaled(push.trigger) }
    if let push = app.voipPushes { app.voipPushes?.trigger = scaled(push.trigger) }
    return app
  }

  private func scaled(_ earliestBegin: EarliestBegin) -> EarliestBegin {
    guard case .after(let delay) = earliestBegin else { return earliestBegin }
    return .after(.seconds(delay.seconds * begins))
  }

  private func scaled(_ work: WorkSpecification) -> WorkSpecification {
    var work = work
    work.up = work.up.times(bytes)
    work.down = work.down.times(bytes)
    work.growth = work.growth.mapValues(scaled)
    return work
  }

  private func scaled(_ trigger: PushSpecification.Trigger) -> PushSpecification.Trigger {
    guard case .poisson(let perDay) = trigger else { return trigger }
    return .poisson(perDay: perDay * pushes)
  }
}
