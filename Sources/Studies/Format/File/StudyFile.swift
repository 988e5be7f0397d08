import Basics
import EventSimulation
import ModelParameters
import SchedulingPolicies
import StudyReports
import UsageModels
import Workload

public struct StudyFile: Sendable {
  package let path: String
  let tree: YAMLNode
  /// The expectations of policies that were not chosen, each in words.
  package private(set) var unjudged: [String] = []
  package let pool: ProgramPool
  /// The points of the design in the order of arms, then factor levels, the first factor slowest.
  package let points: [DesignPoint]
  /// The values of arms and levels that change the mix, as a results file stores them.
  let storedMixes: [YAMLNode: YAMLNode]

  package var study: Study { points[0].study }

  /// The warnings about settings that are valid but probably unintended, at any design point, each once.
  package var warnings: [String] {
    points.flatMap(\.study.warnings).unique + EqualPoints(points, tree: tree).warnings
  }

  static let pointLimit = 10_000
  /// Largest number of runs: design points × policies × replications.
  package static let runLimit = 10_000_000

  /// Reads a study and everything that it names.
  ///
  /// - Parameters:
  ///   - overrides: Key paths and values that are laid over the file, as from `--set`.
  ///   - policies: Labels of the study's policies to keep, or names of policies to add; empty keeps all.
  ///   - hasStates: Whether programs receive the states that the study names; if false, state files are not
  ///     read.
  ///   - isJudged: Whether to keep the study's expectations about the chosen policies.
  /// - Throws: ``StudyErrors`` with all errors, in order of line.
  package init(
    path: String, overrides: [(path: String, value: String)] = [], policies: [String] = [],
    catalogue: PolicyCatalogue = .standard, hasStates: Bool = true, isJudged: Bool = false
  ) throws(StudyErrors) {
    self.path = path
    let parameters = ParameterSet(adding: catalogue.ownParameters)
    let log = ErrorLog(quoting: path)
    let loaded = try Self.load(path, chain: [], log)
    // Without its base, everything that a study leaves to it would be missing.
    guard log.errors.isEmpty else { throw Self.sorted(log.errors) }
    var base = StudyBase(loaded, parameters, log)
    base.override(overrides)
    var tree = base.tree()
    if !policies.isEmpty {
      if isJudged, let expectations = tree["expect"] {
        var chosen = Self.choosing(policies, in: tree)
        unjudged = Self.restore(expectations, into: &chosen)
      }
      base.finish = { tree in
        var chosen = Self.choosing(policies, in: tree)
        if isJudged, let expectations = tree["expect"] { _ = Self.restore(expectations, into: &chosen) }
        return chosen
      }
      tree = base.finish(tree)
    }
    self.tree = tree
    let resources = StudyResources(hasStates: hasStates)
    pool = resources.pool
    let design = Self.points(of: tree, base, catalogue, resources, log)
    points = design.points
    storedMixes = design.storedMixes
    if log.errors.isEmpty, let excess = runsBeyondLimit(replications: study.replications) {
      log.add(Place(tree, "").at("replications"), found: excess, expected: "at most \(Self.runLimit) runs")
    }
    guard log.errors.isEmpty else { throw Self.sorted(log.errors) }
  }

  /// The number of runs with the given number of replications, in words; nil if it is at most ``runLimit``.
  package func runsBeyondLimit(replications: Int) -> String? {
    // Each factor is bounded, and so is their product: 10⁴ × 10⁴ × 10⁵.
    let count = points.reduce(0) { $0 + $1.study.policies.count } * min(replications, 100_000)
    guard count > Self.runLimit || replications > 100_000 else { return nil }
    return "\(points.count) design points with \(replications) replications of each policy"
  }

  /// Reads the study that a results file keeps, which anybody may have written: no file is opened and no program is
  /// started that it names. Errors name the results file.
  package init(
    stored study: String, path: String, policies: [String] = [], catalogue: PolicyCatalogue = .standard
  ) throws {
    let stored = try YAMLReader.read(Array(study.utf8), file: path)
    if let key = stored.keyOfFile { throw StoredStudyError.namesFiles(key: key) }
    let tree = policies.isEmpty ? stored : Self.choosing(policies, in: stored)
    try self.init(tree, path: path, catalogue)
  }

