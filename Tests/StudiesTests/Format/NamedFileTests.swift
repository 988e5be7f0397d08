import Studies
import StudyTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that a study names: only regular ones are read, and none is quoted.
@Suite("Files that a study names")
struct NamedFileTests {
  /// A file of a user that no study should print.
  private static let secret = "admin:*:19000:0:99999:7:::\nhunter2: [s3cret, \"pass\"]\n"
  private static let secretMapping = "token: s3cret\nnested: {hunter2: pass, hunter2: pass}\n"

  private func errors(_ line: String, in folder: StudyFolder) throws -> [String] {
    let text =
      line.hasPrefix("mix:")
      ? StudyText.minimal.replacing("devices: 3", with: "devices: 3\n  \(line)")
      : StudyText.minimal + line + "\n"
    return try folder.errors(text)
  }

  @Test("Named pipes, devices, directories and sockets are refused by name, without waiting for a writer")
  func special() throws {
    let folder = try StudyFolder()
    #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    let name = try socketName(in: folder)
    for (line, error) in [
      ("extends: pipe", "17:10: extends: found `pipe`, a named pipe, expected a file that can be read"),
      ("trace: {file: pipe}", "17:15: trace.file: found `pipe`, a named pipe, expected a trace in CSV"),
      (
        "mix: pipe",
        "9:8: population.mix: found `pipe`, expected a file with apps (pipe: found a named pipe, expected a study)"
      ),
      ("trace: {file: /dev/zero}", "17:15: trace.file: found `/dev/zero`, a device, expected a trace in CSV"),
      ("extends: /dev/zero", "17:10: extends: found `/dev/zero`, a device, expected a file that can be read"),
      ("extends: .", "17:10: extends: found `.`, a directory, expected a file that can be read"),
      ("trace: {file: .}", "17:15: trace.file: found `.`, a directory, expected a trace in CSV"),
      ("trace: {file: \(name)}", "17:15: trace.file: found `socket`, a socket, expected a trace in CSV"),
    ] { #expect(try errors(line, in: folder) == ["study.yaml:\(error)"]) }
    let study = try #require(throws: StudyErrors.self) { try StudyFile(path: "\(folder.path)/pipe") }
    #expect(study.description == "\(folder.path)/pipe: found a named pipe, expected a study")
  }

  /// A local socket, which stays in the folder when its descriptor is closed.
  private func socketName(in folder: StudyFolder) throws -> String {
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("\(folder.path)/socket".utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    return "socket"
  }

  @Test("No word of a file that is no study, mix or trace is quoted", arguments: [secret, secretMapping])
  func secrets(text: String) throws {
    let folder = try StudyFolder()
    _ = try folder.write(text, as: "other")
    for line in ["extends: other", "mix: other", "trace: {file: other}"] {
      let errors = try errors(line, in: folder)
      holds(!errors.isEmpty)
      for error in errors {
        for word in ["admin", "19000", "hunter2", "s3cret", "pass", "token", "nested"] {
          holds(!error.contains(word), "\(error)")
        }
      }
    }
  }

  @Test("A file to extend that is no mapping is refused with its place")
  func noMapping() throws {
    let folder = try StudyFolder()
    _ = try folder.write("root:x:0\nbin:x:1\n", as: "other")
    #expect(
      try errors("extends: other", in: folder) == [
        "other:1:1: found another value, expected a study to extend, a mapping of keys"
      ])
  }

  @Test("Wrong keys and values of an extended study are named by place alone")
  func extended() throws {
    let folder = try StudyFolder()
    _ = try folder.write(
      "replications: s3cret\nhunter2: 1\nparameters: {hunter2: 1, refresh.minGap: s3cret}\n", as: "base.yaml")
    let text = StudyText.minimal.replacing("replications: 2\n", with: "extends: base.yaml\n")
    let errors = try folder.errors(text)
    #expect(
      errors.map { String($0.prefix { $0 != "," }) } == [
        "base.yaml:1:15: replications: found another value",
        "base.yaml:2:1: found unknown key",
        "base.yaml:3:14: parameters: found unknown parameter",
        "base.yaml:3:42: parameters.refresh.minGap: found another value",
      ])
  }

  @Test("Bytes of a mix or a trace that are no UTF-8 are named with their line")
  func encoding() throws {
    let folder = try StudyFolder()
    _ = try folder.write(Array("apps:\n  - id: caf".utf8) + [0xE9, 10], as: "mix")
    let header = "device_id,timestamp,utc_offset_s,event_type,app,value\n"
    _ = try folder.write(Array("\(header)a,0,0,lock,,\na,0,0,lock,".utf8) + [0xE9, 10], as: "trace")
    #expect(
      try errors("mix: mix", in: folder) == [
        "study.yaml:9:8: population.mix: found `mix`, expected a file with apps ("
          + "mix:2:1: found bytes that are not text, expected a study in YAML, encoded as UTF-8)"
      ])
    #expect(
      try errors("trace: {file: trace}", in: folder) == [
        "study.yaml:17:15: trace.file: found trace: line 3: found bytes that are not text, "
          + "expected a trace encoded as UTF-8, expected a trace in CSV"
      ])
  }
}
