import Dispatch
import EndToEndTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Transcripts of commands") struct TranscriptTests {
  private static let folder = "Tests/Transcripts"
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.file(folder).path))?.sorted() ?? []

  private static let transcripts = names.filter { $0.hasSuffix(".txt") }

  /// A folder with the studies and programs beside the transcripts.
  private static func place() throws -> TestFolder {
    let place = try TestFolder()
    for name in names where !name.hasSuffix(".txt") {
      try FileManager.default.copyItem(
        atPath: PackageRoot.file("\(folder)/\(name)").path, toPath: place.path(name))
    }
    return place
  }

  /// A transcript that was run.
  private struct Run: Sendable {
    var seconds = 0.0
    /// The answers that differ, by the line of the command.
    var differing: [Int: [String]] = [:]
    var issues: [String] = []
  }

  /// All transcripts, several at a time.
  private static let runs: [String: Result<Run, any Error>] = {
    let found = Mutex<[String: Result<Run, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: transcripts.count) { place in
      let result = Result { try run(transcripts[place]) }
      found.withLock { $0[transcripts[place]] = result }
    }
    return found.withLock { $0 }
  }()

  private static func run(_ name: String) throws -> Run {
    let file = PackageRoot.file("\(folder)/\(name)")
    let transcript = Transcript(try String(contentsOf: file, encoding: .utf8))
    let start = Date()
    var run = Run()
    for (title, steps) in transcript.cases where !steps.isEmpty {
      let place = try place()
      for step in steps {
        let outcome = try place.shell(
          "PACKAGE='\(PackageRoot.path)'; export PACKAGE\n"
            + ". \"$PACKAGE/Tests/EndToEndTests/Fixtures/transcript.sh\"\n\(step.command)")
        let answer = Transcript.answer(outcome, in: place.path)
        if Transcript.fits(step.answer[...], answer[...]) { continue }
        run.differing[step.line] = answer
        run.issues.append(
          "\(name):\(step.line): \(title): $ \(step.command)\n\(answer.joined(separator: "\n"))")
      }
    }
    if Snapshot.areRecorded, !run.differing.isEmpty {
      try Data(transcript.replacing(run.differing).utf8).write(to: file)
    }
    run.seconds = Date().timeIntervalSince(start)
    return run
  }

  @Test(
    "every command gives the answer below it; RECORD_SNAPSHOTS=1 records the answers that differ",
    arguments: transcripts)
  func transcript(_ name: String) throws {
    let run = try #require(Self.runs[name]).get()
    print("transcript: \(String(format: "%5.1f", run.seconds)) s  \(name)")
    if !Snapshot.areRecorded { for issue in run.issues { Issue.record("\(issue)") } }
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
