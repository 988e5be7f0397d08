/// Parameters of what apps and notifications ask of the phone.
extension ParameterCatalogue {
  static let applications: [ParameterDefinition] = [
    .quantity(
      "content.fetchMedian", "median bytes of the fetch that an open starts, where no task says", .kilobytes,
      150, 10...2000, .d, rules: "content", source: "model assumption: a page of news",
      domain: .interval(0.001...1_000_000)),
    .quantity(
      "content.fetchSigma", "log deviation of these bytes", .none, 1, 0...2, .d, rules: "content",
      source: "model assumption: a page of news", domain: .interval(0...5)),
    .quantity(
      "content.openSettle", "time out of the foreground after which an open counts for freshness", .minutes,
      10, 0...60, .d, rules: "content", source: "a glance back is no new visit"),
    .quantity(
      "push.payload", "bytes that an arriving silent push moves", .kilobytes, 4, 0.1...4, .a,
      rules: "pushes", source: "payload limit [AppleAPNs]", domain: .interval(0...1000)),
    .quantity(
      "display.nightStart", "hour from which night brightness applies", .hours, 22, 18...24, .d,
      rules: "display", source: "round number", domain: .interval(0...24)),
    .quantity(
      "display.nightEnd", "hour at which night brightness ends", .hours, 7, 4...10, .d,
      rules: "display", source: "round number", domain: .interval(0...24)),
    .quantity(
      "life.residentLimit", "most processes kept in memory", .none, 30, 5...100, .d, rules: "LIFE-6",
      source: "model assumption", domain: .whole(1...10_000)),
    .quantity(
      "usage.deadDayLimit", "hours off after which a day does not count for usage learning", .hours, 12,
      1...24, .d, rules: "USE-1", source: "model assumption", domain: .interval(0...24)),
  ]
}
