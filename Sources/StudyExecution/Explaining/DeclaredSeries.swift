import EventSimulation
import PhoneSimulation
import Workload

/// A series of background work that an app declares or has asked for.
struct DeclaredSeries: Hashable {
  var name: String
  var mechanism: Mechanism
  /// Delay of the earliest begin that the app asks for; nil for none and for a time of day.
  var floor: TimeSpan?

  /// The name of the series that an item belongs to: pushes have no identifier of their own.
  static func name(of history: ItemHistory) -> String {
    history.mechanism == .push ? "push" : history.identifier
  }

  /// The series of an item, without what only the declaration says.
  static func of(_ history: ItemHistory) -> Self {
    Self(name: name(of: history), mechanism: history.mechanism)
  }

  func holds(_ history: ItemHistory) -> Bool {
    history.mechanism == mechanism && Self.name(of: history) == name
  }

  /// A misspelled identifier belongs to the series that it was meant for.
  func holds(_ refusal: Refusal) -> Bool {
    guard refusal.mechanism != .push else { return mechanism == .push }
    return (refusal.mechanism ?? mechanism) == mechanism
      && refusal.identifier.lowercased() == name.lowercased()
  }

  /// The series of an app in the order of the study, then those that only its items and refusals show.
  ///
  /// - Parameter chosen: Identifier or mechanism; nil for all.
  static func all(
    _ app: AppSpecification, chosen: String?, histories: [ItemHistory], refusals: [Refusal] = []
  ) -> [DeclaredSeries] {
    var found = app.tasks.map {
      Self(name: $0.identifier, mechanism: $0.mechanism, floor: $0.floor?.delay)
    }
    if app.pushes != nil { found.append(Self(name: "push", mechanism: .push)) }
    // A transfer created in the background is discretionary, whatever is declared.
    for session in app.transfers where !histories.contains(where: { $0.identifier == session.session }) {
      found.append(Self(name: session.session, mechanism: session.isDiscretionary ? .transferD : .transferN))
    }
    for work in app.exitWork where work.usesAssertion {
      found.append(Self(name: work.name, mechanism: .assertion))
    }
    let unknown = refusals.filter { refusal in !found.contains { $0.holds(refusal) } }
    for series in histories.map(Self.of)
      + unknown.compactMap({ other in other.mechanism.map { Self(name: other.identifier, mechanism: $0) } })
    where !found.contains(where: { $0.name == series.name && $0.mechanism == series.mechanism }) {
      found.append(series)
    }
    return found.filter { chosen == nil || $0.name == chosen || $0.mechanism.name == chosen }
  }
}
