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
    event | | kind of event
    app | | bundle id; empty for events of the device
    mechanism | | kind of background work
    item | | number of the request, push or transfer; numbers ascend in order of acceptance
    identifier | | identifier of the series: of a task, or of a session of transfers
    run | | number of the run
    series | | series that the item belongs to
    synthetic | | whether a debugger launched it
    floor | us | time before which the request must not start: earliestBeginDate
    open | us | time from which the item may start: the later of submission and floor
    deadline | us | end of the item's ageing; no promise
    window | us | span from `open` to `deadline`
    flags | | flags of the request, with blanks between them
    origin | | process that submits: app or an extension
    discretionary | | whether the system chooses the time of the transfer
    bytes | bytes | size of the transfer
    by | | number of the item, or name of the cause, that replaced, merged or cancelled it
    age | us | span since submission or sending
    code | | error code of a refused submission, where one is published
    all | | all reasons that block now, with blanks between them
    enforcement | | hard or soft
    scope | | device or app, whichever the reason or ledger belongs to
    score | | score of the policy, from 0 to 1; of a decision ITEM:SCORE for each candidate
    threshold | | threshold that the score is held against; of a decision ITEM:THRESHOLD for each candidate
    kind | | kind of launch, fault or warning
    reasonsSeen | | reasons that have blocked the item so far
    delay | us | resume delay that the wake or transfer found (URL-9)
    granted | us | run time that the system grants
    gpu | | whether the run may use the GPU
    workDone | share | share of the work that is done, from 0 to 1
    cause | | cause of the end
    handler | | whether an expiration handler is set
    success | | success that the app reports
    duration | us | span of the run
    bytesWifi | bytes | bytes moved over Wi-Fi
    bytesCellular | bytes | bytes moved over the cellular network
    energy | nJ | energy billed to the run
    runs | | numbers of the runs that end with the process
    priority | | APNs priority header
    expiration | us | time from which the push is no longer stored or held
    until | us | time until which the push is stored or held
    how | | the way by which a push reaches its app
    content | | content that a notification shows: modified or original
    latency | us | span from sending to delivery
    reason | | reason of the event; `slumber rules` explains reasons
    bytesDone | bytes | bytes of the transfer that are done
    remaining | us | extra time that remains
    from | | process state before
    afterRun | | number of the item whose run ended before the suspension
    contentAge | us | span since the content that the user sees was fetched
    staleness | us | span since the oldest change that the user does not see
    name | | name of a setting, callback or assertion
    old | | value before
    new | | value after
    status | | status of background refresh that apps see
    level | share | state of charge, from 0 to 1
    ledger | | budget: energy or cellular
    amount | | amount of the debit or refill, in nJ for the ledger energy and bytes for cellular
    clipped | | part of a refill that the budget's limit cuts off, in the unit of `amount`
    balance | | balance of the budget afterwards, in the unit of `amount`
    candidates | | numbers of the items that the policy chooses among
    started | | numbers of the items that it starts
    verdicts | | ITEM:REASON for each candidate
    requests | | pending requests that the app is shown
    where | | place at which pushes are merged: server or device
    to | | process state after
    """
}
