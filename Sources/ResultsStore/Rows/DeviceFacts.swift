/// The facts about one device of a run whose distribution over devices is reported, after warm-up.
public struct DeviceFacts: Sendable, Hashable {
  /// All that the device drew, in joules.
  public var energyJoules: Double
  /// Length of the window after warm-up, in days.
  public var days: Double
  /// Opens of apps with content that count for freshness.
  public var opens: Int64
  /// Opens at which the user found fresh content; at most ``opens``.
  public var freshOpens: Int64
  /// Mean over the opens; nil without opens.
  public var stalenessSeconds: Double?

  public init(
    energyJoules: Double, days: Double, opens: Int64, freshOpens: Int64, stalenessSeconds: Double?
  ) {
    self.energyJoules = energyJoules
    self.days = days
    self.opens = opens
    self.freshOpens = freshOpens
    self.stalenessSeconds = stalenessSeconds
  }
}

extension ResultsFile {
  /// The devices of a run, in their order.
  public func deviceFacts(of runID: String) throws(ResultsError) -> [DeviceFacts] {
    try rows(
      "SELECT observed_device_energy_nj, observed_us, opens, fresh_opens, staleness_at_open_s "
        + "FROM \(stored(ResultsSchema.devices).source) WHERE run_id = ? ORDER BY device", [.text(runID)],
      table: "devices"
    ) { row in
      DeviceFacts(
        energyJoules: Double(row.integer(0)) / 1e9, days: Double(row.integer(1)) / 8.64e10,
        opens: row.integer(2), freshOpens: row.integer(3),
        stalenessSeconds: row.isMissing(4) ? nil : row.real(4))
    }
  }
}
