import Basics
import ResultsStore
import Studies

enum MergeCommand {
  static let specification = CommandSpecification(
    name: "merge", arguments: "FILE [FILE-OR-FOLDER…]", argumentCount: 1...100_000,
    summary: "Joins the published files of shards into one results file.",
    example: "slumber merge quickstart.results.sqlite",
    options: """
      --remove | remove shard files after all their results are in FILE
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = arguments.arguments[0]
    var refused = false
    func refuse(_ error: any Error) {
      refused = true
      Terminal.error("slumber: refused: \(error)")
    }
    let paths = try inputs(arguments)
    Interruption.install()
    guard let (results, first) = try open(path, paths, refuse) else { return .failed }

    var outcome = MergeOutcome()
    var merged: [String] = []
    for input in paths where !Interruption.isRequested {
      do {
        let opened = first?.path == input ? first?.file : nil
        let file = try opened ?? ResultsFile.openInput(input, output: path)
        let added = try Interruption.protected { try results.merge(file) { RunOfParts($0, parts: $1) } }
        outcome.merge(added)
        if added.foreign.isEmpty {
          merged.append(input)
        } else {
          Terminal.error(
            "\(input): \(CountText.text(added.foreign.count, "run")) of other design points or policies than in "
              + "\(path) were not merged: " + listed(added.foreign))
        }
      } catch { refuse(error) }
    }
    if Interruption.isRequested {
      Terminal.error("interrupted; merged results are stored. To continue, run the same command")
      return .interrupted
    }
    let counts = try results.counts()
    if counts.failed + counts.missing > 0 {
      Terminal.show("INCOMPLETE: \(counts.done) of \(counts.expected) runs are done")
    }
    Terminal.show(
      """
      \(path): \(CountText.text(merged.count, "file")) merged, \
      \(CountText.text(outcome.new.count, "run")) new, \(outcome.equal.count) found twice and equal, \(counts.failed) failed, \(counts.missing) missing
      """)
    for run in try results.runs() where run.status == .failed {
      Terminal.error("failed: run \(run.runID): \(run.error ?? "")")
    }
    if arguments.has("--remove") {
      // Merged blocks were handed to the disk, as every transaction is.
      for path in merged { do { try FilePlace.remove(path) } catch { refuse(error) } }
    }
    if refused { return .failed }
    return counts.failed + counts.missing > 0 ? .someRunsFailed : .done
  }

  private static func inputs(_ arguments: ParsedArguments) throws -> [String] {
    let (path, named) = (arguments.arguments[0], arguments.arguments.dropFirst())
    let folder = path + ".shards"
    guard !named.isEmpty || FolderListing.isFolder(folder) else {
      throw CommandFailure(
        "\(folder) does not exist. Run the shards first, or list the files to merge after "
          + "\(path)")
    }
    return (named.isEmpty ? [folder] : named).flatMap { place in
      guard FolderListing.isFolder(place) else { return [place] }
      return FolderListing.files(in: place).filter { $0.hasSuffix(".sqlite") }.map { "\(place)/\($0)" }
    }
  }

  /// - Returns: nil if the file is missing and the inputs are not of one study and version, which was said.
  private static func open(
    _ path: String, _ inputs: [String], _ refuse: (any Error) -> Void
  ) throws -> (results: ResultsFile, first: (path: String, file: ResultsFile)?)? {
    do throws(ResultsError) {
      let study = try ResultsFile.open(path, toleratesDamage: true).study()
      return (try ResultsFile.open(path, for: study), nil)
    } catch .notFound {}
    var first: (input: (path: String, file: ResultsFile), study: StudyDescription)?
    var isMixed = false
    for input in inputs {
      // A file is made for the sake of one that can be merged.
      guard let first else {
        if let file = try? ResultsFile.openInput(input, output: path), let study = try? file.study() {
          first = ((input, file), study)
        }
        continue
      }
      guard let file = try? ResultsFile.open(input, toleratesDamage: true) else { continue }
      do throws(MergeRefusal) { try file.checkMerging(into: first.study) } catch {
        isMixed = true
        refuse(error)
      }
    }
    guard !isMixed, let first else {
      if first == nil {
        for input in inputs {
          do throws(MergeRefusal) { _ = try ResultsFile.openInput(input, output: path) } catch {
            refuse(error)
          }
        }
      }
      Terminal.error(
        "slumber: \(path) does not exist and was not created: "
          + (isMixed ? "the files belong to different studies or versions" : "there is no file to merge"))
      return nil
    }
    return try Interruption.protected { (try ResultsFile.open(path, for: first.study), first.input) }
  }

  private static func listed(_ runs: [String]) -> String {
    runs.prefix(10).joined(separator: ", ") + (runs.count > 10 ? " and \(runs.count - 10) more" : "")
  }
}
