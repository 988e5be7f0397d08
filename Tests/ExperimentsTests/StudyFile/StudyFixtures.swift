import Experiments
import Testing

/// The folder of the package, from this file's place.
let packageRoot: String = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(4)
  return parts.joined(separator: "/")
}()

/// The studies of the specification's table that are shipped.
enum CannedScenario {
  static let all = [
    "01-weather-refresh", "07-three-strategies", "08-poll-every-30s", "12-identifier-typo",
    "16-fourteen-pushes",
    "21-request-limits",
  ]
}
