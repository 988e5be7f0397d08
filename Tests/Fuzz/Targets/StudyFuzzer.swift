@testable import StudyFormat

/// Reads the input as a study file, with everything that `slumber validate` checks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  ScratchFile.write(UnsafeBufferPointer(start: start, count: count))
  do throws(StudyErrors) {
    let file = try StudyFile(path: ScratchFile.path)
    // The effective study must be one again.
    _ = try YAMLReader.read(Array(file.effectiveText.utf8), file: "effective")
  } catch {
    precondition(!error.errors.isEmpty && !error.description.isEmpty)
  }
  return 0
}
