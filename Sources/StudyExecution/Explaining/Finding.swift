import EventSimulation
import StudyFormat

/// Something that kept an app's background work from running, with the numbers that show it.
struct Finding: Hashable {
  /// Short name for programs: a blocking reason, or a word such as `simulator` and `misspelledIdentifier`.
  var name: String
  /// The cause as a clause: "for 100 % of the time (14 d) Background App Refresh was off".
  var cause: String
  /// The remedy as a sentence.
  var remedy: String
  /// Share of the time, of the waiting or of the items that it explains, 0 to 1; the largest comes first.
  var share: Double

  /// - Parameter text: The cause as a clause, a period and a space, and the remedy.
  init(_ name: String, _ text: String, _ share: Double) {
    let end = text.firstRange(of: ". ")
    self.name = name
    cause = String(text[..<(end?.lowerBound ?? text.endIndex)])
    remedy = String(text[(end?.upperBound ?? text.endIndex)...])
    self.share = share
  }

  /// Cause and remedy as one text.
  var advice: String { cause.prefix(1).uppercased() + cause.dropFirst() + ". " + remedy }

  /// Least share of the waiting or of the time for a finding.
  static let leastShare = 0.1
  /// Least time for a finding, as a share of the time after warm-up: 10 minutes a day.
  static let leastTimeShare = 600.0 / 86_400

  /// `12 %`, `0.4 %`.
  static func percent(_ share: Double) -> String {
    if share <= 0 { return "0 %" }
    return share < 0.095 ? "\((share * 1000).rounded() / 10) %" : "\(Int((share * 100).rounded())) %"
  }

  /// `1 of 8 runs was`, `3 of 8 runs were`.
  static func part(_ count: Int, of all: Int, _ noun: String) -> String {
    "\(count) of \(all) \(noun) \(count == 1 ? "was" : "were")"
  }

  /// `once`, `3 times`.
  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
