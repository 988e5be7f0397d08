import ResultsStore

/// Sums over the stored runs of one policy that say how the phones of a study were used after warm-up.
struct StoredUse: Sendable, Hashable {
  /// Devices of all replications.
  private(set) var devices: Int64 = 0
  /// Time of all devices after warm-up, and the parts of it without power, with the screen on, and idle, plugged and on
  /// Wi-Fi.
  private(set) var hours = 0.0
  private(set) var hoursDead = 0.0
  private(set) var screenHours = 0.0
  private(set) var opportunityHours = 0.0
  /// Sessions of users whose phones were on.
  private(set) var sessions: Int64 = 0
  /// Energy out of the cells.
  private(set) var batteryJoules = 0.0
  /// Whole days, and those on which the level was at or below 20 %.
  private(set) var days: Int64 = 0
  private(set) var lowDays: Int64 = 0

  /// Sums up runs in their order.
  init(_ runs: [PolicyRun]) {
    for run in runs {
      func numerator(_ metric: String) -> Double { run.fractions[metric]?.numerator ?? 0 }
      devices += Int64(run.devices ?? 0)
      hours += (run.fractions["sessions_per_day"]?.denominator ?? 0) * 24
      hoursDead += numerator("hours_dead_per_day")
      screenHours += numerator("screen_hours_per_day")
      opportunityHours += numerator("opportunity_hours_per_day")
      sessions += Int64(numerator("sessions_per_day") - numerator("sessions_lost_per_day"))
      batteryJoules += numerator("battery_energy_out_j_per_day")
      days += Int64(run.fractions["critical_level_day_share"]?.denominator ?? 0)
      lowDays += Int64(numerator("critical_level_day_share"))
    }
  }
}
