import Foundation
import Studies
import Synchronization
import TestSupport

/// A folder of studies that goes away with its last reader.
public final class StudyFolder {
  private let files: TemporaryFolder

  /// The path of the folder, without a slash at its end.
  public var path: String { files.path }

  public init() throws { files = try TemporaryFolder() }

  /// Writes a file and returns its path.
  public func write(_ text: String, as name: String = "study.yaml") throws -> String {
    try files.write(text, as: name).path
  }

  /// Writes a file and returns its path.
  public func write(_ bytes: [UInt8], as name: String = "study.yaml") throws -> String {
    try files.write(bytes, as: name).path
  }

  /// The study in `text`.
  public func study(
    _ text: String, overrides: [(path: String, value: String)] = [], policies: [String] = []
  ) throws -> StudyFile {
    try StudyFile(path: write(text), overrides: overrides, policies: policies)
  }

  /// The errors of reading `text`, without the folder; empty if it can be read.
  public func errors(_ text: String, overrides: [(path: String, value: String)] = []) throws -> [String] {
    try errors(Array(text.utf8), overrides: overrides)
  }

  /// The errors of reading `bytes`, without the folder; empty if they can be read.
  public func errors(_ bytes: [UInt8], overrides: [(path: String, value: String)] = []) throws -> [String] {
    let file = try write(bytes)
    do throws(StudyErrors) {
      _ = try StudyFile(path: file, overrides: overrides)
      return []
    } catch {
      return error.errors.map { $0.description.replacing("\(path)/", with: "") }
    }
  }
}

extension StudyFile {
  /// The judgments of the expectations of the study, which is run in memory.
  package func judgments(jobs: Int = 2) throws -> [ExpectationJudge.Judgment] {
    let judge = Mutex(ExpectationJudge(self))
    let plan = RunPlan(self, command: "slumber run", replications: ExpectationJudge.replications(self))
    try StudyRunner(self, runs: plan.entries, observes: true).run(jobs: jobs) { run in
      if let failure = run.failure { throw failure }
      judge.withLock { $0.add(run) }
    }
    return judge.withLock { $0.judge() }
  }
}
