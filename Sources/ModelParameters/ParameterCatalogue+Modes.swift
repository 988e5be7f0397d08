/// Parameters of movement and of what modes draw.
extension ParameterCatalogue {
  static let usageOfModes: [ParameterDefinition] = [
    .quantity(
      "audio.power", "power of playing or recording audio with the screen off", .watts, 0.12, 0.02...0.5,
      .d, rules: "MODE-1", source: "rated 0.16 to 0.18 W of the whole phone, less 47 mW at rest",
      domain: .interval(0...10)),
    .quantity(
      "location.receiverPower", "power of the satellite receiver", .milliwatts, 50, 10...300,
      .b, rules: "MODE-2", source: "Pixel 7 profile 12.8 to 14.3 mA; up to 0.28 W in older models"),
    .quantity(
      "voip.reportTime", "from the start of a VoIP push's handler to the reported call, or to the kill",
      .seconds, 1, 0...10,
      .d, rules: "MODE-5", source: "the handler must report before it returns: round number"),
    .quantity(
      "modes.startStay", "time in the app to start audio or a recorded route", .seconds, 20, 1...300,
      .d, rules: "MODE-1, MODE-2", source: "round number", domain: .interval(0...86_400)),
    .quantity(
      "movement.tripsPerDay", "mean trips of a user", .perDay, 3, 0...20,
      .d, rules: "MODE-3", source: "travel surveys give about three trips a day", domain: .interval(0...1000)),
    .quantity(
      "movement.tripMedian", "median length of a trip", .minutes, 20, 1...120,
      .d, rules: "MODE-3", source: "travel surveys: about an hour of travel a day",
      domain: .interval(0.1...1440)),
    .quantity(
      "movement.tripSigma", "its log standard deviation", .none, 0.6, 0...1.5,
      .d, rules: "MODE-3", source: "as for other lengths of stay: no data", domain: .interval(0...5)),
    .quantity(
      "movement.distancePerMinute", "distance covered in a minute of a trip", .metres, 400, 50...2000,
      .d, rules: "MODE-3", source: "24 km/h, between walking and driving"),
    .quantity(
      "movement.reportInterval", "how finely the movement of a trip is followed", .minutes, 5, 1...30,
      .d, rules: "MODE-3", source: "the least time between significant changes", domain: .interval(0.1...1440)
    ),
  ]
}
