import ModelParameters
import RandomStreams
import Workload

/// Reads an app's quality profile and the work that it leaves at an exit.
extension AppDecoder {
  /// Reads ``FieldTable/behaviours`` over a profile.
  func readBehaviours(_ given: MapReader, over profile: inout QualityProfile) {
    if let word = given.choice("completionStyle") {
      profile.completionStyle = .init(rawValue: word) ?? profile.completionStyle
    }
    if let word = given.choice("endsAssertion") {
      profile.endsAssertion = .init(rawValue: word) ?? profile.endsAssertion
    }
    if given.node["progressInterval"]?.text == "none" {
      profile.progressInterval = nil
    } else if let value = given.span("progressInterval") {
      profile.progressInterval = value
    }
    if let value = given.span("enterBackgroundTime") { profile.enterBackgroundTime = value }
    if let value = given.span("launchTime") { profile.launchTime = value }
    let flags: [(String, WritableKeyPath<QualityProfile, Bool>)] = [
      ("completesEarly", \.completesEarly), ("doesNoWork", \.doesNoWork), ("rearmsAtExit", \.rearmsAtExit),
      ("handlesSubmitError", \.handlesSubmitError), ("checksLowPowerMode", \.checksLowPowerMode),
      ("checksRefreshStatus", \.checksRefreshStatus), ("holdsLock", \.holdsLock),
      ("reportsCall", \.reportsCall),
    ]
    for (key, path) in flags {
      if let value = given.boolean(key) { profile[keyPath: path] = value }
    }
  }

  /// Work that is left at each exit from the foreground.
  func exitWork() -> [ExitWork] {
    map.maps("assertions", .exitWork).compactMap { given in
      guard let name = given.name("name"), let length = given.distribution("length", .seconds) else {
        return nil
      }
      var work = ExitWork(name: name, length: length)
      if let value = given.boolean("usesAssertion") { work.usesAssertion = value }
      if let word = given.choice("origin") { work.origin = .init(rawValue: word) ?? work.origin }
      if let value = given.share("cpuShare") { work.cpuShare = value }
      return work
    }
  }
}
