import ModelParameters

/// The study before arms and factors change it: the file with the apps of its mix, `--set` and the chosen policies.
///
/// An arm or a level may name another mix. Its design points then begin with the apps of that mix.
struct StudyBase {
  private var loaded: YAMLNode
  private let parameters: ParameterSet
  private let log: ErrorLog
  /// Changes of `--set`, other than those of the mix.
  private var overrides: [YAMLChange] = []
  /// Chooses policies.
  var finish: (YAMLNode) -> YAMLNode = { $0 }

  init(_ loaded: YAMLNode, _ parameters: ParameterSet, _ log: ErrorLog) {
    (self.loaded, self.parameters, self.log) = (loaded, parameters, log)
  }

  /// The base of design points with some changes, of which only the changes of the mix count.
  func tree(_ changes: [YAMLChange] = []) -> YAMLNode {
    var tree = loaded
    for change in changes where change.isOfMix { set(change, in: &tree) }
    tree = includingMix(tree)
    for override in overrides { set(override, in: &tree) }
    return finish(tree)
  }

  /// Lays the values of `--set` over the study, the mix first.
  mutating func override(_ values: [(path: String, value: String)]) {
    func change(_ path: String, _ text: String, in tree: YAMLNode) -> YAMLChange? {
      let node = YAMLNode(.scalar(path), file: "--set", line: 1, column: 1)
      let unknown = UnknownPlace(tree: tree, parameters: parameters).error(path, at: Place(node, path))
      if let unknown {
        log.errors.append(unknown)
        return nil
      }
      guard let value = StudyFile.parse(text, file: "--set"),
        StudyKeyPath(path, in: tree, parameters: parameters)?.setting(value, in: tree) != nil
      else {
        log.errors.append(
          StudyError(
            file: "--set", keyPath: path, found: "`\(text)`",
            expected: "a value as in a file, such as `15 min` or `[1, 2]`"))
        return nil
      }
      return YAMLChange(path: path, value: value)
    }
    for (path, text) in values where YAMLChange.isOfMix(path) {
      if let change = change(path, text, in: loaded) { set(change, in: &loaded) }
    }
    guard values.contains(where: { !YAMLChange.isOfMix($0.path) }) else { return }
    var tree = tree()
    for (path, text) in values where !YAMLChange.isOfMix(path) {
      guard let change = change(path, text, in: tree) else { continue }
      overrides.append(change)
      set(change, in: &tree)
    }
  }

  /// Makes a change; one that names no place is an error.
  func set(_ change: YAMLChange, in tree: inout YAMLNode) {
    guard let path = StudyKeyPath(change.path, in: tree, parameters: parameters),
      let changed = path.setting(change.value, in: tree)
    else {
      return log.add(Place(change.value, change.path), expected: "a key path of the study")
    }
    tree = changed
  }

  // MARK: The mix

  /// The mix that comes with the program; a file of that name is `./everyday-apps`.
  private static let builtInMix = "everyday-apps"

  /// The study's own apps after those of the mix that its population names. An effective study has the apps of all in place
  /// of a mix.
  private func includingMix(_ tree: YAMLNode) -> YAMLNode {
    guard let node = tree["population"]?["mix"] else { return tree }
    var result = tree
    // Only an arm or a level of an effective study has apps in place of a mix: at the study itself they would hide its own.
    if let apps = node["apps"], node != loaded["population"]?["mix"] {
      result.set("apps", apps.elements?.isEmpty == true ? nil : apps)
    } else if let apps = apps(ofMix: node) {
      let own = tree["apps"] ?? node
      result.set("apps", own.replaced(by: .sequence(apps + (own.elements ?? []))))
    }
    return result
  }

  /// The apps of a mix; nil with an error if they cannot be read.
  private func apps(ofMix node: YAMLNode) -> [YAMLNode]? {
    let place = Place(node, "population.mix")
    guard let relative = node.text, !relative.isEmpty else {
      return log.refuse(place, expected: "`\(Self.builtInMix)`, or a path relative to this file")
    }
    let isBuiltIn = relative == Self.builtInMix
    let path = isBuiltIn ? relative : StudyFiles.resolve(relative, from: node.file)
    do {
      let bytes =
        isBuiltIn
        ? PackageResources.everyday_apps_yaml : try StudyFiles.bytes(of: path, limit: YAMLReader.sizeLimit)
      let mix = try YAMLReader.read(bytes, file: path, quotesKeys: false)
      guard let apps = mix["apps"]?.elements else {
        return log.refuse(Place(mix, "apps"), found: "", expected: "a list of apps in a mix")
      }
      return apps
    } catch {
      return log.refuse(place, expected: "a file with apps (\(error))")
    }
  }

  /// The value of a change of the mix as an effective study has it: with all apps that the study then has.
  func storing(_ change: YAMLChange) -> YAMLNode {
    let value = change.value
    let mix = change.path == "population" ? value["mix"] : value
    func entry(_ key: String, _ value: YAMLNode) -> YAMLEntry {
      YAMLEntry(key: key, line: value.line, column: value.column, value: value)
    }
    let apps = tree([change])["apps"] ?? value.replaced(by: .sequence([]))
    let stored = value.replaced(
      by: .mapping((mix.map { [entry("name", $0)] } ?? []) + [entry("apps", apps)]))
    guard change.path == "population" else { return stored }
    var population = value
    population.set("mix", stored)
    return population
  }
}

/// A value for a key path: from `--set`, an arm, or a level of a factor.
struct YAMLChange {
  let path: String
  let value: YAMLNode

  /// Whether it decides on the mix.
  var isOfMix: Bool { Self.isOfMix(path) }

  static func isOfMix(_ path: String) -> Bool { path == "population" || path == "population.mix" }
}

extension YAMLNode {
  /// Whether it is a level with a name: `{name: at night, value: 2 h}`.
  var isNamedLevel: Bool {
    self["value"] != nil && (entries ?? []).allSatisfy { ["name", "value"].contains($0.key) }
  }

  /// The value that a level of a factor sets.
  var levelValue: YAMLNode { isNamedLevel ? self["value"] ?? self : self }

  /// A level of a factor as tables have it: its name, or its value. A mix that is stored with its apps has the name of its file.
  var levelText: String {
    if let text { return text }
    if isNamedLevel { return self["name"]?.text ?? "" }
    if self["apps"] != nil, let name = self["name"]?.text { return name }
    guard let mix = self["mix"], mix["apps"] != nil else { return canonicalText }
    var named = self
    named.set("mix", mix["name"])
    return named.canonicalText
  }
}
