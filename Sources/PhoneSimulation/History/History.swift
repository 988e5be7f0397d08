import EventSimulation
import Workload

/// The history of one device: its items, its states over time, its budgets, and the actions of its apps and
/// their users.
///
/// It is read once from the event log, and only its reader defines the meaning of an event. Explanations,
/// expectations, traces, and figures of a device therefore agree.
package struct History: Sendable {
  /// The states of the device, in the order of traces.
  package enum State: String, Sendable, CaseIterable {
    case screen, lock, network, charger
    case lowPowerMode = "Low Power Mode"
    case thermal, power
    /// Background App Refresh of the whole phone; traces leave it out.
    case refreshOff
  }

  package struct App: Sendable {
    package internal(set) var process = StateTrack()
    /// The user's choices: Background App Refresh off for the app, and a force quit until the next open.
    package internal(set) var refreshOff = StateTrack()
    package internal(set) var forceQuit = StateTrack()
    package internal(set) var acts: [Act] = []
    package internal(set) var pushes: [Push] = []
    /// Submissions, pushes and calls that were refused, by identifier, reason and mechanism.
    package internal(set) var refusals: [Refusal] = []
    /// Work under assertions that the app had left at its exits.
    package internal(set) var backgroundTime: [Item] = []
    /// Work without an assertion that the app had left at its exits and completed later.
    package internal(set) var backgroundEntryWork: [Item] = []
    package internal(set) var awakenings: [Awakening] = []
    /// The number of requests in the last list of pending requests that the app saw.
    package internal(set) var pendingCount: Int?
    /// The awakening that is not over.
    var awakening: Awakening?

    /// The opens by the user, with the time since the oldest change that the user did not see.
    package var opens: [(time: Instant, staleness: TimeSpan)] {
      acts.compactMap { if case .opened(let staleness) = $0.kind { ($0.time, staleness) } else { nil } }
    }

    /// The visits of the user that ended.
    package var visits: [(opened: Instant, left: Instant)] {
      var opened: Instant?
      return acts.compactMap { act in
        if case .opened = act.kind { opened = act.time }
        guard act.kind == .left, let from = opened.take() else { return nil }
        return (from, act.time)
      }
    }
  }

  /// An act of the user on an app, or of the system on a run or on the process of the app.
  package struct Act: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// With the time since the oldest change that the user did not see.
      case opened(staleness: TimeSpan)
      case left, swipedAway
      /// The mechanism of the run; an end without one is an end of the process.
      case expired(Mechanism?)
      case terminated(Mechanism?, reason: String)
    }

    package let time: Instant
    package let kind: Kind
  }

  package struct Push: Sendable, Hashable {
    package enum Step: Sendable, Hashable { case sent, coalesced, dropped(String), delivered(String) }

    package let time: Instant
    package let item: Int32
    package let mechanism: Mechanism?
    /// The name of its kind: `visible` for a message that the user sees.
    package let identifier: String
    package let step: Step
  }

  /// Submissions, pushes or simulated calls of an app that were refused for the same reason.
  package struct Refusal: Sendable, Hashable {
    /// As the app wrote it; empty for pushes.
    package var identifier: String
    /// As the event log names it: `notPermitted`, `unavailable`, …
    package var reason: String
    /// The mechanism of the call; nil for a call of a debugger.
    package var mechanism: Mechanism?
    /// The times of the refused calls.
    package var times: [Instant] = []

    package var count: Int { times.count }
  }

  /// The callbacks of an app between a launch or an exit and its suspension.
  package struct Awakening: Sendable, Hashable {
    package enum Beginning: Sendable, Hashable { case coldLaunch, resume, backgroundEntry }

    package let beginning: Beginning
    package var mechanism: Mechanism?
    package var callbacks: [LogWord] = []

    /// Whether the callbacks are the callbacks of LIFE-1 or LIFE-2, in their order.
    package var isExact: Bool {
      switch beginning {
      case .coldLaunch: callbacks == [.didFinishLaunching, .didEnterBackground, .eventDelivered, .snapshot]
      case .resume: callbacks == [.didEnterBackground, .eventDelivered, .snapshot]
      case .backgroundEntry: callbacks == [.willResignActive, .didEnterBackground, .snapshot]
      }
    }
  }

  /// A change of a budget: of an app's share, or of the device's budget.
  package struct BudgetChange: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case refill, debit, penalty }

    package let time: Instant
    package let kind: Kind
    /// Index of the app; -1 for the device.
    package let app: Int32
    /// The item that is debited; 0 without an item.
    package let item: Int32
    package let isEnergy: Bool
    /// The amount in nanojoules or bytes.
    package let amount: Double
    package let balance: Int64?
  }

  package let end: Instant
  /// The items, in the order of their beginning.
  package internal(set) var items: [Item] = []
  /// The apps, by index on the device.
  package internal(set) var apps: [App]
  package internal(set) var states: [State: StateTrack]
  package internal(set) var budget: [BudgetChange] = []
  package internal(set) var decisions: [LogRecord] = []
  /// The states of charge at which Low Power Mode ended, as of the last change of power.
  package internal(set) var lowPowerModeEnds: [Double] = []
  var launchOrder: [Int] = []

  /// - Parameter result: A run with ``RecordOptions/log``; with ``RecordOptions/blocking`` items have the reasons of their waits.
  package init(_ result: DeviceResult, of plan: DevicePlan) {
    self = HistoryReader.history(of: result, plan)
  }

  init(of plan: DevicePlan) {
    let initial = plan.initial
    end = plan.end
    apps = plan.apps.indices.map { index in
      App(refreshOff: StateTrack(from: initial.appsRefreshOff.contains(index) ? "off" : nil))
    }
    states = [
      .network: StateTrack(from: LogWord(initial.network).name),
      .charger: StateTrack(from: initial.charger == nil ? nil : "plugged"),
      .lowPowerMode: StateTrack(from: initial.lowPowerMode ? "on" : nil),
      .refreshOff: StateTrack(from: initial.backgroundRefresh == 0 ? "off" : nil),
    ]
  }

  package subscript(_ state: State) -> StateTrack { states[state] ?? StateTrack() }

  /// The items that were launched, in the order of their launches.
  package var launches: [Item] { launchOrder.map { items[$0] } }

  /// The balances of a budget of the device, or of an app's share of it.
  package func balances(isEnergy: Bool, app: Int32 = -1) -> [(time: Instant, value: Int64)] {
    budget.compactMap { change in
      guard change.app == app, change.isEnergy == isEnergy, let balance = change.balance else { return nil }
      return (change.time, balance)
    }
  }
}

extension LogRecord {
  /// Whether a run or a transfer starts.
  package var isLaunch: Bool { event == .launched }
}
