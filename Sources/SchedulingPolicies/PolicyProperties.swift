/// The properties that a policy may promise beyond its contract; a conformance check holds it to it.
public struct PolicyProperties: OptionSet, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Cheaper runs never reduce the mean number of launches per day.
  public static let monotoneCost = PolicyProperties(rawValue: 1)
  /// A refresh candidate with all soft gates open, on an idle device with a network path and nominal
  /// temperature, starts by its deadline, whatever its likelihood.
  public static let noStarvation = PolicyProperties(rawValue: 2)

  /// The policy need not be asked while nothing has changed: ``SchedulingPolicy/decidesOnChangeOnly``.
  public static let decidesOnChangeOnly = PolicyProperties(rawValue: 4)

  /// The promises by name, in order.
  public var names: [String] {
    let all: [(name: String, property: PolicyProperties)] = [
      ("monotoneCost", .monotoneCost), ("noStarvation", .noStarvation),
      ("decidesOnChangeOnly", .decidesOnChangeOnly),
    ]
    return all.filter { contains($0.property) }.map(\.name)
  }
}
