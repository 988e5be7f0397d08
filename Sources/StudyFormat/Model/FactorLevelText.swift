/// The level of a factor, as it was written.
public struct FactorLevelText: Sendable, Hashable {
  public var name: String
  public var text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
