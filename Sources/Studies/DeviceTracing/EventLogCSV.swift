import Basics
import EventSimulation
import PhoneSimulation
import Workload

/// The event log of one device as CSV, in the vocabulary of the specification.
///
/// One row per event in order of (`t_us`, `seq`); times are in whole microseconds since local midnight of day 0, spans in
/// whole microseconds. Every field of an event has a column; where it makes no sense it is empty. Booleans are `true`
/// and `false`.
package enum EventLogCSV {
  static var columns: [String] { EventLogColumn.all.map(\.name) }

  /// The data dictionary: a row for each column, with unit and meaning.
  package static var dictionary: String {
    var text = "column,unit,meaning\n"
    for column in EventLogColumn.all {
      text += "\(column.name),\(column.unit.rawValue),\(quoted(column.meaning))\n"
    }
    return text
  }

  /// The whole file.
  ///
  /// - Parameters:
  ///   - log: The records of a run with ``RecordOptions/log``.
  ///   - plan: Names the device and its apps.
  package static func text(_ log: [LogRecord], of plan: DevicePlan) -> String {
    var text = columns.joined(separator: ",") + "\n"
    for (index, record) in log.enumerated() {
      let app = plan.apps.indices.contains(Int(record.app)) ? plan.apps[Int(record.app)].bundleID : ""
      text += "\(record.time.microseconds),\(index),\(plan.device),\(record.event.name),\(quoted(app)),"
      text += "\(record.mechanism?.name ?? ""),\(record.item > 0 ? "\(record.item)" : ""),"
      text += quoted(record.identifier)
      let fields = record.allFields
      for name in LogField.Name.allCases {
        text += ","
        if let field = fields.last(where: { $0.name == name }) { text += quoted(field.text(at: record.time)) }
      }
      text += "\n"
    }
    return text
  }

  private static func quoted(_ given: String) -> String {
    let text = given.escapingControls
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

extension LogRecord {
  /// The fields of the event's own: its word and number under their names, then the others.
  var allFields: [LogField] {
    var all: [LogField] = []
    // What reaches the user is told by its content, what reaches an app by the way that it took.
    let wordField = word == .modified || word == .original ? .content : event.wordField
    if word != .none, let name = wordField {
      switch name {
      case .success: all.append(LogField(name, .flag(word == .success)))
      default: all.append(LogField(name, .text(word.name)))
      }
    }
    // A refusal whose code is not published has none.
    if let name = event.valueField, name != .code || value > 0 { all.append(LogField(name, .number(value))) }
    return all + fields
  }
}

extension LogField {
  /// The value in the unit of its column: numbers of times are seconds in the log, and microseconds here.
  fileprivate func text(at time: Instant) -> String {
    guard case .number(let seconds) = value, EventLogColumn.unit(of: name) == .microseconds else {
      return value.text
    }
    let span = TimeSpan.seconds(seconds)
    // A push says how long it lives; other pushes say until when.
    return name == .expiration ? "\((time + span).microseconds)" : "\(span.microseconds)"
  }
}

extension LogField.Value {
  /// As in CSV: spans and instants in whole microseconds.
  var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    case .text(let value): value
    case .flag(let value): value ? "true" : "false"
    case .instant(let value): "\(value.microseconds)"
    case .span(let value): "\(value.microseconds)"
    }
  }
}

/// A column of the event log: its name with the unit, and its meaning.
struct EventLogColumn {
  enum Unit: String {
    case none = ""
    case microseconds = "us"
    case nanojoules = "nJ"
    case bytes
    case share

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

  static let all = common + LogField.Name.allCases.map(column)

  static func column(_ name: LogField.Name) -> EventLogColumn {
    EventLogColumn(name.rawValue, in: unit(of: name), meaning(of: name))
  }

  static func unit(of name: LogField.Name) -> Unit {
    switch name {
    case .floor, .open, .deadline, .window, .age, .delay, .granted, .duration, .expiration, .until, .latency,
      .remaining, .contentAge, .staleness:
      .microseconds
    case .bytes, .bytesWifi, .bytesCellular, .bytesDone: .bytes
    case .workDone, .level: .share
    case .energy: .nanojoules
    default: .none
    }
  }

  private static func meaning(of name: LogField.Name) -> String {
    switch name {
    case .run: "number of the run"
    case .series: "series that the item belongs to"
    case .synthetic: "whether a debugger launched it"
    case .floor: "time before which the request must not start: earliestBeginDate"
    case .open: "time from which the item may start: the later of submission and floor"
    case .deadline: "end of the item's ageing; no promise"
    case .window: "span from `open` to `deadline`"
    case .flags: "flags of the request, with blanks between them"
    case .origin: "process that submits: app or an extension"
    case .discretionary: "whether the system chooses the time of the transfer"
    case .bytes: "size of the transfer"
    case .by: "number of the item, or name of the cause, that replaced, merged or cancelled it"
    case .age: "span since submission or sending"
    case .code: "error code of a refused submission, where one is published"
    case .all: "all reasons that block now, with blanks between them"
    case .enforcement: "hard or soft"
    case .scope: "device or app, whichever the reason or ledger belongs to"
    case .score: "score of the policy, from 0 to 1; of a decision ITEM:SCORE for each candidate"
    case .threshold:
      "threshold that the score is held against; of a decision ITEM:THRESHOLD for each candidate"
    case .kind: "kind of launch, fault or warning"
    case .reasonsSeen: "reasons that have blocked the item so far"
    case .delay: "resume delay that the wake or transfer found (URL-9)"
    case .granted: "run time that the system grants"
    case .gpu: "whether the run may use the GPU"
    case .workDone: "share of the work that is done, from 0 to 1"
    case .cause: "cause of the end"
    case .handler: "whether an expiration handler is set"
    case .success: "success that the app reports"
    case .duration: "span of the run"
    case .bytesWifi: "bytes moved over Wi-Fi"
    case .bytesCellular: "bytes moved over the cellular network"
    case .energy: "energy billed to the run"
    case .runs: "numbers of the runs that end with the process"
    case .priority: "APNs priority header"
    case .expiration: "time from which the push is no longer stored or held"
    case .until: "time until which the push is stored or held"
    case .how: "the way by which a push reaches its app"
    case .content: "content that a notification shows: modified or original"
    case .latency: "span from sending to delivery"
    case .reason: "reason of the event; `slumber rules` explains reasons"
    case .bytesDone: "bytes of the transfer that are done"
    case .remaining: "extra time that remains"
    case .from: "process state before"
    case .afterRun: "number of the item whose run ended before the suspension"
    case .contentAge: "span since the content that the user sees was fetched"
    case .staleness: "span since the oldest change that the user does not see"
    case .name: "name of a setting, callback or assertion"
    case .old: "value before"
    case .new: "value after"
    case .status: "status of background refresh that apps see"
    case .level: "state of charge, from 0 to 1"
    case .ledger: "budget: energy or cellular"
    case .amount: "amount of the debit or refill, in nJ for the ledger energy and bytes for cellular"
    case .clipped: "part of a refill that the budget's limit cuts off, in the unit of `amount`"
    case .balance: "balance of the budget afterwards, in the unit of `amount`"
    case .candidates: "numbers of the items that the policy chooses among"
    case .started: "numbers of the items that it starts"
    case .verdicts: "ITEM:REASON for each candidate"
    case .requests: "pending requests that the app is shown"
    case .where: "place at which pushes are merged: server or device"
    case .to: "process state after"
    }
  }
}
