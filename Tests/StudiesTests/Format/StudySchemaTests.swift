import Studies
import TestSupport
import Testing

@Suite("Schema of studies")
struct StudySchemaTests {
  @Test("The committed schema matches the tables; RECORD_SNAPSHOTS=1 rewrites it")
  func isUpToDate() throws {
    let committed = try Snapshot.recorded("scenarios/study.schema.json", replacedBy: StudySchema.text)
    #expect(committed == StudySchema.text)
  }

  @Test("Every table and key is in the schema")
  func isComplete() {
    for table in FieldTable.all {
      holds(StudySchema.text.contains("\"\(table.name)\": {"), "\(table.name)")
      for field in table.fields { holds(StudySchema.text.contains("\"\(field.key)\": {"), "\(field.key)") }
    }
  }
}
