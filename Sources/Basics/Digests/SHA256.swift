/// SHA-256 (FIPS 180-4), for the identities of studies, runs and traces and for the rows of results files.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  public init() { pending.reserveCapacity(Self.blockSize) }

  public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexadecimal()
  }

  public static func hexadecimal(_ text: String) -> String { hexadecimal(text.utf8) }

  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { update($0) }
    if isDone == nil { Array(bytes).withUnsafeBufferPointer { update($0) } }
  }

  public mutating func update(_ text: String) { update(text.utf8) }
  /// The digest of the message so far.
  public func hexadecimal() -> String {
    var last = self
    let bits = count * 8
    var padding: [UInt8] = [0x80]
    while (pending.count + padding.count) % Self.blockSize != 56 { padding.append(0) }
    last.update(padding + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) })
    return last.state.map { $0.text(digits: 8, radix: 16) }.joined()
  }

  private static let blockSize = 64

  private mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    count += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = rest.prefix(Self.blockSize - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      guard pending.count == Self.blockSize else { return }
      let block = pending
      block.withUnsafeBufferPointer { compress($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.blockSize * Self.blockSize
    if whole > 0 { compress(UnsafeBufferPointer(rebasing: rest.prefix(whole))) }
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  private mutating func compress(_ blocks: UnsafeBufferPointer<UInt8>) {
    guard var block = blocks.baseAddress else { return }
    let end = block + blocks.count
    func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x &>> n | x &<< (32 - n) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      Self.constants.withUnsafeBufferPointer { constants in
        guard let words = schedule.baseAddress, let constants = constants.baseAddress else { return }
        while block < end {
          for t in 0..<16 {
            let place = block + 4 * t
            words[t] =
              UInt32(place[0]) &<< 24 | UInt32(place[1]) &<< 16 | UInt32(place[2]) &<< 8 | UInt32(place[3])
          }
          for t in 16..<64 {
            let (x, y) = (words[t - 15], words[t - 2])
            let small0 = rotate(x, 7) ^ rotate(x, 18) ^ x &>> 3
            let small1 = rotate(y, 17) ^ rotate(y, 19) ^ y &>> 10
            words[t] = words[t - 16] &+ small0 &+ words[t - 7] &+ small1
          }
          var (a, b, c, d) = (state[0], state[1], state[2], state[3])
          var (e, f, g, h) = (state[4], state[5], state[6], state[7])
          for t in 0..<64 {
            let big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let first = h &+ big1 &+ ((e & f) ^ (~e & g)) &+ constants[t] &+ words[t]
            let big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ big0 &+ majority)
          }
          state[0] &+= a
          state[1] &+= b
          state[2] &+= c
          state[3] &+= d
          state[4] &+= e
          state[5] &+= f
          state[6] &+= g
          state[7] &+= h
          block += Self.blockSize
        }
      }
    }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
