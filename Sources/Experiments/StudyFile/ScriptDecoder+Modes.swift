import ModelParameters
import Workload

/// The script's steps that push to the user, call, and use modes.
extension ScriptDecoder {
  /// The actions that this file decodes.
  static let modeActions = ["visiblePush", "voipPush", "audio", "location", "move", "region"]

  /// The event of an action; `app` is nil for movement, which is the user's.
  func modeStep(_ map: MapReader, _ word: String, app: Int?) -> ScriptedAction.Step? {
    let value = map.number("value")
    func event(_ kind: TimelineEvent.Kind, _ value: Double = 0, _ value2: Double = 0) -> ScriptedAction.Step {
      .event(kind, app: app ?? -1, value: value, value2: value2)
    }
    switch word {
    case "visiblePush": return event(.visiblePushSent, -1, 0.5)
    case "voipPush": return event(.voipPushSent, 0, 0.5)
    case "audio": return event(value == 0 ? .audioStop : .audioStart)
    case "location": return event(value == 0 ? .locationStop : .locationStart)
    case "region": return event(.regionCrossed, value.map { min(255, $0.rounded(.down)) } ?? 0)
    case "move":
      if let metres = map.quantity("distance", .metres) { return event(.moved, metres) }
      if !map.has("distance") {
        map.log.add(map.node, map.join("distance"), found: "nothing", expected: "`distance` for this action")
      }
      return nil
    default: return nil
    }
  }
}
