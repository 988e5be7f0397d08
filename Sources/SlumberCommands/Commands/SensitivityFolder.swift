import PlainText
import StudyReports

/// A folder of `slumber sensitivity --to`, which has to be of the same study as the results.
struct SensitivityFolder {
  /// The search; nil without a folder.
  let table: SensitivityTable?
  /// The share of points of each comparison; nil where the search had no points.
  let robustness: RobustnessTable?

  /// - Parameters:
  ///   - folder: The folder; nil for none.
  ///   - study: The name of the study.
  /// - Throws: ``CommandFailure`` where the folder holds no search, or that of another study.
  init(_ folder: String?, of study: String) throws {
    guard let folder else {
      (table, robustness) = (nil, nil)
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
    guard table.study == study else {
      throw CommandFailure(description: "`\(path)` is of study `\(table.study)`, expected `\(study)`")
    }
    self.table = table
    robustness = try? RobustnessTable(json: bytes)
  }
}
