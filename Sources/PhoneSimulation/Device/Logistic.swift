/// 1 / (1 + e^-x), by halving and squaring so that no C library is needed.
func logistic(_ x: Double) -> Double {
  guard x < 40 else { return 1 }
  guard x > -40 else { return 0 }
  let reduced = -x / 64
  var term = 1.0
  var sum = 1.0
  for n in 1...20 {
    term *= reduced / Double(n)
    sum += term
  }
  for _ in 0..<6 { sum *= sum }
  return 1 / (1 + sum)
}
