import EventSimulation

/// A launch that an identifier has had in the present chain of decisions: it gets no second one there.
struct ChainLaunch {
  var app: AppIndex
  var identifier: IdentifierIndex
  var time: Instant
}
