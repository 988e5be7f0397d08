import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Kaplan–Meier")
struct KaplanMeierTests {
  private func curve(ended: [Double], censored: [Double]) throws -> KaplanMeier {
    try KaplanMeier(observations(ended: ended, censored: censored))
  }

  private func observations(ended: [Double], censored: [Double]) -> [KaplanMeier.Observation] {
    ended.map { .init(length: $0, isCensored: false) } + censored.map { .init(length: $0, isCensored: true) }
  }

  /// Weeks of remission under 6-mercaptopurine (Freireich and others 1963), the textbook example.
  private var remission: [KaplanMeier.Observation] {
    observations(
      ended: [6, 6, 6, 7, 10, 13, 16, 22, 23],
      censored: [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35])
  }

  @Test("the textbook example has its published curve, and median 23")
  func textbook() throws {
    let curve = try KaplanMeier(remission)
    let published = [
      (6.0, 0.857), (7, 0.807), (10, 0.753), (13, 0.690), (16, 0.627), (22, 0.538), (23, 0.448),
    ]
    for (length, survival) in published { #expect(abs(curve.survival(at: length) - survival) < 5e-4) }
    #expect(curve.survival(at: 5.9) == 1)
    #expect(curve.survival(at: 100) == curve.survival(at: 23))
    #expect(curve.median == 23)
    #expect(curve.quantile(0.25) == 13)
    #expect(curve.quantile(0.9) == nil)
  }

  @Test("the order of observations does not matter")
  func order() throws {
    #expect(try KaplanMeier(remission) == KaplanMeier(remission.reversed()))
  }

  @Test("without censoring it is the share of longer waits, and the restricted mean a plain mean")
  func uncensored() throws {
    let waits = [5.0, 1, 4, 2, 3, 8, 7, 10, 6, 9]
    let curve = try curve(ended: waits, censored: [])
    for length in 1...10 {
      #expect(abs(curve.survival(at: Double(length)) - Double(10 - length) / 10) < 1e-12)
      #expect(curve.quantile(Double(length) / 10) == Double(length))
    }
    #expect(abs(curve.restrictedMean(upTo: 100)! - 5.5) < 1e-12)
    #expect(abs(curve.restrictedMean(upTo: 4)! - (1 + 2 + 3 + 4 * 7) / 10) < 1e-12)
  }

  @Test(
    "waits that ended come before those cut off; without any end the curve stays at 1, without waits it is empty"
  )
  func edges() throws {
    let tie = try curve(ended: [2], censored: [2])
    #expect(tie.survival(at: 2) == 0.5)
    let rows: [(curve: KaplanMeier, steps: Int, restrictedMean: Double?)] = [
      (tie, 1, 6), (try curve(ended: [], censored: [1, 2, 3]), 3, 10), (try KaplanMeier([]), 0, nil),
      (KaplanMeier(DelaySketch()), 0, nil),
    ]
    for row in rows {
      #expect(row.curve.steps.count == row.steps)
      #expect(row.curve.restrictedMean(upTo: 10) == row.restrictedMean)
      holds(row.curve.median == (row.steps == 1 ? 2 : nil))
    }
  }

  @Test("an invalid length is refused with its place")
  func refuses() {
    #expect(throws: AnalysisError.notFinite(index: 1)) { try curve(ended: [1, .nan], censored: []) }
    #expect(throws: AnalysisError.negative(index: 0, found: -1)) { try curve(ended: [-1], censored: []) }
  }

  @Test("from a sketch the curve has the same shares at lengths within half a percent")
  func sketch() throws {
    var parts = [DelaySketch(), DelaySketch(), DelaySketch()]
    for (index, observation) in remission.enumerated() {
      parts[index % 3].add(observation.length, isCensored: observation.isCensored)
    }
    parts[0].add(0, isCensored: false)
    var merged = DelaySketch()
    for part in parts.reversed() { merged.merge(part) }

    let exact = try KaplanMeier(remission + [.init(length: 0, isCensored: false)])
    let sketched = KaplanMeier(merged)
    #expect(sketched.steps.map(\.survival) == exact.steps.map(\.survival))
    #expect(sketched.steps.map(\.atRisk) == exact.steps.map(\.atRisk))
    for (a, b) in zip(sketched.steps, exact.steps) {
      #expect(abs(a.length - b.length) <= 0.005 * b.length * (1 + 1e-9))
    }
    #expect(merged.count == 22)
    let (mean, reference) = (sketched.restrictedMean(upTo: 48)!, exact.restrictedMean(upTo: 48)!)
    #expect(abs(mean - reference) <= 0.005 * reference)
  }
}

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
      holds(share >= Double(plain) / 60 - 1e-12 && share <= Double(most) / 60 + 1e-12)
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
