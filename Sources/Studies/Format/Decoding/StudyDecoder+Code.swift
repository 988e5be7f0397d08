import Basics
import SchedulingPolicies
import Workload

/// Apps that are code: programs, and behaviors of this executable.
extension StudyDecoder {
  private static let keysBesideTasks = ["tasks", "transfers", "assertions", "modes", "quality"]
  private static let keysOfCode = ["plist", "sessions", "settings", "replyLimit", "server"]

  /// Reads the code of an app and what its bundle declares; an app without code stays as it is.
  func readCode(of app: inout AppSpecification, _ map: MapReader) {
    let given = ["command", "behavior"].filter(map.has)
    guard let key = given.first else {
      for key in Self.keysOfCode where map.has(key) {
        map.add(key, found: "`\(key)` of an app without code", expected: "`command` beside it")
      }
      return
    }
    if given.count > 1 {
      map.add("behavior", found: "`behavior` beside `command`", expected: "one of the two")
    }
    for other in Self.keysBesideTasks where map.has(other) {
      map.add(
        other, found: "`\(other)` beside `\(key)`", expected: "one of them: the code has its own work")
    }
    if key == "behavior" {
      for other in ["settings", "replyLimit", "server"] where map.has(other) {
        map.add(other, found: "`\(other)` of a behavior", expected: "a key beside `command` only")
      }
    }
    app.transfers = (map.texts("sessions") ?? []).compactMap(\.text).map { session in
      TransferSpecification(
        session: session, files: 1, up: DefaultWork.nothing, down: DefaultWork.nothing,
        work: DefaultWork.none, trigger: .script)
    }
    // What an open fetches, the code fetches itself.
    if map.node["content"]?["fetchOnOpen"] == nil { app.content.fetchOnOpen = false }
    let plist = readDeclarations(of: &app, map)
    if key == "behavior" {
      app.code = map.name("behavior", of: "a behavior of this program", among: catalogue.apps.map(\.name))
        .flatMap { name in catalogue.apps.first { $0.name == name } }
      return
    }
    guard
      let command = ProgramDecoder(
        map: map, role: .app, label: app.bundleID, files: programs.files, hasStates: false,
        study: root.node.file
      ).command()
    else { return }
    let (pool, rules) = (programs.pool, map.maps("server").compactMap(ServerRule.init))
    let permitted = app.declarations.permittedIdentifiers
    app.code = AppCode(
      name: app.bundleID, identity: "\(app.bundleID)|\(command.canonicalText)|\(plist ?? "")"
    ) {
      ProgramApp(command, $0, permitted: permitted, rules: rules, pool: pool)
    }
  }

  /// The declarations of the bundle, from its property list or the study. Returns the digest of the list.
  private func readDeclarations(of app: inout AppSpecification, _ map: MapReader) -> String? {
    guard let relative = map.text("plist"), let node = map.node["plist"] else {
      if app.declarations.permittedIdentifiers == nil, !map.has("plist") {
        map.addMissing(
          "declarations", "`permittedIdentifiers` there, empty for none, or the `plist` of the bundle")
      }
      return nil
    }
    if map.has("declarations") {
      map.add("declarations", found: "`declarations` beside `plist`", expected: "one of the two")
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
