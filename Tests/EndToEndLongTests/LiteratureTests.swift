import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The scoreboard of claims in papers") struct LiteratureTests {
  @Test("the studies give the scoreboard that the package ships, with these verdicts")
  func scoreboard() throws {
    let folder = try TestFolder()
    let script = PackageRoot.file("notebooks-export/literature.py").path
    let printed = try folder.shell("python3 '\(script)' \"$(command -v slumber)\" board", code: 0).output
    #expect(
      try folder.text("board/scoreboard.csv") == PackageRoot.text("scenarios/literature/scoreboard.csv"))
    let verdicts = printed.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /(reproduced|order kept|not reproduced): (.+?): .+/).map { "\($0.2): \($0.1)" }
    }
    #expect(
      verdicts == [
        "Huang et al., IMC 2012: not reproduced",
        "Rosen et al., IMC 2015: not reproduced",
        "HUSH, MobiCom 2015: order kept",
        "FALCON, MobiSys 2012: order kept",
        "TailEnder, IMC 2009: reproduced",
        "Deng and Balakrishnan, CoNEXT 2012: order kept",
        "Vergara et al., 2013: order kept",
        "CAS, IEEE JSAC 2017: reproduced",
        "Cito et al., ASE 2016: order kept",
        "Bacinoglu et al., arXiv 1905.06679: reproduced",
      ])
  }
}
