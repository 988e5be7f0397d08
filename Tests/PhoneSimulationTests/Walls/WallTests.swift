import TestSupport
import Testing

/// The walls inside a phone, read from the sources: owners that know nothing of each other, and use cases that
/// call each other from the top down only.
@Suite("The walls inside a phone")
struct WallTests {
  /// The folders of the owners and of the values that they keep.
  static let ownerFolders = ["Apps", "Decisions", "Device", "Items", "Journal"]

  static let ownerFiles = SourceFile.all.filter { ownerFolders.contains($0.folder) }

  /// The owners: the types of the fields of a phone that the folders of the owners declare.
  static let owners: Set<String> = {
    let phone = SourceFile.all.first { $0.path == "Phone/Phone.swift" }
    let fields = phone?.lines.filter { $0.hasPrefix("  var ") && !$0.hasSuffix("{") } ?? []
    let declared = ownerFiles.reduce(into: Set<String>()) { $0.formUnion($1.types) }
    // Arrays and generic types such as a column of values are containers.
    let types = fields.filter { !$0.contains("<") && !$0.contains("[") }.flatMap {
      SourceFile.words(of: $0).dropFirst(2).prefix(1)
    }
    return declared.intersection(types)
  }()

  @Test("the sources are found, and with them the owners")
  func sources() {
    #expect(SourceFile.all.count > 50)
    holds(
      Self.owners.isSuperset(of: ["Charging", "RequestQueue", "DecisionLoop", "Journal", "ProcessTable"]))
  }

  @Test(
    "every owner is in a file that is named after it, or after an owner of its folder",
    arguments: owners.sorted())
  func files(_ owner: String) {
    let files = Self.ownerFiles.filter { $0.types.contains(owner) }
    holds(files.contains { Self.owners.contains($0.name) })
  }

  @Test("the file of an owner names no other owner and no phone", arguments: ownerFiles)
  func names(_ file: SourceFile) {
    let foreign = Self.owners.union(["Phone"]).subtracting(file.types)
    for (number, line) in file.lines.enumerated() {
      holds(
        foreign.isDisjoint(with: SourceFile.words(of: line)), "\(file.path), line \(number + 1): \(line)")
    }
  }

  /// The journal is a set of parts to which use cases speak directly; it is the parts that are closed.
  static let closed = owners.subtracting(["Journal"])
    .union(["AttemptLog", "DaySums", "EventLog", "ItemCounts", "Samplers"])

  @Test("no stored field of an owner can be written from outside", arguments: ownerFiles)
  func fields(_ file: SourceFile) {
    var isInOwner = false
    for (number, line) in file.lines.enumerated() {
      if line == "}" { isInOwner = false }
      if let first = line.first, first != " ", line.contains("struct ") {
        isInOwner = !Self.closed.isDisjoint(with: SourceFile.words(of: line).prefix { $0 != "where" })
      }
      // Fields of an owner stand at the first level; those of its private rows, one deeper, cannot be reached.
      let words = line.hasPrefix("  ") && !line.hasPrefix("   ") ? SourceFile.words(of: line) : []
      let isVariable = words.prefix { $0 != "var" }.count < min(words.count, 4)
      let isStored = !line.contains("{") || line.contains(" = ")
      let isOpen = isVariable && isStored && !words.contains("private") && !words.contains("static")
      holds(!(isInOwner && isOpen), "\(file.path), line \(number + 1): \(line)")
    }
  }

  @Test("no file has more than 300 lines", arguments: SourceFile.all)
  func lengths(_ file: SourceFile) {
    // The last line ends in a line break.
    #expect(file.lines.count - 1 <= 300, "\(file.path) has \(file.lines.count - 1) lines")
  }

  @Test("the calls between the files of a phone form no circle but through Phone+Dispatch")
  func circles() {
    let graph = CallGraph(SourceFile.all)
    #expect(graph.calls.count > 20)
    #expect(graph.calls["UseCases/Launching.swift"]?["UseCases/Terminating.swift"] != nil)
    #expect(graph.circle == [])
  }

  @Test("a circle of calls of any length is found, and reported by its calls")
  func findsCircles() {
    let first = SourceFile(
      path: "UseCases/First.swift",
      text: "extension Phone {\n  mutating func start(_ app: AppIndex) {\n    go(app, fast: true)\n  }\n}\n")
    let second = SourceFile(
      path: "UseCases/Second.swift",
      text: """
        extension Phone {
          func go(_ app: AppIndex, fast: Bool, far: Bool = false) { stop() }

          /// Another function of that name: start(app).
          func go(_ app: AppIndex, slowly: Bool) { print("start(app) \\(app)") }
        }

        """)
    let third = SourceFile(
      path: "UseCases/Third.swift", text: "extension Phone {\n  func stop() { start(app) }\n}\n")
    #expect(CallGraph([first, second]).circle == [])
    #expect(
      CallGraph([first, second, third]).circle == [
        "UseCases/First.swift to UseCases/Second.swift: start calls go",
        "UseCases/Second.swift to UseCases/Third.swift: go calls stop",
        "UseCases/Third.swift to UseCases/First.swift: stop calls start",
      ])
    let dispatch = SourceFile(
      path: CallGraph.dispatch,
      text: "extension Phone {\n  func perform(_ step: FollowUp) { start(app) }\n}\n")
    let through = SourceFile(
      path: "UseCases/Third.swift", text: "extension Phone {\n  func stop() { perform(.start(app)) }\n}\n")
    #expect(CallGraph([first, second, through, dispatch]).circle == [])
  }
}
