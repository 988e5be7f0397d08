import Basics
import Workload

/// Everything that a phone's own log says of it. Readers of the formats fill it in any order; ``RecordingFolder`` sorts it, splits it
/// into spans and writes it. Times are Unix seconds (UTC) with the clock mended.
package struct Recording: Sendable {
  package var events: [Event] = []
  /// Work of the system: activities of the scheduler, jobs, syncs, pushes, background transfers, steps of idle mode.
  package var activities: [Activity] = []
  package var power: [PowerSample] = []
  /// Parts that the file lacks, and what that costs, a sentence each.
  package var missing: [String] = []
  /// Rows that were read, by table or kind of line.
  package var rowsRead: [String: Int] = [:]
  /// The longest time without a row, in seconds, before the device or its recorder counts as powered off.
  package var longestSilence = 3600.0

  package init() {}

  package struct Event: Sendable, Hashable {
    package var time: Double
    package var offset: Int
    package var type: TimelineEventType
    /// Bundle identifier or package as the file has it; masked when it is written.
    package var app = ""
    /// The value column as traces have it: percent, path, charger, setting.
    package var value = ""
  }

  package struct Activity: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      case activity, job, sync, push, transfer, idleMode, budget
    }
    package enum Outcome: String, Sendable, CaseIterable {
      case completed, failed, stopped, running, delivered, dropped
    }

    package var kind: Kind
    /// Bundle identifier or package that it runs for; empty where unknown.
    package var app = ""
    /// Name of the task, component of the job, topic of the push.
    package var name = ""
    package var submitted: Double?
    package var windowStart: Double?
    package var windowEnd: Double?
    package var started: Double?
    package var duration: Double?
    package var outcome: Outcome?
    package var reason = ""
    package var requiresPower: Bool?
    package var requiresNetwork: Bool?
    package var requiresIdle: Bool?
    package var discretionary: Bool?
    package var priority: Int?
    package var bytesSent: Double?
    package var bytesReceived: Double?
    /// The rest of a budget, in the unit of its name.
    package var amount: Double?
    /// Scores that the scheduler printed, by name, in the order of the file.
    package var scores: [String: Double] = [:]

    package init(_ kind: Kind) { self.kind = kind }
  }

  package struct PowerSample: Sendable, Hashable {
    package var time: Double
    /// Milliamperes into the battery.
    package var current: Double?
    package var voltage: Double?
    /// Degrees Celsius.
    package var temperature: Double?
    package var level: Double?
    package var charge: Double?
    /// Milliampere-hours between empty and full, as the phone counts them.
    package var capacity: Double?
    /// 1 on external power, 0 without.
    package var connected: Double?
    package init(time: Double) { self.time = time }
  }
}

package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file as given, followed by the entry of an archive.
  package var file: String
  /// The place, such as `line 7` or `table T, row 3`; empty if it is unknown.
  package var place: String
  package var found: String
  package var expected: String

  package init(_ file: String, place: String = "", found: String, expected: String) {
    (self.file, self.place, self.found, self.expected) = (file, place, found, expected)
  }

  package var description: String {
    let place = place.isEmpty ? "" : "\(place): "
    return "\(file): \(place)found \(found), expected \(expected)".escapingControls
  }
}

/// The log files of one device, read together.
package struct PhoneLog {
  package enum Format: String, CaseIterable, Sendable { case powerlog, batterystats, bugreport, wellbeing }

  private let name: String
  private let format: Format
  private let recording: Recording

  /// - Parameter format: The required format of the files; nil to recognize it.
  package init(_ paths: [String], format expected: Format? = nil) throws(RecordingError) {
    var found: Format?
    var databases: [SourceDatabase] = []
    var all = Recording()
    for path in paths {
      try RecordingFile.read(path) { name, contents throws(RecordingError) in
        let format = try Self.format(of: contents, name, &databases)
        let wanted = expected ?? found ?? format
        guard format == wanted else { throw .init(name, found: format.rawValue, expected: wanted.rawValue) }
        found = format
        if case .text(let lines) = contents { all = all + (try BatteryStatsReader.read(lines)) }
      }
    }
    name = paths.joined(separator: ", ")
    guard let found else { throw .init(name, found: "no recording", expected: RecordingFile.expectation) }
    format = found
    switch found {
    case .wellbeing: recording = try WellbeingReader.read(databases)
    case .powerlog:
      for database in databases { all = all + (try PowerLogReader.read(database)) }
      recording = all
    case .batterystats, .bugreport: recording = all
    }
  }

  private static func format(
    of contents: RecordingFile.Contents, _ name: String, _ databases: inout [SourceDatabase]
  ) throws(RecordingError) -> Format {
    switch contents {
    case .text(let lines): return try lines.isBugReport ? .bugreport : .batterystats
    case .database(let path):
      let database = try SourceDatabase(path, name: name)
      databases.append(database)
      if PowerLogReader.recognizes(database) { return .powerlog }
      if WellbeingReader.recognizes(database) { return .wellbeing }
      throw .init(
        name, found: "a database with other tables", expected: "the tables of PowerLog or Digital Wellbeing")
    }
  }

  package func folder(keepsNames: Bool = false) throws(RecordingError) -> RecordingFolder {
    try RecordingFolder(recording, of: name, format: format.rawValue, keepsNames: keepsNames)
  }
}
