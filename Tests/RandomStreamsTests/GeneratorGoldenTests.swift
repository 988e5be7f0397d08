import RandomStreams
import Testing

@Suite("Generators agree with the golden values")
struct GeneratorGoldenTests {
  @Test("every row of rng.csv that concerns what is built")
  func rows() throws {
    let table = try GoldenTable("rng.csv")
    var checked = 0
    var skipped: [String: Int] = [:]
    for row in table.rows {
      let answer = answer(row)
      if case .skipped(let reason) = answer {
        skipped[reason, default: 0] += 1
      } else {
        checked += 1
      }
      let complaint = row.complaint(about: answer)
      #expect(complaint == nil)
    }
    #expect(checked == 35)
    #expect(
      skipped == [
        "other widths of Philox are not built": 6,
        "Threefry is not built": 8,
        "SHA-256 is not part of the streams": 1,
        "MRG32k3a is not built": 7,
        "alias tables are built in another order than GSL's": 1,
      ])
  }

  private func answer(_ row: GoldenTable.Row) -> GoldenAnswer {
    let inputs = row.inputs
    let name = row.name
    if name.hasPrefix("philox4x32") {
      let counter = inputs.hexWords("ctr").map { UInt32($0) }
      let key = inputs.hexWords("key").map { UInt32($0) }
      let block = Philox4x32.block(
        counter: SIMD4(counter), key0: key[0], key1: key[1], rounds: name.hasPrefix("philox4x32-7") ? 7 : 10)
      return .text(hex(block))
    }
    if name.hasPrefix("philox") { return .skipped("other widths of Philox are not built") }
    if name.hasPrefix("threefry") { return .skipped("Threefry is not built") }
    if name.hasPrefix("sha256") { return .skipped("SHA-256 is not part of the streams") }
    if name.hasPrefix("mrg32k3a") { return .skipped("MRG32k3a is not built") }
    if name.hasPrefix("splitmix64") {
      let seed = UInt64(inputs.integer("seed"))
      var generator = SplitMix64(seed: seed)
      let outputs = (0..<5).map { _ in generator.next() }
      #expect(outputs == (0..<5).map { SplitMix64.output($0, seed: seed) })
      return .text(outputs.map(String.init).joined(separator: " "))
    }
    if name.hasPrefix("fnv1a32") {
      return .text(String(StreamAddress.group(of: inputs.text("text")) - 1, radix: 16))
    }
    if name.hasPrefix("L1_key") {
      let key = StreamLayout.key(
        seed: UInt64(inputs.integer("seed")), group: UInt64(inputs.integer("group")))
      return .text(hex(key.0) + " " + hex(key.1))
    }
    if name.hasPrefix("L1_block") { return .text(hex(block(inputs))) }
    if name.hasPrefix("u53_closed_open") {
      let word = UInt64(inputs.text("high") + inputs.text("low"), radix: 16) ?? 0
      return .numbers([StreamLayout.halfOpenUnit(word)])
    }
    return gslAnswer(name)
  }

  /// The block of an address, checked through a stream where the address can be written.
  private func block(_ inputs: GoldenTable.Inputs) -> SIMD4<UInt32> {
    let seed = UInt64(inputs.integer("seed"))
    let group = UInt64(inputs.integer("group"))
    let key = StreamLayout.key(seed: seed, group: group)
    let counter = StreamLayout.counter(
      index: UInt32(inputs.integer("index")), purpose: UInt8(inputs.integer("purpose")),
      attempt: UInt32(inputs.integer("attempt")), device: UInt32(inputs.integer("device")),
      replication: UInt32(inputs.integer("rep")))
    let block = Philox4x32.block(counter: counter, key0: key.0, key1: key.1)
    if let purpose = StreamPurpose(rawValue: UInt8(inputs.integer("purpose"))) {
      let stream = RandomStream()
      stream.seek(
        event: StreamAddress(
          seed: seed, group: group, replication: inputs.integer("rep"), device: inputs.integer("device"),
          purpose: purpose, index: inputs.integer("index")))
      for _ in 0..<4 * inputs.integer("attempt") { _ = stream.nextWord() }
      #expect((0..<4).map { _ in stream.nextWord() } == [block.x, block.y, block.z, block.w])
    }
    return block
  }

  private func gslAnswer(_ name: String) -> GoldenAnswer {
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(seed: 42, replication: 1, device: 3, purpose: .nightCharge))
    func three(_ draw: () -> Double) -> GoldenAnswer { .numbers((0..<3).map { _ in draw() }) }
    switch name {
    case "gsl_L1_uniform_first3": return three { stream.uniform() }
    case "gsl_L1_get_first3": return three { Double(stream.nextWord()) }
    case "gsl_L1_uniform_int_1000_first3": return three { Double(stream.integer(below: 1000)) }
    case "gsl_L1_gaussian_ratio_1_first3": return three { stream.normal(deviation: 1) }
    case "gsl_L1_gamma_2.3_1.7_first3": return three { stream.gamma(shape: 2.3, scale: 1.7) }
    case "gsl_L1_lognormal_0.5_0.8_first3": return three { stream.lognormal(zeta: 0.5, sigma: 0.8) }
    case "gsl_L1_weibull_3_0.7_first3": return three { stream.weibull(scale: 3, shape: 0.7) }
    case "gsl_L1_beta_2.5_4_first3": return three { stream.beta(2.5, 4) }
    case "gsl_L1_poisson_7.3_first3": return three { Double(stream.poisson(mean: 7.3)) }
    case "gsl_L1_negative_binomial_0.3_4.5_first3":
      return three { Double(stream.negativeBinomial(0.3, 4.5)) }
    case "gsl_L1_geometric_0.25_first3": return three { Double(stream.geometric(0.25)) }
    case "gsl_L1_bernoulli_0.3_first3": return three { stream.bernoulli(0.3) ? 1 : 0 }
    case "gsl_L1_discrete_.1_.2_.3_.4_first3":
      return .skipped("alias tables are built in another order than GSL's")
    default: return .text("no answer")
    }
  }

  private func hex(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
  private func hex(_ block: SIMD4<UInt32>) -> String {
    (0..<4).map { hex(block[$0]) }.joined(separator: " ")
  }
}
