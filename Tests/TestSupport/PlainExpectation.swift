import Testing

/// Expects a condition on values that cannot be copied, which `#expect` would take apart.
///
/// - Parameters:
///   - condition: What has to hold.
///   - comment: What is said beside the failure; nil for nothing.
///   - sourceLocation: The place of the expectation.
public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(condition, comment(), sourceLocation: sourceLocation)
}
