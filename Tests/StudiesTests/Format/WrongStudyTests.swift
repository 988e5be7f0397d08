import Foundation
import Studies
import StudyTestSupport
import TestSupport
import Testing

/// Studies as people write them wrong, with the messages that they get.
///
/// Each file of `Fixtures/Wrong` has its messages beside it, in a file of the same name that ends with `.txt`.
@Suite("Wrong studies with their messages")
struct WrongStudyTests {
  private static let folder = "Tests/StudiesTests/Format/Fixtures/Wrong"

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.file(folder).path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test("there are 62 of them")
  func number() { #expect(Self.names.count == 62) }

  @Test("each gets its messages, all at once, with place, found and expected", arguments: names)
  func messages(_ name: String) throws {
    let path = PackageRoot.file("\(Self.folder)/\(name).yaml").path
    var messages = ""
    do {
      _ = try StudyFile(path: path)
    } catch {
      messages = error.errors.map { "\($0)".replacing(path, with: "\(name).yaml") + "\n" }.joined()
    }
    #expect(try Snapshot.recorded("\(Self.folder)/\(name).txt", replacedBy: messages) == messages)
    holds(!messages.isEmpty)
    for message in messages.split(separator: "\n") {
      #expect(
        message.wholeMatch(
          of: /[\w.-]+\.yaml:[1-9]\d*:[1-9]\d*: (?:[^ ]+: )?(?:found .+,|missing;) expected .+/) != nil,
        "\(message)")
    }
  }
}
