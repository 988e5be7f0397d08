/// Reads the input as an exported timeline and replays it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzedPhone.replay(UnsafeBufferPointer(start: start, count: count))
  return 0
}
