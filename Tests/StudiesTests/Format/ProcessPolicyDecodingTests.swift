import Basics
import Foundation
import SchedulingPolicies
import Studies
import StudyTestSupport
import TestSupport
import Testing

@Suite("Studies with a policy that is a process")
struct ProcessPolicyDecodingTests {
  private static let start = "policies: [seven-factor, fixed-interval]\n"

  private static func study(_ policy: String) -> String {
    StudyText.minimal.replacing(start, with: "policies: [seven-factor, \(policy)]\n")
  }

  @Test("a program is called by the name of its link, as the Python of a virtual environment has to be")
  func link() throws {
    let folder = try TemporaryFolder()
    let program = "\(folder.path)/python"
    try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: "/bin/sh")
    let study = try StudyFolder().study(Self.study("{name: process, command: [\(program)]}"))
    let path = try #require(study.study.policies[1].process?.words.first?.path)
    holds(path.hasSuffix("/python"), "\(path)")
    holds(path.hasPrefix("/"))
    for odd in ["/bin/../bin/sh", "//bin//sh"] {
      let path = try StudyFolder().study(Self.study("{name: process, command: [\(odd)]}"))
        .study.policies[1].process?.words.first?.path
      #expect(path?.hasSuffix("/bin/sh") == true, "\(path ?? "")")
    }
  }

  @Test("its settings can be factors, and it runs in the folder of the study")
  func factors() throws {
    let folder = try StudyFolder()
    let file = try folder.study(
      Self.study("{name: process, label: mine, command: [sh, p.sh], settings: {hours: 1}}")
        + "factors: {policies.mine.settings.hours: [1, 2], policies.mine.settings.mode: [fast]}\n")
    #expect(
      file.points.map { $0.study.policies[1].process?.settings } == [
        #"{"hours":1,"mode":"fast"}"#, #"{"hours":2,"mode":"fast"}"#,
      ])
    #expect(file.study.policies[1].process?.folder == folder.path)
    #expect(
      file.points[0].runID(policy: file.study.policies[1], replication: 0)
        != file.points[1].runID(policy: file.points[1].study.policies[1], replication: 0))
  }

  @Test("a program with a path is found from the study; the file it is counts by its content")
  func path() throws {
    let folder = try StudyFolder()
    _ = try folder.write("#!/bin/sh\n", as: "policy.sh")
    let text = Self.study("{name: process, command: [./policy.sh]}")
    let first = try #require(try folder.study(text).study.policies[1].process)
    holds(first.words[0].text == "./policy.sh" && first.words[0].path?.hasSuffix("/policy.sh") == true)
    #expect(first.words[0].path?.hasPrefix("/") == true)
    _ = try folder.write("#!/bin/sh\nexit 1\n", as: "policy.sh")
    let second = try #require(try folder.study(text).study.policies[1].process)
    #expect(first.words[0].digest != second.words[0].digest)
    #expect(first.canonicalText != second.canonicalText)
  }

  @Test("its state is part of its identity and can be a factor; the effective study says which one it was")
  func state() throws {
    let folder = try StudyFolder()
    _ = try folder.write("{\n  \"a\": [1, 2.5]\n}\n", as: "a.json")
    _ = try folder.write("null\n", as: "b.json")
    let file = try folder.study(
      Self.study("{name: process, label: mine, command: [sh], state: a.json}"))
    let state = try #require(file.study.policies[1].process?.state)
    #expect(state.text == #"{"a":[1,2.5]}"#)
    let bytes = try StudyFiles.bytes(of: folder.path + "/a.json")
    #expect(state.digest == SHA256.hexadecimal(bytes))
    holds(file.effectiveText.contains("\"stateDigest\": \"\(state.digest)\""))
    let two = try folder.study(
      Self.study("{name: process, label: mine, command: [sh], state: a.json}")
        + "factors: {policies.mine.state: [a.json, b.json]}\n")
    let ids = two.points.map { $0.runID(policy: $0.study.policies[1], replication: 0) }
    #expect(two.points.map { $0.study.policies[1].process?.state?.text } == [state.text, "null"])
    holds(Set(ids).count == 2 && !two.effectiveText.contains("stateDigest"))
    // The file's content counts, and neither its name nor anything else of the study.
    #expect(two.points[0].study.policies[1].canonicalText == file.study.policies[1].canonicalText)
  }

  @Test("a state that does not match the digest is an error, and training does not read the state")
  func pinnedState() throws {
    let folder = try StudyFolder()
    _ = try folder.write("1", as: "a.json")
    let digest = SHA256.hexadecimal(Array("1".utf8))
    let text = Self.study("{name: process, command: [sh], state: a.json, stateDigest: DIGEST}")
    #expect(try folder.errors(text.replacing("DIGEST", with: digest)) == [])
    let errors = try folder.errors(text.replacing("DIGEST", with: "abc"))
    holds(
      errors.count == 1 && errors[0].contains("found `a.json` with the SHA-256 \(digest), expected the file"),
      "\(errors)")
    let path = try folder.write(text.replacing("a.json", with: "nowhere.json"))
    let untrained = try StudyFile(path: path, hasStates: false)
    #expect(untrained.study.policies[1].process?.state == nil)
  }

  @Test("the catalog of studies lists it after the built-in policies")
  func catalogue() {
    #expect(PolicyCatalogue.standard.names == PolicyCatalogue.builtIn.names + ["process"])
    #expect(PolicyCatalogue.standard.descriptor("process")?.manual.contains("Protocol, version 2") == true)
  }
}
