import Experiments
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of the package, from this file's place.
let packageRoot: String = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(4)
  return parts.joined(separator: "/")
}()

/// The studies of the specification's table that are shipped.
enum CannedScenario {
  /// The names of all files of the folder, so that none is left out, in order.
  static let all: [String] = {
    guard let folder = opendir("\(packageRoot)/scenarios/canned") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name.hasSuffix(".yaml") { names.append(String(name.dropLast(5))) }
    }
    return names.sorted()
  }()
}

struct WriteFailure: Error { var path: String }

func writeBytes(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "wb") else { throw WriteFailure(path: path) }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WriteFailure(path: path) }
}

func writeText(_ text: String, to path: String) throws { try writeBytes(Array(text.utf8), to: path) }

/// A folder of studies that goes away with its last reader.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/slumber-studies.XXXXXX".utf8CString)
    guard
      let made = template.withUnsafeMutableBufferPointer({ buffer in
        buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
      })
    else { throw WriteFailure(path: "/tmp") }
    path = made
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  private var names: [String] = []

  /// Writes a file and gives its path.
  func write(_ text: String, as name: String = "study.yaml") throws -> String {
    try write(Array(text.utf8), as: name)
  }

  func write(_ bytes: [UInt8], as name: String = "study.yaml") throws -> String {
    names.append(name)
    try writeBytes(bytes, to: "\(path)/\(name)")
    return "\(path)/\(name)"
  }

  /// The study in `text`.
  func study(_ text: String, overrides: [(path: String, value: String)] = []) throws -> StudyFile {
    try StudyFile(path: write(text), overrides: overrides)
  }

  /// The errors of reading `text`, without the folder; empty if it can be read.
  func errors(_ text: String, overrides: [(path: String, value: String)] = []) throws -> [String] {
    try errors(Array(text.utf8), overrides: overrides)
  }

  func errors(_ bytes: [UInt8], overrides: [(path: String, value: String)] = []) throws -> [String] {
    let file = try write(bytes)
    do throws(StudyErrors) {
      _ = try StudyFile(path: file, overrides: overrides)
      return []
    } catch {
      return error.errors.map { $0.description.replacing("\(path)/", with: "") }
    }
  }
}

/// A right study of a few lines; tests change one of them.
let minimalStudy = """
  formatVersion: 1
  name: minimal
  seed: 7
  horizonDays: 4
  warmUpDays: 1
  replications: 2
  population:
    devices: 3
    archetypes: scripted
  apps:
    - id: org.example.mail
      usage: {at: ["08:00"], stay: 2 min}
      content: {process: poisson, perDay: 8}
      tasks:
        - {id: mail.refresh, kind: refresh, floor: 15 min}
  policies: [seven-factor, fixed-interval]

  """
