import BackgroundExecution
import EventSimulation
import Foundation
import RandomStreams
import TestSupport
import Testing

@Suite("The bucket of push launches")
struct PushTokenBucketTests {
  private func minute(_ minutes: Double) -> Instant { .zero + .minutes(minutes) }

  @Test("RATE-2 starts full, keeps the gap, and refills from the launch that took it out of the full state")
  func refill() {
    var bucket = PushTokenBucket(capacity: 3, refill: .minutes(20), minimumGap: .minutes(15))
    var launches: [Double] = []
    for minutes in stride(from: 0.0, through: 120, by: 1)
    where bucket.nextAllowed(from: minute(minutes)) == minute(minutes) {
      bucket.launch(at: minute(minutes))
      launches.append(minutes)
    }
    // Tokens: 3 at 0; complete at 20, 40, 60 …; the gap rules until the store is used up.
    #expect(launches == [0, 15, 30, 45, 60, 75, 90, 105, 120])
    #expect(bucket.tokens(at: minute(120)) == 0)
    #expect(bucket.nextAllowed(from: minute(121)) == minute(140))
  }

  @Test("RATE-2 a launch without a token leaves the bucket empty")
  func disobedience() {
    var bucket = PushTokenBucket(capacity: 1, refill: .minutes(20), minimumGap: .zero)
    bucket.launch(at: minute(0))
    bucket.launch(at: minute(10))
    #expect(bucket.tokens(at: minute(10)) == 0)
    #expect(bucket.tokens(at: minute(20) - .tick) == 0)
    #expect(bucket.tokens(at: minute(20)) == 1)
  }

  /// Loss of the M/D/1/b system to which a bucket with Poisson arrivals is equal: the stored tokens are the
  /// free places.
  private func loss(rho: Double, depth: Int) -> Double {
    var arrivals = [exp(-rho)]
    for k in 1...depth { arrivals.append(arrivals[k - 1] * rho / Double(k)) }
    var p = [1.0]
    for j in 0..<max(0, depth - 1) {
      var next = p[j] - p[0] * arrivals[j]
      if j > 0 { for i in 1...j { next -= p[i] * arrivals[j - i + 1] } }
      p.append(next / arrivals[0])
    }
    return 1 - 1 / (1 / p.prefix(depth).reduce(0, +) + rho)
  }

  @Test("the closed form of the loss has its published values")
  func closedForm() {
    for (rho, depth, value) in [(0.5, 1, 0.33333), (0.5, 3, 0.02724), (0.8, 10, 0.00364), (1.5, 3, 0.36501)] {
      #expect(abs(loss(rho: rho, depth: depth) - value) < 6e-6)
    }
  }

  @Test(
    "loses of Poisson pushes what M/D/1/b loses",
    arguments: [(0.5, 1), (0.5, 3), (0.8, 1), (0.8, 3), (0.8, 10), (1, 3), (1, 10), (1.5, 1), (1.5, 3)])
  func poisson(rho: Double, depth: Int) {
    let stream = RandomStream()
    stream.seek(
      sequential: StreamAddress(seed: 9, group: 0, replication: depth, device: 0, purpose: .test, index: 0))
    var bucket = PushTokenBucket(capacity: depth, refill: .hour, minimumGap: .zero)
    var now = Instant.zero
    let count = 400_000
    var lost = 0
    for _ in 0..<count {
      now += .hours(stream.exponential(mean: 1 / rho))
      if bucket.nextAllowed(from: now) == now { bucket.launch(at: now) } else { lost += 1 }
    }
    let expected = loss(rho: rho, depth: depth)
    // Losses come in clusters while the bucket is empty: three times the variance of independent ones.
    let deviation = (3 * expected * (1 - expected) / Double(count)).squareRoot()
    #expect(abs(Double(lost) / Double(count) - expected) < 6 * deviation)
  }

  /// Which of the arrivals of a row find a token, in hours.
  private func decisions(_ row: GoldenRow) -> [Double] {
    var bucket = PushTokenBucket(
      capacity: Int(row.number("burst")), refill: .hours(1 / row.number("rate")), minimumGap: .zero)
    return row.numbers("arrivals").map { hours in
      let now = Instant.zero + .hours(hours)
      guard bucket.nextAllowed(from: now) == now else { return 0 }
      bucket.launch(at: now)
      return 1
    }
  }

  @Test("RATE-2: decisions and losses of the golden table")
  func golden() throws {
    let (rows, complaints) = try GoldenCoverage().judge("simcheck.csv", for: "BackgroundExecutionTests") {
      row in
      if row.name.hasPrefix("token_bucket_decisions") { return .numbers(decisions(row)) }
      guard row.name.hasPrefix("token_bucket_poisson_reject") else { return nil }
      return .number(loss(rho: row.number("lam") / row.number("rate"), depth: Int(row.number("burst"))))
    }
    #expect(complaints == [])
    #expect(rows == 5)
  }
}
