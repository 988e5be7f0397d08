import Basics
import ResultsStore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Files that are written whole or not at all")
struct WholeFileTests {
  let folder = TemporaryFolder()
  let target = TemporaryFolder()

  private func isLink(_ name: String) -> Bool {
    var status = stat()
    return lstat(folder.file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  @Test("A file replaces an existing file and leaves no temporary file")
  func file() throws {
    try WholeFile.write(Array("one".utf8), to: folder.file("a.csv"))
    try WholeFile.write(Array("two".utf8), to: folder.file("a.csv"))
    #expect(folder.text("a.csv") == "two")
    #expect(folder.names == ["a.csv"])
  }

  @Test("A symbolic link in the file's place is replaced and not followed")
  func link() throws {
    target.write(Array("mine".utf8), to: "precious")
    #expect(symlink(target.file("precious"), folder.file("a.csv")) == 0)
    try WholeFile.write(Array("one".utf8), to: folder.file("a.csv"))
    holds(target.text("precious") == "mine" && folder.text("a.csv") == "one" && !isLink("a.csv"))
    // The same in an export.
    unlink(folder.file("a.csv"))
    #expect(symlink(target.file("precious"), folder.file("runs.csv")) == 0)
    let results = target.file("s.sqlite")
    let file = try ResultsFile.open(results, for: Samples.study)
    try file.store(Samples.finished(Samples.run("a")))
    try file.export(to: folder.path)
    holds(target.text("precious") == "mine" && !isLink("runs.csv"))
  }

  @Test("A folder or a device in the file's place stays")
  func special() {
    let path = folder.file("sub")
    holds(mkdir(path, 0o755) == 0 && mkfifo(folder.file("fifo"), 0o644) == 0)
    #expect(
      throws: ResultsError.system(
        path: path, action: "write it", code: EISDIR, message: "a folder has this name")
    ) {
      try WholeFile.write([1], to: path)
    }
    #expect(
      throws: ResultsError.system(
        path: folder.file("fifo"), action: "write it", code: EINVAL,
        message: "it exists but is not a regular file")
    ) { try WholeFile.write([1], to: folder.file("fifo")) }
    #expect(folder.names == ["fifo", "sub"])
    rmdir(path)
  }

  @Test("Temporary files of killed processes are removed; files of running processes are kept")
  func leftovers() throws {
    // A process that is gone for sure: a child that has ended.
    var pid = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(words[0]) }
    #expect(posix_spawnp(&pid, "true", nil, nil, &words, nil) == 0)
    while waitpid(pid, nil, 0) == -1, errno == EINTR {}
    let gone = ".slumber-\(pid)-0123456789abcdef.partial"
    let journal = gone + "-journal"
    let running = ".slumber-\(getpid())-0123456789abcdef.partial"
    let similar = ".slumber-\(pid)-0123.partial"
    for name in [gone, journal, running, similar, "notes.partial"] { folder.write([1], to: name) }
    let child = ".slumber-\(pid)-00000000000000ff.partial"
    #expect(mkdir(folder.file(child), 0o755) == 0)
    folder.write([1], to: "\(child)/runs.csv")
    try WholeFile.write([1], to: folder.file("a.csv"))
    #expect(folder.names == [similar, running, "a.csv", "notes.partial"].sorted())
    // A process elsewhere, whose number says nothing here, holds a lock.
    folder.write([1], to: gone)
    let descriptor = open(folder.file(gone), O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    try WholeFile.write([1], to: folder.file("a.csv"))
    holds(folder.names.contains(gone))
    close(descriptor)
    try WholeFile.write([1], to: folder.file("a.csv"))
    holds(!folder.names.contains(gone))
  }

  @Test("A new export folder is there with all its files or not at all")
  func exportFolder() throws {
    do {
      let export = try ExportFolder(folder.file("x/y/z/"))
      try export.write("a.csv", "a\n")
      #expect(access(folder.file("x/y/z"), F_OK) != 0)
    }
    // Neither the folder nor its parents, after a failure.
    #expect(folder.names == [])
    let export = try ExportFolder(folder.file("x/y"))
    try export.write("a.csv", "a\n")
    try export.commit()
    #expect(TemporaryFolder.names(in: folder.file("x")) == ["y"])
    #expect(TemporaryFolder.names(in: folder.file("x/y")) == ["a.csv"])
    // Into a folder that is there: nothing before all is written.
    do {
      let second = try ExportFolder(folder.file("x/y"))
      try second.write("a.csv", "b\n")
      #expect(folder.text("x/y/a.csv") == "a\n")
    }
    #expect(TemporaryFolder.names(in: folder.file("x/y")) == ["a.csv"])
    unlink(folder.file("x/y/a.csv"))
    rmdir(folder.file("x/y"))
    rmdir(folder.file("x"))
  }
}
