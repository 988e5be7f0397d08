import RandomStreams
import TestSupport
import Testing

@Suite("Generators agree with the golden values")
struct GeneratorGoldenTests {
  @Test("every row of rng.csv about implemented generators")
  func rows() throws {
    let (rows, complaints) = try GoldenCoverage().judge("rng.csv", for: "RandomStreamsTests", answer)
    #expect(complaints == [])
    #expect(rows == 35)
  }

  private func answer(_ row: GoldenRow) throws -> GoldenAnswer? {
    let name = row.name
    if name.hasPrefix("philox4x32") {
      let counter = row.hexWords("ctr").map { UInt32($0) }
      let key = row.hexWords("key").map { UInt32($0) }
      let block = Philox4x32.block(
        counter: SIMD4(counter), key0: key[0], key1: key[1], rounds: name.hasPrefix("philox4x32-7") ? 7 : 10)
      return .text(hex(block))
    }
    if name.hasPrefix("splitmix64") {
      let seed = try row.integer("seed")
      var generator = SplitMix64(seed: seed)
      let outputs = (0..<5).map { _ in generator.next() }
      #expect(outputs == (0..<5).map { SplitMix64.output($0, seed: seed) })
      return .integers(outputs)
    }
    if name.hasPrefix("fnv1a32") {
      return .text(String(StreamAddress.group(of: row.text("text")) - 1, radix: 16))
    }
    if name.hasPrefix("L1_key") {
      let key = StreamLayout.key(
        seed: try row.integer("seed"), group: try row.integer("group"))
      return .text(hex(key.0) + " " + hex(key.1))
    }
    if name.hasPrefix("L1_block") { return .text(hex(try block(row))) }
    if name.hasPrefix("u53_closed_open") {
      let word = UInt64(row.text("high") + row.text("low"), radix: 16) ?? 0
      return .numbers([StreamLayout.halfOpenUnit(word)])
    }
    return gslAnswer(name)
  }

  /// The block of an address, checked through a stream where the address can be written.
  private func block(_ row: GoldenRow) throws -> SIMD4<UInt32> {
    let seed = try row.integer("seed")
    let group = try row.integer("group")
    let key = StreamLayout.key(seed: seed, group: group)
    let counter = StreamLayout.counter(
      index: UInt32(row.count("index")), purpose: UInt8(row.count("purpose")),
      attempt: UInt32(row.count("attempt")), device: UInt32(row.count("device")),
      replication: UInt32(row.count("rep")))
    let block = Philox4x32.block(counter: counter, key0: key.0, key1: key.1)
    if let purpose = StreamPurpose(rawValue: UInt8(row.count("purpose"))) {
      let stream = RandomStream()
      stream.seek(
        event: StreamAddress(
          seed: seed, group: group, replication: row.count("rep"), device: row.count("device"),
          purpose: purpose, index: row.count("index")))
      for _ in 0..<4 * row.count("attempt") { _ = stream.nextWord() }
      #expect((0..<4).map { _ in stream.nextWord() } == [block.x, block.y, block.z, block.w])
    }
    return block
  }

  private func gslAnswer(_ name: String) -> GoldenAnswer? {
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
    default: return nil
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
