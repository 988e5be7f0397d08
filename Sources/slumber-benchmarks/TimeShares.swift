import CProcessorSampler

/// How the processor time of some work divides into deciding, energy and the rest, from samples of its stack.
///
/// A sample belongs to the innermost function that has a share of its own: what a decision reads of the battery is
/// energy, and the launch that it leads to is neither.
struct TimeShares {
  private enum Share { case deciding, energy, rest }

  /// The beginnings of symbols that tell a share.
  private static let beginnings: [(beginning: String, share: Share)] = [
    ("$s11DeviceModel", .energy),
    ("$s15PhoneSimulation0A0V11followPower2to", .energy),
    ("$s15PhoneSimulation0A0V6launch_2at", .rest),
    ("$s15PhoneSimulation0A0V6decide2at", .deciding),
  ]
  /// Half a millisecond between samples, and so many of them: a share of a third is right within two of a hundred.
  private static let period = 500
  private static let wanted: Int32 = 2000

  private var samples = 0
  private var deciding = 0
  private var energy = 0

  /// Does some work again and again until there are enough samples.
  ///
  /// - Returns: nil where no samples can be taken, and where a share has none: then functions have other names.
  init?(of work: () -> Void) {
    guard sampler_start(Self.period, Self.wanted) != 0 else { return nil }
    // A timer that does not fire must not keep this going for ever.
    for _ in 0..<Self.wanted where samples < Self.wanted {
      work()
      samples = Int(sampler_count())
    }
    sampler_stop()
    for sample in 0..<Int32(samples) {
      switch Self.share(of: sample) {
      case .deciding: deciding += 1
      case .energy: energy += 1
      case .rest: break
      }
    }
    if deciding == 0 || energy == 0 { return nil }
  }

  /// The shares in percent, for the name of a variant.
  var text: String {
    func percent(_ count: Int) -> Int { Int((100 * Double(count) / Double(max(1, samples))).rounded()) }
    let (deciding, energy) = (percent(deciding), percent(energy))
    return "\(deciding) % of the time deciding, \(energy) % energy, \(100 - deciding - energy) % the rest"
  }

  private static func share(of sample: Int32) -> Share {
    var depth: Int32 = 0
    while let symbol = sampler_symbol(sample, depth) {
      let name = String(cString: symbol)
      if let found = beginnings.first(where: { name.hasPrefix($0.beginning) }) { return found.share }
      depth += 1
    }
    return .rest
  }
}
