import Digests
import PlainText
import ProcessPolicies

extension PolicyState {
  /// Reads the state in a file.
  ///
  /// - Throws: ``ProcessPolicies/PolicyStateError`` for a file that cannot be read or holds no state.
  public init(path: String) throws(PolicyStateError) {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: Self.sizeLimit)
    } catch {
      throw PolicyStateError(found: error.found)
    }
    try self.init(bytes, digest: SHA256.hexadecimal(bytes))
  }
}
