import Basics

public enum MetricScope: String, Hashable, Sendable, CaseIterable, CellProperty {
  case population, app, mechanism, component
}

/// The part of one run in a metric that is a ratio of sums: energy and device-days, fresh opens and opens. A design
/// point is estimated by the sum of the numerators of its replications over the sum of their denominators.
public struct MetricFraction: Hashable, Sendable {
  /// The numerator, in the unit of the metric times the unit of the denominator.
  package var numerator: Double
  /// The denominator, at least 0. A run with 0 does not have a value, but still adds its numerator.
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
    "One metric of a run, after warm-up (tidy form; summary.csv defines the metrics). An export has rows by app, "
      + "mechanism and component only with `--detail`.",
    key: ["run_id", "scope", "entity", "metric"], references: TableDefinition.ForeignKey.ofRun)

  package let runID = StoredColumn.runID
  package let scope = StoredColumn<MetricScope>("scope", "Scope of the metric.", initial: .population)
  package let entity = StoredColumn<String>(
    "entity", "Bundle id, mechanism, or component; `all` if the scope is the population.")
  package let metric = StoredColumn<String>("metric", "Name of the metric.")
  package let unit = StoredColumn<String>("unit", "Unit of the value; 1 for shares and counts.")
  package let value = StoredColumn<Double?>(
    "value", "Value of the metric; empty if it is undefined, such as a share of zero opens.")
  let numerator = StoredColumn<Double?>(
    "numerator",
    "Contribution of the run to the numerator of a ratio of sums; empty for other metrics. The value of a design "
      + "point is the sum of the numerators divided by the sum of the denominators of its replications.")
  let denominator = StoredColumn<Double?>(
    "denominator",
    "Contribution of the run to the denominator; value = numerator / denominator if it is above 0.")
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
    "One local day of a run, warm-up included: sums over devices, used by the default metrics.",
    key: ["run_id", "day"], references: TableDefinition.ForeignKey.ofRun)

  package let runID = StoredColumn.runID
  package let day = StoredColumn<Int>(
    "day", "Number of the local day, from 0; each device of a trace has its own day 0.")
  package let length = StoredColumn<Int64>(
    "observed_s", as: .microseconds,
    "Time of the day within the horizons of the devices, summed; 86,400 s are one device-day.")
  package let energy = StoredColumn<Int64>(
    "energy_j", as: .nanojoules, "Energy that the devices consumed; exact.")
  package let discretionaryBattery = StoredColumn<Int64>(
    "discretionary_battery_j", as: .nanojoules,
    "Energy drawn from the battery for the causes refresh, processing, push, and transfer; exact.")
  package let reachableOpens = StoredColumn<Int64>(
    "reachable_opens",
    "Counted opens that background fetches could have preceded.")
  package let freshReachableOpens = StoredColumn<Int64>(
    "fresh_reachable_opens", "Reachable opens with fresh content.")
  package let reachableStaleness = StoredColumn<Int64>(
    "reachable_staleness_s", as: .microseconds, "Total staleness at the reachable opens; exact.")
  package let processingWanted = StoredColumn<Int64>(
    "processing_wanted",
    "Processing requests submitted on the day, except requests that were replaced or canceled later.")
  package let processingCompleted = StoredColumn<Int64>(
    "processing_completed",
    "Wanted processing requests that completed successfully by the end of the horizon.")
}

package typealias EventCountRow = Row<EventCountColumns>

package final class EventCountColumns: RowColumns {
  package static let schema = RowSchema(
    EventCountColumns(), "events",
    "Number of occurrences of an event on all devices of a run, over the whole horizon.",
    key: ["run_id", "event", "app", "mechanism", "reason"], references: TableDefinition.ForeignKey.ofRun)

  /// Keys of a table must not be empty: nothing is a dash there.
  private static let nothing = CellValue.text("-")

  package let runID = StoredColumn.runID
  package let event = StoredColumn<String>("event", "Name of the event.")
  package let app = StoredColumn<String>(
    "app",
    "Bundle id; `-` for events of the device; `all` for the sum over apps, in an export without `--detail`.",
    empty: nothing)
  package let mechanism = StoredColumn<String>(
    "mechanism", "Mechanism of the background work, or `-`.", empty: nothing)
  package let reason = StoredColumn<String>("reason", "Reason or cause, or `-`.", empty: nothing)
  package let count = StoredColumn<Int64>("count", "Number of events.")
}

package typealias ProvenanceRow = Row<ProvenanceColumns>

/// The columns of the provenance table, whose rows are excluded from digests because they differ between
/// computations.
package final class ProvenanceColumns: RowColumns {
  package static let schema = RowSchema(
    ProvenanceColumns(), "provenance",
    "Machine and time of the computation of a run; the only table that depends on a clock.", key: ["run_id"],
    references: TableDefinition.ForeignKey.ofRun)

  package let runID = StoredColumn.runID
  /// The computing time, which can exceed the elapsed time because devices are simulated in parallel.
  package let wallSeconds = StoredColumn<Double>(
    "wall_s", unit: "s", "Time spent on the run, summed over its devices.")
  package let host = StoredColumn<String>("host", "Name of the machine.")
  package let started = StoredColumn<String>("started", "Start time of the run, ISO 8601, UTC.")
  package let ended = StoredColumn<String>("ended", "Time when the last device was stored, ISO 8601, UTC.")
  package let processor = StoredColumn<String?>("processor", "Processor model; empty if it is unknown.")
  package let instructions = StoredColumn<String?>(
    "instructions",
    "Processor extensions that affect the last bits of mathematical functions: fma, avx2, avx512f."
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
