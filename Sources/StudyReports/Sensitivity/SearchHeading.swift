import PlainText
import SensitivityDesign

/// The study of a search over its assumptions, the runs of each point, and the extent to which the search was cut.
package struct SearchHeading: Sendable {
  /// The name of the study.
  package var study: String
  /// Digest of what all runs of the study share, as results files have it.
  package var studyDigest: String
  /// The design point that was run.
  package var designPoint: String
  /// Devices of each run.
  package var devices: Int
  /// Devices of each run before any were cut.
  package var studyDevices: Int
  /// Replications of each point that was run.
  package var replications: Int
  /// Sentences that name everything that was cut to keep the time.
  package var cuts: [String]
  /// Assumptions that were cut to keep the time, by name.
  package var notVaried: [String]

  package init(
    study: String, studyDigest: String, designPoint: String, devices: Int, studyDevices: Int? = nil,
    replications: Int, cuts: [String] = [], notVaried: [String] = []
  ) {
    self.study = study
    self.studyDigest = studyDigest
    self.designPoint = designPoint
    self.devices = devices
    self.studyDevices = studyDevices ?? devices
    self.replications = replications
    self.cuts = cuts
    self.notVaried = notVaried
  }

  /// The study with the design point, where it has several.
  var place: String { designPoint == "base" ? study : "\(study), \(designPoint)" }

  /// The sentence that a search which was cut begins with; empty for one that was not.
  func extent(_ box: SensitivityBox) -> [String] {
    let all = box.factors.count + notVaried.count
    var parts: [String] = []
    if !notVaried.isEmpty { parts.append("\(box.factors.count) of \(CountText.text(all, "assumption"))") }
    if devices < studyDevices { parts.append("\(devices) of \(CountText.text(studyDevices, "device"))") }
    return parts.isEmpty ? [] : ["This search was cut to \(SensitivityReport.list(parts))."]
  }

  /// Parameters and points that were left out, and failures; empty if there are none.
  func leftOut(
    _ box: SensitivityBox, points: [SensitivityPoint], failures: [SensitivityResults.Failure]
  ) -> String {
    var text = ""
    let absences = box.absences.map { "\($0.count) (\($0.reason))" }
    if !absences.isEmpty { text += "\nParameters left out: \(absences.joined(separator: ", "))\n" }
    if !points.isEmpty {
      text +=
        "Points left out, as they break a condition on several parameters: \(points.count), the first "
        + "\(box.text(points[0]))\n"
    }
    for failure in failures.prefix(3) { text += "failed: \(box.text(failure.point)): \(failure.text)\n" }
    if failures.count > 3 { text += "and \(failures.count - 3) more failures\n" }
    return text
  }
}
