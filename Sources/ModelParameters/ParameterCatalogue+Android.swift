/// Parameters of the comparison with Android.
///
/// Lists of five go by standby bucket: active, working set, frequent, rare, restricted.
extension ParameterCatalogue {
  static let android: [ParameterDefinition] = [
    .vector(
      "android.bucketAges", "time since use at which an app leaves active, working set, frequent, rare",
      .hours, [12, 24, 48, 192],
      .d, rules: "AND-2",
      source: "round numbers of ours; sweep by a factor of 2 either way", domain: .positive,
      ranges: .each([6...24, 12...48, 24...96, 96...384], "half to twice")),
    .choice(
      "android.quotaProfile", "published code or published documentation", "aosp", of: ["aosp", "docs"],
      .a, rules: "AND-3",
      source: "[AOSP]; [AndroidPower]"),
    .vector(
      "android.window", "rolling window of the quotas by bucket, profile aosp",
      .minutes, [10, 120, 480, 1440, 1440],
      .a, rules: "AND-3",
      source: "[AOSP], quotas", domain: .positive),
    .vector(
      "android.runtime", "run time on battery per window by bucket, profile aosp",
      .minutes, [10, 10, 10, 10, 10],
      .a, rules: "AND-3",
      source: "[AOSP], quotas"),
    .vector(
      "android.docs.window", "rolling window of the quotas by bucket, profile docs",
      .minutes, [60, 240, 720, 1440, 1440],
      .a, rules: "AND-3",
      source: "[AndroidPower]", domain: .positive),
    .vector(
      "android.docs.runtime", "run time on battery per window by bucket, profile docs",
      .minutes, [20, 10, 10, 10, 10],
      .a, rules: "AND-3",
      source: "[AndroidPower]"),
    .vector(
      "android.maxJobs", "starts on battery per window by bucket", .none, [75, 120, 200, 48, 10],
      .a, rules: "AND-3",
      source: "[AOSP], quotas", domain: .whole(0...100_000)),
    .vector(
      "android.maxSessions", "sessions on battery per window by bucket", .none, [75, 10, 8, 3, 1],
      .a, rules: "AND-3",
      source: "[AOSP], quotas", domain: .whole(0...100_000)),
    .quantity(
      "android.sessionMerge", "gap below which runs form one session", .seconds, 5, 0...60,
      .a, rules: "AND-3",
      source: "[AOSP], quotas"),
    .quantity(
      "android.burstLimit", "starts, and sessions, of an app per minute on battery", .none, 20, 5...100,
      .a, rules: "AND-3",
      source: "[AOSP], quotas", domain: .whole(0...100_000)),
    .vector(
      "android.lightDoze", "entry, first and longest pause, first and longest window of light Doze",
      .minutes, [4, 5, 15, 1, 5],
      .a, rules: "AND-6",
      source: "[AOSP], Doze; window budgets of 1 to 5 min", domain: .positive),
    .vector(
      "android.deepDoze",
      "at rest before sensing, at rest after it, sensing, first and longest pause, first and longest window",
      .minutes, [30, 30, 4.5, 60, 360, 5, 10],
      .a, rules: "AND-6",
      source: "[AOSP], Doze", domain: .positive),
    .quantity(
      "android.dozeFactor", "growth of pauses and windows of Doze, up to their longest", .none, 2, 1...4,
      .a, rules: "AND-6",
      source: "[AOSP], Doze; for light windows an assumption (D)",
      domain: .whole(1...100)),
  ]
}
