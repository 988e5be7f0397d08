import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber report") struct ReportTests {
  @Test("texts of a study cannot become part of the page")
  func hostile() throws {
    let folder = try TestFolder()
    let evil = "<script>alert(1)</script> \\\"&amp; ' <b>"
    let study = Studies.small(devices: 1, days: 3, replications: 1)
      .replacing(
        "question: Does the program work from end to end?",
        with: "question: \"Why \(evil) `code` \u{5D0}\u{5D1}?\""
      )
      .replacing("policies: [seven-factor,", with: "policies: [{name: seven-factor, label: \"p \(evil)\"},")
    try folder.write(study, to: "evil <i>'.yaml")
    try folder.slumber("run", "evil <i>'.yaml", "--results", "evil.sqlite", code: 0)
    // No study can have this name, but a file can say so.
    try ForeignDatabase.execute(
      "UPDATE study SET value = 'x <script>\u{202E}\"&' WHERE key = 'name'", on: folder.path("evil.sqlite"))
    try Forgery.renewDigests(of: folder.path("evil.sqlite"))
    try folder.slumber("report", "evil.sqlite", "--to", "report.html", "--data", "data", code: 0)
    try folder.shell("python3 '\(PackageRoot.file(".ci/check_report.py").path)' report.html", code: 0)
    let text = try folder.xml("report.html")
    holds(!text.contains("<script") && !text.contains("<b>") && !text.contains("<i>"))
    holds(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;amp; ' &lt;b&gt;"))
    let statement = try folder.slumber("report", "evil.sqlite", "--stress", code: 0)
    holds(statement.output.hasPrefix("# STRESS-DES statement of the study x \\<script\\>\\u{202E}\"&\n"))
    holds(text.contains("<h1>x &lt;script&gt;\\u{202E}&quot;&amp;</h1>"))
  }
}
