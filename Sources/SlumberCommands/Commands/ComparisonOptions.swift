import Basics
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports

extension FrontierPlan {
  init(_ section: ComparisonSection) {
    self.init()
    if let names = section.front, names.count == 2 { metrics = [(names[0], names[1])] }
  }
}

extension ComparisonPlan {
  init(_ section: ComparisonSection) {
    self.init(
      baseline: section.baseline, metrics: section.metrics.map { ($0.name, $0.margin) },
      confidence: section.confidence, family: section.isOneFamily ? .study : .designPoint)
  }
}

extension PolicyFacts {
  init(_ catalogue: PolicyCatalogue) {
    let entries = catalogue.all.map { policy in
      let startsNothing = policy.name == NeverStart.descriptor.name
      return (
        policy.name,
        Entry(
          usesFuture: policy.usesFuture, startsNothing: startsNothing, parameters: policy.parameterNames)
      )
    }
    self.init(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
  }
}

/// The metrics that `--metric` names, for commands that compare values of the population.
enum MetricSelection {
  /// The names, checked; nil without the option.
  static func names(_ arguments: ParsedArguments) throws -> [String]? {
    let names = arguments.all("--metric")
    for (place, name) in names.enumerated() {
      let metric = try metric(name)
      guard metric.scopes.contains(.population) else {
        throw UsageError("metric `\(name)` does not speak of the population")
      }
      guard metric.deviceQuantile == nil else {
        throw UsageError("\(ComparisonError.quantileOverDevices(name))")
      }
      if names[..<place].contains(name) { throw UsageError("`--metric` was given `\(name)` twice") }
    }
    return names.isEmpty ? nil : names
  }

  static func metric(_ name: String) throws -> MetricDefinition {
    guard let metric = MetricCatalogue.metric(name) else {
      let question = NameSuggestion.question(for: name, in: MetricCatalogue.names)
      throw UsageError("there is no metric `\(name)`\(question)")
    }
    return metric
  }
}

/// The file of a search in a folder of `slumber sensitivity --to`.
struct SensitivityFile {
  let path: String
  let bytes: [UInt8]

  init(folder: String, options: String) throws {
    path = "\(folder)/sensitivity.json"
    do {
      bytes = try TextFile.read(path, limit: 1 << 28)
    } catch {
      throw CommandFailure(
        "`\(path)` cannot be read, expected a folder of `slumber sensitivity --quick\(options) --to FOLDER`")
    }
  }

  func read<Table>(_ table: ([UInt8]) throws -> Table) throws -> Table {
    do { return try table(bytes) } catch { throw CommandFailure("`\(path)`: \(error)") }
  }

  /// Refuses a search of another study, and one with other settings: what it tells is of its phones, days and parameters.
  func requireSame(study name: String, digest: String, as study: StudyDescription) throws {
    guard name == study.name else {
      throw CommandFailure("`\(path)` is of study `\(name)`, expected `\(study.name)`")
    }
    guard digest == study.baseDigest else {
      throw CommandFailure(
        "`\(path)` is of `\(study.name)` with other settings, expected those of the results: search again with "
          + "the same study file and the same --seed, --days, --devices and --set")
    }
  }
}
