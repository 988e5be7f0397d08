import Basics
import EventSimulation
import ModelParameters
import UsageModels
import Workload

extension StudyDecoder {
  func trace(of study: Study) -> TraceSection? {
    guard let map = root.map("trace"), let relative = map.text("file"), let node = map.node["file"] else {
      return nil
    }
    let path = StudyFiles.resolve(relative, from: node.file)
    let file: StudyResources.Trace
    do {
      file = try resources.trace(at: path)
    } catch {
      let found = (error as? StudyErrors)?.errors.first.map { "`\(path)`, \($0.found)" } ?? "\(error)"
      return map.refuse("file", found: found, expected: "a trace in CSV")
    }
    let generator = TimelineGenerator(
      population: study.population, apps: study.apps, parameters: study.parameters, seed: study.seed,
      horizon: study.horizon, warmUpDays: study.warmUpDays)
    var names: [String: String] = [:]
    for entry in map.node["appNames"]?.entries ?? [] { names[entry.key] = entry.value.text }
    let wanted = map.texts("devices")
    if wanted?.isEmpty == true { map.add("devices", expected: "at least one device") }
    let (repeats, wholeDays) = (map.boolean("repeat") ?? false, map.boolean("wholeDays") ?? true)
    if repeats, !wholeDays { map.add("wholeDays", expected: "true, because `repeat` repeats whole weeks") }
    var replayers: [TraceReplayer] = []
    let chosen =
      wanted.map { $0.map { ($0.text ?? "", $0) } }
      ?? file.trace.devices.map { ($0.id, Place(map.node, "trace.devices")) }
    for (id, place) in chosen {
      if let expected = NameRule.violation(id) {
        log.add(place, found: "`\(id.prefix(60))`", expected: "\(expected) in column device")
        continue
      }
      guard let device = file.trace.device(id) else {
        let ids = file.trace.devices.map(\.id)
        log.add(place, expected: "a device of the trace: \(ids.joined(separator: ", "))", among: ids)
        continue
      }
      do {
        replayers.append(
          TraceReplayer(
            id: id,
            replay: try TraceReplay(
              device: device, generator: generator,
              nominalEnergyWattHours: study.parameters.number("battery.capacity"), appNames: names,
              repeats: repeats, wholeDays: wholeDays, file: relative)))
      } catch {
        log.add(place, found: "\(error)", expected: "a device that can be replayed")
      }
    }
    return TraceSection(path: path, digest: file.digest, devices: replayers)
  }
}
