import JSON
import OutputAnalysis

/// The share of the box in which a difference has a sign, as it is told and stored.
struct PointShare: Sendable, Hashable {
  /// Number of points.
  var points: Int
  /// Points whose estimate has the sign; nil where there is no share.
  var withSign: Int?
  /// The share freed of noise, from 0 to 1; nil where there is no share.
  var freed: Double?
  /// The ends of its 95 % interval; nil with few replications.
  var lower, upper: Double?
  /// Why there is no share; nil where there is one.
  var lack: String?

  init(_ share: SignShare) {
    points = share.points
    switch share.lack {
    case nil:
      (withSign, freed) = (share.withSign, share.freed)
      (lower, upper) = (share.interval?.lowerBound, share.interval?.upperBound)
    case .replications?: lack = "fewer than \(SignShare.fewestReplications) replications"
    case .phones(let count, let isMore)?:
      lack = "too few phones: \(isMore ? "more than" : "about") \(count) more replications"
    }
  }

  /// Reads what ``json`` has written; nil for anything else.
  init?(_ value: JSONValue?) {
    guard let points = value?["points"]?.wholeNumber else { return nil }
    self.points = Int(clamping: points)
    withSign = value?["points_with_sign"]?.wholeNumber.map { Int(clamping: $0) }
    freed = value?["share_freed_of_noise"]?.real
    (lower, upper) = (value?["share_lower"]?.real, value?["share_upper"]?.real)
    lack = value?["no_share"]?.characters
    guard lack != nil || withSign != nil && freed != nil else { return nil }
  }

  /// The part of the points whose estimate has the sign, from 0 to 1.
  var byEstimates: Double? { withSign.map { Double($0) / Double(points) } }

  /// For programs.
  var json: JSONValue {
    .members([
      "points": .integer(Int64(points)), "points_with_sign": .optional(withSign),
      "share_by_estimates": .optional(byEstimates), "share_freed_of_noise": .optional(freed),
      "share_lower": .optional(lower), "share_upper": .optional(upper), "no_share": .optional(lack),
    ])
  }

  /// `in 61 of 64 points, freed of noise in 93.1 % (87 to 97 %)`, or why there is no share.
  var words: String {
    guard let withSign, let freed else { return "no share (\(lack ?? ""))" }
    var text = "in \(withSign) of \(points) points, freed of noise in \(NumberText.percent(freed)) %"
    if let lower, let upper { text += " (\(NumberText.percent(lower)) to \(NumberText.percent(upper)) %)" }
    return text
  }
}
