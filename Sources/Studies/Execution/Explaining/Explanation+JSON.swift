import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import PhoneSimulation
import Workload

extension Explanation: Record {
  /// The keys of the JSON with their kinds and meanings.
  package static let keys = CatalogueText.rows(
    String(decoding: PackageResources.explanation_txt, as: UTF8.self), columns: 3)

  package static let record: Table<Self> = [
    "app": \.bundleID, "device": \.scene.plan.device, "archetype": \.scene.plan.archetype,
    "policy": \.scene.replay.policy.label, "replication": \.scene.plan.replication, "point": \.point,
    "outcome": { $0.chosen.map { outcome.json($0) } ?? .null },
    "other_outcomes": { explanation in
      explanation.counts.filter { $0.outcome.name != explanation.chosen?.outcome.name }.json(outcome)
    },
    "causes": { explanation in explanation.lines.json(explanation.cause) },
    "ordinary_waiting": \.ordinary, "not_explained": \.unexplained, "replays": \.replayCount,
    "main_bringer": \.bringer?.name, "main_bringer_lost_without": \.bringer?.lostWithout,
    "remedies": { $0.trial?.json($0) ?? .array([]) },
    "defects": { explanation in
      explanation.defects.json([
        "name": \.change.name, "word": \.word, "count": \.count, "lost": \.slots, "j_per_day": \.joulesPerDay,
        "rules": \.change.rules,
        "sentence": { defect in explanation.chosen.map { defect.sentence($0.outcome) } ?? "" },
      ])
    },
    "findings": {
      $0.codeFindings.json([
        "finding": \.name, "rule": \.rule, "sentence": \.sentence, "identifier": \.identifier,
        "first_s": \.first.seconds, "count": \.count, "energy_j": \.joules,
      ])
    },
    "depends_on": \.dependsOn, "gates": \.gates, "sure": \.certainty,
    "items": { $0.own.json($0.itemTable) }, "waits": { WaitTotals($0.own).shares.json(shareTable) },
    "budgets": { BudgetUse($0.base, of: $0.scene) }, "energy": { $0.energy.json(energyTable) },
    "hours": { $0.hours.json(HourOfDay.table) },
  ]

  private static let outcome: Table<Count> = [
    "name": \.outcome.name, "kind": \.outcome.kind.rawValue, "lost": \.lost, "slots": \.slots,
    "sentence": { "\($0.lost) of \($0.slots) \($0.outcome.words)" },
  ]

  private var cause: Table<Line> {
    [
      "names": { $0.cause.changes.map(\.name) }, "lost": \.cause.slots, "sentence": \.text, "rules": \.rules,
      "lost_without": \.lostWithout, "key": \.key, "input": \.input,
      "or": { $0.cause.alternatives.json(["name": \.name, "sentence": \.clause, "rules": \.rules]) },
      "remedies": { $0.remedies.map(\.remedy.name) }, "together": { $0.pair.map(\.remedy.name) },
    ]
  }
}

extension RemedyTrial {
  fileprivate func json(_ explanation: Explanation) -> JSONValue {
    let isEnergy = outcome.kind == .energy
    let table: Table<Row> = [
      "name": \.remedy.name,
      "sentence": { row in
        let reason = row.remedy.reason
        return row.remedy.sentence(of: explanation.scene.specification) + "."
          + (reason.isEmpty ? "" : " \(reason)")
      },
      "lost_share_gain": { isEnergy ? nil : $0.lost?.mean },
      "lost_share_gain_half_width": { isEnergy ? nil : $0.lost?.halfWidth },
      "background_j_per_day_gain": { isEnergy ? $0.lost?.mean : nil },
      "completions_per_day": { RemedyMeasure.completionsPerDay.interval($0.results)?.mean },
      "completions_per_day_gain": \.completions?.mean, "j_per_day_gain": \.joules?.mean,
      "bytes_per_day_gain": \.bytes?.mean, "effect": \.effect, "devices_to_decide": \.neededDevices,
      "causes": { row in
        explanation.lines.filter { line in line.remedies.contains { $0.remedy == row.remedy } }
          .flatMap { $0.cause.changes.map(\.name) }
      },
    ]
    let now: Table<Self> = [
      "name": { _ in JSONValue.null }, "sentence": { _ in "no change" }, "devices": \.devices,
      "lost_share": { RemedyMeasure.lostShare.interval($0.base)?.mean },
      "completions_per_day": { RemedyMeasure.completionsPerDay.interval($0.base)?.mean },
      "j_per_day": { RemedyMeasure.joulesPerDay.interval($0.base)?.mean },
      "battery_share_per_day": { RemedyMeasure.batteryShare.interval($0.base)?.mean },
    ]
    let none: Table<Explanation.Line> = [
      "name": { _ in JSONValue.null },
      "sentence": { "No change of the app that was tried makes up for this cause: \($0.text)." },
      "causes": { $0.cause.changes.map(\.name) },
    ]
    let rest = explanation.lines.filter { $0.remedies.isEmpty && $0.pair.isEmpty }
    return .array([now.json(self)] + rows.map(table.json) + rest.map(none.json))
  }
}
