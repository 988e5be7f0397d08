import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// Modes, visible pushes and VoIP pushes of an app.
extension AppDecoder {
  func modes() -> ModeSpecification {
    guard let modes = map.map("modes", .modes) else { return .none }
    let change = modes.map("significantChange", .significantChange)
    var result = ModeSpecification(
      significantChanges: modes.boolean("significantChanges") ?? (change != nil))
    result.significantChangeAssertion = change?.span("assertion")
    result.audio = use(modes, "audio")
    result.location = use(modes, "location")
    if let regions = modes.map("regions", .regions), let count = regions.integer("count") {
      result.regions = RegionSpecification(
        count: count, visitsPerDay: regions.number("perDay") ?? 0,
        stay: regions.distribution("stay", .seconds) ?? DefaultWork.constant(3600))
    }
    result.work = modes.map("work", .eventWork)?.amounts
    return result
  }

  private func use(_ owner: MapReader, _ key: String) -> ModeUse? {
    guard let use = owner.map(key, .modeUse), let duration = use.distribution("duration", .seconds) else {
      return nil
    }
    let times = (use.list("at") ?? []).compactMap { use.timeOfDay($0.node, $0.path) }
    return ModeUse(times: times, perDay: use.number("perDay") ?? 0, duration: duration)
  }

  func visiblePushes(hasContent: Bool) -> VisiblePushSpecification? {
    guard let pushes = map.map("visiblePushes", .visiblePushes) else { return nil }
    let trigger = trigger(of: pushes, default: "contentChange")
    if trigger == .contentChange, !hasContent {
      pushes.log.add(
        pushes.node, map.join("visiblePushes"), found: "pushes on contentChange",
        expected: "an app with content")
    }
    return VisiblePushSpecification(
      trigger: trigger, expiration: pushes.span("expiration") ?? .hours(24),
      serviceExtension: serviceExtension(pushes))
  }

  private func serviceExtension(_ pushes: MapReader) -> ServiceExtension? {
    guard let given = pushes.map("extension", .serviceExtension),
      let duration = given.distribution("duration", .seconds)
    else { return nil }
    return ServiceExtension(
      duration: duration, cpu: given.distribution("cpu", .seconds) ?? DefaultWork.constant(0.5),
      memoryBytes: Int64(((given.quantity("memory", .megabytes) ?? 12) * 1e6).rounded()))
  }

  func voipPushes() -> VoIPPushSpecification? {
    guard let pushes = map.map("voipPushes", .voipPushes) else { return nil }
    return VoIPPushSpecification(
      trigger: trigger(of: pushes, default: "poisson"), expiration: pushes.span("expiration") ?? .zero)
  }

  private func trigger(of pushes: MapReader, default word: String) -> PushSpecification.Trigger {
    switch pushes.choice("on") ?? word {
    case "poisson": .poisson(perDay: pushes.number("perDay") ?? 0)
    case "schedule":
      .schedule((pushes.list("at") ?? []).compactMap { pushes.instant($0.node, $0.path) })
    default: .contentChange
    }
  }
}
