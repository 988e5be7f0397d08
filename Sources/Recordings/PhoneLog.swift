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