  /// Reads a study that no file holds.
  ///
  /// - Parameter path: The file that it would be: paths in it are seen from there.
  package init(text: String, path: String) throws(StudyErrors) {
    try self.init(try YAMLReader.read(Array(text.utf8), file: path), path: path, .standard)
  }

  private init(
    _ loaded: YAMLNode, path: String, _ catalogue: PolicyCatalogue
  ) throws(StudyErrors) {
    let log = ErrorLog()
    let base = StudyBase(loaded, ParameterSet(adding: catalogue.ownParameters), log)
    (self.path, tree) = (path, base.tree())
    let resources = StudyResources()
    pool = resources.pool
    let design = Self.points(of: tree, base, catalogue, resources, log)
    points = design.points
    storedMixes = design.storedMixes
    guard log.errors.isEmpty else { throw Self.sorted(log.errors) }
  }

  package init(_ file: StudyFile, points: [DesignPoint]) {
    path = file.path
    tree = file.tree
    pool = file.pool
    storedMixes = file.storedMixes
    self.points = points
  }

  /// The study's policies of those labels or names, in the order asked for, and others by name.
  private static func choosing(_ names: [String], in tree: YAMLNode) -> YAMLNode {
    let known = tree["policies"]?.elements ?? []
    let labels = known.map { $0["label"]?.text ?? $0["name"]?.text ?? $0.text }
    let chosen = names.map { name in
      // Several policies of a study may have one name; their labels differ.
      labels.firstIndex(of: name).map { known[$0] } ?? known.first { $0["name"]?.text == name }
        ?? YAMLNode(.scalar(name), file: "--policy", line: 0, column: 0)
    }
    var result = tree
    result.set("policies", tree.replaced(by: .sequence(chosen)))
    // A baseline that was not chosen compares nothing, and expectations speak of the study as it is written.
    if let baseline = tree["compare"]?["baseline"]?.text, !names.contains(baseline) {
      result.remove("baseline", in: "compare")
    }
    result.set("expect", nil)
    return result
  }

  /// Puts back what is expected of the policies that the study has left, and of none by name. Returns the words of the rest.
  private static func restore(_ expectations: YAMLNode, into tree: inout YAMLNode) -> [String] {
    let labels = (tree["policies"]?.elements ?? []).compactMap {
      $0["label"]?.text ?? $0["name"]?.text ?? $0.text
    }
    func isRun(_ expectation: YAMLNode) -> Bool {
      // The other side of a relation may name a policy, too.
      ([expectation] + (expectation.entries ?? []).map(\.value)).allSatisfy { node in
        node["policy"]?.text.map(labels.contains) ?? true
      }
    }
    let all = expectations.elements ?? []
    tree.set("expect", expectations.replaced(by: .sequence(all.filter(isRun))))
    return all.filter { !isRun($0) }.map { $0["that"]?.text ?? $0.canonicalText }
  }

