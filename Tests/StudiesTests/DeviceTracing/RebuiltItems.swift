import Studies
import TestSupport

/// Reads the items' states back from the text of an event log, with nothing but its columns.
struct RebuiltItems {
  struct Item {
    var app: String
    var mechanism: String
    var submitted: Int
    var earliestBegin: Int?
    var launched: Int?
    var ended: Int?
    var state = "pending"
  }
  private(set) var items: [Int: Item] = [:]
  /// Rows that are not in order of time and sequence.
  private(set) var disorder = 0

  init(csv: String) {
    let lines = csv.split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    var last = (time: Int.min, sequence: -1)
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(uniqueKeysWithValues: zip(names, cells).filter { !$0.1.isEmpty })
      let time = Int(row["t_us"] ?? "") ?? 0
      let sequence = Int(row["seq"] ?? "") ?? 0
      if time < last.time || sequence != last.sequence + 1 { disorder += 1 }
      last = (time, sequence)
      take(row, time)
    }
  }

  private mutating func take(_ row: [String: String], _ time: Int) {
    guard let item = row["item"].flatMap(Int.init), let event = row["event"] else { return }
    switch event {
    case "submitted", "held":
      items[item] = Item(
        app: row["app"] ?? "", mechanism: row["mechanism"] ?? "", submitted: time,
        earliestBegin: row["earliestBegin_us"].flatMap(Int.init))
    case "launched" where items[item] == nil:
      // A run that an event of a mode starts has waited for nothing.
      items[item] = Item(
        app: row["app"] ?? "", mechanism: row["mechanism"] ?? "", submitted: time, launched: time,
        state: "running")
    case "launched":
      items[item]?.launched = time
      items[item]?.state = "running"
    case "completed":
      items[item]?.state = row["success"] == "true" ? "completed" : "failed"
      items[item]?.ended = time
    case "terminated":
      items[item]?.state = "killed"
      items[item]?.ended = time
    case "failed", "failedUnstarted":
      items[item]?.state = "failed"
      items[item]?.ended = time
    case "replaced", "canceled", "coalesced", "dropped":
      items[item]?.state = event
      items[item]?.ended = time
    case "delivered" where items[item] == nil:
      // A push that finds its app executing has not waited on the device.
      items[item] = Item(
        app: row["app"] ?? "", mechanism: row["mechanism"] ?? "", submitted: time, ended: time,
        state: "delivered")
    case "delivered" where row["how"] != "launch":
      items[item]?.state = "delivered"
      items[item]?.ended = time
    default: break
    }
  }
}

/// A device of the quickstart study.
enum QuickstartDevice {
  static func replay(device: Int, days: Int, policy: String = "seven-factor") throws -> DeviceReplay {
    let file = try StudyFile(
      path: ShippedStudy.path("quickstart"),
      overrides: [("horizonDays", "\(days)"), ("warmUpDays", "0")], policies: [policy])
    return DeviceReplay(file.study, policy: 0, replication: 0, device: device)
  }
}
