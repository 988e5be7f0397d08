import PhoneSimulation
import StudyReports
import Workload

/// The items of one task, session or kind of push.
struct DeclaredSeries: Hashable {
  var name: String
  var mechanism: Mechanism

  /// The series of an item; pushes have no identifier of their own.
  static func of(_ item: History.Item) -> Self {
    Self(name: item.mechanism == .push ? "push" : item.identifier, mechanism: item.mechanism)
  }

  func holds(_ item: History.Item) -> Bool { self == .of(item) }

  /// In the order of the study, then those that only items show.
  static func all(_ app: AppSpecification, histories: [History.Item]) -> [DeclaredSeries] {
    var found = app.tasks.map { Self(name: $0.identifier, mechanism: $0.mechanism) }
    if app.pushes != nil { found.append(Self(name: "push", mechanism: .push)) }
    // A transfer created in the background is discretionary, whatever is declared.
    for session in app.transfers where !histories.contains(where: { $0.identifier == session.session }) {
      found.append(Self(name: session.session, mechanism: session.isDiscretionary ? .transferD : .transferN))
    }
    for work in app.exitWork where work.usesAssertion {
      found.append(Self(name: work.name, mechanism: .assertion))
    }
    return (found + histories.map(Self.of)).unique
  }
}
