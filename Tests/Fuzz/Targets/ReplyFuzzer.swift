import Basics

@testable import Studies

/// Reads the input as a line that the program of a policy has answered.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let value = try? JSONParser.value(of: bytes[...]) else { return 0 }
  _ = try? ProcessReply.decisions(value, [])
  return 0
}
