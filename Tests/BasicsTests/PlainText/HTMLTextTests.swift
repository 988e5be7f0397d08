import Basics
import Testing

@Suite("HTML of texts and tables") struct HTMLTextTests {
  @Test(
    "characters that begin tags, references, or attributes are escaped, and so are bidirectional controls")
  func escaping() {
    #expect(
      HTMLText.escaped("<script>alert('a & \"b\"')</script>")
        == "&lt;script&gt;alert('a &amp; &quot;b&quot;')&lt;/script&gt;")
    #expect(HTMLText.escaped("a\u{202E}b\u{200F}\u{7}") == "a\\u{202E}b\\u{200F}\\u{7}")
    // A combining mark makes one character of two scalars.
    #expect(HTMLText.escaped("<\u{338}b>") == "&lt;\u{338}b&gt;")
  }

  @Test("attributes are escaped, contents are HTML already")
  func element() {
    #expect(
      HTMLText.element("a", ["href": "#\"x\"", "class": "y"], "<b>z</b>")
        == "<a href=\"#&quot;x&quot;\" class=\"y\"><b>z</b></a>")
    #expect(HTMLText.link(to: "place", "1 < 2") == "<a href=\"#place\">1 &lt; 2</a>")
  }

  @Test("text between backticks is code; a backtick without its partner stays one")
  func prose() {
    #expect(HTMLText.prose("add `a<b` here") == "add <code>a&lt;b</code> here")
    #expect(HTMLText.prose("5` and <6>") == "5` and &lt;6&gt;")
  }

  @Test("a table has heads of columns and rows, and sides")
  func table() {
    var table = TextTable([("policy", .left), ("estimate", .right)], subject: "\"energy\"")
    table.add(["a<b", "1 ± 2"])
    table.add(["c", ""])
    #expect(
      TextPage(table).html() == """
        <div class="scroll" role="region" tabindex="0" aria-label="&quot;energy&quot;"><table>
        <thead><tr><th scope="col">policy</th><th scope="col" class="number">estimate</th></tr></thead>
        <tbody>
        <tr><th scope="row">a&lt;b</th><td class="number">1 ± 2</td></tr>
        <tr><th scope="row">c</th><td class="number"></td></tr>
        </tbody>
        </table></div>

        """)
  }

  @Test(
    "a page consists of headings, paragraphs, tables, and commands; its headings are one level below its document"
  )
  func page() {
    var page = TextPage("one & two\n  three\n\nfour")
    page.add(heading: "<five>")
    page.add(command: "slumber run 'a<b'")
    #expect(
      page.html() == """
        <p>one &amp; two<br/>
        three</p>
        <p>four</p>
        <h3>&lt;five&gt;</h3>
        <pre><code>slumber run 'a&lt;b'</code></pre>

        """)
    #expect(page.markdown.contains("\n\n## \\<five\\>\n\n```sh\n"))
  }
}
