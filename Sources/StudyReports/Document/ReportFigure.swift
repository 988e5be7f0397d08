import PlainText

/// A picture of a report with its caption and the table that it is drawn from.
struct ReportFigure {
  /// Identity on the page, and the name of its table without `.csv`.
  let id: String
  /// The subject in a few words, for readers who do not see the picture.
  let title: String
  /// An SVG element.
  let svg: String
  /// The reading of the picture, as HTML.
  let caption: String
  /// The name of the table.
  let table: String

  /// The element of the page.
  var html: String {
    let picture = svg.replacing(
      "<svg ", with: "<svg role=\"img\" aria-label=\"\(HTMLText.escaped(title))\" ", maxReplacements: 1)
    return """
      <figure id="\(HTMLText.escaped(id))">
      <div class="scroll" role="region" tabindex="0" aria-label="\(HTMLText.escaped(title))">\(picture)</div>
      <figcaption><strong>\(HTMLText.escaped(title)).</strong> \(caption) \
      <span class="table-name">Table: <code>\(HTMLText.escaped(table))</code></span></figcaption>
      </figure>

      """
  }
}
