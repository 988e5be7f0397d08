import Basics
import Workload

/// Why a file is not the property list of an app.
struct PropertyListError: Error {
  var found: String
  var expected = "an Info.plist in its XML form"
}

/// The keys of an app's `Info.plist` that studies read: `BGTaskSchedulerPermittedIdentifiers` and `UIBackgroundModes`.
enum PropertyList {
  private static let modes: [(word: String, mode: BackgroundModes)] = [
    ("fetch", .fetch), ("processing", .processing), ("remote-notification", .remoteNotification),
    ("audio", .audio), ("location", .location), ("voip", .voip),
  ]

  /// The declarations of a file, and the SHA-256 of its contents. Modes that the model does not know count for nothing.
  static func declarations(
    at path: String
  ) throws(PropertyListError) -> (declarations: Declarations, digest: String) {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: 1 << 20)
    } catch {
      throw PropertyListError(found: error.found)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("<plist"), text.contains("</plist>") else {
      throw PropertyListError(found: text.hasPrefix("bplist") ? "a binary one" : "no `plist` element")
    }
    let words = try texts(of: "UIBackgroundModes", in: text) ?? []
    let declared = modes.filter { words.contains($0.word) }.reduce(into: BackgroundModes()) {
      $0.insert($1.mode)
    }
    let permitted = try texts(of: "BGTaskSchedulerPermittedIdentifiers", in: text) ?? []
    return (Declarations(permittedIdentifiers: permitted, modes: declared), SHA256.hexadecimal(bytes))
  }

  /// The texts of the list under a key; nil without the key.
  private static func texts(of key: String, in text: String) throws(PropertyListError) -> [String]? {
    guard let name = text.firstRange(of: "<key>\(key)</key>") else { return nil }
    let rest = text[name.upperBound...].drop(while: \.isWhitespace)
    if rest.hasPrefix("<array/>") { return [] }
    guard rest.hasPrefix("<array>"), let end = rest.firstRange(of: "</array>") else {
      throw PropertyListError(found: "`\(key)` without a list", expected: "an array of strings there")
    }
    var list = rest[..<end.lowerBound].dropFirst("<array>".count)
    var texts: [String] = []
    while true {
      list = list.drop(while: \.isWhitespace)
      if list.isEmpty { return texts }
      guard list.hasPrefix("<string>"), let close = list.firstRange(of: "</string>") else {
        throw PropertyListError(
          found: "`\(list.prefix(40).description.escapingControls)` in `\(key)`", expected: "a string there")
      }
      texts.append(unescaped(list[..<close.lowerBound].dropFirst("<string>".count)))
      list = list[close.upperBound...]
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(String(text)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
