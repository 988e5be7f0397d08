import Basics
import EventSimulation
import ModelParameters
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
    EventLogColumn.all.reduce("column,unit,meaning\n") { text, column in
      text + "\(column.name),\(column.unit),\(quoted(column.meaning))\n"
    }
  }

  /// - Parameter log: The records of a run with ``RecordOptions/log``, and ``RecordOptions/decisions`` for the fields of decisions.
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

  private static func quoted(_ given: String) -> String { CSVRecords.escaped(given.escapingControls) }
}

extension LogRecord {
  /// The fields of the event's own: its word and number under their names, then the others.
  var allFields: [LogField] {
    var all: [LogField] = []
    // What reaches the user is told by its content, what reaches an app by the way that it took.
    let wordField = word == .modified || word == .original ? .content : event.wordField
    if word != .none, let name = wordField {
      all.append(LogField(name, name == .success ? .flag(word == .success) : .text(word.name)))
    }
    // A refusal whose code is not published has none.
    if let name = event.valueField, name != .code || value > 0 { all.append(LogField(name, .number(value))) }
    return all + fields
  }
}

extension LogField {
  /// The value in the unit of its column: numbers of times are seconds in the log, and microseconds here.
  fileprivate func text(at time: Instant) -> String {
    guard case .number(let seconds) = value, EventLogColumn.times.contains(name) else { return value.text }
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

struct EventLogColumn {
  /// The name without its unit; that of a field of some events, or of what all have.
  var key: String
  /// As data dictionaries write it; empty for none.
  var unit: String
  var meaning: String

  var name: String { ["us", "nJ"].contains(unit) ? "\(key)_\(unit.lowercased())" : key }

  static let all = CatalogueText.rows(text, columns: 3).map { cells in
    EventLogColumn(key: cells[0], unit: cells[1], meaning: cells[2])
  }

  static let times = Set(all.filter { $0.unit == "us" }.compactMap { LogField.Name(rawValue: $0.key) })

  private static let text = """
    t | us | time since local midnight of day 0
    seq | | number of the event in the log, from 0
    device | | number of the device
    event | | name of the event
    app | | bundle id of the app; empty for events of the device
    mechanism | | mechanism of the background work
    item | | number of the request, push, or transfer, in order of acceptance
    identifier | | identifier of the task, or of the session of a transfer
    run | | number of the run
    task | | task or session of the item
    synthetic | | whether a debugger launched the run
    earliestBegin | us | earliest begin date of the request (earliestBeginDate)
    open | us | earliest start of the item: the later of submission and earliest begin date
    deadline | us | end of the item's aging; the item may start later
    window | us | span from `open` to `deadline`
    flags | | flags of the request, separated by spaces
    origin | | process that submits: app, or an extension
    discretionary | | whether the system chooses the time of the transfer
    bytes | bytes | size of the transfer
    by | | number of the item, or name of the cause, that replaced, merged, or canceled this item
    age | us | span since submission or sending
    code | | error code of a refused submission, if Apple publishes one
    all | | all reasons that block the item at present, separated by spaces
    enforcement | | hard or soft
    scope | | scope of the reason or ledger: device or app
    score | | score of the policy, from 0 to 1; for a decision, ITEM:SCORE for each candidate
    threshold | | threshold of the score; for a decision, ITEM:THRESHOLD for each candidate
    kind | | kind of launch, fault, or warning
    reasonsSeen | | reasons that have blocked the item so far
    delay | us | resume delay of the wake or transfer (URL-9)
    granted | us | run time that the system grants
    gpu | | whether the run may use the GPU
    workDone | share | finished share of the work, from 0 to 1
    cause | | cause of the end
    handler | | whether the app set an expiration handler
    success | | success that the app reports
    duration | us | duration of the run
    bytesWifi | bytes | bytes moved over Wi-Fi
    bytesCellular | bytes | bytes moved over the cellular network
    energy | nJ | energy billed to the run
    runs | | numbers of the runs that the end of the process also ends
    priority | | APNs priority header
    expiration | us | expiration time of the push
    until | us | time until which the server or device stores the push
    how | | way in which a push reaches the app
    content | | content of the notification: modified or original
    latency | us | span from sending to delivery
    reason | | reason of the event; `slumber rules` explains reasons
    bytesDone | bytes | bytes already transferred
    remaining | us | remaining background time
    from | | previous process state
    afterRun | | number of the item whose run ended before the suspension
    contentAge | us | span since the fetch of the visible content
    staleness | us | span since the oldest change that is not visible
    name | | name of a setting, callback, or assertion
    old | | old value
    new | | new value
    status | | status of background refresh as apps see it
    level | share | state of charge, from 0 to 1
    ledger | | ledger of the budget: energy or cellular
    amount | | amount of the debit or refill, in nJ (energy) or bytes (cellular)
    clipped | | part of a refill above the limit of the budget, in the unit of `amount`
    balance | | balance of the budget after the event, in the unit of `amount`
    candidates | | numbers of the items that the policy chooses among
    started | | numbers of the items that the policy starts
    verdicts | | verdict on each candidate, as ITEM:REASON
    requests | | pending requests that the system returns to the app
    where | | place where pushes are merged: server or device
    to | | new process state
    """
}
