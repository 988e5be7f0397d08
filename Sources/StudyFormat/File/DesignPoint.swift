import Digests
import ModelParameters

/// An arm with one level of every factor.
public struct DesignPoint: Sendable {
  /// Place in the study.
  public var order: Int
  /// Name of the arm; `base` in a study without arms.
  public var arm: String
  /// The level of every factor, in the order of the study; empty without factors.
  public var levels: [FactorLevelText]
  /// The study as it is at the point, with the changes of the arm and the levels.
  public var study: Study
  let tree: YAMLNode

  init(order: Int, arm: String, levels: [FactorLevelText], study: Study, tree: YAMLNode) {
    self.order = order
    self.arm = arm
    self.levels = levels
    self.study = study
    self.tree = tree
    canonicalText = Self.canonicalText(tree, study)
  }

  /// Unique in the study: the arm and the levels.
  public var name: String {
    levels.isEmpty ? arm : arm + ";" + levels.map { "\($0.name)=\($0.text)" }.joined(separator: ";")
  }

  /// Everything that can change the outcome of the point's runs, policies and replications aside, in one
  /// canonical text: the tree with sorted keys, every parameter, the trace's digest, the model version.
  let canonicalText: String

  private static func canonicalText(_ tree: YAMLNode, _ study: Study) -> String {
    var outcome = tree
    for key in [
      "replications", "policies", "arms", "factors", "design", "record", "expect", "compare", "question",
      "name",
      "extends", "seed",
    ] {
      outcome.set(key, nil)
    }
    // The trace counts by its content, and apps by theirs, wherever the files lie.
    if var trace = outcome["trace"] {
      trace.set("file", nil)
      outcome.set("trace", trace)
    }
    if var population = outcome["population"] {
      population.set("mix", nil)
      outcome.set("population", population)
    }
    let parameters = study.parameters.definitions.map { "\($0.name)=\(study.parameters.value($0.name))" }
    return [
      "model \(ModelVersion.current)", "seed \(study.seed)", outcome.canonicalText,
      parameters.joined(separator: ";"), study.trace?.digest ?? "",
    ].joined(separator: "\n")
  }

  /// Digest of what the point fixes.
  public var digest: String { SHA256.hexadecimal(canonicalText) }

  /// Identity of a run: 16 hexadecimal digits.
  public func runID(policy: StudyPolicy, replication: Int) -> String {
    runIdentities(policyText: policy.canonicalText)[replication]
  }

  /// The identities of the runs of a policy, by its canonical text.
  package func runIdentities(policyText: String) -> RunIdentities {
    RunIdentities("\(canonicalText)\n\(policyText)\n")
  }
}

/// The identities of one policy's runs at a design point, by replication.
package struct RunIdentities {
  /// The digest of all that the runs have in common, a text of many kilobytes.
  private var common = SHA256()

  fileprivate init(_ text: String) { common.update(text) }

  /// Identity of a run: 16 hexadecimal digits.
  package subscript(replication: Int) -> String {
    var digest = common
    digest.update("\(replication)")
    return String(digest.hexadecimal().prefix(16))
  }
}

extension StudyFile {
  /// Digest of what all runs of a results file share: without replications, policies, arms, levels, tables
  /// and expectations.
  public var baseDigest: String {
    var base = tree
    for key in [
      "replications", "policies", "arms", "factors", "design", "record", "expect", "compare", "question",
    ] {
      base.set(key, nil)
    }
    if var population = base["population"] {
      population.set("mix", nil)
      base.set("population", population)
    }
    if var trace = base["trace"] {
      trace.set("file", nil)
      base.set("trace", trace)
    }
    return SHA256.hexadecimal(
      "\(ModelVersion.current)\n\(base.canonicalText)\n\(study.trace?.digest ?? "")")
  }
}

/// The version of the models: it changes whenever equal inputs give other results.
public enum ModelVersion {
  /// Part of every run's identity and of the digest of a results file.
  public static let current = "7"
}
