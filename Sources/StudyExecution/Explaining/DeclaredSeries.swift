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

  func holds(_ history: ItemHistory) -> Bool {
    history.mechanism == mechanism && Self.name(of: history) == name
  }

  /// The series of an app in the order of the study, then those that only its items show.
  ///
  /// - Parameter chosen: Identifier or mechanism; nil for all.
  static func all(
    _ app: AppSpecification, chosen: String?, histories: [ItemHistory]
  ) -> [DeclaredSeries] {
    var found: [DeclaredSeries] = []
    for task in app.tasks where task.mechanism != .continued {
      found.append(Self(name: task.identifier, mechanism: task.mechanism, floor: task.floor?.delay))
    }
    if app.pushes != nil { found.append(Self(name: "push", mechanism: .push)) }
    for history in histories {
      let series = Self(name: name(of: history), mechanism: history.mechanism)
      if !found.contains(where: { $0.name == series.name && $0.mechanism == series.mechanism }) {
        found.append(series)
      }
    }
    return found.filter { chosen == nil || $0.name == chosen || $0.mechanism.name == chosen }
  }
}
