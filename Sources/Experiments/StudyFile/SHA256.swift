/// SHA-256 (FIPS 180-4), for the identities of studies, runs and traces.
public struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// The digest as 64 hexadecimal digits.
  public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    var block: [UInt8] = []
    block.reserveCapacity(64)
    var count: UInt64 = 0
    for byte in bytes {
      block.append(byte)
      count += 1
      if block.count == 64 {
        hash.compress(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    block.append(0x80)
    if block.count > 56 {
      block += Array(repeating: 0, count: 64 - block.count)
      hash.compress(block)
      block.removeAll(keepingCapacity: true)
    }
    block += Array(repeating: 0, count: 56 - block.count)
    for shift in stride(from: 56, through: 0, by: -8) {
      block.append(UInt8((count * 8) >> UInt64(shift) & 255))
    }
    hash.compress(block)
    return hash.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The digest of a text's UTF-8.
  public static func hexadecimal(_ text: String) -> String { hexadecimal(text.utf8) }

  private mutating func compress(_ block: [UInt8]) {
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[4 * index + $1]) }
    }
    func rotate(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let small0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3
      let small1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10
      words.append(words[t - 16] &+ small0 &+ words[t - 7] &+ small1)
    }
    var v = state
    for t in 0..<64 {
      let big1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let first = v[7] &+ big1 &+ choice &+ Self.constants[t] &+ words[t]
      let big0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v = [first &+ big0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] = state[index] &+ v[index] }
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
