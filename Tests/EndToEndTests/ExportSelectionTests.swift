import Foundation
import TestSupport
import Testing

@Suite("Export of chosen tables and compressed tables") struct ExportSelectionTests {
  private func finished() throws -> TestFolder {
    let folder = try TestFolder(Studies.small(devices: 2, days: 2, replications: 1, record: "energy"))
    try folder.slumber("run", "small.yaml", "--progress", "none", "--results", "s.sqlite", code: 0)
    return folder
  }

  /// Paths of the tables that the data package of an export names, with their compression.
  private func resources(_ folder: TestFolder, _ export: String) throws -> [String: String] {
    let package = try JSONSerialization.jsonObject(with: try folder.data("\(export)/datapackage.json"))
    let resources = (package as? [String: Any])?["resources"] as? [[String: Any]] ?? []
    var found: [String: String] = [:]
    for resource in resources {
      found[resource["path"] as? String ?? ""] = resource["compression"] as? String ?? "none"
    }
    return found
  }

  @Test("only the named tables are written, with the same bytes as in a whole export")
  func tables() throws {
    let folder = try finished()
    try folder.slumber("export", "s.sqlite", "--to", "all", code: 0)
    try folder.slumber(
      "export", "s.sqlite", "--to", "some", "--table", "energy", "--table", "summary", code: 0)
    #expect(
      try folder.names("some") == ["datapackage.json", "energy.csv", "study.json", "summary.csv"])
    for name in ["energy.csv", "summary.csv", "study.json"] {
      #expect(try folder.data("some/\(name)") == folder.data("all/\(name)"))
    }
    #expect(
      try resources(folder, "some") == ["energy.csv": "none", "summary.csv": "none", "study.json": "none"])
  }

  @Test("compressed tables hold the bytes of the plain ones, and come out the same each time")
  func compressed() throws {
    let folder = try finished()
    try folder.slumber("export", "s.sqlite", "--to", "plain", code: 0)
    for name in ["first", "second"] {
      try folder.slumber("export", "s.sqlite", "--to", name, "--gzip", code: 0)
      sleep(1)
    }
    let plain = try folder.names("plain").filter { $0.hasSuffix(".csv") }
    #expect(plain.count > 5)
    for name in plain {
      let bytes = try folder.data("first/\(name).gz")
      #expect(bytes == (try folder.data("second/\(name).gz")))
      // Identification, method, no flags, no time.
      #expect(bytes.prefix(8) == Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))
      try folder.shell("gzip -dc first/\(name).gz | cmp - plain/\(name)", code: 0)
      #expect(try resources(folder, "first")["\(name).gz"] == "gz")
    }
    #expect(try folder.names("first").allSatisfy { !$0.hasSuffix(".csv") })
  }

  @Test("a later export removes the tables of an earlier one in the other form")
  func replaced() throws {
    let folder = try finished()
    try folder.slumber("export", "s.sqlite", "--to", "x", code: 0)
    try folder.slumber("export", "s.sqlite", "--to", "x", "--gzip", "--table", "runs", code: 0)
    #expect(try folder.names("x") == ["datapackage.json", "runs.csv.gz", "study.json"])
  }
}
