/// The files in which one phone logged what it did, read together.
package struct PhoneLog {
  package enum Format: String, CaseIterable, Sendable {
    case powerlog, wellbeing
  }

  private let name: String
  private let format: Format
  private let recording: Recording

  /// - Parameter format: What the files have to be; nil for what they are.
  package init(_ paths: [String], format expected: Format? = nil) throws(RecordingError) {
    var formats: [Format] = []
    var databases: [SourceDatabase] = []
    for path in paths {
      try RecordingFile.read(path) { name, contents throws(RecordingError) in
        switch contents {
        case .database(let path):
          let database = try SourceDatabase(path, name: name)
          let known: Format? =
            PowerLogReader.recognizes(database)
            ? .powerlog : WellbeingReader.recognizes(database) ? .wellbeing : nil
          guard let found = known else {
            throw .init(
              name, found: "a database with other tables",
              expected: "the tables of PowerLog or Digital Wellbeing")
          }
          formats.append(found)
          databases.append(database)
        case .text:
          throw .init(name, found: "a text", expected: "a PowerLog or Digital Wellbeing database")
        }
        let wanted = expected ?? formats[0]
        guard let found = formats.last, found == wanted else {
          throw .init(name, found: formats.last?.rawValue ?? "nothing", expected: wanted.rawValue)
        }
      }
    }
    name = paths.joined(separator: ", ")
    format = formats[0]
    switch format {
    case .wellbeing: recording = try WellbeingReader.read(databases)
    case .powerlog:
      var all = Recording()
      for database in databases { all = all + (try PowerLogReader.read(database)) }
      recording = all
    }
  }

  package func folder(keepsNames: Bool = false) throws(RecordingError) -> RecordingFolder {
    try RecordingFolder(recording, of: name, format: format.rawValue, keepsNames: keepsNames)
  }
}
