import Basics
import EventSimulation
import PhoneSimulation

struct FindingList {
  let findings: [AppFinding]
  let moment: MomentText

  var page: TextPage {
    guard !findings.isEmpty else {
      return TextPage("Findings: none in what the app was told and has asked, warm-up included")
    }
    var page = TextPage(
      "Findings in what the app was told and has asked, warm-up included; energy: of the runs concerned",
      TextTable(
        findings,
        [
          .init("finding") { $0.name }, .init("rule") { $0.rule.isEmpty ? "-" : $0.rule },
          .init("of") { $0.identifier.isEmpty ? "-" : $0.identifier },
          .init("first") { moment($0.first) }, .init("times", .right) { "\($0.count)" },
          .init("energy", .right) { $0.joules > 0 ? "\(DigitsText.significant($0.joules)) J" : "-" },
        ], indentation: 2))
    for kind in AppFindingKind.allCases where findings.contains(where: { $0.kind == kind }) {
      page.add("- \(kind.rawValue): \(kind.sentence)")
    }
    return page
  }

  var json: JSONValue {
    findings.map { finding in
      JSONValue([
        "finding": finding.name, "rule": finding.rule.isEmpty ? nil : finding.rule,
        "sentence": finding.sentence, "identifier": finding.identifier, "first_s": finding.first.seconds,
        "count": finding.count, "energy_j": finding.joules,
      ])
    }.json
  }
}
