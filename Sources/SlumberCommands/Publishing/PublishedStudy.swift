import Basics
import Libc
import ResultsStore
import StudyReports

/// The description of a study with all files that a repetition needs.
struct PublishedStudy {
  private(set) var description: StudyDescription

  private static let recording = "recording.csv"

  /// - Parameter inputs: Paths of files of which the results keep only the digest.
  init(_ results: ResultsFile, inputs: [String]) throws {
    description = try results.study()
    let trace = description.effectiveValue?["trace"]?["file"]?.characters
    var given: [String: (path: String, bytes: [UInt8])] = [:]
    for path in inputs {
      let bytes = try StudyArchive.bytes(of: path)
      given[SHA256.hexadecimal(bytes)] = (path, bytes)
    }
    if trace != nil { nameRecording() }
    if let path = description.effectiveValue.flatMap(Self.absolutePath) {
      throw CommandFailure(
        "the study names `\(path)`, a path of this machine. Use a path from the folder of the study or a name of a "
          + "program, and run the study again")
    }
    for (place, file) in description.files.enumerated() where file.bytes == nil {
      guard let input = given.removeValue(forKey: file.digest) else {
        throw CommandFailure(
          "the results keep only the SHA-256 of `\(file.path)`, \(file.digest). Add this file with `--input FILE`"
        )
      }
      description.files[place] = InputFile(
        path: file.path == trace ? Self.recording : file.path, bytes: input.bytes,
        isExecutable: file.path != trace && access(input.path, X_OK) == 0, limit: .max)
      guard description.files[place].bytes != nil else {
        throw CommandFailure(
          "the study names `\(file.path)`, a file outside of its folder, which an archive cannot hold. Move the file "
            + "into the folder of the study, and run the study again")
      }
    }
    if let other = given.values.map(\.path).min() {
      throw UsageError(
        "`--input \(other)` has no effect: the results do not lack a file with this content")
    }
  }

  /// Lets the study name its recording by the path in the archive.
  private mutating func nameRecording() {
    let members = (description.effectiveValue?.members ?? []).map { member in
      guard member.name == "trace" else { return member }
      let trace = (member.value.members ?? []).map { part in
        part.name == "file" ? JSONValue.Member("file", .string(Self.recording)) : part
      }
      return JSONValue.Member("trace", .object(trace))
    }
    description.effectiveStudy = JSONValue.object(members).text() + "\n"
  }

  private static func absolutePath(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text.hasPrefix("/") ? text : nil
    case .array(let values): values.lazy.compactMap(absolutePath).first
    case .object(let members): members.lazy.compactMap { absolutePath($0.value) }.first
    default: nil
    }
  }
}

/// The paths of this machine that an archive must not contain: the home folder, the working folder, and the folder of
/// the results.
struct LocalPaths {
  private let paths: [String]

  init(results: String) throws {
    let folders = [
      environment("HOME") ?? "", FolderListing.folder(of: try FilePlace.absolute("file")),
      FolderListing.folder(of: try FilePlace.absolute(results)),
    ]
    paths = folders.filter { $0.hasPrefix("/") && $0.count > 1 }.unique
  }

  /// - Parameters:
  ///   - study: The description of the study as the archive has it.
  ///   - stored: The description in the results file.
  func check(_ documents: ArchiveDocuments, _ study: StudyDescription, _ stored: StudyDescription) throws {
    let texts =
      [
        (name: "study/study.json", text: study.effectiveStudy),
        (
          name: StudyArchive.results,
          text: stored.effectiveStudy + stored.files.map { "\n\($0.path)" }.joined()
        ),
      ]
      + study.files.map { (name: "study/\($0.path)", text: String(decoding: $0.bytes ?? [], as: UTF8.self)) }
      + documents.all
    for (name, text) in texts {
      for path in paths where text.contains("\(path)/") || text.hasSuffix(path) {
        throw CommandFailure(
          "`\(name)` contains `\(path)`, a path of this machine. Remove it from the study or its files, and run the "
            + "study again in its folder")
      }
    }
  }
}
