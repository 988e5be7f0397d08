import EventSimulation
import ModelParameters
import Workload

/// The script's steps that push to the user, call, and use modes.
extension ScriptDecoder {
  /// The actions that this file decodes.
  static let modeActions = ["visiblePush", "voipPush", "audio", "location", "move", "region"]

  /// The event of an action; `app` is nil for movement, which is the user's.
  func modeStep(_ map: MapReader, _ word: String, app: Int?) -> ScriptedAction.Step? {
    if word == "move" {
      if let meters = map.quantity("distance", .metres) { return .event(.moved(meters: meters)) }
      if !map.has("distance") {
        map.log.add(map.node, map.join("distance"), found: "nothing", expected: "`distance` for this action")
      }
      return nil
    }
    guard let app else { return nil }
    switch word {
    case "visiblePush":
      return .event(.visiblePushSent(app: app, expiration: map.span("expiration")?.seconds, paging: 0.5))
    case "voipPush":
      return .event(.voipPushSent(app: app, expiration: map.span("expiration")?.seconds ?? 0, paging: 0.5))
    case "audio": return begins(map).map { .event($0 ? .audioStart(app: app) : .audioStop(app: app)) }
    case "location":
      return begins(map).map { .event($0 ? .locationStart(app: app) : .locationStop(app: app)) }
    case "region":
      guard map.has("value") else { return .event(.regionCrossed(app: app, region: 0)) }
      return map.integer("value").map { .event(.regionCrossed(app: app, region: min(max($0, 0), 255))) }
    default: return nil
    }
  }

  /// Whether a use begins, as it does without a value, or ends.
  private func begins(_ map: MapReader) -> Bool? {
    guard let node = map.node["value"] else { return true }
    switch node.text {
    case "1", "true": return true
    case "0", "false": return false
    default:
      map.log.add(node, map.join("value"), expected: "0 or 1, true or false")
      return nil
    }
  }
}
