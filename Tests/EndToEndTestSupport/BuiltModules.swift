import Foundation
import TestSupport

/// The modules that are tested, for programs that a test compiles against them: SwiftPM would build all of them a second time.
public enum BuiltModules {
  public static func run(_ name: String, _ arguments: [String], in place: URL) throws -> Outcome {
    try ChildProcess("/usr/bin/env", [name] + arguments, in: place.path).wait()
  }

  private static func products() throws -> URL {
    URL(fileURLWithPath: try Slumber.binary()).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The words of the compiler for sources that import the modules.
  private static func words() throws -> [String] {
    let products = try products()
    let maps = [PackageRoot.file("Sources"), products]
      .flatMap { FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil)?.allObjects ?? [] }
      .compactMap { $0 as? URL }
      .filter { $0.lastPathComponent == "module.modulemap" && !$0.path.contains("/SimulatedApp/") }
    return [
      "-swift-version", "6", "-module-name", "lab", "-I", products.appendingPathComponent("Modules").path,
    ]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }

  /// Checks the types of sources in a folder.
  public static func check(_ sources: [String], in folder: URL, _ flags: [String] = []) throws -> Outcome {
    try run("swiftc", words() + ["-typecheck"] + sources + flags, in: folder)
  }

  /// Compiles sources in a folder and links them with the objects of the program, but for its entrance.
  ///
  /// - Parameter flags: Further words for the compiler.
  public static func compile(_ sources: [String], to name: String, in folder: URL, _ flags: [String] = [])
    throws -> Outcome
  {
    let list = try String(
      contentsOf: products().appendingPathComponent("slumber.product/Objects.LinkFileList"), encoding: .utf8)
    let objects = list.split(separator: "\n").map(String.init).filter { !$0.contains("/slumber.build/") }
    try Data(objects.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("objects"))
    let libraries = try run("pkg-config", ["--libs", "gsl", "sqlite3", "yaml-0.1", "zlib"], in: folder).output
      .split(whereSeparator: \.isWhitespace).map(String.init)
    let words = try words() + sources + ["-o", name, "@objects", "-lm"] + libraries + flags
    return try run("swiftc", words, in: folder)
  }
}
