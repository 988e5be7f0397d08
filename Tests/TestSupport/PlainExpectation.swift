import Testing

/// Expects a condition to hold.
///
/// `#expect` takes a condition apart, which costs time at each place and is impossible for values that cannot be copied. It shows
/// both sides of a comparison; a condition of several parts, or one that is a call, needs its comment for that.
///
/// - Parameters:
///   - condition: What has to hold.
///   - comment: What is said beside the failure; nil for nothing.
///   - sourceLocation: The place of the expectation.
public func holds(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if !condition { Issue.record(comment(), sourceLocation: sourceLocation) }
}
