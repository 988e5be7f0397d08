import ModelParameters
import Workload

/// A change that a developer can make to one series of an app's work or to the app, or its user; it is tried by
/// replaying phones with it.
package struct Lever: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case namesRight, submitWhenNone, oneIdentifier, fetchAtOpen, checkpoints, lessWork, shorterFloor,
      longerFloor
    case withoutExternalPower, withoutNetwork, pushInsteadOfRefresh, pushPerChange, morePushes, fewerPushes
    case noPushes, noTransfers, halfTransfers, wifiTransfers, discretionaryTransfers, frontTransfers,
      moreProgress
    case refreshOn, opensDaily

    var isUsers: Bool { self == .refreshOn || self == .opensDaily }

    var title: String { Self.titles[rawValue]?[1] ?? rawValue }

    private static let titles = CatalogueText.byName(
      """
      namesRight | identifiers and modes declared right
      submitWhenNone | submit only when none is pending
      oneIdentifier | one identifier instead of two
      fetchAtOpen | a fetch at every open
      checkpoints | a checkpoint every 5 s
      lessWork | half the work
      shorterFloor | half the floor
      longerFloor | twice the floor
      withoutExternalPower | without external power
      withoutNetwork | without network
      pushInsteadOfRefresh | a push instead of refresh
      pushPerChange | one for each change
      morePushes | twice as many
      fewerPushes | half as many
      noPushes | none
      noTransfers | none
      halfTransfers | half the bytes
      wifiTransfers | on Wi-Fi only
      discretionaryTransfers | discretionary
      frontTransfers | begun in front
      moreProgress | progress every second
      refreshOn | Background App Refresh switched on
      opensDaily | the user opens the app daily
      """, columns: 2)
  }

  var kind: Kind
  /// Identifier of the task or session that it changes, or `push`; empty for the whole app.
  var subject = ""

  /// `news.refresh: half the floor`, without what the ids of the app begin with.
  func title(in bundleID: String) -> String {
    guard !subject.isEmpty else { return kind.title }
    return (subject.hasPrefix(bundleID + ".") ? String(subject.dropFirst(bundleID.count + 1)) : subject)
      + ": " + kind.title
  }

  /// Everything that can be tried on an app, whether or not it changes anything.
  ///
  /// - Parameter series: Identifier or mechanism of the work to change; nil for all.
  static func all(_ app: AppSpecification, series: String?) -> [Lever] {
    var found: [Lever] = []
    func add(_ kinds: [Kind], _ subject: String = "") {
      found += kinds.map { Lever(kind: $0, subject: subject) }
    }
    func isChosen(_ name: String, _ mechanism: Mechanism) -> Bool {
      series == nil || series == name || series == mechanism.name
    }
    add([.namesRight, .submitWhenNone, .fetchAtOpen, .checkpoints])
    for task in app.tasks where isChosen(task.identifier, task.mechanism) {
      if task.mechanism == .continued {
        add([.moreProgress], task.identifier)
      } else {
        add(
          [.shorterFloor, .longerFloor, .lessWork, .withoutExternalPower, .withoutNetwork], task.identifier)
      }
      if task.mechanism == .refresh { add([.oneIdentifier, .pushInsteadOfRefresh], task.identifier) }
    }
    if isChosen("push", .push) {
      add([.pushPerChange, .morePushes, .fewerPushes, .noPushes, .lessWork], "push")
    }
    for transfer in app.transfers
    where isChosen(transfer.session, .transferN) || series == Mechanism.transferD.name {
      add(
        [.noTransfers, .halfTransfers, .wifiTransfers, .discretionaryTransfers, .frontTransfers],
        transfer.session)
    }
    add([.refreshOn, .opensDaily])
    return found
  }
}
