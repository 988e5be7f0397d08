import Basics
import Testing

@Suite("Software hash identifiers")
struct SWHIDTests {
  @Test("Contents and folders have their published identifiers")
  func published() {
    #expect("\(SWHID(content: []))" == "swh:1:cnt:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    #expect("\(SWHID(directory: []))" == "swh:1:dir:4b825dc642cb6eb9a060e54bf8d69288fbee4904")
  }

  @Test(
    "Contents of any length have the digests of `git hash-object`",
    arguments: [
      (114, "faaf888e99b7a88a98cb3716f95efbddc5ea19f1"), (200, "1d33d17ad3abab24046a78cf5a4abc31e69865b3"),
    ])
  func contents(_ count: Int, _ digest: String) {
    #expect("\(SWHID(content: Array(repeating: UInt8(ascii: "a"), count: count)))" == "swh:1:cnt:\(digest)")
    #expect(
      "\(SWHID(content: Array("hello world\n".utf8)))" == "swh:1:cnt:3b18e512dba79e4c8300dd08aeb37f8e728b8dad"
    )
  }

  @Test("A folder has the digest of `git write-tree`, in any order of its files")
  func directory() {
    let files = [
      SWHID.File("run", Array("#!/bin/sh\n".utf8), isExecutable: true), .init("empty", []),
      .init("a/x", Array("hello world\n".utf8)), .init("a.b/y", Array("one\n".utf8)),
      .init("a-c", Array("2\n".utf8)),
    ]
    #expect("\(SWHID(directory: files))" == "swh:1:dir:95b97cc34de25506fc7a9296f29cdf6d7e2c9a30")
    #expect(SWHID(directory: files) == SWHID(directory: files.reversed()))
  }

  @Test("A commit is a revision, and a short name of a commit is not")
  func commit() {
    let name = "6db5a2f4e1c3b8d9070f1e2d3c4b5a6978879695"
    #expect(SWHID(commit: name)?.description == "swh:1:rev:\(name)")
    #expect(SWHID(commit: String(name.dropLast())) == nil)
    #expect(SWHID(commit: "g" + name.dropFirst()) == nil)
  }
}
