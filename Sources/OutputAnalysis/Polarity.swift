/// Which direction of a metric is the better one.
public enum Polarity: String, Hashable, Sendable, CaseIterable {
  case smallerIsBetter
  case largerIsBetter
}