  /// Errors in order of line, each once: points of a design repeat what the base study has wrong.
  private static func sorted(_ errors: [StudyError]) -> StudyErrors {
    let places = errors.unique.enumerated()
    return StudyErrors(
      places.sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element))
  }

  /// The value of a flag or level, read as YAML: a word, or a list in brackets.
  static func parse(_ text: String, file: String) -> YAMLNode? {
    if text.isEmpty { return nil }
    return try? YAMLReader.read(Array(text.utf8), file: file)
  }

  static func load(_ path: String, chain: [String], _ log: ErrorLog) throws(StudyErrors) -> YAMLNode {
    let bytes = try StudyFiles.bytes(of: path, limit: YAMLReader.sizeLimit)
    let tree = try YAMLReader.read(bytes, file: path, quotesKeys: chain.isEmpty)
    if tree.entries == nil, !chain.isEmpty {
      log.add(Place(tree, ""), expected: "a study to extend, a mapping of keys")
    }
    guard let place = Place(tree, "")["extends"] else { return tree }
    let node = place.node
    guard let relative = node.text, !relative.isEmpty else {
      log.add(place, expected: "a path relative to this file")
      return tree
    }
    let base = StudyFiles.resolve(relative, from: path)
    // These words name files of the chain, and no text of another file.
    guard !chain.contains(base), base != path, chain.count < 16 else {
      log.errors.append(
        StudyError(at: place, found: node.found, expected: "a file that does not extend this file again"))
      return tree
    }
    if let kind = TextFile.kindOfSpecialFile(base) {
      log.add(place, found: "\(node.found), \(kind)", expected: "a file that can be read")
      return tree
    }
    guard StudyFiles.exists(base) else {
      log.add(place, expected: "a file that can be read")
      return tree
    }
    var below = try load(base, chain: chain + [path], log)
    for (key, other) in StudyKeyPath.horizons where tree[key] != nil && tree[other] == nil {
      below.set(other, nil)
    }
    var merged = tree.merged(over: below)
    merged.set("extends", nil)
    return merged
  }

  // MARK: Design

  private static func points(
    of tree: YAMLNode, _ base: StudyBase, _ catalogue: PolicyCatalogue, _ resources: StudyResources,
    _ log: ErrorLog
  ) -> (points: [DesignPoint], storedMixes: [YAMLNode: YAMLNode]) {
    let parameters = ParameterSet(adding: catalogue.ownParameters)
    let unknown = UnknownPlace(tree: tree, parameters: parameters)
    let arms = self.arms(of: tree, unknown, log)
    let factors = self.factors(of: tree, parameters, unknown, log)
    let design = FactorDesign(tree, factors: factors, log)
    let errors = log.errors.count
    // Of a wrong design one point is read, so that all errors of the file are found at once.
    let combinations =
      design.map { $0.combinations(factors, limit: pointLimit) } ?? [factors.map { $0.level(share: 0.5) }]
    guard let combinations, combinations.count <= pointLimit / max(1, arms.count) else {
      if log.errors.count == errors {
        let count =
          combinations.map { "\($0.count * arms.count)" }
          ?? pointCount(arms: arms.count, levels: factors.map(\.levels.count))
        log.add(
          Place(tree["factors"] ?? tree, factors.isEmpty ? "arms" : "factors"),
          found: "\(count) design points", expected: "at most \(pointLimit)")
      }
      return ([], [:])
    }
    let changes = arms.flatMap(\.changes) + factors.flatMap(\.changes)
    let mixes = Dictionary(
      changes.filter(\.isOfMix).map { ($0.value, base.storing($0)) }, uniquingKeysWith: { first, _ in first })
    var bases: [[YAMLNode]: YAMLNode] = [[]: tree]
    var points: [DesignPoint] = []
    for arm in arms {
      for values in combinations {
        let combination = zip(factors, values).map { YAMLChange(path: $0.path, value: $1.levelValue) }
        let changes = arm.changes + combination
        let ofMix = changes.filter(\.isOfMix).map(\.value)
        var changed = bases[ofMix] ?? base.tree(changes)
        bases[ofMix] = changed
        for change in changes { base.set(change, in: &changed) }
        guard let study = StudyDecoder(changed, catalogue, resources, log).study() else {
          if log.additions > 200 { return (points, mixes) }
          continue
        }
        let levels = zip(factors, values).map { factor, level in
          FactorLevelText(name: factor.path, text: level.levelText, value: level.levelValue.levelText)
        }
        points.append(
          DesignPoint(order: points.count, arm: arm.name, levels: levels, study: study, tree: changed))
      }
    }
    return (points, mixes)
  }
}

extension StudyFile {
  /// Allows or forbids the study to start its programs (policies and apps).
  ///
  /// Before this call, a study does not start programs.
  package func allowCommands(_ isAllowed: Bool) throws(StudyErrors) {
    let commands = self.commands
    guard isAllowed || commands.isEmpty else { throw StudyErrors(commands) }
    pool.open()
  }

  package var hasCommands: Bool { !commands.isEmpty }

  package var startsCommands: Bool { hasCommands && pool.isOpen }

  /// The commands of all design points with their places, as errors.
  private var commands: [StudyError] {
    let roots = points.map { Place($0.tree, "") }
    let programs = roots.flatMap { root in ["apps", "policies"].flatMap { root.elements($0) } }
    return programs.compactMap { $0["command"] }.map { command in
      let words = command.elements.compactMap(\.text).joined(separator: " ")
      return StudyError(
        at: command,
        found: "this study starts the program `\(words)`. If you trust it, add --allow-commands", expected: ""
      )
    }.unique
  }
}
