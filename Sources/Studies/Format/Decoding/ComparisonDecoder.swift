import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore
import StudyReports

extension ComparisonSection {
  /// Reads the `compare` section of a stored study, and checks only its numbers.
  package init(effectiveStudy text: String) throws(StudyErrors) {
    let log = ErrorLog()
    let place = Place(try YAMLReader.read(Array(text.utf8), file: "study"), "")["compare"]
    self = place.map { Self(MapReader($0, .of("compare"), log), policies: []) } ?? Self()
    if let error = log.errors.first(where: { $0.keyPath == "compare.confidence" }) {
      throw StudyErrors([error])
    }
  }

  init(_ map: MapReader, policies: [String]) {
    baseline = map.text("baseline")
    if let baseline, !policies.contains(baseline) {
      map.add(
        "baseline", expected: "a policy of the study: \(policies.joined(separator: ", "))", among: policies)
    }
    confidence = map.number("confidence") ?? confidence
    isOneFamily = map.choice("family") == "study"
    let names = MetricCatalogue.all.map(\.name)
    front = Self.front(map, names)
    for metric in map.maps("metrics") {
      guard let name = metric.text("name") else { continue }
      if !names.contains(name) {
        metric.add("name", expected: "a metric (`slumber metrics` lists them)", among: names)
      }
      metrics.append(
        ComparedMetric(name: name, margin: metric.margin("margin", of: MetricCatalogue.metric(name))))
    }
  }

  /// Two metrics that have a better way and one value per run.
  private static func front(_ map: MapReader, _ names: [String]) -> [String]? {
    guard map.has("front") else { return nil }
    let elements = map.place.elements("front")
    let chosen = elements.compactMap(\.text)
    guard chosen.count == 2, elements.count == 2, chosen[0] != chosen[1] else {
      return map.refuse("front", expected: "two metrics (`slumber metrics` lists them)")
    }
    for (place, name) in zip(elements, chosen) {
      guard let metric = MetricCatalogue.metric(name) else {
        map.log.add(place, expected: "a metric (`slumber metrics` lists them)", among: names)
        continue
      }
      if metric.polarity == nil || !metric.scopes.contains(.population) || metric.deviceQuantile != nil {
        map.log.add(place, expected: "a metric of the population with a preferred direction")
      }
    }
    return chosen
  }
}
