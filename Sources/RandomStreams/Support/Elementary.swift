#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// The C library's elementary functions under one roof, so that no other file names a platform.

func exp(of x: Double) -> Double { exp(x) }
func expm1(of x: Double) -> Double { expm1(x) }
func log(of x: Double) -> Double { log(x) }
func log1p(of x: Double) -> Double { log1p(x) }
func pow(of x: Double, _ y: Double) -> Double { pow(x, y) }
func sin(of x: Double) -> Double { sin(x) }
func cos(of x: Double) -> Double { cos(x) }
func acos(of x: Double) -> Double { acos(x) }
func atan2(of y: Double, _ x: Double) -> Double { atan2(y, x) }
func sinh(of x: Double) -> Double { sinh(x) }
func cosh(of x: Double) -> Double { cosh(x) }
