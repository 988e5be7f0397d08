import AblationDesign
import JSON
import OutputAnalysis
import ResultsStore
import StudyMetrics
import Workload

extension AblationReport {
  /// For programs.
  package var json: JSONValue {
    let plan = ablation.plan
    return .members([
      "study": .string(study), "design_point": .string(designPoint), "policy": .string(plan.policy.label),
      "devices": .integer(Int64(devices)), "replications": .integer(Int64(replications)),
      "meaning": "difference: the policy with it off minus the policy as it is",
      "confidence": .number(ablation.confidence), "family_size": .integer(Int64(ablation.familySize)),
      "settings": .integer(Int64(plan.settings.count)),
      "base": Self.setting(plan.base, of: plan.policy),
      "variants": .array(
        plan.variants.map { variant in
          .members([
            "off": .string(variant.name), "kind": .string(variant.kind.rawValue),
            "enforcement": .string(variant.enforcement),
            "setting": Self.setting(variant.setting, of: plan.policy),
          ])
        }),
      "left_out": .array(
        plan.absences.map { .members(["name": .string($0.name), "reason": .string($0.reason)]) }),
      "base_means": .array(
        ablation.baseMeans.map { mean in
          .members([
            "metric": .string(mean.metric), "unit": .string(Self.unit(mean.metric)),
            "mean": .number(mean.mean), "half_width": .optional(mean.halfWidth),
          ])
        }),
      "differences": .array(ablation.differences.map(Self.difference)),
      "shapley": shapley,
      "failures": .array(
        failures.map {
          .members(["run": .string($0.label), "error": .string($0.text)])
        }),
      "remarks": .strings(ablation.remarks),
    ])
  }

  /// Every factor as it works, and the gates that are obeyed.
  private static func setting(_ setting: AblationSetting, of policy: AblationPolicy) -> JSONValue {
    let factors = LiftableFactor.sevenFactors.enumerated().compactMap { place, factor in
      factor.parameter.map { name in
        JSONValue.Member(
          name, .string(setting.off.contains(place) ? "off" : policy.enforcements[place]))
      }
    }
    return .members([
      "factors": .object(factors), "enforces": .strings(setting.enforces.reasons.map(\.name)),
    ])
  }

  private static func difference(_ row: Ablation.Difference) -> JSONValue {
    .members([
      "off": .string(row.variant.name), "metric": .string(row.metric), "unit": .string(unit(row.metric)),
      "mean": .optional(row.mean), "difference": .optional(row.difference),
      "half_width": .optional(row.halfWidth), "p_adjusted": .optional(row.adjustedPValue),
      "replications_used": .integer(Int64(row.replicationsUsed)), "notes": .strings(row.notes),
    ])
  }

  private var shapley: JSONValue {
    guard let orders = ablation.plan.orders else { return .null }
    return .members([
      "exact": .boolean(orders.isExact), "orders": .integer(Int64(orders.orders)),
      "coalitions": .integer(Int64(orders.coalitions.count)),
      "splits": .array(
        ablation.splits.map { split in
          .members([
            "metric": .string(split.metric), "unit": .string(Self.unit(split.metric)),
            "total": .number(split.total), "total_standard_error": .optional(split.totalError),
            "replications_used": .integer(Int64(split.replicationsUsed)),
            "shares": .array(
              split.shares.map { share in
                .members([
                  "factor": .string(share.factor), "value": .number(share.value),
                  "standard_error": .optional(share.standardError),
                  "standard_error_replications": .optional(share.replicationError),
                  "standard_error_orders": .optional(share.orderError),
                ])
              }),
          ])
        }),
    ])
  }

  private static func unit(_ metric: String) -> String { MetricCatalogue.metric(metric)?.unit ?? "" }
}
