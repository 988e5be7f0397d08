/// The few shapes that a plot needs, as SVG text.
struct SVGDrawing {
  private var body = ""
  private let width, height: Double

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, colour: String, width: Double = 1
  ) {
    body +=
      "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
      + "stroke=\"\(colour)\" stroke-width=\"\(number(width))\"/>\n"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ end: (x: Double, y: Double), colour: String) {
    line(x1, y1, end.x, end.y, colour: colour)
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, colour: String, isFilled: Bool) {
    body +=
      "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" "
      + "fill=\"\(isFilled ? colour : "#ffffff")\" stroke=\"\(colour)\" stroke-width=\"1.5\"/>\n"
  }

  mutating func text(
    _ text: String, x: Double, y: Double, size: Int, colour: String = "#222", anchor: String = "start",
    isBold: Bool = false, isVertical: Bool = false
  ) {
    let turn = isVertical ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    let weight = isBold ? " font-weight=\"bold\"" : ""
    body +=
      "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(size)\" fill=\"\(colour)\" "
      + "text-anchor=\"\(anchor)\"\(weight)\(turn)>\(escaped(text))</text>\n"
  }

  var text: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(width))\" height=\"\(number(height))\" "
      + "viewBox=\"0 0 \(number(width)) \(number(height))\" font-family=\"sans-serif\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\(body)</svg>\n"
  }

  private func number(_ value: Double) -> String {
    let text = NumberText.fixed(value, decimals: 1)
    // SVG wants the ASCII minus.
    return text.hasPrefix("−") ? "-" + text.dropFirst() : text
  }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
