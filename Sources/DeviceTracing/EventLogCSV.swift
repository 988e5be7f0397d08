import EventSimulation
import PhoneSimulation
import PlainText
import Workload

/// The event log of one device as CSV, in the vocabulary of the specification.
///
/// One row per event in order of (`t_us`, `seq`); times are in whole microseconds since local midnight of day 0, spans in
/// whole microseconds. Every field of an event has a column; where it makes no sense it is empty. Booleans are `true`
/// and `false`.
public enum EventLogCSV {
  /// The names of the columns, with their units.
  public static var columns: [String] { EventLogColumn.all.map(\.name) }

  /// The data dictionary: a row for each column, with unit and meaning.
  public static var dictionary: String {
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
  public static func text(_ log: [LogRecord], of plan: DevicePlan) -> String {
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
  public var allFields: [LogField] {
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
    guard case .number(let seconds) = value, EventLogColumn.column(name).unit == .microseconds else {
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
