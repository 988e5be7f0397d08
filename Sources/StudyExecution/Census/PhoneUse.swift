import EventSimulation
import PhoneSimulation

/// The use of one phone, recorded or simulated: counts, times and energies of a window.
struct PhoneUse {
  // Sessions
  var sessions: Int64 = 0
  /// Microseconds powered on, with the screen on, and with it on and no charger.
  var powered: Int64 = 0
  var screenOn: Int64 = 0
  var screenOnUnplugged: Int64 = 0
  /// Lengths of sessions and of gaps between them, in seconds.
  var lengths: [Double] = []
  var gaps: [Double] = []
  /// Longest gap of each whole day but the first, by the day on which it ended.
  var longestGaps: [TimeSpan] = []

  // Battery
  /// Points of level lost while unplugged from 08 to 23 h, and the hours of that.
  var pointsLost = 0.0
  var hoursUnplugged = 0.0
  /// Whole days, and those on which the level was 20 % or less.
  var days: Int64 = 0
  var lowDays: Int64 = 0
  /// Levels in percent at which a charger was connected.
  var plugInLevels: [Int] = []
  /// Nanojoules from the cell, and of these with the screen on.
  var batteryOut: Int64 = 0
  var batteryOutScreenOn: Int64 = 0

  // Opportunity: idle, plugged and on Wi-Fi, at whole half hours by hour of the day
  var samples: [Int64] = Array(repeating: 0, count: 24)
  var opportunities: [Int64] = Array(repeating: 0, count: 24)
  var nights: Int64 = 0
  var nightsWithOpportunity: Int64 = 0
  /// Whether there was an opportunity in the first days, and in one of their nights; nil where it was not looked at.
  var hadOpportunity: Bool?
  var hadNightOpportunity: Bool?

  // Apps
  /// Visits with as many before them as ``recentVisits``; of these to an app not among those, and to the second most
  /// recent app.
  var visits: Int64 = 0
  var newVisits: Int64 = 0
  var returns: Int64 = 0
  /// Share of all visits that went to the most visited app; nil without visits.
  var topShare: Double?

  /// Visits that count as recent.
  static let recentVisits = 15
  /// Days for which the phones of the published opportunities were observed.
  static let publishedDays = 5
  /// The level at which a day counts as low.
  static let lowLevel = 20

  /// Reads the observations of a phone, in order of time.
  ///
  /// - Parameters:
  ///   - start: Begin of the window, at which there is an observation.
  ///   - end: End of the window.
  ///   - isPlugged: Whether the first observation finds the phone on a charger.
  init(_ observations: [UseObservation], from start: Instant, to end: Instant, isPlugged: Bool) {
    var reader = PhoneUseReader(start: start, end: end, isPlugged: isPlugged)
    for observation in observations where observation.time <= end { reader.read(observation) }
    self = reader.finish()
  }

  init() {}
}
