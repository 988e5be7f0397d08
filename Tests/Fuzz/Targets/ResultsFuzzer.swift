@testable import ResultsStore

/// Opens the input as a results file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  ScratchFile.write(UnsafeBufferPointer(start: start, count: count))
  _ = try? ResultsFile.open(ScratchFile.path)
  return 0
}
