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
          fetches: map.boolean("fetches") ?? false, work: work(map), trigger: trigger))
    }
    return result
  }

  /// `script` if left out; a task is named exactly where its success is the trigger.
  private func trigger(_ map: MapReader) -> TransferSpecification.Trigger? {
    switch map.choice("on") {
    case "open": return .open
    case "exit": return .exit
    case "success":
      guard let node = map.node["task"], let task = map.text("task") else {
        map.log.add(map.node, map.join("task"), found: "nothing", expected: "`task` for this trigger")
        return nil
      }
      if tasks.contains(task) { return .success(of: task) }
      map.log.add(
        node, map.join("task"), found: "`\(task)`", expected: "a task of the app",
        suggestion: NameSuggestion.nearest(to: task, in: tasks))
      return nil
    default: return .script
    }
  }

  private func work(_ map: MapReader) -> WorkSpecification {
    let given = map.map("work", .work)
    return WorkSpecification(
      cpu: given?.distribution("cpu", .seconds) ?? DefaultWork.nothing,
      wait: given?.distribution("wait", .seconds) ?? DefaultWork.nothing,
      up: given?.distribution("up", .kilobytes) ?? DefaultWork.nothing,
      down: given?.distribution("down", .kilobytes) ?? DefaultWork.nothing)
  }
}
