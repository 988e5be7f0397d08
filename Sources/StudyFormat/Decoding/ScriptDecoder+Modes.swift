import EventSimulation
import ModelParameters
import Workload

/// The script's steps that push to the user, call, and use modes.
extension ScriptDecoder {
  /// The actions that this file decodes.
  static let modeActions = ["visiblePush", "voipPush", "audio", "location", "move", "region"]

  /// The event of an action; `app` is nil for movement, which is the user's.
  func modeStep(_ map: MapReader, _ word: String, app: Int?) -> ScriptedAction.Step? {
    func event(_ kind: TimelineEvent.Kind, _ value: Double = 0, _ value2: Double = 0) -> ScriptedAction.Step {
      .event(kind, app: app ?? -1, value: value, value2: value2)
    }
    switch word {
    case "visiblePush": return event(.visiblePushSent, map.span("expiration")?.seconds ?? -1, 0.5)
    case "voipPush": return event(.voipPushSent, map.span("expiration")?.seconds ?? 0, 0.5)
    case "audio": return begins(map).map { event($0 ? .audioStart : .audioStop) }
    case "location": return begins(map).map { event($0 ? .locationStart : .locationStop) }
    case "region":
      guard map.has("value") else { return event(.regionCrossed) }
      return map.integer("value").map { event(.regionCrossed, Double($0)) }
    case "move":
      if let metres = map.quantity("distance", .metres) { return event(.moved, metres) }
      if !map.has("distance") {
        map.log.add(map.node, map.join("distance"), found: "nothing", expected: "`distance` for this action")
      }
      return nil
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
