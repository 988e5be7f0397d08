import Foundation
import TestSupport
import Testing

/// A folder of one test, in which commands run; it goes when the test ends.
public final class TestFolder {
  private let folder: TemporaryFolder

  public var path: String { folder.path }

  public init() throws { folder = try TemporaryFolder() }

  /// A folder with a study.
  public convenience init(_ study: String, as name: String = "small.yaml") throws {
    try self.init()
    try write(study, to: name)
  }

  /// A folder with a study and its results.
  public convenience init(run study: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try self.init(study)
    try slumber("run", "small.yaml", code: 0, sourceLocation: sourceLocation)
  }

  public func path(_ name: String) -> String { "\(path)/\(name)" }

  public func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  public func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }
  public func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  /// The text of a page or of a picture, which has to be XML for a reader that is not ours.
  public func xml(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let read = "import sys, xml.parsers.expat as e; e.ParserCreate().ParseFile(open(sys.argv[1], 'rb'))"
    let outcome = try ChildProcess("/usr/bin/env", ["python3", "-c", read, name], in: path).wait()
    #expect(outcome.code == 0, "\(name): \(outcome.summary)", sourceLocation: sourceLocation)
    return try text(name)
  }

  /// Names of files and folders in here, sorted.
  public func names(_ folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  /// Runs `slumber` in this folder.
  public func slumber(_ arguments: String...) throws -> Outcome { try slumber(arguments) }

  public func slumber(_ arguments: [String]) throws -> Outcome { try start(arguments).wait() }

  /// Runs `slumber`, which has to end with this code.
  @discardableResult
  public func slumber(
    _ arguments: String..., code: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try slumber(arguments, code: code, sourceLocation: sourceLocation)
  }

  @discardableResult
  public func slumber(
    _ arguments: [String], code: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let outcome = try slumber(arguments)
    #expect(outcome.code == code, "\(arguments): \(outcome.summary)", sourceLocation: sourceLocation)
    return outcome
  }

  /// Starts `slumber` in this folder.
  public func start(_ arguments: [String], output: String? = nil) throws -> ChildProcess {
    try ChildProcess(try Slumber.binary(), arguments, in: path, output: output)
  }

  /// Runs a line of a shell in this folder, in which `slumber` is the binary.
  @discardableResult
  public func shell(
    _ line: String, code: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let tools = path(".tools")
    if !FileManager.default.fileExists(atPath: tools) {
      try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: tools + "/slumber", withDestinationPath: try Slumber.binary())
    }
    let outcome = try ChildProcess("/bin/sh", ["-c", "PATH='\(tools)':\"$PATH\"\n\(line)"], in: path).wait()
    if let code {
      #expect(outcome.code == code, "\(line): \(outcome.summary)", sourceLocation: sourceLocation)
    }
    return outcome
  }

  /// Exports a results file and reads the files of the export.
  ///
  /// - Parameter code: What the program says of it, 4 where runs have failed.
  public func export(_ results: String, code: Int32 = 0) throws -> Export {
    let folder = "export-\(UUID().uuidString)"
    let outcome = try slumber("export", results, "--detail", "--to", folder)
    guard outcome.code == code else { throw ExportFailure(outcome: outcome) }
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path(folder)).sorted() {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path("\(folder)/\(name)"), isDirectory: &isFolder)
      if !isFolder.boolValue { files[name] = try data("\(folder)/\(name)") }
    }
    return Export(files: files)
  }
}

/// An export that was expected to work.
public struct ExportFailure: Error {
  public var outcome: Outcome
}
