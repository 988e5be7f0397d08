import UsageModels

@testable import Recordings

/// Reads the input as what a phone logged, packed or not. What can be read becomes a trace that can be read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  ScratchFile.write(UnsafeBufferPointer(start: start, count: count))
  do throws(RecordingError) {
    let folder = try PhoneLog([ScratchFile.path]).folder()
    for file in folder.files where file.name == "recording.csv" {
      do {
        _ = try TraceFile(name: file.name, bytes: Array(file.text.utf8))
      } catch {
        fatalError("a trace that was written cannot be read: \(error)")
      }
    }
  } catch {
    precondition(!error.found.isEmpty && !error.expected.isEmpty)
  }
  return 0
}
