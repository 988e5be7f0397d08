import Testing

@testable import StudyReports

/// The upright texts of a picture.
enum PictureTexts {
  private static func boxes(_ svg: String) -> [(text: String, box: PlotRectangle)] {
    let pattern = /<text x="([^"]+)" y="([^"]+)" font-size="(\d+)"[^>]* text-anchor="(\w+)"([^>]*)>([^<]*)</
    return svg.matches(of: pattern).compactMap { match in
      guard let x = Double(match.1), let y = Double(match.2), let size = Double(match.3),
        !match.5.contains("transform")
      else { return nil }
      let width = LabelPlacer.width(String(match.6)) * size / 12 - 4
      let left = match.4 == "start" ? x : match.4 == "end" ? x - width : x - width / 2
      let box = PlotRectangle(left: left, top: y - size * 0.75, right: left + width, bottom: y + size * 0.2)
      return (String(match.6), box)
    }
  }

  /// Expects that no text leaves the picture or covers another.
  static func check(_ svg: String, atLeast count: Int) throws {
    let size = try #require(svg.firstMatch(of: /viewBox="0 0 ([\d.]+) ([\d.]+)"/))
    let page = PlotRectangle(
      left: 0, top: 0, right: try #require(Double(size.1)), bottom: try #require(Double(size.2)))
    let boxes = boxes(svg)
    #expect(boxes.count >= count)
    for (place, one) in boxes.enumerated() {
      #expect(page.contains(one.box), "\(one.text)")
      for other in boxes[(place + 1)...] {
        #expect(!one.box.overlaps(other.box), "\(one.text) and \(other.text)")
      }
    }
  }
}
