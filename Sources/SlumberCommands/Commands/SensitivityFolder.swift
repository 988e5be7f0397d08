import PlainText
import ResultsStore
import StudyReports

/// A folder of `slumber sensitivity --to`, which has to be of the same study as the results.
struct SensitivityFolder {
  /// The search; nil without a folder.
  let table: SensitivityTable?

  /// - Parameters:
  ///   - folder: The folder; nil for none.
  ///   - study: The study of the results.
  /// - Throws: ``CommandFailure`` where the folder holds no search, or that of another study.
  init(_ folder: String?, of study: StudyDescription) throws {
    guard let folder else {
      table = nil
      return
    }
    let path = "\(folder)/sensitivity.json"
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: 1 << 28)
    } catch {
      throw CommandFailure(
        description:
          "`\(path)` cannot be read, expected a folder of `slumber sensitivity --quick --to FOLDER`")
    }
    let table: SensitivityTable
    do {
      table = try SensitivityTable(json: bytes)
    } catch {
      throw CommandFailure(description: "`\(path)`: \(error)")
    }
    try Self.requireSame(path, study: table.study, digest: table.studyDigest, of: study)
    self.table = table
  }

  /// Refuses a search of another study, and one with other settings: what it tells is of its phones, days and parameters.
  static func requireSame(
    _ path: String, study name: String, digest: String, of study: StudyDescription
  ) throws {
    guard name == study.name else {
      throw CommandFailure(description: "`\(path)` is of study `\(name)`, expected `\(study.name)`")
    }
    guard digest == study.baseDigest else {
      throw CommandFailure(
        description:
          "`\(path)` is of `\(study.name)` with other settings, expected those of the results: search again with "
          + "the same study file and the same --seed, --days, --devices and --set")
    }
  }
}
