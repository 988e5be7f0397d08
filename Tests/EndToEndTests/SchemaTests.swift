import Foundation
import TestSupport
import Testing

@Suite("slumber schema")
struct SchemaTests {
  @Test("lists the keys of a study, a table, and explains one key")
  func pages() throws {
    let folder = try TestFolder()
    let list = try folder.slumber("schema", code: 0)
    #expect(list.output.contains("replications\n    independent fleets\n    default: required\n"))
    let key = try folder.slumber("schema", "apps.tasks.floor")
    #expect(
      key.output == """
        apps.tasks.floor

          earliestBeginDate: a delay, or the next such time of day after the submission

          kind     quantity, such as 10 min, or time of day, such as "03:00"
          domain   from 0 to 5270400 min
          default  none
          example  floor: 10 min

        """)
    let work = try folder.slumber("schema", "apps.tasks.work")
    #expect(work.output.contains("default  a small fetch; processing computes and moves no bytes\n"))
    #expect(work.output.contains("\napps.tasks.work.cpu\n"))
    #expect(try folder.slumber("schema", "paths").output.contains("policies.fixed-interval.fixed.interval"))
  }

  @Test("the JSON is the schema that is shipped")
  func json() throws {
    let folder = try TestFolder()
    let outcome = try folder.slumber("schema", "--json")
    let shipped = try String(contentsOf: PackageRoot.file("scenarios/study.schema.json"), encoding: .utf8)
    #expect(outcome.output.trimmingCharacters(in: .newlines) == shipped.trimmingCharacters(in: .newlines))
    #expect(shipped.contains("\"default\": \"careful\""))
  }
}
