import TestSupport
import Testing

/// Expects a text as a fixture has it; `RECORD_SNAPSHOTS=1` records it anew.
func expectRecorded(_ file: String, _ text: String, at location: SourceLocation = #_sourceLocation) throws {
  let recorded = try Snapshot.recorded("Tests/StudyReportsTests/Fixtures/\(file)", replacedBy: text)
  #expect(recorded == text, sourceLocation: location)
}

/// Expects texts as a fixture has them, each below its name.
func expectRecorded(
  _ file: String, _ texts: KeyValuePairs<String, String>, at location: SourceLocation = #_sourceLocation
) throws {
  try expectRecorded(file, texts.map { "== \($0)\n\($1)\n" }.joined(separator: "\n"), at: location)
}
