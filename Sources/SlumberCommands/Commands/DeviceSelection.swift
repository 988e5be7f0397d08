import Basics
import Studies
import StudyReports

enum DeviceSelection {
  static let pointOptions = """
    --arm NAME | choose an arm of the study (default: the first arm)
    --point NAME|LEVELS | choose a design point by name or levels, such as "FACTOR=LEVEL;FACTOR=LEVEL" \
    (default: the first)
    """

  static let options = options(device: "0")

  /// - Parameter device: The device without `--device`.
  static func options(device: String) -> String {
    """
    \(pointOptions)
    --device K | choose device K, from 0 (default: \(device))
    --replication R | choose replication R, from 0 (default: 0)
    """
  }

  /// Replays the chosen device under each policy of `--policy`, or under the study's first policy.
  ///
  /// - Parameter usual: The device without `--device`.
  static func replays(
    _ arguments: ParsedArguments, _ point: DesignPoint, usual: Int = 0
  ) throws -> [DeviceReplay] {
    let device = try self.device(arguments, point) ?? usual
    let replication = try self.replication(arguments, point)
    let chosen = arguments.has("--policy") ? point.study.policies.indices : 0..<1
    return chosen.map { DeviceReplay(point.study, policy: $0, replication: replication, device: device) }
  }

  /// The chosen replication. It may exceed the study's replications, because `--precision` adds replications;
  /// a note reports this.
  static func replication(_ arguments: ParsedArguments, _ point: DesignPoint) throws -> Int {
    let replication = try arguments.integer("--replication", atLeast: 0) ?? 0
    let last = point.study.replications - 1
    if replication > last {
      Terminal.note(
        "replication \(replication) is not part of the study, which has \(last == 0 ? "only 0" : "0 to \(last)"); "
          + "slumber simulates it anyway")
    }
    return replication
  }

  static func device(_ arguments: ParsedArguments, _ point: DesignPoint) throws -> Int? {
    guard let device = try arguments.integer("--device", atLeast: 0) else { return nil }
    guard device < point.study.deviceCount else {
      throw CommandFailure(
        "the study has \(point.study.deviceCount) devices, found --device \(device)", code: .usage)
    }
    return device
  }

  static func place(_ point: DesignPoint, _ file: StudyFile) -> String {
    file.points.count > 1 ? ", design point \(point.name)" : ""
  }

  static func designPoint(_ arguments: ParsedArguments, _ file: StudyFile) throws -> DesignPoint {
    var points = file.points
    if let arm = arguments.value("--arm") {
      points = points.filter { $0.arm == arm }
      guard !points.isEmpty else {
        let arms = file.points.map(\.arm).unique
        throw CommandFailure(
          "the study has no arm `\(arm)`, expected one of: \(arms.joined(separator: ", "))", code: .usage)
      }
    }
    guard let text = arguments.value("--point") else { return points[0] }
    let place = try place(
      of: text, among: points.map { ($0.name, [$0.arm] + $0.levels.map { "\($0.name)=\($0.text)" }) })
    return points[place]
  }

  /// The setting of a front that `--point` names: the arm and the levels that its policies share.
  static func setting(_ text: String, among settings: [String]) throws -> String {
    settings[try place(of: text, among: settings.map { ($0, $0.split(separator: ";").map(String.init)) })]
  }

  /// The place of the only point with a name, or with all the words of a text: an arm, or a factor and its level.
  private static func place(of text: String, among points: [(name: String, words: [String])]) throws -> Int {
    if let named = points.firstIndex(where: { $0.name == text }) { return named }
    let words = text.split(separator: ";").map(String.init)
    let fitting = points.indices.filter { place in
      words.allSatisfy { word in points[place].words.contains { $0.withoutBlanks == word.withoutBlanks } }
    }
    guard !words.isEmpty, let first = fitting.first else {
      throw CommandFailure(
        "no design point matches --point `\(text)`, expected one of: \(list(points.map(\.name)))",
        code: .usage)
    }
    guard fitting.count == 1 else {
      throw CommandFailure(
        "\(fitting.count) design points match --point `\(text)`, expected more levels to choose between: "
          + list(fitting.map { points[$0].name }), code: .usage)
    }
    return first
  }

  static func unknown(_ what: String, _ name: String, among known: [String]) -> CommandFailure {
    let names = known.filter { !$0.isEmpty }.unique
    // The last word of an id is what people say.
    let ending = names.first { $0.split(separator: ".").last?.lowercased() == name.lowercased() }
    let nearest = ending.map { "; did you mean `\($0)`?" } ?? NameSuggestion.question(for: name, in: names)
    let hint = nearest.isEmpty ? ", expected one of: \(names.joined(separator: ", "))" : nearest
    return CommandFailure("the study has no \(what) `\(name)`\(hint)", code: .usage)
  }

  private static func list(_ points: [String]) -> String {
    let names = points.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    return points.count > 10 ? "\(names) and \(points.count - 10) more" : names
  }
}

extension String {
  /// The text without blanks, because `15 min` and `15min` name the same level.
  fileprivate var withoutBlanks: String { filter { $0 != " " } }
}
