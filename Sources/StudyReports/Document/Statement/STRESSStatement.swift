import PlainText
import StudyMetrics

/// A statement on a simulation study by the checklist STRESS-DES, filled from the study.
///
/// An item that a study cannot know says what its author has to add; nothing is made up.
///
/// Source: Monks, Currie, Onggo, Robinson, Kunc and Taylor, "Strengthening the reporting of empirical simulation studies:
/// introducing the STRESS guidelines", Journal of Simulation 13 (2019) 55–67.
package struct STRESSStatement: Sendable {
  /// An item of the checklist.
  struct Item: Sendable {
    let number, title: String
    /// The answer, with tables where there are any.
    let page: TextPage

    init(_ number: String, _ title: String, _ page: TextPage) {
      (self.number, self.title, self.page) = (number, title, page)
    }
  }

  /// A section of the checklist.
  struct Section: Sendable {
    let title: String
    let items: [Item]
  }

  let study: String
  let sections: [Section]

  /// The sentence in front of what only the author knows.
  static func author(_ text: String) -> String { "The author has to add \(text)." }

  /// The statement as a document in Markdown.
  package var markdown: String {
    var text = TextPage("STRESS-DES statement of the study \(study)").markdown.trimmingLineEnd
    text = "# \(text)\n\n\(TextPage(Self.introduction).markdown)"
    for (number, section) in sections.enumerated() {
      text += "\n## \(number + 1). \(section.title)\n"
      for item in section.items { text += "\n### \(item.number) \(item.title)\n\n\(item.page.markdown)" }
    }
    return text
  }

  /// The statement as a section of a report.
  var section: ReportSection {
    var section = ReportSection("stress", "STRESS-DES statement")
    section.add(paragraph: Self.introduction)
    for (number, part) in sections.enumerated() {
      section.add(heading: "\(number + 1). \(part.title)")
      for item in part.items {
        section.body += "<h4>\(HTMLText.escaped("\(item.number) \(item.title)"))</h4>\n\(item.page.html())"
      }
    }
    return section
  }

  private static let introduction =
    "By the checklist for discrete-event simulation of Monks et al., Strengthening the reporting of empirical simulation "
    + "studies, Journal of Simulation 13 (2019) 55–67. Items are filled from the study; what a study cannot know is left to "
    + "its author and says so."
}
