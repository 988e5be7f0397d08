import ModelParameters
import PlainText
import RandomStreams
import Workload

/// Decodes the background sessions of an app.
struct TransferDecoder {
  let app: MapReader
  /// Identifiers of the app's tasks.
  let tasks: [String]

  func transfers() -> [TransferSpecification] {
    var result: [TransferSpecification] = []
    for map in app.maps("transfers", .transfer) {
      guard let session = map.name("session") else { continue }
      if result.contains(where: { $0.session == session }) || tasks.contains(session) {
        map.log.add(
          map.node["session"] ?? map.node, map.join("session"), found: "a second `\(session)`",
          expected: "identifiers of sessions and tasks that differ within an app")
      }
      guard let trigger = trigger(map) else { continue }
      result.append(
        TransferSpecification(
          session: session, files: map.integer("files") ?? 1,
          up: map.distribution("up", .megabytes) ?? DefaultWork.nothing,
          down: map.distribution("down", .megabytes) ?? DefaultWork.nothing,
          isDiscretionary: map.boolean("discretionary") ?? false,
          sendsLaunchEvents: map.boolean("sendsLaunchEvents") ?? true,
          isChained: map.boolean("chained") ?? false, floor: map.floor("floor"),
          fetches: map.boolean("fetches") ?? false,
          work: map.map("work", .eventWork)?.amounts ?? DefaultWork.none, trigger: trigger))
    }
    return result
  }

  /// `script` if left out; a task is named exactly where its success is the trigger.
  private func trigger(_ map: MapReader) -> TransferSpecification.Trigger? {
    switch map.choice("on") {
    case "open": return .open
    case "exit": return .exit
    case "success":
      if !map.has("task") {
        map.log.add(map.node, map.join("task"), found: "nothing", expected: "`task` for this trigger")
      }
      return map.name("task", of: "a task of the app", among: tasks).map { .success(of: $0) }
    default: return .script
    }
  }
}

extension MapReader {
  /// Amounts of work; what is left out is nothing.
  var amounts: WorkSpecification {
    func part(_ key: String, _ unit: ParameterUnit) -> any Distribution {
      distribution(key, unit) ?? DefaultWork.nothing
    }
    return WorkSpecification(
      cpu: part("cpu", .seconds), wait: part("wait", .seconds), up: part("up", .kilobytes),
      down: part("down", .kilobytes))
  }

  /// The name of something of the app.
  func name(_ key: String, of kind: String, among names: [String]) -> String? {
    guard let value = node[key], let name = text(key) else { return nil }
    if names.contains(name) { return name }
    log.add(
      value, join(key), found: "`\(name)`", expected: kind,
      suggestion: NameSuggestion.nearest(to: name, in: names))
    return nil
  }
}
