/// One row of a golden table: a name, what goes in, what must come out, and how closely.
public struct GoldenRow: Sendable {
  /// How an answer is compared with the expectation.
  public enum Tolerance: String, Sendable {
    case exact, abs, rel
  }

  public let name: String
  public let expected: String
  public let tolerance: Double
  public let kind: Tolerance
  private let inputs: [String: JSONText]

  public init(name: String, inputs: String, expected: String, tolerance: String, kind: String) throws {
    guard case .object(let members) = JSONText(inputs) else {
      throw GoldenError(message: "\(name): the inputs are `\(inputs)`; expected a JSON object")
    }
    guard let limit = Double(tolerance), let kind = Tolerance(rawValue: kind) else {
      throw GoldenError(
        message:
          "\(name): tolerance `\(tolerance)` of kind `\(kind)`; expected a number and exact, abs or rel")
    }
    (self.name, self.expected, self.tolerance, self.kind) = (name, expected, limit, kind)
    self.inputs = members
  }

  /// The single values of the expectation, which is one value, a list `[a;b;c]` or words between spaces.
  public var expectedParts: [String] {
    var text = expected[...]
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    return text.split { $0 == ";" || $0 == " " }.map(String.init)
  }

  /// The expected numbers; not a number where a part is none.
  public var expectedNumbers: [Double] { expectedParts.map { Double($0) ?? .nan } }

  public func number(_ key: String) -> Double { numbers(key).first ?? .nan }

  /// An integer of any size that an input or a stream may have.
  public func integer(_ key: String) throws -> UInt64 {
    guard case .number(let digits)? = inputs[key], let value = UInt64(digits) else { throw missing(key) }
    return value
  }

  /// An integer of ordinary size; -1 if there is none.
  public func count(_ key: String) -> Int {
    if case .number(let digits)? = inputs[key] { Int(digits) ?? -1 } else { -1 }
  }

  public func text(_ key: String) -> String {
    if case .text(let text)? = inputs[key] { text } else { "" }
  }

  /// The numbers of a list, or a number alone.
  public func numbers(_ key: String) -> [Double] { inputs[key].map(Self.numbers) ?? [] }

  /// The numbers of a list of lists.
  public func lists(_ key: String) -> [[Double]] {
    if case .array(let lists)? = inputs[key] { lists.map(Self.numbers) } else { [] }
  }

  /// The hexadecimal words of a list.
  public func hexWords(_ key: String) -> [UInt64] {
    guard case .array(let words)? = inputs[key] else { return [] }
    return words.compactMap { if case .text(let word) = $0 { UInt64(word, radix: 16) } else { nil } }
  }

  private static func numbers(_ value: JSONText) -> [Double] {
    switch value {
    case .number(let digits): [Double(digits) ?? .nan]
    case .array(let elements): elements.flatMap(numbers)
    default: []
    }
  }

  private func missing(_ key: String) -> GoldenError {
    GoldenError(message: "\(name): no integer `\(key)` among the inputs")
  }
}

/// Why golden values cannot be read or compared.
public struct GoldenError: Error, CustomStringConvertible {
  public let message: String
  public var description: String { message }
}
