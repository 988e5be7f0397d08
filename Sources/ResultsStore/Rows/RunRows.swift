import Basics

public enum MetricScope: String, Hashable, Sendable, CaseIterable, CellProperty {
  case population, app, mechanism, component
}

/// The part of one run in a metric that is a ratio of sums: energy and device-days, fresh opens and opens. A design
/// point is estimated by the sum of the numerators of its replications over the sum of their denominators.
public struct MetricFraction: Hashable, Sendable {
  /// In the unit of the metric times the unit of the denominator.
  package var numerator: Double
  /// At least 0; a run with 0 has no value of its own and still adds its numerator.
  package var denominator: Double

  package init(_ numerator: Double, over denominator: Double) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  package var value: Double? { denominator > 0 ? numerator / denominator : nil }
}

package typealias MetricRow = Row<MetricColumns>

package final class MetricColumns: RowColumns {
  package static let schema = RowSchema(
    MetricColumns(), "metrics",
    "One metric of a run, after warm-up (tidy form; metrics are explained at summary.csv).",
    key: ["run_id", "scope", "entity", "metric"], references: TableDefinition.ForeignKey.ofRun)

  package let runID = StoredColumn.runID
  package let scope = StoredColumn<MetricScope>("scope", "What the metric speaks of.", initial: .population)
  package let entity = StoredColumn<String>(
    "entity", "Bundle id, mechanism or component; `all` where the scope is the population.")
  package let metric = StoredColumn<String>("metric", "Name of the metric.")
  package let unit = StoredColumn<String>("unit", "Unit of the value; 1 for shares and counts.")
  package let value = StoredColumn<Double?>(
    "value", "The value; empty where there is none, such as a share of no opens.")
  let numerator = StoredColumn<Double?>(
    "numerator",
    "What the run adds to the numerator of a ratio of sums; empty for a metric that is no ratio. A design "
      + "point is the sum of numerators over the sum of denominators of its replications.")
  let denominator = StoredColumn<Double?>(
    "denominator",
    "What the run adds to the denominator; value = numerator / denominator where it is above 0.")
}

extension MetricRow {
  package init(
    runID: String, scope: MetricScope, entity: String, metric: String, unit: String, value: Double?,
    fraction: MetricFraction? = nil
  ) {
    self.init()
    self.runID = runID
    self.scope = scope
    self.entity = entity
    self.metric = metric
    self.unit = unit
    self.value = value
    self.numerator = fraction?.numerator
    self.denominator = fraction?.denominator
  }

  package var fraction: MetricFraction? {
    guard let numerator = self.numerator, let denominator = self.denominator else { return nil }
    return MetricFraction(numerator, over: denominator)
  }
}

package typealias DayRow = Row<DayColumns>

/// Counts have the names of their counters.
package final class DayColumns: RowColumns {
  package static let schema = RowSchema(
    DayColumns(), "days",
    "One local day of a run, warm-up included: the sums over its devices of which the default metrics are made.",
    key: ["run_id", "day"], references: TableDefinition.ForeignKey.ofRun)

  package let runID = StoredColumn.runID
  package let day = StoredColumn<Int>(
    "day", "Number of the local day, from 0; for devices of a trace their own.")
  package let length = StoredColumn<Int64>(
    "observed_s", as: .microseconds,
    "Time of the day that lies within the horizons of the devices, added up; 86,400 s make a device-day.")
  package let energy = StoredColumn<Int64>(
    "energy_j", as: .nanojoules, "Energy that the devices consumed; exact.")
  package let discretionaryBattery = StoredColumn<Int64>(
    "discretionary_battery_j", as: .nanojoules,
    "Energy drawn from the cell for the causes refresh, processing, push and transfer; exact.")
  package let reachableOpens = StoredColumn<Int64>(
    "reachable_opens",
    "Opens that count for freshness and before which the app could have fetched in the background.")
  package let freshReachableOpens = StoredColumn<Int64>(
    "fresh_reachable_opens", "Of which the user found fresh content.")
  package let reachableStaleness = StoredColumn<Int64>(
    "reachable_staleness_s", as: .microseconds, "Staleness at the reachable opens, added up; exact.")
  package let processingWanted = StoredColumn<Int64>(
    "processing_wanted",
    "Processing requests submitted on the day, without those that were replaced or cancelled later.")
  package let processingCompleted = StoredColumn<Int64>(
    "processing_completed", "Of which completed successfully by the end of the horizon, on whatever day.")
}

package typealias EventCountRow = Row<EventCountColumns>

package final class EventCountColumns: RowColumns {
  package static let schema = RowSchema(
    EventCountColumns(), "events",
    "How often an event occurred on all devices of a run, over the whole horizon.",
    key: ["run_id", "event", "app", "mechanism", "reason"], references: TableDefinition.ForeignKey.ofRun)

  /// Keys of a table must not be empty: nothing is a dash there.
  private static let nothing = CellValue.text("-")

  package let runID = StoredColumn.runID
  package let event = StoredColumn<String>("event", "Name of the event.")
  package let app = StoredColumn<String>("app", "Bundle id; `-` for events of the device.", empty: nothing)
  package let mechanism = StoredColumn<String>(
    "mechanism", "Kind of background work; `-` where there is none.", empty: nothing)
  package let reason = StoredColumn<String>(
    "reason", "Reason or cause; `-` where there is none.", empty: nothing)
  package let count = StoredColumn<Int64>("count", "How often.")
}

package typealias ProvenanceRow = Row<ProvenanceColumns>

/// Its rows take no part in digests, as they differ from one computation to the next.
package final class ProvenanceColumns: RowColumns {
  package static let schema = RowSchema(
    ProvenanceColumns(), "provenance",
    "Where and when a run was computed; the only table that reads a clock.", key: ["run_id"],
    references: TableDefinition.ForeignKey.ofRun)

  package let runID = StoredColumn.runID
  /// As devices are simulated side by side, it can exceed the time that passed.
  package let wallSeconds = StoredColumn<Double>(
    "wall_s", unit: "s", "Time spent on the run, summed over its devices.")
  package let host = StoredColumn<String>("host", "Name of the machine.")
  package let started = StoredColumn<String>("started", "When the run began, ISO 8601, UTC.")
  package let ended = StoredColumn<String>("ended", "When the last of its devices was stored, ISO 8601, UTC.")
  package let processor = StoredColumn<String?>(
    "processor", "Model of the processor; empty where it is not known.")
  package let instructions = StoredColumn<String?>(
    "instructions",
    "Extensions of the processor on which the last bits of mathematical functions depend: fma, avx2, avx512f."
  )
  package let cLibrary = StoredColumn<String?>(
    "c_library", "Library of the mathematical functions, with its version.")
}

extension ProvenanceRow {
  /// The provenance of a run from that of its parts: times are added, and every place is named once.
  init(joining parts: [ProvenanceRow]) {
    func joined(_ texts: [String?]) -> String? {
      var seen: [String] = []
      for text in texts.compactMap(\.self) where !seen.contains(text) { seen.append(text) }
      return seen.isEmpty ? nil : seen.joined(separator: "; ")
    }
    self.init()
    self.runID = parts.first?.runID ?? ""
    self.wallSeconds = parts.reduce(0) { $0 + $1.wallSeconds }
    self.host = joined(parts.map(\.host)) ?? ""
    self.started = parts.map(\.started).min() ?? ""
    self.ended = parts.map(\.ended).max() ?? ""
    self.processor = joined(parts.map(\.processor))
    self.instructions = joined(parts.map(\.instructions))
    self.cLibrary = joined(parts.map(\.cLibrary))
  }
}
