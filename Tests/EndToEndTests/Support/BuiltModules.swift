import Foundation
import TestSupport

/// The modules that are tested, for programs that a test compiles against them: SwiftPM would build all of them a second time.
enum BuiltModules {
  static func run(_ name: String, _ arguments: [String], in place: URL) throws -> Outcome {
    try ChildProcess("/usr/bin/env", [name] + arguments, in: place.path).wait()
  }

  /// Compiles sources in a folder and links them with the objects of the program, but for its entrance.
  ///
  /// - Parameter flags: Further words for the compiler.
  static func compile(_ sources: [String], to name: String, in folder: URL, _ flags: [String] = []) throws
    -> Outcome
  {
    let products = URL(fileURLWithPath: try Slumber.binary()).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let list = try String(
      contentsOf: products.appendingPathComponent("slumber.product/Objects.LinkFileList"), encoding: .utf8)
    let objects = list.split(separator: "\n").map(String.init).filter { !$0.contains("/slumber.build/") }
    try Data(objects.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("objects"))
    let maps = [PackageRoot.file("Sources"), products]
      .flatMap { FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil)?.allObjects ?? [] }
      .compactMap { $0 as? URL }
      .filter { $0.lastPathComponent == "module.modulemap" && !$0.path.contains("/SimulatedApp/") }
    let libraries = try run("pkg-config", ["--libs", "gsl", "sqlite3", "yaml-0.1", "zlib"], in: folder).output
    var words =
      ["-swift-version", "6", "-module-name", "lab"] + sources + ["-o", name, "@objects", "-lm", "-I"]
    words.append(products.appendingPathComponent("Modules").path)
    for map in maps { words += ["-Xcc", "-fmodule-map-file=\(map.path)"] }
    words += libraries.split(whereSeparator: \.isWhitespace).map(String.init)
    return try run("swiftc", words + flags, in: folder)
  }
}
