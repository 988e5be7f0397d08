/// Reads the input as a recording of a phone and replays it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzedPhone.replay(UnsafeBufferPointer(start: start, count: count))
  return 0
}
