import Basics
import SchedulingPolicies
import Workload

extension StudyDecoder {
  /// Reads the code of an app and what its bundle declares; an app without code stays as it is.
  func readCode(of app: inout AppSpecification, _ map: MapReader) {
    let given = ["command", "behavior"].filter(map.has)
    let keysOfCommand = ["settings", "replyLimit", "server"]
    guard let key = given.first else {
      for key in ["plist", "sessions"] + keysOfCommand where map.has(key) {
        map.add(key, found: "`\(key)` in an app without code", expected: "also `command`")
      }
      return
    }
    if given.count > 1 {
      map.add("behavior", found: "`behavior` and `command`", expected: "one of them")
    }
    let described = [
      "tasks", "transfers", "assertions", "modes", "bluetooth", "health", "protection", "quality",
    ]
    for other in described where map.has(other) {
      map.add(
        other, found: "`\(other)` and `\(key)`", expected: "one of them, because the code does its own work")
    }
    if key == "behavior" {
      for other in keysOfCommand where map.has(other) {
        map.add(
          other, found: "`\(other)` in an app with `behavior`",
          expected: "this key together with `command` only")
      }
    }
    app.transfers = (map.texts("sessions") ?? []).compactMap(\.text).map(TransferSpecification.ofScript)
    // What an open fetches, the code fetches itself.
    if map.node["content"]?["fetchOnOpen"] == nil { app.content.fetchOnOpen = false }
    let plist = readDeclarations(of: &app, map)
    if key == "behavior" {
      app.code = map.name("behavior", of: "a behavior of this program", among: catalogue.apps.map(\.name))
        .flatMap { name in catalogue.apps.first { $0.name == name } }
      return
    }
    guard
      let command = ProgramDecoder(map: map, resources: resources, study: root.node.file)
        .command(.app, app.bundleID)
    else { return }
    let (pool, rules) = (resources.pool, map.maps("server").compactMap(ServerRule.init))
    let permitted = app.declarations.permittedIdentifiers
    let identity = "\(app.bundleID)|\(command.canonicalText)|\(plist ?? "")"
    app.code = AppCode(name: app.bundleID, identity: identity) {
      ProgramApp(command, $0, permitted: permitted, rules: rules, pool: pool)
    }
  }

  /// The declarations of the bundle, from its property list or the study. Returns the digest of the list.
  private func readDeclarations(of app: inout AppSpecification, _ map: MapReader) -> String? {
    guard let relative = map.text("plist"), let node = map.node["plist"] else {
      if app.declarations.permittedIdentifiers == nil, !map.has("plist") {
        map.addMissing(
          "declarations", "`permittedIdentifiers` (may be empty), or the `plist` of the bundle")
      }
      return nil
    }
    if map.has("declarations") {
      map.add("declarations", found: "`declarations` and `plist`", expected: "one of them")
    }
    let path = StudyFiles.resolve(relative, from: node.file)
    do throws(PropertyListError) {
      let (declarations, digest) = try PropertyList.declarations(at: path)
      app.declarations = declarations
      return digest
    } catch {
      return map.refuse("plist", found: "`\(path)`, \(error.found)", expected: error.expected)
    }
  }
}

extension ServerRule {
  fileprivate init?(_ map: MapReader) {
    guard let pattern = map.text("url"), let down = map.distribution("down") else { return nil }
    self.init(
      pattern: pattern, down: down, delay: map.distribution("delay"), status: map.integer("status") ?? 200,
      failures: map.share("failures") ?? 0, failureStatus: map.integer("failureStatus") ?? 500)
  }
}

struct PropertyListError: Error {
  var found: String
  var expected = "an Info.plist in its XML form"
}

/// The keys of an app's `Info.plist` that studies read: `BGTaskSchedulerPermittedIdentifiers` and `UIBackgroundModes`.
enum PropertyList {
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
    let modes = BackgroundModes.words.filter { words.contains($0.word) }.map(\.option)
    let permitted = try texts(of: "BGTaskSchedulerPermittedIdentifiers", in: text) ?? []
    if let unfilled = permitted.first(where: { $0.contains("$(") }) {
      throw PropertyListError(
        found: "the identifier `\(unfilled.escapingControls)`, a placeholder that the build replaces",
        expected: "the Info.plist of the built app")
    }
    return (
      Declarations(permittedIdentifiers: permitted, modes: BackgroundModes(modes)), SHA256.hexadecimal(bytes)
    )
  }

  private static func texts(of key: String, in text: String) throws(PropertyListError) -> [String]? {
    guard let name = text.firstRange(of: "<key>\(key)</key>") else { return nil }
    let rest = text[name.upperBound...].drop(while: \.isWhitespace)
    if rest.hasPrefix("<array/>") { return [] }
    guard rest.hasPrefix("<array>"), let end = rest.firstRange(of: "</array>") else {
      throw PropertyListError(found: "`\(key)` without a list", expected: "an array of strings")
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
