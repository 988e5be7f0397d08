extension ResultsFile {
  /// The time spent on each run that is done, in seconds, by the run's identity.
  public func wallSeconds() throws(ResultsError) -> [String: Double] {
    let provenance = stored(ResultsSchema.provenance).source
    let found = try rows(
      "SELECT run_id, wall_s FROM \(provenance) JOIN runs USING (run_id) WHERE status = 'ok'",
      table: "provenance"
    ) { ($0.text(0), $0.real(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// When the first of the stored runs and blocks began, ISO 8601, UTC; nil if there is none.
  public func firstStart() throws(ResultsError) -> String? { try edge("min(started)").min() }

  /// When the last of the stored runs and blocks ended, ISO 8601, UTC; nil if there is none.
  public func lastEnd() throws(ResultsError) -> String? { try edge("max(ended)").max() }

  private func edge(_ expression: String) throws(ResultsError) -> [String] {
    var found: [String] = []
    for table in ["provenance", "parts"] {
      found += try rows("SELECT \(expression) FROM \(table)", table: table) { $0.optionalText(0) }.compactMap
      { $0 }
    }
    return found
  }
}
