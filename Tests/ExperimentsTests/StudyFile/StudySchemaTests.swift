import Experiments
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Schema of studies")
struct StudySchemaTests {
  static let path = packageRoot + "/scenarios/study.schema.json"

  @Test("The committed schema is what the tables say; RECORD_SNAPSHOTS=1 writes it anew")
  func isUpToDate() throws {
    if getenv("RECORD_SNAPSHOTS") != nil { try writeText(StudySchema.text, to: Self.path) }
    let committed = String(decoding: try StudyFiles.bytes(of: Self.path), as: UTF8.self)
    #expect(committed == StudySchema.text)
  }

  @Test("Every table and key is in the schema")
  func isComplete() {
    for table in FieldTable.all {
      #expect(StudySchema.text.contains("\"\(table.name)\": {"), "\(table.name)")
      for field in table.fields { #expect(StudySchema.text.contains("\"\(field.key)\": {"), "\(field.key)") }
    }
  }
}
