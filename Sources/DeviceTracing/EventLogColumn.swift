import EventSimulation
import PhoneSimulation

/// A column of the event log: its name with the unit, and its meaning.
struct EventLogColumn {
  /// The unit of a field's values.
  enum Unit: String {
    case none = ""
    case microseconds = "us"
    case nanojoules = "nJ"
    case bytes
    case share

    /// The end of the column's name.
    var suffix: String {
      switch self {
      case .microseconds: "_us"
      case .nanojoules: "_nj"
      case .none, .bytes, .share: ""
      }
    }
  }

  var name: String
  var unit: Unit
  var meaning: String

  init(_ name: String, in unit: Unit = .none, _ meaning: String) {
    self.name = name + unit.suffix
    self.unit = unit
    self.meaning = meaning
  }

  /// The columns that every event has, or may have.
  static let common = [
    EventLogColumn("t", in: .microseconds, "time since local midnight of day 0"),
    EventLogColumn("seq", "number of the event in the log, from 0"),
    EventLogColumn("device", "number of the device"), EventLogColumn("event", "kind of event"),
    EventLogColumn("app", "bundle id; empty for events of the device"),
    EventLogColumn("mechanism", "kind of background work"),
    EventLogColumn("item", "number of the request, push or transfer; numbers ascend in order of acceptance"),
    EventLogColumn("identifier", "identifier of the series: of a task, or of a session of transfers"),
  ]

  /// All columns in their order.
  static let all = common + LogField.Name.allCases.map(column)

  /// The column of a field.
  static func column(_ name: LogField.Name) -> EventLogColumn {
    func column(in unit: Unit = .none, _ meaning: String) -> EventLogColumn {
      EventLogColumn(name.rawValue, in: unit, meaning)
    }
    return switch name {
    case .run: column("number of the run")
    case .series: column("series that the item belongs to")
    case .synthetic: column("whether a debugger launched it")
    case .floor: column(in: .microseconds, "time before which the request must not start: earliestBeginDate")
    case .open:
      column(in: .microseconds, "time from which the item may start: the later of submission and floor")
    case .deadline: column(in: .microseconds, "end of the item's ageing; no promise")
    case .window: column(in: .microseconds, "span from `open` to `deadline`")
    case .flags: column("flags of the request, with blanks between them")
    case .origin: column("process that submits: app or an extension")
    case .discretionary: column("whether the system chooses the time of the transfer")
    case .bytes: column(in: .bytes, "size of the transfer")
    case .by: column("number of the item, or name of the cause, that replaced, merged or cancelled it")
    case .age: column(in: .microseconds, "span since submission or sending")
    case .code: column("error code of a refused submission, where one is published")
    case .all: column("all reasons that block now, with blanks between them")
    case .enforcement: column("hard or soft")
    case .scope: column("device or app, whichever the reason or ledger belongs to")
    case .score: column("score of the policy, from 0 to 1; of a decision ITEM:SCORE for each candidate")
    case .threshold:
      column("threshold that the score is held against; of a decision ITEM:THRESHOLD for each candidate")
    case .kind: column("kind of launch, fault or warning")
    case .reasonsSeen: column("reasons that have blocked the item so far")
    case .delay: column(in: .microseconds, "resume delay that the wake or transfer found (URL-9)")
    case .granted: column(in: .microseconds, "run time that the system grants")
    case .gpu: column("whether the run may use the GPU")
    case .workDone: column(in: .share, "share of the work that is done, from 0 to 1")
    case .cause: column("cause of the end")
    case .handler: column("whether an expiration handler is set")
    case .success: column("success that the app reports")
    case .duration: column(in: .microseconds, "span of the run")
    case .bytesWifi: column(in: .bytes, "bytes moved over Wi-Fi")
    case .bytesCellular: column(in: .bytes, "bytes moved over the cellular network")
    case .energy: column(in: .nanojoules, "energy billed to the run")
    case .runs: column("numbers of the runs that end with the process")
    case .priority: column("APNs priority header")
    case .expiration: column(in: .microseconds, "time from which the push is no longer stored or held")
    case .until: column(in: .microseconds, "time until which the push is stored or held")
    case .how: column("the way by which a push reaches its app")
    case .content: column("content that a notification shows: modified or original")
    case .latency: column(in: .microseconds, "span from sending to delivery")
    case .reason: column("reason of the event; `slumber rules` explains reasons")
    case .bytesDone: column(in: .bytes, "bytes of the transfer that are done")
    case .remaining: column(in: .microseconds, "extra time that remains")
    case .from: column("process state before")
    case .afterRun: column("number of the item whose run ended before the suspension")
    case .contentAge: column(in: .microseconds, "span since the content that the user sees was fetched")
    case .staleness: column(in: .microseconds, "span since the oldest change that the user does not see")
    case .name: column("name of a setting, callback or assertion")
    case .old: column("value before")
    case .new: column("value after")
    case .status: column("status of background refresh that apps see")
    case .level: column(in: .share, "state of charge, from 0 to 1")
    case .ledger: column("budget: energy or cellular")
    case .amount: column("amount of the debit or refill, in nJ for the ledger energy and bytes for cellular")
    case .clipped: column("part of a refill that the budget's limit cuts off, in the unit of `amount`")
    case .balance: column("balance of the budget afterwards, in the unit of `amount`")
    case .candidates: column("numbers of the items that the policy chooses among")
    case .started: column("numbers of the items that it starts")
    case .verdicts: column("ITEM:REASON for each candidate")
    case .requests: column("pending requests that the app is shown")
    case .where: column("place at which pushes are merged: server or device")
    case .to: column("process state after")
    }
  }
}
