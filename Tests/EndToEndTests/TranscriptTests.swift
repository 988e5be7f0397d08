import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Transcripts of commands") struct TranscriptTests {
  private static let folder = "Tests/Transcripts"
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.file(folder).path))?.sorted() ?? []

  /// A folder with the studies and programs beside the transcripts.
  private func place() throws -> TestFolder {
    let place = try TestFolder()
    for name in Self.names where !name.hasSuffix(".txt") {
      try FileManager.default.copyItem(
        atPath: PackageRoot.file("\(Self.folder)/\(name)").path, toPath: place.path(name))
    }
    return place
  }

  @Test(
    "every command gives the answer below it; RECORD_SNAPSHOTS=1 records the answers that differ",
    arguments: names.filter { $0.hasSuffix(".txt") })
  func transcript(_ name: String) throws {
    let file = PackageRoot.file("\(Self.folder)/\(name)")
    let transcript = Transcript(try String(contentsOf: file, encoding: .utf8))
    var differing: [Int: [String]] = [:]
    for (title, steps) in transcript.cases where !steps.isEmpty {
      let place = try place()
      for step in steps {
        let outcome = try place.shell(
          "PACKAGE='\(PackageRoot.path)'; export PACKAGE\n"
            + ". \"$PACKAGE/Tests/EndToEndTests/Fixtures/transcript.sh\"\n\(step.command)")
        let answer = Transcript.answer(outcome, in: place.path)
        if Transcript.fits(step.answer[...], answer[...]) { continue }
        differing[step.line] = answer
        if Snapshot.areRecorded { continue }
        Issue.record("\(name):\(step.line): \(title): $ \(step.command)\n\(answer.joined(separator: "\n"))")
      }
    }
    if Snapshot.areRecorded, !differing.isEmpty {
      try Data(transcript.replacing(differing).utf8).write(to: file)
    }
  }

  @Test("a line fits with `…` for any text, and `…` alone for any lines")
  func patterns() {
    let answer = ["one 12 s", "two", "", "three"]
    for expected in [
      answer, ["one … s", "…"], ["…", "three"], ["…", "two", "…"], ["one …", "two", "", "…ree"], ["…"],
    ] {
      holds(Transcript.fits(expected[...], answer[...]), "\(expected)")
    }
    for expected in [["one"], ["one 12 s", "two"], ["…", "two"], ["one …m", "…"], answer + ["four"]] {
      holds(!Transcript.fits(expected[...], answer[...]), "\(expected)")
    }
  }
}
