import OutputAnalysis
import RandomStreams
import Testing

@Suite("Cumulative incidence")
struct CumulativeIncidenceTests {
  private enum End { case wanted, competing, censored }

  private func incidence(_ waits: [(Double, End)]) -> CumulativeIncidence {
    var delays = DelaySketch()
    var competing = QuantileSketch()
    for (length, end) in waits {
      delays.add(length, isCensored: end != .wanted)
      if end == .competing { competing.add(length) }
    }
    return CumulativeIncidence(delays, competing: competing)
  }

  @Test("by hand: six waits with a competing end and one that is cut off")
  func byHand() throws {
    let found = incidence([
      (0, .wanted), (100, .wanted), (200, .competing), (300, .censored), (400, .wanted), (500, .censored),
    ])
    // 1/6, then 5/6 · 1/5, then 4/6 waiting of whom one of four is lost; of the two left one ends.
    let expected: [(limit: Double, share: Double)] = [(50, 1.0 / 6), (250, 1.0 / 3), (1000, 7.0 / 12)]
    for (limit, share) in expected {
      let value = try #require(found.share(by: limit))
      #expect(abs(value - share) < 1e-12, "\(limit)")
    }
    #expect(CumulativeIncidence(DelaySketch(), competing: QuantileSketch()).share(by: 1) == nil)
  }

  @Test(
    "without waits cut off it is the plain share; without competing ends one minus Kaplan-Meier",
    arguments: 0..<20)
  func limits(number: Int) throws {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 3, replication: number, device: 0, purpose: .test))
    let lengths = (0..<60).map { _ in Double(stream.integer(below: 4000)) * 10 }
    let ends = lengths.map { _ in stream.bernoulli(0.6) }
    for limit in [905.0, 3605, 20_005] {
      let decided = incidence(zip(lengths, ends).map { ($0, $1 ? .wanted : .competing) })
      let plain = zip(lengths, ends).count { $0 <= limit * 0.985 && $1 }
      let most = zip(lengths, ends).count { $0 <= limit * 1.015 && $1 }
      let share = try #require(decided.share(by: limit))
      #expect(share >= Double(plain) / 60 - 1e-12 && share <= Double(most) / 60 + 1e-12)
      let censored = zip(lengths, ends).map { ($0, $1 ? End.wanted : End.censored) }
      var delays = DelaySketch()
      for (length, end) in censored { delays.add(length, isCensored: end != .wanted) }
      let key = delays.ended.buckets.key(limit)
      let survival =
        KaplanMeier(delays).steps.last {
          $0.length == 0 || delays.ended.buckets.key($0.length) <= key
        }?.survival ?? 1
      #expect(abs(try #require(incidence(censored).share(by: limit)) - (1 - survival)) < 1e-12)
    }
  }
}
