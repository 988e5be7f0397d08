import Foundation
import TestSupport
import Testing

/// A source file of `PhoneSimulation` as the walls are read from it: without comments and without texts.
struct SourceFile: CustomTestStringConvertible {
  /// The path below the module's folder, as in "UseCases/Launching.swift".
  var path: String
  /// All lines, numbered from 0; the code that a string interpolates is kept.
  var lines: [String]

  var testDescription: String { path }

  var folder: String { path.components(separatedBy: "/").dropLast().joined(separator: "/") }

  var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

  /// The types that the file declares or extends at its first level.
  var types: Set<String> {
    Set(
      lines.compactMap { line in
        guard let first = line.first, first != " " else { return nil }
        let words = Self.words(of: line)
        guard let keyword = words.firstIndex(where: { Self.declarations.contains($0) }) else { return nil }
        return words.dropFirst(keyword + 1).first
      })
  }

  private static let declarations: Set<String> = ["struct", "enum", "class", "extension", "typealias"]

  init(path: String, text: String) {
    self.path = path
    lines = Self.code(of: text).components(separatedBy: "\n")
  }

  /// All files of the module, by path.
  static let all: [SourceFile] = {
    let root = PackageRoot.file("Sources/PhoneSimulation").path
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      SourceFile(path: path, text: (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? "")
    }
  }()

  /// The identifiers and keywords of a line, in order.
  static func words(of line: String) -> [String] {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// A text of Swift with its comments and the texts of its strings left out, line by line.
  private static func code(of text: String) -> String {
    let bytes = Array(text.utf8)
    var code: [UInt8] = []
    // The open parentheses of each string interpolation that the position is in.
    var interpolations: [Int] = []
    var isInString = false
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      let next = i + 1 < bytes.count ? bytes[i + 1] : 0
      i += 1
      if isInString {
        if byte == UInt8(ascii: "\\") {
          i += 1
          guard next == UInt8(ascii: "(") else { continue }
          interpolations.append(0)
          isInString = false
          code.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          code.append(byte)
        } else if byte == UInt8(ascii: "\n") {
          code.append(byte)
        }
        continue
      }
      if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while i < bytes.count, bytes[i] != UInt8(ascii: "\n") { i += 1 }
        continue
      }
      if byte == UInt8(ascii: "\"") { isInString = true }
      if let open = interpolations.last {
        if byte == UInt8(ascii: "(") { interpolations[interpolations.count - 1] = open + 1 }
        if byte == UInt8(ascii: ")") {
          if open == 0 {
            interpolations.removeLast()
            isInString = true
            code.append(UInt8(ascii: " "))
            continue
          }
          interpolations[interpolations.count - 1] = open - 1
        }
      }
      code.append(byte)
    }
    return String(decoding: code, as: UTF8.self)
  }
}
