import Basics

/// A file that a study names and that enters the identity of its runs, such as the source of a policy that is a program.
public struct InputFile: Hashable, Sendable {
  /// The path from the folder of the study, as in the study.
  package let path: String
  /// SHA-256 in hexadecimal digits.
  package let digest: String
  package let isExecutable: Bool
  /// The contents; nil for a file that results do not keep: a recording, a file above ``sizeLimit`` or outside the study's folder.
  package let bytes: [UInt8]?

  /// The greatest number of bytes that results keep of a file.
  package static let sizeLimit = 8 << 20

  package init(path: String, bytes: [UInt8], isExecutable: Bool, limit: Int = Self.sizeLimit) {
    (self.path, self.isExecutable) = (path, isExecutable)
    digest = SHA256.hexadecimal(bytes)
    self.bytes = bytes.count <= limit && Self.canBeExported(path) ? bytes : nil
  }

  /// Creates a file that results identify only by its digest.
  package init(path: String, digest: String) {
    (self.path, self.digest, isExecutable, bytes) = (path, digest, false, nil)
  }

  /// Whether a path stays within the folder that it is seen from, and names no file that an export has anyway.
  private static func canBeExported(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let own = ExportSelection.knownFiles + [StudyDescription.effectiveStudyFile, "datapackage.json"]
    return !parts.contains { $0.isEmpty || $0 == ".." } && parts.last != "."
      && !path.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
      && !own.contains(parts.filter { $0 != "." }.joined(separator: "/").lowercased())
  }

  /// - Returns: nil for a value that ``text(_:)`` does not make.
  private init?(_ value: JSONValue) {
    guard let path = value["path"]?.characters, let digest = value["sha256"]?.characters else { return nil }
    guard let text = value["base64"]?.characters else {
      self.init(path: path, digest: digest)
      return
    }
    guard let bytes = Base64.bytes(text), case .boolean(let isExecutable)? = value["executable"] else {
      return nil
    }
    self.init(path: path, bytes: bytes, isExecutable: isExecutable)
    guard self.digest == digest, self.bytes != nil else { return nil }
  }

  /// The files in a text of ``text(_:)``; nil for any other text.
  static func files(_ text: String) -> [InputFile]? {
    let limits = JSONParser.Limits(depth: 4, members: 10_000, numberLength: 20)
    guard let values = (try? JSONParser.value(of: Array(text.utf8)[...], limits: limits))?.elements else {
      return nil
    }
    let files = values.compactMap { InputFile($0) }
    return files.count == values.count ? files : nil
  }

  static func text(_ files: [InputFile]) -> String {
    files.json([
      "path": \.path, "sha256": \.digest, "executable": \.isExecutable,
      "base64": { $0.bytes.map { Base64.text($0) } },
    ]).text(isPretty: false)
  }
}

/// Bytes as text, by RFC 4648.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      bits <<= 8
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> 26 & 63] : padding)
        bits <<= 6
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil for a text that ``text(_:)`` does not return.
  package static func bytes(_ text: String) -> [UInt8]? {
    var values = [Int](repeating: -1, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = value }
    var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for digit in text.utf8.prefix(while: { $0 != padding }) {
      guard values[Int(digit)] >= 0 else { return nil }
      (bits, count) = ((bits << 6 | values[Int(digit)]) & 0xffff, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 0xff))
    }
    return Self.text(bytes) == text ? bytes : nil
  }
}
