import Studies

/// Reads the input as the sums of a part of a run. What can be read is written as it was read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let sums = try? RunAccumulator(decoding: bytes) else { return 0 }
  let encoded = sums.encoded
  guard let again = try? RunAccumulator(decoding: encoded), again.encoded == encoded else {
    fatalError("sums that were read are written as others")
  }
  return 0
}
