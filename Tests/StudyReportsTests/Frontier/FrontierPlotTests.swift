import Basics
import Foundation
import RandomStreams
import TestSupport
import Testing

@testable import StudyReports

#if canImport(FoundationXML)
  import FoundationXML
#endif
@Suite("Picture of the front")
struct FrontierPlotTests {
  private func front(_ places: [(policy: String, energy: Double, staleness: Double)]) throws -> PolicyFrontier
  {
    try #require(try FrontierSection(FrontTable.runs(places), policies: FrontTable.policies).fronts.first)
  }

  @Test("looks as it was recorded")
  func snapshot() throws {
    try expectRecorded(
      "front.svg",
      FrontierPlot(try front(FrontTable.places), title: "Which policies are worth their energy?").svg)
  }

  @Test("has the size and the names of axes that are asked for, down to the smallest")
  func options() throws {
    let front = try front(FrontTable.places)
    let least = PictureSize.least
    for size in [least, PictureSize(width: 1200, height: 900)] {
      let plot = FrontierPlot(
        front, title: "Title", size: size, axisNames: ("energy <a day>", "age of content"))
      #expect(plot.svg.contains("width=\"\(size.width).0\" height=\"\(size.height).0\""))
      #expect(
        plot.svg.contains(">energy &lt;a day&gt;</text>") && plot.svg.contains(">age of content</text>"))
      #expect(!plot.svg.contains("energy_j_per_day (kJ/d)"))
      #expect(
        plot.area.frame.bottom - plot.area.frame.top > 150
          && plot.area.frame.right - plot.area.frame.left > 400)
      for point in front.points {
        let (x, y) = plot.position(point)
        #expect(plot.area.frame.contains((x, y)))
      }
    }
  }

  @Test("has a label for each point, a title in two lines, and needs nothing from elsewhere")
  func standsAlone() throws {
    let title = "What < is & worth " + String(repeating: "the energy ", count: 10)
    let svg = FrontierPlot(try front(FrontTable.places), title: title).svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("What &lt; is &amp; worth the energy"))
    #expect(svg.contains(">seven-factor (baseline)</text>"))
    #expect(svg.contains(">never (off the scale: 5.6 h)</text>"))
    #expect(svg.contains(">clairvoyant (knows the future)</text>"))
    #expect(
      svg.contains(">discretionary battery energy (kJ/d)<")
        && svg.contains(">staleness at reachable opens (h)<"))
    #expect(svg.split(separator: "http", omittingEmptySubsequences: false).count == 2)
    #expect(svg.utf8.count < 16_000)
  }

  @Test("names with markup, control characters and marks leave it a picture that a strict parser reads")
  func hostileNames() throws {
    let names = [
      "\"><img src=x onerror=alert(1)>\u{1B}[5m", "</text><script>alert(1)</script>",
      "a\nb\rINJECT\u{202E}gnp",
      "&amp;&#0;]]>", "\0\u{FFFE}\u{FFFF}\u{B}", "<\u{301}&\u{301}>\u{338}", "日本 👩‍💻 „é“",
    ]
    let places = names.enumerated().map { ($1, 17_000 + 100 * Double($0), 9000 - 500 * Double($0)) }
    let svg = FrontierPlot(try front(places), title: names.joined(separator: " ")).svg
    let parser = XMLParser(data: Data(svg.utf8))
    let reader = TextReader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.elements.isSubset(of: ["svg", "rect", "line", "circle", "path", "text", "clipPath"]))
    for name in names {
      #expect(reader.texts.contains { $0.contains(name.escapingControls) }, "\(name.escapingControls)")
    }
  }

  /// Names of elements and texts of a document.
  private final class TextReader: NSObject, XMLParserDelegate {
    var elements: Set<String> = []
    var texts: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements.insert(name)
      texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { texts[texts.count - 1] += text }
  }

  @Test("a point stands off the scale only where it would squeeze the others into less than half")
  func ceiling() {
    let values: [[Double]] = [[1, 2, 3, 10], [1, 2, 3, 4.9], [1, 10, 10, 10], [1, 2, 10], []]
    #expect(values.map(FrontierPlot.ceiling) == [3, nil, nil, nil, nil])
  }

  @Test(
    "labels of thirteen policies never overlap, nor cover a mark, nor leave the picture", arguments: 0..<60)
  func labels(_ trial: Int) throws {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 8, replication: trial, device: 0, purpose: .test))
    // From a wide scatter to one heap.
    let spread = [1.0, 0.1, 0.01][trial % 3]
    let names = [
      "seven-factor", "immediate", "never", "fixed-interval", "charging-only", "random", "usage-predictive",
      "deadline", "energy-budget", "aligned", "android-buckets", "learned", "clairvoyant",
    ]
    var places = names.map { name in
      (
        policy: name, energy: 17_000 + 1000 * spread * stream.uniform(),
        staleness: 6000 + 9000 * spread * stream.uniform()
      )
    }
    // Two corners keep the scale.
    places[0] = ("seven-factor", 17_000, 15_000)
    places[1] = ("immediate", 18_000, 6000)
    let plot = FrontierPlot(try front(places), title: "")
    let found = plot.labels()
    // In a heap of a few pixels a label may go without a place; it is in the table.
    #expect(found.count >= (trial % 3 == 2 ? 12 : 13))
    let marks = plot.front.points.map { point in
      let (x, y) = plot.position(point)
      return PlotRectangle(left: x - 5, top: y - 5, right: x + 5, bottom: y + 5)
    }
    for (index, entry) in found.enumerated() {
      let rectangle = entry.1.rectangle
      #expect(plot.area.frame.contains(rectangle))
      #expect(!marks.contains(where: rectangle.overlaps))
      for other in found[..<index] {
        #expect(!rectangle.overlaps(other.1.rectangle))
        if let leader = other.1.leader { #expect(!rectangle.meets(leader)) }
      }
      if let leader = entry.1.leader {
        #expect(!found[..<index].contains { $0.1.rectangle.meets(leader) })
      }
    }
  }

  @Test("a label for which nothing is free has no place")
  func full() {
    var placer = LabelPlacer(area: PlotRectangle(left: 0, top: 0, right: 100, bottom: 20))
    #expect(placer.place("first", near: (20, 10)) != nil)
    #expect(placer.place("a label that is far too long for it", near: (20, 10)) == nil)
    placer.block(PlotRectangle(left: 0, top: 0, right: 100, bottom: 20))
    #expect(placer.place("x", near: (20, 10)) == nil)
  }

  @Test("a line meets a rectangle that it crosses or ends in, not one that it passes")
  func segments() {
    let rectangle = PlotRectangle(left: 10, top: 10, right: 20, bottom: 20)
    func meets(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
      rectangle.meets(PlotSegment(start: (a.0, a.1), end: (b.0, b.1)))
    }
    #expect(meets((0, 15), (30, 15)) && meets((15, 0), (15, 12)) && meets((0, 0), (30, 30)))
    #expect(!meets((0, 5), (30, 5)) && !meets((0, 25), (15, 40)) && !meets((0, 15), (9, 15)))
    #expect(!meets((5, 0), (5, 30)) && !meets((0, 16), (16, 32.1)))
  }

  @Test("the path of an ellipse goes through the ends of both axes of the circle")
  func ellipse() {
    let path = SVGPath.ellipse { (100 + 50 * $0, 80 - 20 * $1) }
    #expect(
      path.commands == "M150.0 80.0C150.0 69.0 127.6 60.0 100.0 60.0C72.4 60.0 50.0 69.0 50.0 80.0"
        + "C50.0 91.0 72.4 100.0 100.0 100.0C127.6 100.0 150.0 91.0 150.0 80.0Z")
  }
}
