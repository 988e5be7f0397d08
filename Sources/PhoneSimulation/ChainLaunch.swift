import EventSimulation

/// A launch that an identifier has had in the present chain of decisions: it gets no second one there.
struct ChainLaunch {
  var app: Int32
  var identifier: Int32
  var time: Instant
}
