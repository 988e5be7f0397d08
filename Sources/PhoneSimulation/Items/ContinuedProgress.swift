import EventSimulation

/// The reports of a continued task.
struct ContinuedProgress {
  var lastProgress: Instant = .zero
  var progressTimer = PhoneTimer()
  var stallTimer = PhoneTimer()
}
