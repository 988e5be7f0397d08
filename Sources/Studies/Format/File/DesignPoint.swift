import Basics
import ModelParameters
import SchedulingPolicies
import Workload

public struct DesignPoint: Sendable {
  package var order: Int
  /// Name of the arm; `base` in a study without arms.
  package var arm: String
  /// The level of every factor, in the order of the study; empty without factors.
  package var levels: [FactorLevelText]
  package var study: Study
  let tree: YAMLNode
  /// Everything that can change the outcome of the point's runs, policies and replications aside: the tree with sorted keys,
  /// every parameter, the trace's digest, the model version.
  let canonicalText: String

  init(order: Int, arm: String, levels: [FactorLevelText], study: Study, tree: YAMLNode) {
    (self.order, self.arm, self.levels, self.study, self.tree) = (order, arm, levels, study, tree)
    let outcome = tree.outcome(without: ["name", "extends", "seed"]).canonicalText
    let lines = [
      "model \(ModelVersion.current)", "seed \(study.seed)", outcome, study.parameters.canonicalText,
      study.trace?.digest ?? "",
    ]
    canonicalText = (lines + study.apps.compactMap(\.code?.identity)).joined(separator: "\n")
  }

  /// Unique in the study: the arm and the levels.
  package var name: String {
    levels.isEmpty ? arm : arm + ";" + levels.map { "\($0.name)=\($0.text)" }.joined(separator: ";")
  }

  package var digest: String { SHA256.hexadecimal(canonicalText) }

  package func runID(policy: StudyPolicy, replication: Int) -> String {
    runIdentities(policyText: policy.canonicalText)[replication]
  }

  package func runIdentities(policyText: String) -> RunIdentities {
    RunIdentities("\(canonicalText)\n\(policyText)\n")
  }
}

package struct RunIdentities {
  /// The digest of all that the runs have in common, a text of many kilobytes.
  private var common = SHA256()

  fileprivate init(_ text: String) { common.update(text) }

  package subscript(replication: Int) -> String {
    var digest = common
    digest.update("\(replication)")
    return String(digest.hexadecimal().prefix(16))
  }
}

extension StudyFile {
  /// The digest of the settings that all runs of a results file share. Replications, policies, arms, levels,
  /// and tables may differ.
  package var baseDigest: String {
    SHA256.hexadecimal(
      "\(ModelVersion.current)\n\(tree.outcome().canonicalText)\n\(study.trace?.digest ?? "")")
  }
}

extension YAMLNode {
  /// The study without what its outcomes do not depend on, such as the places of files whose contents count.
  fileprivate func outcome(without others: [String] = []) -> YAMLNode {
    var outcome = self
    for key in [
      "replications", "policies", "arms", "factors", "design", "record", "expect", "compare", "question",
    ] + others { outcome.set(key, nil) }
    outcome.remove("file", in: "trace")
    outcome.remove("mix", in: "population")
    return outcome
  }
}

/// The version of the models: it changes whenever equal inputs give other results.
package enum ModelVersion {
  /// Part of every run's identity and of the digest of a results file.
  package static let current = "10"
}

extension DesignPoint {
  /// The design point with other values of parameters, decoded again with all checks of a study.
  ///
  /// The values replace the study's `parameters`. A policy that states a parameter itself keeps its value.
  package func setting(
    _ values: [(name: String, value: ParameterValue)], of file: StudyFile, catalogue: PolicyCatalogue
  ) throws(StudyErrors) -> DesignPoint {
    func node(_ content: YAMLNode.Content) -> YAMLNode {
      YAMLNode(content, file: "--set", line: 1, column: 1)
    }
    func word(_ text: String) -> YAMLNode { node(.scalar(text)) }
    var changed = tree
    var parameters = tree["parameters"] ?? node(.mapping([]))
    for (name, value) in values {
      guard let definition = study.parameters.definition(name) else { continue }
      let stated =
        switch value {
        case .numbers(let numbers): node(.sequence(numbers.map { word(definition.text(of: .number($0))) }))
        case .number, .choice, .boolean: word(definition.text(of: value))
        }
      parameters.set(name, stated)
    }
    changed.set("parameters", parameters)
    let log = ErrorLog(quoting: file.path)
    let decoder = StudyDecoder(changed, catalogue, StudyResources(pool: file.pool), log)
    guard let study = decoder.study(), log.errors.isEmpty else { throw StudyErrors(log.errors) }
    return DesignPoint(order: order, arm: arm, levels: levels, study: study, tree: changed)
  }
}
