import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// When the phone is put on a charger.
///
/// **Idea** At night the charger is connected with a habit's probability, at a normal time, for a lognormal duration
/// that the next night cuts off. By day there are chances, Poisson on the user's clock, each with a uniform number and
/// a duration: the phone decides by the level then. Chances with a number above `charge.day.chanceCeiling` are left
/// out, which is exact where the probability of taking one lies below that.
/// **Parameters** `charge.night.…`, `charge.day.…`, `charge.hold…`.
/// **Source** Usage sheet, sections 6 and 9.9 (three phones, so the habits are shapes, not a population);
/// definitions, section 6.
package struct ChargingModel {
  package struct Connection: Hashable {
    package var start, end: Instant
    package var charger: ChargerKind
    /// How long optimized charging would hold.
    package var hold: TimeSpan
  }

  private let parameters: ParameterSet

  package init(_ parameters: ParameterSet) { self.parameters = parameters }

  /// The connections that do not depend on the level, in order and without overlaps.
  package func connections(
    _ context: DrawContext, _ habit: ChargingHabit, nightCharger: ChargerKind
  ) -> [Connection] {
    var connections: [Connection] = []
    for night in -1..<context.days {
      if let row = habit.row {
        if let connection = self.night(context, night, row, nightCharger) { connections.append(connection) }
      } else if case .scripted(let charges) = habit {
        for charge in charges {
          guard let (start, end) = charge.interval.occurrence(on: night, context) else { continue }
          connections.append(
            Connection(
              start: start, end: end, charger: charge.charger,
              hold: hold(context, night: night, length: end - start)))
        }
      }
    }
    connections.sort { $0.start < $1.start }
    for index in connections.indices.dropLast() {
      connections[index].end = min(connections[index].end, connections[index + 1].start)
    }
    return connections.filter { $0.end > .zero && $0.start < $0.end && $0.start < context.end }
  }

  private func night(_ context: DrawContext, _ night: Int, _ row: Int, _ charger: ChargerKind) -> Connection?
  {
    let stream = context.event(.nightCharge, night + 1)
    guard stream.bernoulli(parameters.numbers("charge.night.probability")[row]) else { return nil }
    let start = stream.normal(
      mean: parameters.numbers("charge.night.start")[row],
      deviation: parameters.numbers("charge.night.startDeviation")[row])
    let minutes = stream.lognormal(
      zeta: parameters.numbers("charge.night.durationLogMean")[row],
      sigma: parameters.numbers("charge.night.durationLogDeviation")[row])
    let begin = Instant.exogenous(Double(night + 1) * 86_400 + start * 3600)
    let length = TimeSpan.exogenous(minutes * 60)
    return Connection(
      start: begin, end: begin + length, charger: charger, hold: hold(context, night: night, length: length))
  }

  /// Until some hours after plug-in, or some time before the unplugging if earlier.
  func hold(_ context: DrawContext, night: Int, length: TimeSpan) -> TimeSpan {
    let bounds = parameters.numbers("charge.holdLength")
    let hours = context.event(.chargeHold, night + 1).uniform(in: .ordered(bounds[0], bounds[1]))
    return max(.zero, min(.exogenous(hours * 3600), length - parameters.span("charge.holdLead")))
  }

  func chances(_ context: DrawContext, _ habit: ChargingHabit, _ clock: ActivityClock) -> [TimelineEvent] {
    guard let row = habit.row else { return [] }
    let ceiling = parameters.numbers("charge.day.chanceCeiling")[row]
    let perDay = parameters.numbers("charge.day.chances")[row] * ceiling
    guard perDay > 0 else { return [] }
    let zeta = parameters.numbers("charge.day.durationLogMean")[row]
    let sigma = parameters.numbers("charge.day.durationLogDeviation")[row]
    let shares = parameters.numbers("charge.day.chargers")
    let stream = context.sequence(.dayCharge)
    // One after the other, as all chances come from one sequence of the stream.
    return clock.arrivals(stream, perDay: perDay).map { time in
      let uniform = ceiling * stream.uniform()
      let duration = TimeSpan.exogenous(60 * stream.lognormal(zeta: zeta, sigma: sigma))
      let charger = ChargerKind.drawn(stream, shares: shares)
      return TimelineEvent(
        time: .exogenous(time),
        kind: .plugChance(charger, draw: uniform, length: max(duration, .millisecond).seconds))
    }
  }

  /// The events of connections; one that has begun before the start is part of the initial state.
  static func events(_ connections: [Connection], before end: Instant) -> [TimelineEvent] {
    var events: [TimelineEvent] = []
    for connection in connections {
      if connection.start >= .zero {
        events.append(
          TimelineEvent(
            time: connection.start, kind: .plug(connection.charger, hold: connection.hold.seconds)))
      }
      if connection.end < end { events.append(TimelineEvent(time: connection.end, kind: .unplug)) }
    }
    return events
  }

  /// The level at which a habit's user takes half of the chances, 0 to 1.
  func midLevel(_ habit: ChargingHabit) -> Double {
    parameters.numbers("charge.day.midLevel")[habit.row ?? 0] / 100
  }
}
